import { UsageError } from "../errors.ts";
import type { ExternalKey } from "./settings.ts";

/** How flags and profiles say that a key is elsewhere. */
export interface ExternalWords {
  readonly keyCommand?: string | undefined;
  readonly signerCommand?: string | undefined;
  readonly publicKey?: string | undefined;
}

/** Every external key that is named, with the flag for it, which begins as given; throws UsageError for half of one. */
export function externalKeys(
  { keyCommand, signerCommand, publicKey }: ExternalWords,
  isStored: boolean,
  prefix = "--",
): readonly { readonly name: string; readonly value: ExternalKey }[] {
  refuseHalf(signerCommand, publicKey, prefix);
  const found: { readonly name: string; readonly value: ExternalKey }[] = [];
  if (keyCommand !== undefined) {
    found.push({
      name: `${prefix}key-command`,
      value: { kind: "key-command", command: keyCommand, isStored },
    });
  }
  if (signerCommand !== undefined && publicKey !== undefined) {
    const value = { kind: "signer-command", command: signerCommand, publicKey, isStored } as const;
    found.push({ name: `${prefix}signer-command`, value });
  }
  return found;
}

/** The signatures of a command can only be checked with the public key. */
function refuseHalf(signerCommand: string | undefined, publicKey: string | undefined, prefix: string): void {
  if ((signerCommand === undefined) === (publicKey === undefined)) return;
  const [command, file] = [`${prefix}signer-command`, `${prefix}public-key`];
  throw new UsageError(publicKey === undefined ? `${command} needs ${file}` : `${file} needs ${command}`, {
    hint: `give both: ${command} 'PROGRAM ARGUMENT...' ${file} FILE`,
  });
}
