import { createPrivateKey } from "node:crypto";
import { chmod, mkdir, writeFile } from "node:fs/promises";
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

const inPem = "name files in PEM: payctl serve --tls-cert FILE --tls-key FILE";

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

it("a key under a passphrase is refused with the command that takes it off", async () => {
  const key = createPrivateKey(local.key);
  const locked = key.export({
    format: "pem",
    type: "pkcs8",
    cipher: "aes-256-cbc",
    passphrase: "a-passphrase",
  });
  const old = key.export({ format: "pem", type: "sec1", cipher: "aes-256-cbc", passphrase: "a-passphrase" });
  for (const text of [locked, old]) {
    await file("locked.pem", String(text));
    expect(await refusalOf({ key: join(folder, "locked.pem") })).toEqual([
      3,
      "the key in locked.pem is under a passphrase",
      "take it off in a copy: (umask 077; openssl pkey -in locked.pem -out server-key.pem)",
    ]);
  }
});

it("files that are missing, are none, or hold something else are refused", async () => {
  const empty = await file("empty.pem", "");
  expect(await refusalOf({ cert: empty })).toEqual([
    3,
    expect.stringMatching(/^empty\.pem has no usable certificate \(ERR_\w+\)$/),
    inPem,
  ]);
  expect(await refusalOf({ key: files.cert })).toEqual([
    3,
    expect.stringMatching(/^server\.pem has no usable private key \(ERR_\w+\)$/),
    inPem,
  ]);
  expect((await refusalOf({ cert: join(folder, "none.pem") })).slice(0, 2)).toEqual([
    3,
    "there is no file none.pem",
  ]);
  const place = join(folder, "folder");
  await mkdir(place);
  expect((await refusalOf({ key: place })).slice(0, 2)).toEqual([3, "folder is a folder, not a file"]);
  const cut = await file("cut.pem", `${local.cert}${other.cert.slice(0, 300)}`);
  expect((await refusalOf({ cert: cut })).slice(0, 2)).toEqual([
    3,
    expect.stringMatching(/^the certificate in cut\.pem can't be used \(ERR_OSSL_PEM_/),
  ]);
});

it("authorities that have not signed the certificate are refused", async () => {
  expect(await refusalOf({ ca: await file("ca.pem", other.cert) })).toEqual([
    3,
    "no certificate in ca.pem has signed the one in server.pem",
    "name the authority that has, or add the certificates between the two to server.pem",
  ]);
  const broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
  expect((await refusalOf({ ca: await file("ca.pem", broken) })).slice(0, 2)).toEqual([
    3,
    expect.stringMatching(/^ca\.pem has no usable certificate/),
  ]);
});
