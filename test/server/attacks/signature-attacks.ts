import { encode } from "../../helpers/keys.ts";
import { type Attack, bearer, type Forge, signature, zeros } from "./attack.ts";
import { es512, type Fields, numbers, shift, signing, withClaims, withHeader } from "./forgery.ts";

const rejected = "token_rejected";
const wrongSignature = "token_signature";

export const otherSignatures: readonly Attack[] = [
  [
    "DER in the place of two numbers",
    wrongSignature,
    bearer((genuine, own) => withHeader(genuine, {}, signing("sha512", own.privateKey, "der"))),
  ],
  ["zeros", rejected, signature(zeros)],
  ["ones", rejected, signature(() => numbers(1n, 1n))],
  ["r zero", rejected, signature((bytes) => shift(bytes, (_, s) => [0n, s]))],
  ["s zero", rejected, signature((bytes) => shift(bytes, (r) => [r, 0n]))],
  ["r and s the order of the curve", rejected, signature((bytes) => shift(bytes, (_, __, n) => [n, n]))],
  ["r beyond the order", rejected, signature((bytes) => shift(bytes, (r, s, n) => [r + n, s]))],
  ["s beyond the order", rejected, signature((bytes) => shift(bytes, (r, s, n) => [r, s + n]))],
  ["the highest bit of r", rejected, signature((bytes) => flip(bytes, 0))],
  ["the highest bit of s", rejected, signature((bytes) => flip(bytes, 66))],
  ["r and s exchanged", rejected, signature((bytes) => shift(bytes, (r, s) => [s, r]))],
  ["all bits set", rejected, signature(() => Buffer.alloc(132, 0xff))],
  ["a byte less", wrongSignature, signature((bytes) => bytes.subarray(0, -1))],
  ["a byte more", wrongSignature, signature((bytes) => Buffer.concat([bytes, Buffer.alloc(1)]))],
  ["the signature twice", wrongSignature, signature((bytes) => Buffer.concat([bytes, bytes]))],
  [
    "the signature of other claims",
    rejected,
    bearer((genuine, own) => {
      const [head, payload] = genuine.parts;
      const other = withClaims(genuine, { jti: "another" }, es512(own)).split(".")[2];
      return `${head}.${payload}.${other}`;
    }),
  ],
  ["claims that were changed", rejected, bearer(tamper({ scopes: ["*.read", "*.write", "embed"] }))],
  ["a later end", rejected, bearer(tamper({ exp: 1_768_480_000 }))],
  [
    "a header that was changed",
    rejected,
    bearer(
      ({ header: head, parts: [, b, c] }) => `${encode(JSON.stringify({ ...head, cty: "x" }))}.${b}.${c}`,
    ),
  ],
  // Anyone who sees a signature can make this one; it proves no less, and the enumeration limit counts both as one.
  [
    "the other signature of the same numbers",
    200,
    signature((bytes) => shift(bytes, (r, s, n) => [r, n - s])),
  ],
];

function flip(bytes: Buffer, index: number): Buffer {
  const flipped = Buffer.from(bytes);
  flipped.writeUInt8(bytes.readUInt8(index) ^ 0x80, index);
  return flipped;
}

function tamper(fields: Fields): Forge {
  return ({ claims: all, parts: [a, , c] }) => `${a}.${encode(JSON.stringify({ ...all, ...fields }))}.${c}`;
}
