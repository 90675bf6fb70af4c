import { createHash, generateKeyPairSync } from "node:crypto";
import { expect, it } from "vitest";
import { readPublicKey } from "../../src/contract/public-key.ts";
import { thumbprint } from "../../src/contract/thumbprint.ts";

it("a thumbprint hashes the required members of a P-521 key, with coordinates of 66 bytes", async () => {
  // One coordinate in two begins with a zero byte, so a few keys reveal lost padding.
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-521" });
    const point = publicKey.export({ format: "der", type: "spki" }).subarray(-132);
    const x = point.subarray(0, 66).toString("base64url");
    const y = point.subarray(66).toString("base64url");
    const members = `{"crv":"P-521","kty":"EC","x":"${x}","y":"${y}"}`;
    const expected = createHash("sha256").update(members).digest("base64url");

    expect(await thumbprint(publicKey)).toBe(expected);
    expect(await thumbprint(privateKey)).toBe(expected);
    const pem = publicKey.export({ format: "pem", type: "spki" }).toString();
    expect(readPublicKey(pem)?.thumbprint).toBe(expected);
    expect(expected).toHaveLength(43);
  }
});
