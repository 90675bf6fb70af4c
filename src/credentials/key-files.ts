import type { KeyObject } from "node:crypto";
import { dirname, join } from "node:path";
import { thumbprint } from "../contract/thumbprint.ts";
import { disk } from "../files/disk.ts";
import { type PrivateReading, readPrivateFile, writePrivateFile } from "../files/private.ts";
import { sweepTemporaries } from "../files/replace.ts";
import { EncryptedKeyError, parsePrivateKey, toPrivatePem } from "./private-key.ts";

/** The private keys below the configuration folder, one file each, named by thumbprint. */
export interface KeyFiles {
  /** Stores a key (PKCS#8 PEM, mode 0600), encrypted if a passphrase is given; resolves to its path. */
  save(privateKey: KeyObject, passphrase?: string): Promise<string>;
  /** Removes the stored key with this thumbprint, if there is one. */
  remove(thumbprint: string): Promise<void>;
  /** The path of the stored key with this thumbprint, whether it exists or not. */
  pathOf(thumbprint: string): string;
  /** Reads any key file; throws ConfigurationError if it is missing, readable by others, or not a P-521 key. */
  read(path: string, passphrase?: () => Promise<string>): Promise<KeyObject>;
  /** As `read`, but an encrypted key is not looked into, and so never asks for a passphrase. */
  check(path: string): Promise<void>;
}

interface KeyFileOptions extends PrivateReading {
  /** The configuration folder. */
  readonly directory: string;
}

/** The stored keys below the configuration folder; no folder is made before the first key is saved. */
export function openKeyFiles({ directory, ...reading }: KeyFileOptions): KeyFiles {
  const pathOf = (name: string): string => storedKeyPath(directory, name);
  const read: KeyFiles["read"] = async (path, passphrase) =>
    parsePrivateKey({ text: await readPrivateFile(path, reading), source: path, passphrase });
  return {
    pathOf,
    async save(privateKey, passphrase) {
      const path = pathOf(thumbprint(privateKey));
      // A killed process may have left any key there, under a name that nothing else would ever look at.
      await sweepTemporaries(dirname(path), "");
      await writePrivateFile(path, toPrivatePem(privateKey, passphrase));
      return path;
    },
    remove: (name) => disk.rm(pathOf(name), { force: true }),
    read,
    async check(path) {
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
