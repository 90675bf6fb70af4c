import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allOperations } from "../../src/contract/operations.ts";
import { fillPath } from "../../src/contract/path.ts";
import { createDescriber, entryLine, type Passed } from "../../src/recording/entry.ts";
import { isRecord } from "../../src/values/record.ts";
import { generateKey } from "../helpers/keys.ts";
import { recordEverything, recordedSeed } from "../helpers/recorded.ts";
import { startReference } from "../helpers/server.ts";
import { thorough } from "../helpers/thorough.ts";

function passedBody(value: unknown) {
  const bytes = Buffer.from(typeof value === "string" ? value : JSON.stringify(value));
  return { size: bytes.length, bytes };
}

const usual: Passed = {
  startedAt: Date.parse("2026-11-25T10:00:00Z"),
  milliseconds: 12.4,
  method: "GET",
  target: "/buyers",
  headers: {},
  body: { size: 0, bytes: Buffer.alloc(0) },
  answer: { status: 200, headers: { "content-type": "application/json" }, body: passedBody({}) },
};

/** Always the same draws. */
const describeOne = createDescriber(Buffer.alloc(32, 7), 1);

async function entryOf(passed: Partial<Passed>) {
  return JSON.parse(entryLine(await describeOne({ ...usual, ...passed })));
}

async function answerOf(answer: unknown, passed: Partial<Passed> = {}) {
  const entry = await entryOf({
    ...passed,
    answer: { ...usual.answer, ...passed.answer, body: passedBody(answer) },
  });
  return JSON.parse(entry.response.content.text);
}

describe("an entry keeps the shape of", () => {
  const texts = [
    ["a name", "Zoë O'Neil-Quill", /^[A-Z][a-z]{2} [A-Z][a-z][A-Z][a-z]{3}-[A-Z][a-z]{4}$/],
    [
      "a UUID",
      "FE26475D-EC3E-4884-9553-F7356683F7F9",
      /^[\dA-F]{8}-[\dA-F]{4}-4[\dA-F]{3}-9[\dA-F]{3}-[\dA-F]{12}$/,
    ],
    ["an e-mail address", "zoe.quill@shop.example", /^[a-z]{3}\.[a-z]{5}@example\.com$/],
    ["an address of a page", "https://shop.example/a", /^https:\/\/[a-z]{4}\.[a-z]{7}\/[a-z]$/],
    ["a phone number", "+4915112345678", /^\+[1-9]{13}$/],
    ["a code", "DE-NW", /^[A-Z]{2}-[A-Z]{2}$/],
    ["a time", "2026-11-25T10:00:00.25+02:00", /^202[345]-\d\d-\d\dT\d\d:\d\d:\d\d\.\d\d\+02:00$/],
    [
      "a leap second of another zone",
      "2026-12-01T01:59:60+02:00",
      /^[1-9]{4}-[1-9]{2}-[1-9]{2}[A-Z][1-9]{2}:[1-9]{2}:[1-9]{2}\+[1-9]{2}:[1-9]{2}$/,
    ],
    ["a day", "2026-11-25", /^202[345]-\d\d-\d\d$/],
    ["a month of a card", "12/30", /^(0[1-9]|1[0-2])\/(2[789])$/],
  ] as const;

  it.each(texts)("%s", async (_, text, shape) => {
    const { items } = await answerOf({ items: [{ display_name: text }] });
    expect(items[0].display_name).toMatch(shape);
    expect(items[0].display_name).not.toBe(text);
  });

  it("a range, whose ends stay in order", async () => {
    const value = ["411111-411119", "999-999"];
    const { conditions } = await answerOf({
      conditions: [{ name: "card_bin", operator: "is_one_of", value }],
    });
    for (const range of conditions[0].value) {
      const [from, to] = range.split("-");
      expect(from <= to).toBe(true);
    }
  });

  it("times, whose distance stays", async () => {
    const times = ["2026-11-25T10:00:00Z", "2026-11-25T10:00:07Z"];
    const { items } = await answerOf({ items: times.map((created_at) => ({ created_at })) });
    expect(Date.parse(items[1].created_at) - Date.parse(items[0].created_at)).toBe(7000);
  });

  it("a number, with as many digits, none of them the same", async () => {
    const { items } = await answerOf({ items: [{ usage_count: 1050 }, { rate: -0.25 }] });
    expect(String(items[0].usage_count)).toMatch(/^[2-9][1-9][1-46-9][1-9]$/);
    expect(String(items[1].rate)).toMatch(/^-[1-9]\.[13-9][1-46-9]$/);
  });
});

it("structure, names, words, booleans and null stay as they are", async () => {
  const log = {
    action: "updated",
    type: "audit-log",
    merchant_account_id: null,
    user: { is_staff: true, status: "active" },
  };
  const answer = { items: [log], limit: 20, next_cursor: null, loyalty_tier: false };
  expect(await answerOf(answer, { target: "/audit-logs?limit=20&action=updated" })).toEqual(answer);
});

it("a failure keeps its code, its default message and the places of problems", async () => {
  const details = [
    { location: "body", pointer: "/items/0/number", message: "is the number of Zoë", type: "value_error" },
  ];
  const failure = {
    type: "error",
    code: "not_found",
    status: 404,
    message: "The resource could not be found",
    details,
  };
  const kept = await answerOf(failure, { answer: { ...usual.answer, status: 404 } });
  expect(kept).toEqual({
    ...failure,
    details: [{ ...details[0], message: expect.not.stringContaining("Zoë") }],
  });
});

it("the places of a 422 are kept: names and indexes, as text or as numbers", async () => {
  const detail = [{ loc: ["body", "items", 0, "card_id", "12"], msg: "is wrong, Zoë", type: "value_error" }];
  const kept = await answerOf({ detail }, { answer: { ...usual.answer, status: 422 } });
  expect(kept).toEqual({ detail: [{ ...detail[0], msg: expect.not.stringContaining("Zoë") }] });
});

it("one value is replaced by one other everywhere: in a path, a query and both bodies", async () => {
  const id = "fe26475d-ec3e-4884-9553-f7356683f7f9";
  const { request } = await entryOf({
    method: "POST",
    target: `/digital-wallets/${id}/domains?id=${id}`,
    headers: { "content-type": "application/json" },
    body: passedBody({ domain_name: id }),
  });
  const { items } = await answerOf({ items: [{ id }] });
  expect(request.url).toBe(
    `https://service.invalid/digital-wallets/${items[0].id}/domains?id=${items[0].id}`,
  );
  expect(JSON.parse(request.postData.text)).toEqual({ domain_name: items[0].id });
});

it("two short values of one shape never become one", async () => {
  const codes = Array.from(
    { length: 60 },
    (_, index) => `${String.fromCharCode(65 + (index % 26))}${String.fromCharCode(65 + (index % 25))}`,
  );
  const { items } = await answerOf({ items: codes.map((display_name) => ({ display_name })) });
  const names = items.map(({ display_name: name }: { display_name: string }) => name);
  expect(new Set(names).size).toBe(new Set(codes).size);
});

it("of a token only its scopes are there, and secrets have no shape", async () => {
  const claims = Buffer.from(JSON.stringify({ iss: "zoe", scopes: ["buyers.read", "zoe.read"] })).toString(
    "base64url",
  );
  const token = `eyJhbGciOiJFUzUxMiJ9.${claims}.c2lnbmF0dXJl`;
  const entry = await entryOf({
    method: "POST",
    target: "/gift-cards/balances",
    headers: { authorization: `Bearer ${token}`, cookie: "zoe=1", "content-type": "application/json" },
    body: passedBody({
      items: [
        { number: "4123456789012345", pin: 1234 },
        { id: token, note: "4123 4567 8901 2345" },
      ],
      private_key: null,
    }),
  });
  expect(entry._scopes).toEqual(["buyers.read"]);
  const hidden = "********";
  expect(JSON.parse(entry.request.postData.text)).toEqual({
    items: [
      { number: hidden, pin: hidden },
      { id: hidden, note: hidden },
    ],
    private_key: null,
  });
  expect([entry.request.headers, entry.request.postData.mimeType]).toEqual([[], "application/json"]);
});

it("a compressed body is read; what is not JSON, or compressed in an unknown way, is its size and type", async () => {
  const bytes = gzipSync(JSON.stringify({ items: [] }));
  const compressed = {
    status: 200,
    headers: { "content-type": "application/json; charset=utf-8", "content-encoding": "gzip" },
    body: { size: bytes.length, bytes },
  };
  expect((await entryOf({ answer: compressed })).response.content).toEqual({
    mimeType: "application/json",
    size: 12,
    text: '{"items":[]}',
  });
  const unknown = { ...compressed, headers: { ...compressed.headers, "content-encoding": "zoe" } };
  expect((await entryOf({ answer: unknown })).response.content).toEqual({
    mimeType: "application/json",
    size: bytes.length,
    comment: "compressed in an unknown way",
  });
  const page = { status: 502, headers: { "content-type": "text/html" }, body: passedBody("<p>Zoë</p>") };
  expect((await entryOf({ answer: page })).response.content).toEqual({
    mimeType: "text/html",
    size: 11,
    comment: "not JSON",
  });
});

/** A text as somebody may find it again. */
function encodings(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  const escaped = JSON.stringify(text).slice(1, -1);
  return [
    text,
    escaped,
    JSON.stringify(escaped).slice(1, -1),
    encodeURIComponent(text),
    bytes.toString("base64").replace(/=+$/, ""),
    bytes.toString("base64url"),
    bytes.toString("hex"),
  ];
}

/** Texts long enough not to occur by chance. */
const planted = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 7, maxLength: 30 }),
  fc.string({ unit: "binary", minLength: 7, maxLength: 30 }),
  fc.stringMatching(/^[A-Z][a-z]{3,9} [A-Z][a-z]{3,9}$/),
  fc.stringMatching(/^[1-9]\d{7,18}$/),
  fc.uuid(),
  fc.emailAddress(),
  fc.webUrl(),
  fc
    .date({ min: new Date("1950-01-01"), max: new Date("2090-01-01"), noInvalidDate: true })
    .map((date) => date.toISOString()),
);

const names = [
  "items",
  "display_name",
  "status",
  "type",
  "code",
  "message",
  "details",
  "detail",
  "loc",
  "pointer",
  "input",
  "ctx",
  "metadata",
  "action",
  "limit",
  "next_cursor",
  "number",
  "pin",
  "conditions",
  "value",
  "resource_id",
];
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    planted,
    fc.integer({ min: 10_000_000, max: 999_999_999_999 }),
    fc.array(tie("tree"), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...names), planted), tie("tree"), { maxKeys: 6 }),
  ),
}));

/** A name that a program may have for a field, which stays. */
function isName(text: string): boolean {
  return names.includes(text) || /^[a-z]+(?:[_-][a-z]+)*_?\d{0,2}$/.test(text);
}

/** Every value that must not be found, names of members among them. */
function secretsIn(value: unknown): readonly string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  if (Array.isArray(value)) return value.flatMap(secretsIn);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(isName(name) ? [] : [name]),
    ...secretsIn(inner),
  ]);
}

const exchange = fc.record({
  operation: fc.constantFrom(...allOperations, undefined),
  status: fc.constantFrom(200, 201, 400, 401, 404, 409, 422, 503),
  texts: fc.array(planted, { minLength: 9, maxLength: 9 }),
  sent: tree,
  answered: tree,
  isJson: fc.boolean(),
});

it("no planted value reaches the line in any encoding, wherever it stands", async () => {
  const property = fc.asyncProperty(
    exchange,
    async ({ answered, isJson, operation, sent, status, texts }) => {
      const [
        step = "",
        query = "",
        name = "",
        account = "",
        cookie = "",
        type = "",
        header = "",
        reason = "",
        claim = "",
      ] = texts;
      const parameters = Object.fromEntries(
        [
          "payment_method_id",
          "network_token_id",
          "api_key_pair_id",
          "digital_wallet_id",
          "merchant_account_id",
          "flow",
          "action",
          "rule_id",
        ].map((key) => [key, step]),
      );
      const path =
        operation === undefined
          ? `/${encodeURIComponent(step)}/transactions`
          : fillPath(operation.path, parameters);
      const claims = Buffer.from(JSON.stringify({ scopes: [claim], sub: claim })).toString("base64url");
      const describeNext = createDescriber(randomBytes(32), 1);
      const line = entryLine(
        await describeNext({
          ...usual,
          method: operation?.method ?? "GET",
          target: `${path}?${new URLSearchParams({ search: query, cursor: query, limit: query, [name]: query })}`,
          headers: {
            authorization: `Bearer eyJh.${claims}.${claim}`,
            cookie,
            "content-type": type,
            "x-service-merchant-account-id": account,
            "x-other": header,
          },
          body: passedBody(isJson ? sent : `${JSON.stringify(sent)}}`),
          answer: {
            status,
            headers: {
              "content-type": isJson ? type : "application/json",
              allow: header,
              location: header,
              "set-cookie": [cookie],
              "retry-after": header,
              "x-reason": reason,
            },
            body: passedBody(
              isJson
                ? answered
                : JSON.stringify({
                    message: reason,
                    answered,
                    details: [{ message: reason, pointer: `/${reason}`, type: reason }],
                  }),
            ),
          },
        }),
      );
      const found = [
        ...texts.filter((text) => (text !== name && text !== reason) || !isName(text)),
        ...secretsIn(sent),
        ...secretsIn(answered),
      ].filter((text) => text.length >= 7 && encodings(text).some((form) => line.includes(form)));
      expect(found).toEqual([]);
    },
  );
  await fc.assert(property, { numRuns: thorough(150, 3000) });
});

it("none of three hundred values of a service that was really asked is in the recording", async () => {
  const reference = await startReference({
    seed: { ...recordedSeed(generateKey().publicPem), generate: { buyers: 60, audit_logs: 60, seed: 3 } },
  });
  const values = new Set<string>();
  const har = await recordEverything({
    ...reference,
    exchange: async (request) => {
      const answer = await reference.exchange(request);
      for (const text of secretsIn(answer.body === "" ? null : JSON.parse(answer.body))) values.add(text);
      return answer;
    },
  });
  await reference.close();
  // Words of the contract stay; whatever else is long enough not to be met by chance must be gone.
  const secrets = [...values].filter(
    (text) => text.length >= 7 && !/^[a-z]+(?:[._-][a-z]+)*$/.test(text) && !isKept(text),
  );
  expect(secrets.length).toBeGreaterThan(300);
  expect(secrets.filter((text) => encodings(text).some((form) => har.includes(form)))).toEqual([]);
});

/** What the contract itself says. */
function isKept(text: string): boolean {
  return /^(?:\*|[a-z-]+)\.(?:read|write)$/.test(text) || /^The resource|^No valid|^The request/.test(text);
}
