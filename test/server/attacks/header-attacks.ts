import { deflateRawSync } from "node:zlib";
import { encode } from "../../helpers/keys.ts";
import { type Attack, bearer, inner, signedHeader, texts } from "./attack.ts";
import { es512, type Genuine, join, keys } from "./forgery.ts";

const algorithm = "token_algorithm";
const malformed = "token_malformed";
const rejected = "token_rejected";

export const otherHeaders: readonly Attack[] = [
  ["crit of what it uses", "token_extension", signedHeader({ crit: ["exp"], exp: 1 })],
  ["an empty crit", "token_extension", signedHeader({ crit: [] })],
  ["crit null", "token_extension", signedHeader({ crit: null })],
  ["an unencoded payload", "token_extension", signedHeader({ crit: ["b64"], b64: false })],
  [
    "an unencoded payload, as it stands",
    malformed,
    bearer(({ parts: [head, , mark] }) => `${head}.{"iss":"x"}.${mark}`),
  ],
  ["another typ", "token_type", signedHeader({ typ: "at+jwt" })],
  ["typ in small letters", "token_type", signedHeader({ typ: "jwt" })],
  ["typ null", "token_type", signedHeader({ typ: null })],
  ["an empty typ", "token_type", signedHeader({ typ: "" })],
  [
    "a compressed payload",
    malformed,
    bearer((genuine, own) => {
      const payload = encode(deflateRawSync(JSON.stringify(genuine.claims)));
      const signed = `${encode(JSON.stringify({ ...genuine.header, zip: "DEF" }))}.${payload}`;
      return `${signed}.${encode(es512(own)(Buffer.from(signed)))}`;
    }),
  ],
  ["a good alg in front of a bad one", algorithm, texts(twice((fields) => `${fields},"alg":"none"`))],
  [
    "a bad alg in front of a good one, signed by a stranger",
    rejected,
    bearer((genuine) =>
      join(`{"alg":"none",${inner(genuine.header)}}`, JSON.stringify(genuine.claims), es512(keys.stranger)),
    ),
  ],
  [
    "a stranger's kid in front of the good one, signed by the stranger",
    rejected,
    bearer((genuine) =>
      join(
        `{"kid":"${keys.stranger.thumbprint}",${inner(genuine.header)}}`,
        JSON.stringify(genuine.claims),
        es512(keys.stranger),
      ),
    ),
  ],
  ["a header that is a list", malformed, texts(({ claims: all }) => ["[]", JSON.stringify(all)])],
  ["a header that is null", malformed, texts(({ claims: all }) => ["null", JSON.stringify(all)])],
  ["a header that is no JSON", malformed, texts(({ claims: all }) => ["{alg:ES512}", JSON.stringify(all)])],
  [
    "fields that only a prototype has",
    algorithm,
    texts(({ claims: all, header: head }) => [`{"__proto__":${JSON.stringify(head)}}`, JSON.stringify(all)]),
  ],
];
function twice(change: (fields: string) => string): (genuine: Genuine) => [string, string] {
  return (genuine) => [`{${change(inner(genuine.header))}}`, JSON.stringify(genuine.claims)];
}
