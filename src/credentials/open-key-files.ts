import { rm } from "node:fs/promises";
import { join } from "node:path";
import { thumbprint } from "../contract/thumbprint.ts";
import { readPrivateFile, writePrivateFile } from "../files/private.ts";
import type { KeyFiles } from "./key-files.ts";
import { toPrivatePem } from "./key-pair.ts";
import { parsePrivateKey } from "./private-key.ts";

export interface KeyFileOptions {
  /** The configuration folder. */
  readonly directory: string;
  readonly platform: NodeJS.Platform;
}

/** The stored keys below the configuration folder; no folder is made before the first key is saved. */
export function openKeyFiles({ directory, platform }: KeyFileOptions): KeyFiles {
  const pathOf = (name: string): string => storedKeyPath(directory, name);
  return {
    pathOf,
    async save(privateKey, passphrase) {
      const path = pathOf(thumbprint(privateKey));
      await writePrivateFile(path, toPrivatePem(privateKey, passphrase));
      return path;
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    read: async (path, passphrase) =>
      parsePrivateKey({ text: await readPrivateFile(path, platform), source: path, passphrase }),
  };
}

/** Where the stored key with a thumbprint is, whether it exists or not. */
export function storedKeyPath(directory: string, name: string): string {
  return join(directory, "keys", `${name}.pem`);
}
