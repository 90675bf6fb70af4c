import type { KeyObject } from "node:crypto";

/** The private keys below the configuration folder, one file each, named by thumbprint. */
export interface KeyFiles {
  /** Stores a key (PKCS#8 PEM, mode 0600), encrypted if a passphrase is given; resolves to its path. */
  save(privateKey: KeyObject, passphrase?: string): Promise<string>;
  /** Removes the stored key with this thumbprint, if there is one. */
  remove(thumbprint: string): Promise<void>;
  /** The path of the stored key with this thumbprint, whether it exists or not. */
  pathOf(thumbprint: string): string;
  /** Reads any key file; throws ConfigurationError when it is missing, readable by others, or no P-521 key. */
  read(path: string, passphrase?: () => Promise<string>): Promise<KeyObject>;
}
