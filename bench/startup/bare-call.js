// The least that a signed list takes: read the key, sign with node:crypto, ask by node:http.
import { createHash, createPrivateKey, randomUUID, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { get } from "node:http";

const [keyFile = "", url = ""] = process.argv.slice(2);
const key = createPrivateKey(readFileSync(keyFile));
const { crv, kty, x, y } = key.export({ format: "jwk" });
const kid = createHash("sha256").update(JSON.stringify({ crv, kty, x, y })).digest("base64url");
const now = Math.floor(Date.now() / 1000);
const claims = {
  iss: "bare",
  iat: now,
  nbf: now,
  exp: now + 300,
  jti: randomUUID(),
  scopes: ["buyers.read"],
};
const part = (/** @type {object} */ value) => Buffer.from(JSON.stringify(value)).toString("base64url");
const text = `${part({ alg: "ES512", typ: "JWT", kid })}.${part(claims)}`;
const signature = sign("sha512", Buffer.from(text), { key, dsaEncoding: "ieee-p1363" }).toString("base64url");
get(`${url}/buyers`, { headers: { authorization: `Bearer ${text}.${signature}` } }, (response) => {
  if (response.statusCode !== 200) process.exitCode = 1;
  response.pipe(process.stdout);
});
