import * as z from "zod";
import { knownScopes } from "../scopes.ts";
import { keyAlgorithms, roleHolders } from "../words.ts";
import { pageOf, pageQuery } from "./paging.ts";
import { openWord, secret, timestamp, uuid } from "./primitives.ts";

/** Specification, section 2.4. */
export const role = z.looseObject({
  id: uuid,
  name: z.string(),
  slug: z.string(),
  description: z.string().nullable(),
  permissions: z.looseObject({ allow: z.array(openWord(knownScopes)) }),
  assignable_to: z.array(openWord(roleHolders)).optional(),
  applies_to: z.array(openWord(roleHolders)).optional(),
  is_standalone_assignable: z.boolean(),
  type: z.literal("role"),
});

/** Specification, section 2.3. */
export const apiKeyPair = z.looseObject({
  id: uuid,
  thumbprint: z.string(),
  display_name: z.string(),
  algorithm: openWord(keyAlgorithms),
  active: z.boolean(),
  created_at: timestamp,
  updated_at: timestamp,
  type: z.literal("api-key-pair"),
  private_key: secret(z.string()).nullable(),
  last_used_at: timestamp.nullable(),
  creator: z
    .looseObject({
      id: uuid,
      name: z.string(),
      email_address: z.string().nullable(),
      thumbprint: z.string().nullable(),
    })
    .nullable(),
  merchant_accounts: z
    .array(
      z.looseObject({
        id: z.string(),
        display_name: z.string(),
        created_at: timestamp,
        updated_at: timestamp,
        type: z.literal("merchant-account"),
        over_capture_amount: z.int().nullish(),
        over_capture_percentage: z.int().nullish(),
      }),
    )
    .optional(),
  roles: z.array(role).optional(),
});

export const listApiKeyPairs = { query: z.object(pageQuery), response: pageOf(apiKeyPair) };

export const deleteApiKeyPair = { path: z.object({ api_key_pair_id: uuid }) };
