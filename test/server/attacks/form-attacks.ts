import { type Attack, bearer, claims, text, texts } from "./attack.ts";

const malformed = "token_malformed";

export const otherForms: readonly Attack[] = [
  ["padding behind the header", malformed, text((_, [a, b, c]) => `${a}=.${b}.${c}`)],
  ["padding behind the claims", malformed, text((_, [a, b, c]) => `${a}.${b}==.${c}`)],
  ["padding behind the signature", malformed, text((token) => `${token}=`)],
  ["the alphabet with plus and slash", malformed, signatureText((one) => `+/${one.slice(2)}`)],
  ["a letter more", malformed, text((token) => `${token}A`)],
  ["spare bits behind the header", malformed, text((_, [a, b, c]) => `${spareBits(a)}.${b}.${c}`)],
  ["spare bits behind the claims", malformed, text((_, [a, b, c]) => `${a}.${spareBits(b)}.${c}`)],
  ["a blank inside", malformed, text((token) => `${token.slice(0, 20)} ${token.slice(20)}`)],
  ["a line break inside", malformed, text((token) => `${token.slice(0, 20)}\n${token.slice(20)}`)],
  ["a line break behind", malformed, text((token) => `${token}\n`)],
  ["a tab behind", malformed, text((token) => `${token}\t`)],
  ["a NUL behind", malformed, text((token) => `${token}\0`)],
  ["an escaped dot", malformed, text((token) => token.replace(".", "%2E"))],
  ["a letter that only looks like one", malformed, text((token) => token.replace("e", "е"))],
  ["two parts", malformed, text((_, [a, b]) => `${a}.${b}`)],
  ["four parts", malformed, text((token) => `${token}.AAAA`)],
  ["five parts, as if encrypted", malformed, text((token) => `${token}.AAAA.AAAA`)],
  ["a dot in front", malformed, text((token) => `.${token}`)],
  ["a dot behind", malformed, text((token) => `${token}.`)],
  ["no header", malformed, text((_, [, b, c]) => `.${b}.${c}`)],
  ["no claims", malformed, text((_, [a, , c]) => `${a}..${c}`)],
  ["no signature", "token_signature", text((_, [a, b]) => `${a}.${b}.`)],
  ["dots alone", malformed, text(() => "..")],
  [
    "the JSON form of a signature",
    malformed,
    text((_, [a, b, c]) => JSON.stringify({ protected: a, payload: b, signature: c })),
  ],
  ["8 KiB and more", malformed, claims({ padding: "a".repeat(8192) })],
  ["claims that are a list", malformed, texts(({ header: head }) => [JSON.stringify(head), "[]"])],
  ["claims that are a text", malformed, texts(({ header: head }) => [JSON.stringify(head), '"claims"'])],
  ["claims that are null", malformed, texts(({ header: head }) => [JSON.stringify(head), "null"])],
];

function signatureText(change: (signature: string) => string): Attack[2] {
  return bearer(({ parts: [a, b, c] }) => `${a}.${b}.${change(c)}`);
}

/** The same bytes, spelt with a letter that no encoder would write; without spare bits, with one letter more. */
function spareBits(part: string): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const last = alphabet.indexOf(part.at(-1) ?? "A");
  return part.length % 4 === 0 ? `${part}A` : `${part.slice(0, -1)}${alphabet[last + 1]}`;
}

function authorization(write: (token: string) => string): Attack[2] {
  return ({ token }) => ({ authorization: write(token) });
}

export const otherPlaces: readonly Attack[] = [
  ["no header at all", "token_missing", () => ({})],
  [
    "a cookie",
    "token_missing",
    ({ token }) => ({ cookie: `Authorization=Bearer ${token}; access_token=${token}` }),
  ],
  [
    "a header of one's own",
    "token_missing",
    ({ token }) => ({ "x-api-key": token, "x-authorization": `Bearer ${token}` }),
  ],
  ["the header for proxies", "token_missing", ({ token }) => ({ "proxy-authorization": `Bearer ${token}` })],
  ["an empty header", malformed, authorization(() => "")],
  ["a scheme without a token", malformed, authorization(() => "Bearer ")],
  ["a token without a scheme", malformed, authorization((token) => token)],
  ["another scheme", malformed, authorization((token) => `Token ${token}`)],
  [
    "the basic scheme",
    malformed,
    authorization((token) => `Basic ${Buffer.from(`:${token}`).toString("base64")}`),
  ],
  ["two schemes", malformed, authorization((token) => `Bearer Bearer ${token}`)],
  ["a tab behind the scheme", malformed, authorization((token) => `Bearer\t${token}`)],
  ["a blank in front", malformed, authorization((token) => ` Bearer ${token}`)],
  ["a blank behind", malformed, authorization((token) => `Bearer ${token} `)],
  ["a comma behind", malformed, authorization((token) => `Bearer ${token},`)],
  ["two headers, joined", malformed, authorization((token) => `Bearer ${token}, Bearer ${token}`)],
  ["a good header behind a bad one", malformed, authorization((token) => `Bearer x, Bearer ${token}`)],
  ["a parameter", malformed, authorization((token) => `Bearer ${token};v=1`)],
  ["quotes", malformed, authorization((token) => `Bearer "${token}"`)],
  // RFC 9110, section 11.1: the scheme ignores case, and any number of blanks may follow.
  ["a scheme in small letters", 200, authorization((token) => `bearer ${token}`)],
  ["a scheme in capital letters", 200, authorization((token) => `BEARER ${token}`)],
  ["two blanks behind the scheme", 200, authorization((token) => `Bearer  ${token}`)],
];
