import { createPrivateKey } from "node:crypto";
import { afterEach, expect, it } from "vitest";
import { createRequestLog } from "../../../src/server/request-log.ts";
import { generateKey } from "../../helpers/keys.ts";
import { type Reference, type RequestOptions, startReference } from "../../helpers/server.ts";

const { privatePem } = generateKey();
const jwk = createPrivateKey(privatePem).export({ format: "jwk" });
const secret = "sesame";
const cards = ["4111.1111.1111.1111", "4111\u00a01111\u00a01111\u00a01111 123", "x4111x1111x1111x1111123"];
const keys = [privatePem, Buffer.from(privatePem).toString("base64"), JSON.stringify(jwk)];

/** Requests with a secret in each place that a request has, and in each form. */
const planted: readonly (readonly [method: string, path: string, options?: RequestOptions])[] = [
  ["GET", `/buyers?access_token=${secret}&password=${secret}`],
  ...[...cards, ...keys].flatMap((text) => [
    ["GET", `/buyers/${encodeURIComponent(text.replaceAll("/", "_"))}`] as const,
    ["GET", `/buyers?search=${encodeURIComponent(text)}`] as const,
    [
      "POST",
      "/merchant-accounts",
      { body: { id: text, [text]: [text], deep: { note: `it is ${text}` } } },
    ] as const,
  ]),
  [
    "POST",
    "/merchant-accounts",
    {
      body: {
        access_token: secret,
        list: [{ password: secret, client_secret: { value: secret } }],
        api_key: [secret],
        cvv: secret,
        security_code: secret,
        pins: [secret],
        key: jwk,
      },
      headers: { "x-auth": secret, "x-session": secret, "x-pin": secret, "x-api-key": secret },
    },
  ],
  ["POST", "/gift-cards/balances", { body: { items: [{ number: secret, pin: secret }] } }],
];

/** Words in a path are no secrets by their form; only what may be shown to anybody leaves them out. */
const inPaths = [
  ["GET", `/buyers/${secret}`],
  ["GET", `/${secret}`],
] as const;

/** What must not be found anywhere; the random ids of requests may well have four digits in a row. */
const traces = [secret, "1111", privatePem.split("\n")[1] ?? "", (jwk.d ?? "").slice(0, 40)];
const randomId = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

function tracesIn(text: string): readonly string[] {
  const rest = text.replace(randomId, "");
  return traces.filter((trace) => rest.includes(trace));
}

let reference: Reference;
afterEach(() => reference.close());

it.each([
  ["full", planted],
  ["redacted", [...planted, ...inPaths]],
] as const)("no secret is in the %s journal, of the root or of a world", async (journal, requests) => {
  reference = await startReference({ journal, seed: {} });
  await reference.request("PUT", "/_reference/worlds/shop", { token: null, body: {} });
  for (const base of ["", "/_worlds/shop"]) {
    for (const [method, path, options] of requests) {
      await reference.request(method, `${base}${path}`, options);
      await reference.request(method, `${base}${path}`, { ...options, token: null });
    }
    const { json } = await reference.request("GET", `${base}/_reference/requests`, { token: null });
    const kept: readonly string[] = json.items.map((entry: object) => JSON.stringify(entry));
    expect(kept).toHaveLength(2 * requests.length);
    expect(kept.flatMap(tracesIn)).toEqual([]);
  }
});

it("no secret is in the log, whichever world it was sent to", async () => {
  reference = await startReference({ seed: {} });
  const lines: string[] = [];
  const write = (text: string) => void lines.push(text);
  const log = createRequestLog({ format: "json", now: () => new Date(0), write });
  const logged = log.logging((request) => reference.exchange(request));
  for (const base of ["", "/_worlds/none", "/_reference", "/_worlds/sesame", "/_reference/snapshots"]) {
    for (const [method, path] of [...planted, ...inPaths]) {
      const target = `${base}${path}`;
      await logged({ method, target, headers: {} }, {});
    }
  }
  log.flush();
  expect(tracesIn(lines.join(""))).toEqual([]);
  expect(lines.join("")).toContain('"path":"/_reference/snapshots/buyers/*"');
});
