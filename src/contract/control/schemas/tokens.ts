import * as z from "zod";
import { unknownWord } from "../../../values/suggest.ts";
import { knownScopes } from "../../scopes.ts";
import { tokenFlaws } from "../words.ts";
import { duration, optional, time } from "./values.ts";

const names = z.array(z.string().min(1)).max(100);

const scope = z.string().refine((text) => knownScopes.includes(text), {
  error: ({ input }) => unknownWord(String(input), knownScopes, "a scope"),
});

export const issueToken = {
  body: z
    .strictObject({
      scopes: optional(
        z.array(scope).max(100),
        "What the token allows; `*.read` and `*.write` unless given.",
        ["buyers.read"],
      ),
      expires_in: optional(
        z.union([duration, z.number()]),
        "How long it is valid, with its unit or in seconds; 24 hours at most, 5 minutes unless given.",
        "10m",
      ),
      roles: optional(
        names.min(1),
        "Slugs of the roles that the key pair behind it has; the administrator's unless given.",
        ["read-only"],
      ),
      merchant_accounts: optional(
        names,
        "The merchant accounts that the key pair behind it may use; every one unless given.",
        ["default"],
      ),
      flaw: optional(z.enum(tokenFlaws), "What is wrong with it, for a test that must see a 401.", "expired"),
    })
    .prefault({}),
  response: z.strictObject({ token: z.string(), expires_at: time, scopes: z.array(z.string()) }),
};
