import { UsageError } from "../errors.ts";
import type { ExternalKey } from "./settings.ts";

/** How flags and profiles say that a key is elsewhere. */
export interface ExternalWords {
  readonly keyCommand?: string | undefined;
  readonly signerCommand?: string | undefined;
  readonly publicKey?: string | undefined;
  readonly sshAgent?: string | undefined;
}

/** Every external key that is named, with the flag for it; throws UsageError for half of one. */
export function externalKeys(
  { keyCommand, signerCommand, publicKey, sshAgent }: ExternalWords,
  isStored: boolean,
): readonly { readonly name: string; readonly value: ExternalKey }[] {
  refuseHalf(signerCommand, publicKey);
  const found: { readonly name: string; readonly value: ExternalKey }[] = [];
  if (keyCommand !== undefined) {
    found.push({ name: "--key-command", value: { kind: "key-command", command: keyCommand, isStored } });
  }
  if (signerCommand !== undefined && publicKey !== undefined) {
    const value = { kind: "signer-command", command: signerCommand, publicKey, isStored } as const;
    found.push({ name: "--signer-command", value });
  }
  if (sshAgent !== undefined) {
    found.push({ name: "--ssh-agent", value: { kind: "ssh-agent", name: parseAgentKey(sshAgent) } });
  }
  return found;
}

/** The signatures of a command can only be checked with the public key. */
function refuseHalf(signerCommand: string | undefined, publicKey: string | undefined): void {
  if ((signerCommand === undefined) === (publicKey === undefined)) return;
  const [given, missing] =
    publicKey === undefined ? ["--signer-command", "--public-key"] : ["--public-key", "--signer-command"];
  throw new UsageError(`${given} needs ${missing}`, {
    hint: "give both: --signer-command 'PROGRAM ARGUMENT...' --public-key FILE",
  });
}

/** A thumbprint (RFC 7638) or a fingerprint as `ssh-add -l` shows it: 43 characters of a SHA-256 either way. */
function parseAgentKey(name: string): string {
  if (/^(?:[\w-]{43}|SHA256:[\w+/]{43})$/.test(name.replace(/=$/, ""))) return name.replace(/=$/, "");
  throw new UsageError(
    `--ssh-agent ${name}: must be a thumbprint, or SHA256: and the rest of a fingerprint`,
    {
      hint: "ssh-add -l shows fingerprints, payctl keys show a thumbprint",
    },
  );
}
