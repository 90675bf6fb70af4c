import { describe, expect, it } from "vitest";
import { operations } from "../../../src/contract/operations.ts";
import { parseSeed } from "../../../src/server/seed/parse.ts";
import { expectFaithful } from "../../helpers/faithful.ts";
import { generateKey } from "../../helpers/keys.ts";
import { startReference } from "../../helpers/server.ts";
import { shared } from "../../helpers/shared.ts";
import type { Attack } from "./attack.ts";
import { otherClaims } from "./claim-attacks.ts";
import { keys, readGenuine } from "./forgery.ts";
import { otherForms, otherPlaces } from "./form-attacks.ts";
import { otherHeaders } from "./header-attacks.ts";
import { otherAlgorithms, otherKeys } from "./key-attacks.ts";
import { otherSignatures } from "./signature-attacks.ts";

const goneId = "00000000-0000-4000-8000-000000000003";
const gone = generateKey();

const seed = {
  api_key_pairs: [
    { display_name: "Neighbour", public_key: keys.neighbour.publicPem, role_slugs: ["administrator"] },
    {
      display_name: "Inactive",
      public_key: keys.inactive.publicPem,
      role_slugs: ["administrator"],
      active: false,
    },
    { id: goneId, display_name: "Gone", public_key: gone.publicPem, role_slugs: ["administrator"] },
  ],
};

const now = new Date("2026-01-15T12:00:00.000Z");
const parsed = await parseSeed(JSON.stringify(seed), "seed.json");
const reference = await shared(startReference({ seed: parsed, now: () => now }));

async function outcome(headers: Readonly<Record<string, unknown>>, target = "/buyers") {
  const answer = await reference.exchange({
    method: "GET",
    target,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
  });
  await expectFaithful(operations.listBuyers, answer);
  expect(reference.reports).toEqual([]);
  if (answer.status !== 401) return answer.status;
  // No answer repeats what was sent.
  expect(answer.body).not.toMatch(/eyJ|[\w-]{40}/);
  const body = JSON.parse(answer.body);
  return body.details.map((one: { type: string }) => one.type).join();
}

const tables: readonly (readonly [string, readonly Attack[]])[] = [
  ["another algorithm", otherAlgorithms],
  ["another key", otherKeys],
  ["another header", otherHeaders],
  ["another form", otherForms],
  ["another signature", otherSignatures],
  ["other claims", otherClaims],
  ["another place", otherPlaces],
];

describe.each(tables)("a token with %s", (_, attacks) => {
  it.each(attacks)(
    "a forged token (%s) comes to %s, whether the genuine one was used or not",
    async (__, expected, forge) => {
      const genuine = readGenuine(reference.token());
      const forged = forge(genuine, reference.administrator.key);
      const cold = await outcome(forged);
      const used = await outcome({ authorization: `Bearer ${genuine.token}` });
      const warm = await outcome(forged);
      const still = await outcome({ authorization: `Bearer ${genuine.token}` });
      expect([cold, used, warm, still]).toEqual([expected, 200, expected, 200]);
    },
  );
});

it.each(["access_token", "token", "authorization"])("a token in the query as %s is ignored", async (name) => {
  const token = reference.token();
  expect(await outcome({}, `/buyers?${name}=${encodeURIComponent(`Bearer ${token}`)}`)).toBe("token_missing");
  expect(await outcome({}, `/buyers?${name}=${token}`)).toBe("token_missing");
});

it("the token of a deleted key pair is refused on the next request, and so is every new one", async () => {
  const used = reference.token({ key: gone });
  const unused = reference.token({ key: gone });
  expect(await outcome({ authorization: `Bearer ${used}` })).toBe(200);
  const { status } = await reference.request("DELETE", `/api-key-pairs/${goneId}`);
  expect(status).toBe(204);
  const authorizations = [used, unused, reference.token({ key: gone })].map((token) => `Bearer ${token}`);
  const outcomes = await Promise.all(authorizations.map((authorization) => outcome({ authorization })));
  expect(outcomes).toEqual(["token_rejected", "token_rejected", "token_rejected"]);
});

it("the token of an inactive key pair is refused on the next request, and accepted again when the pair is active again", async () => {
  const authorization = `Bearer ${reference.token({ key: keys.neighbour })}`;
  const setActive = (active: number) =>
    reference.store.change((sql) =>
      sql.update("api_key_pairs", { active }, "thumbprint = ?", keys.neighbour.thumbprint),
    );
  const outcomes = [await outcome({ authorization })];
  await setActive(0);
  outcomes.push(await outcome({ authorization }));
  await setActive(1);
  outcomes.push(await outcome({ authorization }));
  expect(outcomes).toEqual([200, "token_rejected", 200]);
});
