import { createPublicKey, type KeyObject } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Writes a private key that only its owner may read; encrypted if there is a passphrase. */
export async function writeKey(folder: string, key: KeyObject, passphrase?: string): Promise<string> {
  const path = join(folder, "given.pem");
  const lock = passphrase === undefined ? {} : { cipher: "aes-256-cbc", passphrase };
  await writeFile(path, key.export({ type: "pkcs8", format: "pem", ...lock }), { mode: 0o600 });
  return path;
}

/** The public key of a stored private key. */
export async function publicPemOf(path: string, passphrase?: string): Promise<string> {
  const key = createPublicKey({ key: await readFile(path), ...(passphrase && { passphrase }) });
  return key.export({ type: "spki", format: "pem" }).toString();
}

/** What config.json says about one profile. */
export async function profileIn(folder: string, name: string): Promise<unknown> {
  return JSON.parse(await readFile(join(folder, "config.json"), "utf8")).profiles[name];
}
