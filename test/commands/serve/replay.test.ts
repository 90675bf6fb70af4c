import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ReplayVerdict } from "../../../src/recording/replay.ts";
import { generateKey } from "../../helpers/keys.ts";
import { recordEverything, recordedSeed } from "../../helpers/recorded.ts";
import { run } from "../../helpers/run.ts";
import { startReference } from "../../helpers/server.ts";
import { freshFolder, shared } from "../../helpers/shared.ts";

const reference = await shared(startReference({ seed: recordedSeed(generateKey().publicPem) }));
const har = await recordEverything(reference);
const files = { "a.har": har };

async function verdictsOf(words: string, options: Parameters<typeof run>[1] = {}) {
  const { code, requests, stdout } = await run(`serve replay ${words}`, { files, reference, ...options });
  const items: readonly ReplayVerdict[] = JSON.parse(stdout).items;
  return { code, items, requests };
}

/** A recording as a browser exports it: without the token, and with other entries. */
function exported(entries: readonly object[]): string {
  return JSON.stringify({ log: { version: "1.2", creator: { name: "Browser", version: "1" }, entries } });
}

function entry(method: string, url: string, answer: object, status = 200) {
  return {
    startedDateTime: "2026-11-25T10:00:00.000Z",
    request: { method, url, headers: [] },
    response: {
      status,
      headers: [],
      content: { mimeType: "application/json; charset=utf-8", text: JSON.stringify(answer) },
    },
  };
}

it("reads what a browser exports: only entries below --base-url count, and the scopes are those that the operation needs", async () => {
  const buyers = { items: [], limit: 20, next_cursor: null, previous_cursor: null };
  const text = exported([
    entry("GET", "https://shop.example/page", {}),
    entry("GET", "https://api.example/v1/buyers", buyers),
    entry("GET", "https://api.example/v1/refunds", {}),
  ]);
  const { code, items } = await verdictsOf("b.har --base-url https://api.example/v1", {
    files: { "b.har": text },
  });
  expect(code).toBe(0);
  expect(items.map(({ entry, path, verdict }) => [entry, path, verdict])).toEqual([
    [2, "/buyers", "same"],
    [3, "/refunds", "not served"],
  ]);
});

it("a body that is nested too deeply to be walked through is not looked at", async () => {
  const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
  const { request, response, ...rest } = entry("GET", "https://api.example/buyers", {});
  const answered = {
    ...rest,
    request,
    response: { ...response, content: { ...response.content, text: deep } },
  };
  const sent = {
    ...answered,
    request: {
      ...request,
      method: "POST",
      url: "https://api.example/merchant-accounts",
      postData: { text: deep },
    },
  };
  const { items } = await verdictsOf("b.har", { files: { "b.har": exported([answered, sent]) } });
  expect(items.map(({ differences, reason }) => [differences, reason])).toEqual([
    [[{ pointer: "", recorded: "a body that is not JSON", ours: "JSON" }], null],
    [[], "its body is not in the recording"],
  ]);
});

it("does not send what needs the number of a card, or a refusal whose reason no recording shows", async () => {
  const card = { number: "********", pin: "********" };
  const direct = {
    ...entry("POST", "https://api.example/gift-cards/balances", { items: [] }),
    _scopes: ["gift-cards.read"],
  };
  const refused = { ...entry("GET", "https://api.example/buyers", {}, 403), _scopes: ["buyers.read"] };
  const postData = { mimeType: "application/json", text: JSON.stringify({ items: [card] }) };
  const text = exported([{ ...direct, request: { ...direct.request, postData } }, refused]);
  const { items } = await verdictsOf("b.har", { files: { "b.har": text } });
  expect(items.map(({ reason, verdict }) => [verdict, reason])).toEqual([
    ["not sent", "it needs a secret, which no recording has: number"],
    ["not sent", "the service refused it for a reason that the recording does not show"],
  ]);
});

it("does not send what a browser gave up, or answered from its cache", async () => {
  const text = exported([0, 304].map((status) => entry("GET", "https://api.example/buyers", {}, status)));
  const { items } = await verdictsOf("b.har", { files: { "b.har": text } });
  const reason = "the recording has no answer of the service to it";
  expect(items).toMatchObject([
    { verdict: "not sent", reason },
    { verdict: "not sent", reason },
  ]);
});

it("a failure of the service itself is simulated, and its form compared", async () => {
  const failure = {
    type: "error",
    code: "too_many_requests",
    status: 429,
    message: "Slow down",
    details: [],
  };
  const text = exported([entry("GET", "https://api.example/buyers", failure, 429)]);
  expect((await verdictsOf("b.har", { files: { "b.har": text } })).items[0]?.verdict).toBe("same");
});

it("asks a service with --against for what changes nothing, by the ids that its own lists show", async () => {
  const service = await startReference({ seed: recordedSeed(generateKey().publicPem) });
  const text = await recordEverything(service);
  const { items, requests } = await verdictsOf("a.har --against http://localhost:4010", {
    alter: (host) => ({ ...host, now: Date.now }),
    files: { "a.har": text },
    reference: service,
  });
  await service.close();
  const lists = ["/api-key-pairs", "/audit-logs", "/buyers"];
  expect(
    requests.filter(({ method, target }) => method !== "GET" && target !== "/gift-cards/balances"),
  ).toEqual([]);
  expect(items.filter(({ path, verdict }) => lists.includes(path) && verdict === "different")).toEqual([]);
  const unsent = items.filter(({ verdict }) => verdict === "not sent").map(({ reason }) => reason);
  expect([...new Set(unsent)].toSorted()).toMatchInlineSnapshot(`
    [
      "it needs a value that nothing before it showed: currency",
      "it needs a value that nothing before it showed: id",
      "it would change something; add --allow-writes",
    ]
  `);
});

/** What a replay asks another service, each with the account that it names. */
async function askedOf(words: string) {
  const other = await startReference({
    seed: {
      merchant_accounts: [{ id: "shop-b", display_name: "B" }],
      buyers: [{ display_name: "Ann" }, { display_name: "Bea", merchant_account_id: "shop-b" }],
    },
  });
  const account = { "x-service-merchant-account-id": "xqz" };
  const headers = Object.entries(account).map(([name, value]) => ({ name, value }));
  const { request, ...buyers } = entry("GET", "https://api.example/buyers", { items: [] });
  const configurations = "https://api.example/merchant-accounts/xqz/three-ds-configurations";
  const created = { id: "shop-new", display_name: "New" };
  const creation = entry("POST", "https://api.example/merchant-accounts", created, 201);
  const postData = { mimeType: "application/json", text: JSON.stringify(created) };
  const text = exported([
    { ...buyers, request: { ...request, headers } },
    entry("GET", configurations, { items: [] }),
    { ...creation, request: { ...creation.request, postData } },
  ]);
  const { items, requests } = await verdictsOf(`a.har --against http://localhost:4010 ${words}`, {
    alter: (host) => ({ ...host, now: Date.now }),
    files: { "a.har": text },
    reference: other,
  });
  await other.close();
  const asked = requests.map(({ headers, target }) => [target, headers["x-service-merchant-account-id"]]);
  return { asked, reasons: items.map(({ reason }) => reason) };
}

it("with --against, the merchant account in use stands for those of the recording, and none for the service's default", async () => {
  const here = "it needs a value that nothing before it showed: merchant_account_id";
  const write = "it would change something; add --allow-writes";
  const configurations = "/merchant-accounts/shop-b/three-ds-configurations";
  expect(await askedOf("")).toEqual({ asked: [["/buyers", undefined]], reasons: [null, here, write] });
  expect(await askedOf("-m shop-b")).toEqual({
    asked: [
      ["/buyers", "shop-b"],
      [configurations, undefined],
    ],
    reasons: [null, null, write],
  });
  expect(await askedOf("-m shop-b --allow-writes")).toEqual({
    asked: [
      ["/buyers", "shop-b"],
      [configurations, undefined],
      ["/merchant-accounts", undefined],
    ],
    reasons: [null, null, null],
  });
});

it("people read only the summary when nothing is different", async () => {
  const { code, stderr, stdout } = await run("serve replay a.har", { files, reference, terminal: 100 });
  expect({ code, stderr, stdout }).toEqual({ code: 0, stderr: "34 exchanges: 34 same\n", stdout: "" });
});

it("--operation shows only its exchanges, and -o id their entries", async () => {
  const { code, stdout } = await run("serve replay a.har --operation updateFlowRule -o id", {
    files,
    reference,
  });
  expect({ code, stdout }).toEqual({ code: 0, stdout: "26\n27\n" });
});

it("writes reports as JSON and as a page that runs nothing", async () => {
  const folder = freshFolder();
  const text = har.replaceAll("thumbprint", "<script>alert(1)</script>");
  const [json, page] = [join(folder, "r.json"), join(folder, "r.html")];
  for (const path of [json, page])
    await run(`serve replay a.har --report ${path}`, { files: { "a.har": text }, reference });
  const { exchanges, summary } = JSON.parse(await readFile(json, "utf8"));
  expect([exchanges.length, summary]).toEqual([34, "34 exchanges: 32 same, 2 different"]);
  const html = await readFile(page, "utf8");
  expect(html).toContain("<td>/items/*/&lt;script&gt;alert(1)&lt;~1script&gt;</td>");
  expect(html).not.toContain("<script>alert");
});

describe("is refused with exit code 2:", () => {
  const refusals = [
    ["no JSON", "a.har", "a.har can't be read as HAR", ["log: is not JSON"], "{"],
    ["a list", "a.har", "a.har can't be read as HAR", ["log: is missing"], "[]"],
    [
      "no entries",
      "a.har",
      "a.har can't be read as HAR",
      ["log.entries: must be a list"],
      '{"log":{"entries":0}}',
    ],
    [
      "an entry without an address",
      "a.har",
      "a.har can't be read as HAR",
      ["log.entries.0.request.url: must be an address"],
      '{"log":{"entries":[{"request":{"method":"GET"},"response":{"status":200},"startedDateTime":"2026-11-25T10:00:00Z"}]}}',
    ],
    [
      "an unknown operation",
      "a.har --operation listBuyer",
      "--operation listBuyer: there is no such operation",
      [],
      har,
    ],
    [
      "plain http elsewhere",
      "a.har --against http://api.example",
      "--against http://api.example: must use https, unless it is this machine",
      [],
      har,
    ],
    [
      "writes without an account",
      "a.har --against https://api.example --allow-writes",
      "--allow-writes needs the merchant account that may be changed",
      [],
      har,
    ],
  ] as const;

  it.each(refusals)("%s", async (_, words, message, fields, text) => {
    const { code, stderr } = await run(`serve replay ${words}`, { files: { "a.har": text }, reference });
    const { error } = JSON.parse(stderr);
    const problems = error.fields.map(
      ({ field, message: problem }: { field: string; message: string }) => `${field}: ${problem}`,
    );
    expect({ code, message: error.message, problems }).toEqual({ code: 2, message, problems: fields });
  });
});
