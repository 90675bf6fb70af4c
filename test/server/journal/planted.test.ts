import { createPrivateKey } from "node:crypto";
import { afterEach, expect, it } from "vitest";
import { createRequestLog } from "../../../src/server/request-log.ts";
import { generateKey } from "../../helpers/keys.ts";
import { type Reference, type RequestOptions, startReference } from "../../helpers/server.ts";

const { privatePem } = generateKey();
const jwk = createPrivateKey(privatePem).export({ format: "jwk" });
const secret = "sesame";
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const token = `${part({ alg: "none" })}.${part({ scopes: ["*.read"] })}.c2lnbmF0dXJl`;
const keys = [privatePem, Buffer.from(privatePem).toString("base64"), JSON.stringify(jwk)];

/** Requests with a secret in each place that a request has, and in each form. */
const planted: readonly (readonly [method: string, path: string, options?: RequestOptions])[] = [
  ["GET", `/buyers?pin=${secret}&number=${secret}&private_key=${secret}`],
  ...[...keys, token].flatMap((text) => [
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
        updater_client_key: secret,
        list: [{ updater_secret_key: secret, private_key: { value: secret } }],
        account_updater_response_decryption_key: [secret],
        key: jwk,
      },
      headers: { cookie: `session=${secret}`, "proxy-authorization": secret, "x-note": token },
    },
  ],
  ["POST", "/gift-cards/balances", { body: { items: [{ number: secret, pin: secret }] } }],
];

/** What must not be found anywhere. */
const traces = [secret, token, privatePem.split("\n")[1] ?? "", (jwk.d ?? "").slice(0, 40)];
const randomId = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

function tracesIn(text: string): readonly string[] {
  const rest = text.replace(randomId, "");
  return traces.filter((trace) => rest.includes(trace));
}

let reference: Reference;
afterEach(() => reference.close());

it("no secret is in the journal, of the root or of a world", async () => {
  reference = await startReference({ seed: {} });
  await reference.request("PUT", "/_reference/worlds/shop", { token: null, body: {} });
  for (const base of ["", "/_worlds/shop"]) {
    for (const [method, path, options] of planted) {
      await reference.request(method, `${base}${path}`, options);
      await reference.request(method, `${base}${path}`, { ...options, token: null });
    }
    const { json } = await reference.request("GET", `${base}/_reference/requests`, { token: null });
    const kept: readonly string[] = json.items.map((entry: object) => JSON.stringify(entry));
    expect(kept).toHaveLength(2 * planted.length);
    expect(kept.flatMap(tracesIn)).toEqual([]);
  }
});

it("no secret is in the log, whichever world it was sent to", async () => {
  reference = await startReference({ seed: {} });
  const lines: string[] = [];
  const write = (text: string) => void lines.push(text);
  const log = createRequestLog({ format: "json", now: () => new Date(0), write });
  const logged = log.logging((request) => reference.exchange(request));
  for (const base of ["", "/_worlds/none", "/_reference", "/_reference/snapshots"]) {
    for (const [method, path] of planted) {
      const target = `${base}${path}`;
      await logged({ method, target, headers: {} }, {});
    }
  }
  log.flush();
  expect(tracesIn(lines.join(""))).toEqual([]);
  expect(lines.join("")).toContain('"path":"/_reference/snapshots/buyers/********"');
});
