// Requests as raw HTTP, with a token that the server accepts.
import { createHash, createPrivateKey, createPublicKey, randomBytes, randomUUID, sign } from "node:crypto";

/**
 * A token as the client signs it, for these scopes.
 * @param {string} privateKey PEM
 * @param {readonly string[]} scopes
 */
export function signToken(privateKey, scopes) {
  const key = createPrivateKey(privateKey);
  const { crv, kty, x, y } = createPublicKey(key).export({ format: "jwk" });
  const kid = createHash("sha256").update(JSON.stringify({ crv, kty, x, y })).digest("base64url");
  const seconds = Math.floor(Date.now() / 1000);
  const claims = {
    iss: "bench",
    nbf: seconds - 30,
    iat: seconds - 30,
    exp: seconds + 3600,
    jti: randomUUID(),
    scopes,
  };
  const signed = [{ alg: "ES512", typ: "JWT", kid }, claims].map(encode).join(".");
  const signature = sign("sha512", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" });
  return `${signed}.${signature.toString("base64url")}`;
}

/**
 * The token with a signature that nobody made.
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
 * @param {{ token?: string, body?: unknown }} [parts]
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
