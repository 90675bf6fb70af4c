import { encode } from "../../helpers/keys.ts";
import { type Attack, bearer, header, signedHeader, text, zeros } from "./attack.ts";
import { es512, hmac, keys, publicDer, signing, withHeader } from "./forgery.ts";

const algorithm = "token_algorithm";
const rejected = "token_rejected";

function unsigned(alg: unknown): Attack[2] {
  return bearer((genuine) => withHeader(genuine, { alg }, zeros));
}

export const otherAlgorithms: readonly Attack[] = [
  [
    "none, with an empty signature",
    algorithm,
    text((_, [, payload]) => `${encode('{"alg":"none"}')}.${payload}.`),
  ],
  ...["none", "None", "NONE", "nOnE", "", "null"].map(
    (alg): Attack => [`alg ${alg}`, algorithm, unsigned(alg)],
  ),
  ["no alg", algorithm, unsigned(undefined)],
  ["alg null", algorithm, unsigned(null)],
  ["alg in a list", algorithm, signedHeader({ alg: ["ES512"] })],
  ["alg in small letters", algorithm, signedHeader({ alg: "es512" })],
  ["alg with a blank", algorithm, signedHeader({ alg: "ES512 " })],
  ...["256", "384", "512"].flatMap((bits): Attack[] => [
    [
      `HS${bits} with the public key's PEM for a secret`,
      algorithm,
      bearer((genuine, own) => withHeader(genuine, { alg: `HS${bits}` }, hmac(`sha${bits}`, own.publicPem))),
    ],
    [
      `HS${bits} with the public key's DER for a secret`,
      algorithm,
      bearer((genuine, own) => withHeader(genuine, { alg: `HS${bits}` }, hmac(`sha${bits}`, publicDer(own)))),
    ],
  ]),
  [
    "HS512 with an empty secret",
    algorithm,
    bearer((genuine) => withHeader(genuine, { alg: "HS512" }, hmac("sha512", ""))),
  ],
  [
    "a HMAC that calls itself ES512",
    "token_signature",
    bearer((genuine, own) => withHeader(genuine, {}, hmac("sha512", own.publicPem))),
  ],
  [
    "a HMAC that calls itself ES512, of the right length",
    rejected,
    bearer((genuine, own) =>
      withHeader(genuine, {}, (signed) =>
        Buffer.concat([hmac("sha512", own.publicPem)(signed), Buffer.alloc(68)]),
      ),
    ),
  ],
  ...["RS256", "RS512", "PS512"].map(
    (alg): Attack => [
      alg,
      algorithm,
      bearer((genuine) => withHeader(genuine, { alg }, signing("sha512", keys.rsa.privateKey))),
    ],
  ),
  [
    "RSA that calls itself ES512",
    "token_signature",
    bearer((genuine) => withHeader(genuine, {}, signing("sha512", keys.rsa.privateKey))),
  ],
  [
    "ES256",
    algorithm,
    bearer((genuine) => withHeader(genuine, { alg: "ES256" }, signing("sha256", keys.p256.privateKey))),
  ],
  [
    "ES384",
    algorithm,
    bearer((genuine) => withHeader(genuine, { alg: "ES384" }, signing("sha384", keys.p384.privateKey))),
  ],
  [
    "ES256K",
    algorithm,
    bearer((genuine) => withHeader(genuine, { alg: "ES256K" }, signing("sha256", keys.k256))),
  ],
  [
    "EdDSA",
    algorithm,
    bearer((genuine) => withHeader(genuine, { alg: "EdDSA" }, signing(null, keys.ed25519))),
  ],
  [
    "P-256 that calls itself ES512",
    "token_signature",
    bearer((genuine) => withHeader(genuine, {}, signing("sha512", keys.p256.privateKey))),
  ],
  [
    "SHA-256 in the place of SHA-512",
    rejected,
    bearer((genuine, own) => withHeader(genuine, {}, signing("sha256", own.privateKey))),
  ],
];

export const otherKeys: readonly Attack[] = [
  ["the key of nobody", rejected, header({})],
  ["the key of a neighbour", rejected, header({}, keys.neighbour)],
  ["its own key under a neighbour's name", rejected, signedHeader({ kid: keys.neighbour.thumbprint })],
  ["its own key under a name that nobody has", rejected, signedHeader({ kid: keys.stranger.thumbprint })],
  ["a key that is not active", rejected, header({ kid: keys.inactive.thumbprint }, keys.inactive)],
  ["no kid", "token_key_id", header({ kid: undefined })],
  ["a kid in a list", "token_key_id", header(({ header: { kid } }) => ({ kid: [kid] }))],
  ["a kid that is an object", "token_key_id", header({ kid: {} })],
  ["a kid that is null", "token_key_id", header({ kid: null })],
  ["a kid that is empty", "token_key_id", header({ kid: "" })],
  ["a kid that is a number", "token_key_id", header({ kid: 0 })],
  ["a kid that is true", "token_key_id", header({ kid: true })],
  ["a kid that is a path", rejected, header({ kid: "../../../../dev/null" })],
  ["a kid that is SQL", rejected, header({ kid: "' OR '1'='1" })],
  ["a kid that matches everything", rejected, header({ kid: "%" })],
  ["a kid that is an address", rejected, header({ kid: "https://attacker.example/key" })],
  ["a kid of 4000 letters", rejected, header({ kid: "a".repeat(4000) })],
  ["a kid with a NUL behind it", rejected, header(({ header: { kid } }) => ({ kid: `${kid}\0` }))],
  ["a kid with padding", rejected, signedHeaderOf((kid) => `${kid}=`)],
  ["a kid in capital letters", rejected, signedHeaderOf((kid) => kid.toUpperCase())],
  ["a kid that names a prototype", rejected, header({ kid: "__proto__" })],
  ["a key in its own header", rejected, header({ jwk: keys.stranger.privateKey.export({ format: "jwk" }) })],
  ["an address of keys", rejected, header({ jku: "https://attacker.example/keys" })],
  ["an address of a certificate", rejected, header({ x5u: "https://attacker.example/cert" })],
  ["a certificate in its own header", rejected, header({ x5c: [keys.stranger.publicPem] })],
];

function signedHeaderOf(rename: (kid: string) => string): Attack[2] {
  return bearer((genuine, own) =>
    withHeader(genuine, { kid: rename(String(genuine.header["kid"])) }, es512(own)),
  );
}
