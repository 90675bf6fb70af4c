import type { KeyObject } from "node:crypto";
import { dirname, join } from "node:path";
import { thumbprint } from "../contract/thumbprint.ts";
import { disk } from "../files/disk.ts";
import { type PrivateReading, readPrivateFile, writePrivateFile } from "../files/private.ts";
import { sweepTemporaries } from "../files/replace.ts";
import { EncryptedKeyError, parsePrivateKey, toPrivatePem } from "./private-key.ts";

export type KeyFiles = ReturnType<typeof openKeyFiles>;

/**
 * The private keys below the configuration folder (`directory`), one file each, named by thumbprint; no folder is made before the
 * first key is saved.
 */
export function openKeyFiles({ directory, ...reading }: PrivateReading & { readonly directory: string }) {
  const pathOf = (name: string): string => storedKeyPath(directory, name);
  /** Reads any key file; throws ConfigurationError if it is missing, readable by others, or not a P-521 key. */
  const read = async (path: string, passphrase?: () => Promise<string>): Promise<KeyObject> =>
    parsePrivateKey({ text: await readPrivateFile(path, reading), source: path, passphrase });
  return {
    pathOf,
    /** Stores a key (PKCS#8 PEM, mode 0600), encrypted if a passphrase is given; resolves to its path. */
    async save(privateKey: KeyObject, passphrase?: string): Promise<string> {
      const path = pathOf(await thumbprint(privateKey));
      // A killed process may have left any key there, under a name that nothing else would ever look at.
      await sweepTemporaries(dirname(path), "");
      await writePrivateFile(path, toPrivatePem(privateKey, passphrase));
      return path;
    },
    remove: (name: string) => disk.rm(pathOf(name), { force: true }),
    read,
    /** As `read`, but an encrypted key is not looked into, and so never asks for a passphrase. */
    async check(path: string): Promise<void> {
      await read(path).catch((error: unknown) => {
        if (!(error instanceof EncryptedKeyError)) throw error;
      });
    },
  };
}

/** Where the stored key with a thumbprint is, whether it exists or not. */
export function storedKeyPath(directory: string, name: string): string {
  return join(directory, "keys", `${name}.pem`);
}
