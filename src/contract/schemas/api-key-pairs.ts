import * as z from "zod";
import { knownScopes } from "../scopes.ts";
import { keyAlgorithms, roleHolders } from "../words.ts";
import { pageOf, pageQuery } from "./paging.ts";
import { createdAt, kind, openWord, ownId, secret, timestamp, updatedAt, uuid } from "./primitives.ts";

/** Specification, section 2.4. */
export const role = z.looseObject({
  id: ownId,
  name: z.string().describe("The name of the role."),
  slug: z.string().describe("The word that names the role in requests."),
  description: z.string().nullable().describe("What the role is for."),
  permissions: z
    .looseObject({ allow: z.array(openWord(knownScopes)).describe("The scopes that the role permits.") })
    .describe("What the role permits."),
  assignable_to: z
    .array(openWord(roleHolders))
    .optional()
    .describe("The kinds of holders that the role can be given to."),
  applies_to: z
    .array(openWord(roleHolders))
    .optional()
    .describe("The kinds of resources that the role applies to."),
  is_standalone_assignable: z.boolean().describe("Whether the role can be given without another."),
  type: kind("role"),
});

/** An account that a key pair is bound to, as far as key pairs show it. */
const boundAccount = z.looseObject({
  id: z.string().describe("Its id."),
  display_name: z.string().describe("The name of the account."),
  created_at: createdAt,
  updated_at: updatedAt,
  type: kind("merchant-account"),
  over_capture_amount: z.int().nullish().describe("Over-capture limit in the smallest currency unit."),
  over_capture_percentage: z.int().nullish().describe("Over-capture limit as a percentage."),
});

/** Specification, section 2.3. */
export const apiKeyPair = z.looseObject({
  id: ownId,
  thumbprint: z
    .string()
    .describe("The SHA-256 thumbprint of the public key (RFC 7638), which tokens name as kid."),
  display_name: z.string().describe("Its name."),
  algorithm: openWord(keyAlgorithms).describe("The algorithm of the key."),
  active: z.boolean().describe("Whether tokens signed with it are accepted."),
  created_at: createdAt,
  updated_at: updatedAt,
  type: kind("api-key-pair"),
  private_key: secret(z.string()).nullable().describe("The private key, only in the answer that creates it."),
  last_used_at: timestamp.nullable().describe("When a call was last signed with it; null if never."),
  creator: z
    .looseObject({
      id: ownId,
      name: z.string().describe("The name of the user."),
      email_address: z.string().nullable().describe("The address of the user."),
      thumbprint: z.string().nullable().describe("The thumbprint of the key that created it, if a key did."),
    })
    .nullable()
    .describe("Who created it."),
  merchant_accounts: z
    .array(boundAccount)
    .optional()
    .describe("The merchant accounts that it is bound to; none means all."),
  roles: z.array(role).optional().describe("The roles that limit what it may do."),
});

export const listApiKeyPairs = { query: z.object(pageQuery), response: pageOf(apiKeyPair) };

export const deleteApiKeyPair = { path: z.object({ api_key_pair_id: uuid.describe("The key pair.") }) };
