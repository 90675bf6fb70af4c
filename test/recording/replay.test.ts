import { stripVTControlCharacters } from "node:util";
import { expect, it } from "vitest";
import type { Exchange } from "../../src/contract/exchange.ts";
import { allOperations } from "../../src/contract/operations.ts";
import type { ReplayVerdict } from "../../src/recording/replay.ts";
import { isRecord } from "../../src/values/record.ts";
import { pointerStep } from "../../src/values/text.ts";
import { generateKey } from "../helpers/keys.ts";
import { recordEverything, recordedSeed } from "../helpers/recorded.ts";
import { run } from "../helpers/run.ts";
import { startReference } from "../helpers/server.ts";
import { shared } from "../helpers/shared.ts";
import { thorough } from "../helpers/thorough.ts";

const service = await shared(startReference({ seed: recordedSeed(generateKey().publicPem) }));
const har = await recordEverything(service);

interface Replayed {
  readonly code: number;
  readonly items: readonly ReplayVerdict[];
  readonly note: string | undefined;
}

async function replayed(text: string): Promise<Replayed> {
  const { code, stderr, stdout } = await run("serve replay a.har", {
    files: { "a.har": text },
    reference: service,
  });
  return { code, items: JSON.parse(stdout).items, note: stderr.split("\n")[0] };
}

it("all operations, recorded at the reference server itself, are the same when they are replayed", async () => {
  const { code, items, note } = await replayed(har);
  expect(items.filter(({ verdict }) => verdict !== "same")).toEqual([]);
  expect({ code, note }).toEqual({ code: 0, note: "34 exchanges: 34 same" });
  expect(new Set(items.map(({ operation }) => operation))).toEqual(
    new Set(allOperations.map(({ name }) => name)),
  );
});

interface Leaf {
  readonly entry: number;
  readonly pointer: string;
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

/** Every value in the answer of an entry that is no list and no object. */
function leavesOf(entry: number): readonly Leaf[] {
  const { text } = JSON.parse(har).log.entries[entry - 1].response.content;
  const walk = (value: unknown, path: readonly (string | number)[]): readonly Leaf[] => {
    if (Array.isArray(value)) return value.flatMap((item, at) => walk(item, [...path, at]));
    if (isRecord(value))
      return Object.entries(value).flatMap(([name, inner]) => walk(inner, [...path, name]));
    return [{ entry, path, value, pointer: path.map((step) => `/${pointerStep(String(step))}`).join("") }];
  };
  // Metadata may contain anything.
  return text === undefined
    ? []
    : walk(JSON.parse(text), []).filter(({ path }) => !path.includes("metadata"));
}

function replaceAt(value: unknown, [key, ...rest]: readonly (string | number)[], by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.map((item, at) => (at === key ? replaceAt(item, rest, by) : item));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, name === key ? replaceAt(inner, rest, by) : inner]),
  );
}

/** Something that the contract allows nowhere. */
function deviating(value: unknown): unknown {
  return typeof value === "string" || value === null ? { text: value } : "yesterday";
}

/** Entries that show each operation, and refusals. */
const shown = [1, 2, 4, 6, 8, 9, 10, 12, 13, 14, 18, 20, 21, 22, 24, 26, 27, 28, 29];

/** In each round, a value of each of these entries. */
const rounds = Array.from({ length: thorough(4, 12) }, (_, round) =>
  shown.flatMap((entry) => {
    const leaves = leavesOf(entry);
    return leaves[(round * 7 + 3) % leaves.length] ?? [];
  }),
);

it.each(rounds.map((leaves) => ({ leaves })))(
  "values that the contract does not allow are each found at their pointer: $leaves.0.pointer, $leaves.1.pointer ...",
  async ({ leaves }) => {
    const copy = JSON.parse(har);
    for (const { entry, path, value } of leaves) {
      const { content } = copy.log.entries[entry - 1].response;
      content.text = JSON.stringify(replaceAt(JSON.parse(content.text), path, deviating(value)));
    }
    const { code, items } = await replayed(JSON.stringify(copy));
    const missed = leaves.filter(({ entry, pointer }) => {
      const found = items.find((item) => item.entry === entry)?.differences ?? [];
      // Entries about a place are told apart by that place, and an object lacks what it has to have.
      const named = /^\/details?\/\d+/.exec(pointer)?.[0] ?? pointer;
      return !found.some(
        (one) => one.pointer === named || one.pointer === pointer || one.pointer.startsWith(`${pointer}/`),
      );
    });
    expect(missed).toEqual([]);
    expect(code).toBe(11);
  },
);

/** Changes what the service answers to an operation. */
type Deviation = (answer: Answer) => Answer;

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: deviations reach into bodies of any form
  readonly body: any;
  readonly type?: string;
}

const deviations: Readonly<Record<string, Deviation>> = {
  "GET /api-key-pairs": ({ body, status }) => ({
    status,
    body: { ...body, items: body.items.map(withoutThumbprint) },
  }),
  "GET /audit-logs": ({ body, status }) => ({ status, body: { ...body, items: body.items.toReversed() } }),
  "GET /buyers": ({ body: { previous_cursor: _, ...body }, status }) => ({
    status,
    body: { ...body, items: body.items?.map((buyer: object) => ({ ...buyer, loyalty_tier: "gold" })) },
  }),
  "POST /suspend": ({ body, status }) => ({ status, body: { ...body, status: "paused" } }),
  "POST /cryptogram": ({ body, status }) => ({ status, body: { ...body, cryptogram: null } }),
  "POST /domains": ({ body, status }) => ({ status: status === 409 ? 400 : status, body }),
  "POST /balances": ({ body, status }) => ({ status, body: { ...body, items: body.items?.toReversed() } }),
  "POST /jobs": ({ body, status }) => ({ status, body, type: "application/problem+json" }),
  "GET /three-ds-configurations": ({ body, status }) =>
    status === 404 ? { status, body: { ...body, code: "no_such_account" } } : { status, body },
  "POST /merchant-accounts": ({ body, status }) => ({
    status,
    body: status === 201 ? { ...body, created_at: "2026-01-31 12:00:00" } : body,
  }),
};

function withoutThumbprint({ thumbprint: _, ...pair }: { readonly thumbprint: string }) {
  return pair;
}

const deviatingFrom =
  (exchange: Exchange): Exchange =>
  async (request) => {
    const answer = await exchange(request);
    const end = `${request.method} /${request.target.split("?")[0]?.split("/").at(-1)}`;
    const deviate = deviations[end];
    if (deviate === undefined || answer.body === "") return answer;
    const {
      body,
      status,
      type = "application/json",
    } = deviate({ status: answer.status, body: JSON.parse(answer.body) });
    return { status, headers: { ...answer.headers, "content-type": type }, body: JSON.stringify(body) };
  };

it("a service that deviates in ten ways is told in a table", async () => {
  const fresh = await startReference({ seed: recordedSeed(generateKey().publicPem) });
  const text = await recordEverything({ ...fresh, exchange: deviatingFrom(fresh.exchange) });
  const { code, stderr, stdout } = await run("serve replay a.har", {
    files: { "a.har": text },
    reference: fresh,
    terminal: 130,
  });
  await fresh.close();
  expect(stripVTControlCharacters(stdout)).toMatchInlineSnapshot(`
    "OPERATION                  VERDICT    WHERE                   RECORDED                  HERE                  TIMES  ENTRY
    ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
    listApiKeyPairs            different  /items/*/thumbprint     missing                   a text                    3      1
    listAuditLogs              different  /items                  another order             item 1 comes earlier      2      2
    listBuyers                 different  /previous_cursor        missing                   null                      3      4
    listBuyers                 more       /items/*/loyalty_tier   present                   missing                  22      4
    listBuyers                 different  /previous_cursor        missing                   a text                    1      5
    suspendNetworkToken        different  /status                 an unknown word           suspended                 1     12
    provisionCryptogram        more       /cryptogram             present                   missing                   1     13
    provisionCryptogram        different  /cryptogram             null                      a text                    1     15
    suspendNetworkToken        different  /status                 an unknown word           400                       1     16
    registerDomain             different  status                  400                       409                       1     18
    fetchGiftCardBalances      different  /items                  another order             item 1 comes earlier      1     21
    createAccountUpdaterJob    different  content-type            application/problem+json  application/json          1     22
    listThreeDsConfigurations  different  /code                   an unknown word           not_found                 1     25
    createMerchantAccount      different  /created_at             a time in another form    a time                    1     28
    listAuditLogs              different  /items/*/action         updated                   deleted                   1     33
    listAuditLogs              different  /items/*/resource/type  digital-wallet            api-key-pair              1     33
    listAuditLogs              different  /items/*/resource/type  account-updater-job       merchant-account          1     33
    listAuditLogs              different  /items/*/resource/id    a UUID                    a text                    1     33
    listAuditLogs              different  /items/*/resource/type  merchant-account          account-updater-job       1     33
    listAuditLogs              different  /items/*/resource/id    a text                    a UUID                    1     33
    listAuditLogs              different  /items/*/action         deleted                   updated                   1     33
    listAuditLogs              different  /items/*/resource/type  api-key-pair              digital-wallet            1     33
    "
  `);
  expect(code).toBe(11);
  expect(stripVTControlCharacters(stderr)).toMatchInlineSnapshot(`
    "34 exchanges: 16 same, 17 different, 1 more
    error: 17 of 34 exchanges are different
    "
  `);
});
