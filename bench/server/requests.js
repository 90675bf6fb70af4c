// Requests as raw HTTP, with tokens that the server accepts.
import { createHash, createPrivateKey, createPublicKey, randomBytes, randomUUID, sign } from "node:crypto";

/** @typedef {import("../processes.js").Running} Running */

/** None of them shows personal data. */
const scopesOfLists = ["buyers.read", "audit-logs.read"];

/**
 * A token as the client signs it, for these scopes; undefined for a floor, which has no key.
 * @param {Running} server
 * @param {readonly string[]} scopes
 */
export function signToken({ privateKey }, scopes) {
  if (privateKey === "") return undefined;
  const key = createPrivateKey(privateKey);
  const { crv, kty, x, y } = createPublicKey(key).export({ format: "jwk" });
  const kid = createHash("sha256").update(JSON.stringify({ crv, kty, x, y })).digest("base64url");
  const seconds = Math.floor(Date.now() / 1000);
  const times = { nbf: seconds - 30, iat: seconds - 30, exp: seconds + 3600 };
  const claims = { iss: "bench", ...times, jti: randomUUID(), scopes };
  const signed = [{ alg: "ES512", typ: "JWT", kid }, claims].map(encode).join(".");
  const signature = sign("sha512", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" });
  return `${signed}.${signature.toString("base64url")}`;
}

/**
 * The token with a forged signature.
 * @param {string} token
 */
export function forge(token) {
  return [...token.split(".").slice(0, 2), randomBytes(132).toString("base64url")].join(".");
}

/** @param {unknown} value */
function encode(value) {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

/**
 * @param {string} line method and target
 * @param {{ token?: string | undefined, body?: unknown }} [parts]
 */
export function request(line, { body, token } = {}) {
  const text = body === undefined ? "" : JSON.stringify(body);
  const headers = [
    "host: 127.0.0.1",
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    ...(text === "" ? [] : ["content-type: application/json", `content-length: ${Buffer.byteLength(text)}`]),
  ];
  return `${line} HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\n${text}`;
}

/**
 * @param {Running} server
 * @param {readonly string[]} targets
 */
export function reads(server, targets) {
  const token = signToken(server, scopesOfLists);
  return targets.map((target) => request(`GET ${target}`, { token }));
}

/**
 * @param {Running} server
 * @param {string} target
 * @returns {Promise<Record<string, any>>}
 */
export async function get(server, target) {
  const token = signToken(server, scopesOfLists);
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await fetch(`${server.url}${target}`, { headers });
  if (!answer.ok) throw new Error(`${target} answered ${answer.status}`);
  return Object(await answer.json());
}

/**
 * The targets of the pages that follow one another from this one on.
 * @param {Running} server
 * @param {string} first target of the first page, without a cursor
 * @param {number} count
 */
export async function walk(server, first, count) {
  const targets = [first];
  while (targets.length < count) {
    const { next_cursor: next } = await get(server, targets.at(-1) ?? first);
    if (next === null) throw new Error(`${first} has only ${targets.length} pages`);
    targets.push(`${first}&cursor=${next}`);
  }
  return targets;
}

/**
 * Pages that follow one another, for a load.
 * @param {Running} server
 */
export async function pages(server) {
  return reads(server, await walk(server, "/buyers?limit=20", 20));
}

/**
 * More changes than a server makes in a second, no two of them the same.
 * @param {Running} server
 */
export function changes(server) {
  const token = signToken(server, ["*.read", "*.write"]);
  return Array.from({ length: 20_000 }, () =>
    request("POST /merchant-accounts", { token, body: { id: randomUUID(), display_name: "Bench" } }),
  );
}
