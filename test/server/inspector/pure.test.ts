import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reasonOf } from "../../../src/contract/control/reason.ts";
import type { JournalEntry } from "../../../src/contract/control/schemas/requests.ts";
import { operations } from "../../../src/contract/operations.ts";
import { parseFault } from "../../../src/server/faults/parse-fault.ts";
import { addressOf, parseAddress, sections } from "../../../src/server/inspector/address.ts";
import { asCurl, asPayctl, writeFault } from "../../../src/server/inspector/copy-as.ts";
import { matching, withNew } from "../../../src/server/inspector/requests.ts";
import { splitCommand } from "../../../src/values/split-command.ts";

const entry: JournalEntry = {
  id: "70000000-0000-4000-8000-000000000001",
  time: "2026-01-31T09:30:00.000Z",
  method: "POST",
  path: "/merchant-accounts",
  operation: "createMerchantAccount",
  query: {},
  unread_query: [],
  headers: {},
  body: null,
  body_bytes: 0,
  unread_fields: [],
  scopes: ["merchant-accounts.write"],
  status: 201,
  milliseconds: 3,
  fault: false,
  token: null,
  traceparent: null,
  failure: null,
  near: null,
  response: null,
};

const root = "http://127.0.0.1:4010";
const place = { url: root, operation: operations.createMerchantAccount };

describe("an address of the inspector", () => {
  it("an address leads to the view that it was made from, whatever texts are in it", () => {
    const text = fc.string({ minLength: 1, unit: "binary" });
    const view = fc.record({
      section: fc.constantFrom(...sections),
      open: fc.array(text, { maxLength: 2 }),
      filters: fc.dictionary(
        text.filter((name) => name !== "__proto__"),
        text,
        { maxKeys: 3 },
      ),
    });
    fc.assert(
      fc.property(view, (wanted) => {
        const read = parseAddress(addressOf(wanted));
        expect({ ...read, filters: { ...read.filters } }).toEqual({
          ...wanted,
          filters: { ...wanted.filters },
        });
      }),
    );
  });

  it.each(["", "#", "#/nothing", "#/%E0%A4%A", "#?x", "#/requests?%"])(
    "an address that is none, as %j, shows the requests",
    (hash) => {
      expect(parseAddress(hash).section).toBe("requests");
    },
  );
});

describe("a copied request", () => {
  it("a request is copied as one command of payctl that a shell takes as it is meant", () => {
    const sent = {
      ...entry,
      query: { "a b": "it's; rm -rf ~ $(x)" },
      headers: { "x-service-merchant-account-id": "shop\u009b" },
      body: { note: "'; echo `taken`\n\u001b[2J", $HOME: "$HOME" },
    };
    const command = asPayctl(sent, place);
    expect(command).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
    const [token, asking = ""] = command.split(" | ");
    expect(token).toBe(`payctl serve token --url ${root} --scope merchant-accounts.write -o table`);
    const [body = "", ...others] = splitCommand(asking).toReversed();
    expect(JSON.parse(body)).toEqual(sent.body);
    expect(others.toReversed()).toEqual([
      ...["payctl", "--base-url", root, "--token-file", "/dev/stdin", "-m", "shop\\u009b", "api", "POST"],
      "/merchant-accounts?a+b=it%27s%3B+rm+-rf+%7E+%24%28x%29",
      "--data",
    ]);
  });

  it("a request is copied as a command of curl, with a token that the server signs for its world and scopes", () => {
    const url = `${root}/_worlds/shop`;
    expect(asCurl({ ...entry, body: { id: "shop" } }, { ...place, url })).toBe(
      [
        `curl -i -X POST ${url}/merchant-accounts \\`,
        `  -H "authorization: Bearer $(payctl serve token --url ${url} --scope merchant-accounts.write -o table)" \\`,
        "  -H 'content-type: application/json' \\",
        `  --data-raw '{"id":"shop"}'`,
      ].join("\n"),
    );
    expect(
      asCurl(
        { ...entry, method: "GET", path: "/buyers", scopes: null },
        { ...place, operation: operations.listBuyers },
      ),
    ).toBe(
      `curl -i ${root}/buyers \\\n  -H "authorization: Bearer $(payctl serve token --url ${root} --scope buyers.read -o table)"`,
    );
  });

  it("a copy calls payctl as the server was started, and names the authorities that it has to trust", () => {
    const other = { ...place, caFile: "/home/ada/my certificates/ca.pem", command: "npx payctl" };
    expect(asCurl(entry, other)).toMatch(
      /^curl -i --cacert '\/home\/ada\/my certificates\/ca\.pem' -X POST /,
    );
    expect(asCurl(entry, other)).toContain('"authorization: Bearer $(npx payctl serve token ');
    const ca = "--ca-file '/home/ada/my certificates/ca.pem'";
    expect(asPayctl(entry, other).split(ca)).toEqual([
      expect.stringMatching(/^npx payctl serve token /),
      expect.stringContaining(" | npx payctl --base-url "),
      expect.any(String),
    ]);
  });
});

describe("requests that were seen", () => {
  it("each request is kept once, the newest first, and again if a deterministic server made its id a second time", () => {
    const seen = withNew([], [entry]);
    expect(withNew(seen, [entry])).toBe(seen);
    const again = withNew(seen, [{ ...entry, time: "2026-01-31T09:31:00.000Z" }, entry]);
    expect(again.map(({ time }) => time)).toEqual(["2026-01-31T09:31:00.000Z", entry.time]);
  });

  it("a request is found by the words of its reason, wherever they stand", () => {
    const problem = { location: "body", pointer: "/id", message: "Field required" };
    const refused = {
      ...entry,
      status: 422,
      failure: { code: null, message: "Invalid", problems: [problem, problem], reason: null },
    };
    const seen = withNew([], [refused, { ...entry, id: "other" }]);
    expect(reasonOf(refused)).toEqual({ field: "/id", sentence: "Field required (and 1 more)" });
    const found = (filters: Record<string, string>) => matching(seen, filters).map(({ id }) => id);
    expect(found({ search: "REQUIRED /id merchant" })).toEqual([entry.id]);
    expect(found({ status: "refused" })).toEqual([entry.id]);
    expect(found({ status: "2xx" })).toEqual(["other"]);
    expect(found({ operation: "listBuyers" })).toEqual([]);
    expect(found({ search: "" })).toHaveLength(2);
  });
});

it.each([
  "GET /buyers 503 x2",
  "listBuyers hang",
  "POST /merchant-accounts reset x1 after skip=3 latency=20",
  "* * 429 retry-after=3",
])("the rule %s is written as it was read", (text) => {
  const rule = parseFault(text);
  expect(parseFault(writeFault(rule))).toEqual(rule);
});
