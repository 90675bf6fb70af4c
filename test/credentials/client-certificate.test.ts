import { createPrivateKey } from "node:crypto";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadClientCertificate } from "../../src/credentials/client-certificate.ts";
import { selfSigned } from "../client/self-signed.ts";
import { freshFolder } from "../helpers/shared.ts";
import { failureOf } from "./failure.ts";

const day = 86_400_000;
const noPassphrase = async (): Promise<string> => {
  throw new Error("nobody should be asked");
};

const usual = { platform: process.platform, now: Date.now, passphrase: noPassphrase };

/** Writes the texts into files of a folder of their own, and loads the pair. */
async function load(cert: string, key?: string, passphrase = noPassphrase) {
  const folder = freshFolder();
  const paths = {
    cert: join(folder, "cert.pem"),
    key: join(folder, key === undefined ? "cert.pem" : "key.pem"),
  };
  await writeFile(paths.cert, cert, { mode: key === undefined ? 0o600 : 0o644 });
  if (key !== undefined) await writeFile(paths.key, key, { mode: 0o600 });
  const reading = { ...usual, passphrase };
  const shown = (text: string | undefined) => text?.replaceAll(folder, "DIR");
  return {
    loaded: () => loadClientCertificate(paths, reading),
    refused: async () => {
      const failure = await failureOf(() => loadClientCertificate(paths, reading));
      return { ...failure, message: shown(failure.message), hint: shown(failure.hint) };
    },
  };
}

const pair = selfSigned("payctl.example");

it("a client certificate and its key are read, with what people want to know", async () => {
  const until = Math.floor(Date.now() / 1000) * 1000 + 10 * day;
  const { cert, key } = selfSigned("payctl.example", { until });
  expect(await (await load(cert, key)).loaded()).toEqual({
    cert,
    key,
    subject: "CN=payctl.example",
    issuer: "CN=payctl.example",
    expires: until,
  });
});

it("a client certificate and its key may be in one file", async () => {
  expect(await (await load(pair.key + pair.cert)).loaded()).toMatchObject(pair);
});

it("a client certificate comes first, whatever the order of its chain", async () => {
  const issuer = { ...selfSigned("issuer.example"), name: "issuer.example" };
  const own = selfSigned("payctl.example", { issuer });
  for (const chain of [own.cert + issuer.cert, issuer.cert + own.cert]) {
    expect(await (await load(chain, own.key)).loaded()).toMatchObject({
      cert: own.cert + issuer.cert,
      issuer: "CN=issuer.example",
    });
  }
});

it.each(["pkcs8", "sec1"] as const)(
  "an encrypted client key in %s is opened with the passphrase",
  async (type) => {
    const terms = { format: "pem", cipher: "aes-256-cbc", passphrase: "words" } as const;
    const key = createPrivateKey(pair.key)
      .export({ type, ...terms })
      .toString();
    expect(key).toContain("ENCRYPTED");
    expect(await (await load(pair.cert, key, async () => "words")).loaded()).toMatchObject(pair);
    expect(await (await load(pair.cert, key, async () => "others")).refused()).toEqual({
      exitCode: 3,
      message: "client key: the passphrase does not decrypt DIR/key.pem",
      hint: "check PAYCTL_CLIENT_KEY_PASSPHRASE, or type it again",
    });
  },
);

const damaged = pair.cert.replace(/\n.{9}/, "\nAAAAAAAAA");
const old = selfSigned("payctl.example", { from: Date.parse("2020-01-01"), until: Date.parse("2020-02-01") });
const early = selfSigned("payctl.example", {
  from: Date.parse("2100-01-01"),
  until: Date.parse("2100-02-01"),
});

it.each([
  ["certificate: DIR/cert.pem contains no usable certificate in PEM", "hello", pair.key],
  ["certificate: DIR/cert.pem contains no usable certificate in PEM", pair.key, undefined],
  ["certificate: DIR/cert.pem contains no usable certificate in PEM", damaged, pair.key],
  ["key: DIR/cert.pem contains no usable private key in PEM", pair.cert, undefined],
  [
    "key: DIR/key.pem contains no usable private key in PEM",
    pair.cert,
    pair.key.replace(/\n.{9}/, "\nAAAAAAAAA"),
  ],
  [
    "certificate: the one in DIR/cert.pem is not that of the key in DIR/key.pem",
    pair.cert,
    selfSigned("other.example").key,
  ],
  ["certificate: the one in DIR/cert.pem is valid only from 2020-01-01 to 2020-02-01", old.cert, old.key],
  ["certificate: the one in DIR/cert.pem is valid only from 2100-01-01 to 2100-02-01", early.cert, early.key],
])("a client certificate is refused: client %s", async (message, cert, key) => {
  const refused = await (await load(cert, key)).refused();
  expect(refused).toMatchObject({ exitCode: 3, message: `client ${message}` });
});

it.skipIf(process.platform === "win32")(
  "a client key that others can read is refused, wherever it is",
  async () => {
    const folder = freshFolder();
    const both = join(folder, "both.pem");
    const cert = join(folder, "cert.pem");
    await writeFile(both, pair.cert + pair.key);
    await writeFile(cert, pair.cert, { mode: 0o644 });
    await chmod(both, 0o640);
    for (const [part, paths] of [
      ["certificate", { cert: both, key: both }],
      ["key", { cert, key: both }],
    ] as const) {
      expect(await failureOf(() => loadClientCertificate(paths, usual))).toEqual({
        exitCode: 3,
        message: `client ${part}: ${both} is accessible to others (mode 0640)`,
        hint: `make it yours alone: chmod 600 '${both}'`,
      });
    }
  },
);
