import { createPublicKey, sign } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { isSignedBy, parsePublicKey, readSignature } from "../../src/credentials/es512.ts";
import { ecdsa, generateKey } from "../helpers/keys.ts";

const key = generateKey();

it.each([
  ["in one line", key.publicPem.replaceAll("\n", " ")],
  ["indented", key.publicPem.replaceAll(/^/gm, "  ")],
  ["behind a byte order mark", `\uFEFF${key.publicPem}`],
])("a public key is read %s", (_, text) => {
  expect(parsePublicKey(text, "public.pem").equals(createPublicKey(key.publicPem))).toBe(true);
});

it("a signature is the same in every form that it is read in", () => {
  fc.assert(
    fc.property(fc.uint8Array(), (input) => {
      const raw = Buffer.from(ecdsa(key)(Buffer.from(input)));
      const der = sign("sha512", input, key.privateKey);
      for (const written of [raw, der]) {
        const base64 = Buffer.from(` ${written.toString("base64")}\n`);
        const read = readSignature(written);
        expect(readSignature(base64)).toEqual(read);
        expect(read && isSignedBy(key.privateKey, input, read)).toBe(true);
      }
      expect(readSignature(raw)).toEqual(raw);
    }),
  );
});

it("a signature that was cut or added to is none", () => {
  const der = sign("sha512", Buffer.from("x"), key.privateKey);
  const odd = [
    der.subarray(1),
    der.subarray(0, -1),
    Buffer.concat([der, Buffer.from([0])]),
    Buffer.alloc(131),
  ];
  expect(odd.map(readSignature)).toEqual(odd.map(() => undefined));
});

it("no bytes whatever make reading a signature fail", () => {
  const begun = fc.uint8Array({ maxLength: 8 }).map((tail) => Uint8Array.from([0x30, ...tail]));
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), begun), (bytes) => {
      const read = readSignature(Buffer.from(bytes));
      expect([undefined, 132]).toContain(read?.length);
    }),
  );
});
