import { createPrivateKey } from "node:crypto";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { hintText } from "../../../src/errors.ts";
import { readCertificate, type TlsFiles } from "../../../src/server/running/certificate.ts";
import { selfSigned } from "../../client/self-signed.ts";
import { freshFolder } from "../../helpers/shared.ts";

const local = selfSigned("localhost");
const other = selfSigned("localhost");

let folder: string;
let files: TlsFiles;
beforeEach(async () => {
  folder = freshFolder();
  files = { cert: await file("server.pem", local.cert), key: await file("server-key.pem", local.key) };
});

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text, { mode: 0o600 });
  return path;
}

it("certificate and key may be in one file, and a chain may follow", async () => {
  const cert = await file("both.pem", `${local.cert}${other.cert}${local.key}`);
  const ca = await file("ca.pem", `${other.cert}`);
  expect((await readCertificate({ cert, key: cert, ca })).caFile).toBe(ca);
});

async function refusalOf(change: Partial<TlsFiles>): Promise<readonly unknown[]> {
  const { exitCode, hint, message } = await readCertificate({ ...files, ...change }).catch((error) => error);
  return [
    exitCode,
    String(message).replaceAll(`${folder}/`, ""),
    hintText(hint).replaceAll(`${folder}/`, ""),
  ];
}

const inPem = "name files in PEM, the key without a passphrase: payctl serve --tls-cert FILE --tls-key FILE";

it("a key that others can read, or that belongs to another certificate, is refused", async () => {
  const stranger = await file("stranger-key.pem", other.key);
  expect(await refusalOf({ key: stranger })).toEqual([
    3,
    "the key in stranger-key.pem does not belong to the certificate in server.pem",
    "compare the two public keys: openssl x509 -noout -pubkey -in server.pem; openssl pkey -pubout -in stranger-key.pem",
  ]);
  await chmod(files.key, 0o640);
  expect(await refusalOf({})).toEqual([
    3,
    "server-key.pem is accessible to others (mode 0640)",
    "make it yours alone: chmod 600 'server-key.pem'",
  ]);
});

const locked = String(
  createPrivateKey(local.key).export({
    format: "pem",
    type: "pkcs8",
    cipher: "aes-256-cbc",
    passphrase: "a-passphrase",
  }),
);

it.each<[keyof TlsFiles, text: string, message: RegExp]>([
  ["cert", "", /^it\.pem has no usable certificate \(ERR_\w+\)$/],
  [
    "cert",
    `${local.cert}${other.cert.slice(0, 300)}`,
    /^the certificate in it\.pem can't be used \(ERR_OSSL_PEM_/,
  ],
  ["key", local.cert, /^it\.pem has no usable private key \(ERR_\w+\)$/],
  ["key", locked, /^it\.pem has no usable private key \(ERR_\w+\)$/],
  [
    "ca",
    "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
    /^it\.pem has no usable certificate/,
  ],
])("a file that can't be used as %s is refused", async (part, text, message) => {
  const refused = await refusalOf({ [part]: await file("it.pem", text) });
  expect(refused).toEqual([3, expect.stringMatching(message), inPem]);
});

it("a file that is missing, or a folder, is refused", async () => {
  const refused = [await refusalOf({ cert: join(folder, "none.pem") }), await refusalOf({ key: folder })];
  expect(refused.map(([code, message]) => [code, message])).toEqual([
    [3, "there is no file none.pem"],
    [3, `${folder} is a folder, not a file`],
  ]);
});
