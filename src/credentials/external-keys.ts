import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { ConfigurationError } from "../errors.ts";
import { modeText } from "../files/private.ts";
import { runProgram } from "../files/run-program.ts";
import type { Environment } from "../values/environment.ts";
import { splitCommand } from "../values/split-command.ts";
import { createQueue } from "../values/turns.ts";
import { isSignedBy, parsePublicKey, readSignature, type Sign } from "./es512.ts";
import type { SigningKey } from "./load-credential.ts";
import { parsePrivateKey } from "./private-key.ts";
import { parseSetting } from "./setting-sources.ts";
import type { ExternalKey, Setting } from "./settings.ts";

/** What a key outside payctl's files needs from the outside world. */
export interface ExternalSurroundings {
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  readonly signal: AbortSignal;
  /** Whether standard input is a terminal that a person can answer on. */
  readonly hasTerminal: boolean;
  /** Where the profiles are, and so the working folder of the commands in them. */
  readonly profilesPath: string;
  later(milliseconds: number, action: () => void): () => void;
  readFile(path: string): Promise<Uint8Array>;
  /** Asked only for an encrypted key. */
  passphrase(): Promise<string>;
  /** Gives the terminal to the work. */
  handOver<Value>(work: () => Promise<Value>): Promise<Value>;
}

/** Fetches the key, or finds out who signs with it; throws ConfigurationError if neither is possible. */
export async function loadExternalKey(
  setting: Setting<ExternalKey>,
  surroundings: ExternalSurroundings,
): Promise<SigningKey> {
  const { source, value } = setting;
  const { env, handOver, hasTerminal, later, passphrase, platform, profilesPath, signal } = surroundings;
  const isStored = source.kind === "profile";
  if (isStored && platform !== "win32") {
    await refuseForeign(dirname(profilesPath), "700");
    await refuseForeign(profilesPath, "600");
  }
  const words = parseSetting({ value: value.command, source }, splitCommand).value;
  // In words for people: the arguments may be private.
  const program = words[0] ?? "";
  // What the command of a profile does must not depend on the folder that payctl is called in.
  const folder = isStored ? dirname(profilesPath) : undefined;
  const run = (input?: Uint8Array) =>
    handOver(() => runProgram({ words, folder, input, env, hasTerminal, signal, later }));
  if (value.kind === "key-command") {
    const text = (await run()).toString("utf8");
    const key = await parsePrivateKey({ text, source: `the output of ${program}`, passphrase });
    return { kind: "key", key };
  }
  const key = parsePublicKey(await readText(value.publicKey, surroundings), value.publicKey);
  return { kind: "key", key, sign: createSign(run, { key, program, publicKey: value.publicKey }) };
}

interface Signer {
  readonly key: SigningKey["key"];
  readonly program: string;
  /** The path of the key. */
  readonly publicKey: string;
}

/** A signature that the key did not make goes no further; and people are asked one thing at a time. */
function createSign(run: (input: Uint8Array) => Promise<Buffer>, { key, program, publicKey }: Signer): Sign {
  const inTurn = createQueue();
  return (input) =>
    inTurn(async () => {
      const signature = readSignature(await run(input));
      if (signature === undefined) {
        throw new ConfigurationError(`what ${program} wrote is not an ES512 signature`, {
          hint: "it has to write r and s (132 bytes), DER, or base64 of either to standard output, and nothing else",
        });
      }
      if (isSignedBy(key, input, signature)) return signature;
      throw new ConfigurationError(`the signature of ${program} does not match the public key`, {
        hint: `it has to sign its standard input with ECDSA and SHA-512, with the key in ${publicKey}`,
      });
    });
}

/** Anyone who can write to the profiles, or put others in their place, decides what their commands run. */
async function refuseForeign(path: string, wanted: "600" | "700"): Promise<void> {
  const { mode, uid } = await stat(path);
  if (uid !== process.getuid?.() && uid !== 0) {
    throw new ConfigurationError(`${path} belongs to another user, so no command stored there is run`, {
      hint: {
        text: "make a profile in a folder of your own",
        command: "PAYCTL_CONFIG_DIR=FOLDER payctl profile add NAME --base-url URL",
      },
    });
  }
  if ((mode & 0o022) === 0) return;
  throw new ConfigurationError(
    `${path} is writable by others (mode ${modeText(mode)}), so no command stored there is run`,
    { hint: { text: "make it yours alone", command: `chmod ${wanted} '${path}'` } },
  );
}

async function readText(path: string, { readFile }: ExternalSurroundings): Promise<string> {
  try {
    return Buffer.from(await readFile(path)).toString("utf8");
  } catch (cause) {
    throw new ConfigurationError(`the public key ${path} can't be read`, {
      cause,
      hint: { text: "check", command: `ls -l '${path}'` },
    });
  }
}
