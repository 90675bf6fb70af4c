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
import { read } from "./setting-sources.ts";
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
  const { value } = setting;
  const command = await trustedCommand(setting, surroundings);
  return value.kind === "key-command"
    ? fetchKey(command, surroundings)
    : findSigner(value.publicKey, command, surroundings);
}

/** A program that is to be run, with its arguments. */
interface Command {
  readonly words: readonly string[];
  readonly folder: string | undefined;
  /** In words for people: the arguments may be private. */
  readonly program: string;
}

async function fetchKey(command: Command, surroundings: ExternalSurroundings): Promise<SigningKey> {
  const written = await run(command, surroundings);
  const { passphrase } = surroundings;
  const source = `the output of ${command.program}`;
  return { kind: "key", key: await parsePrivateKey({ text: written.toString("utf8"), source, passphrase }) };
}

async function findSigner(
  publicKey: string,
  command: Command,
  surroundings: ExternalSurroundings,
): Promise<SigningKey> {
  const { program } = command;
  const key = parsePublicKey(await readText(publicKey, surroundings), publicKey);
  const sign: Sign = async (input) => {
    const signature = readSignature(await run(command, surroundings, input));
    if (signature !== undefined) return signature;
    throw new ConfigurationError(`what ${program} wrote is not an ES512 signature`, {
      hint: "it has to write r and s (132 bytes), DER, or base64 of either to standard output, and nothing else",
    });
  };
  const hint = `it has to sign its standard input with ECDSA and SHA-512, with the key in ${publicKey}`;
  return { kind: "key", key, sign: checked(sign, { key, program, hint }) };
}

interface Signer {
  readonly key: SigningKey["key"];
  /** In words for people. */
  readonly program: string;
  readonly hint: string;
}

/** A signature that the key did not make goes no further; and people are asked one thing at a time. */
function checked(sign: Sign, { key, program, hint }: Signer): Sign {
  const inTurn = createQueue();
  return (input) =>
    inTurn(async () => {
      const signature = await sign(input);
      if (isSignedBy(key, input, signature)) return signature;
      throw new ConfigurationError(`the signature of ${program} does not match the public key`, { hint });
    });
}

function run(
  { words, folder }: Command,
  { handOver, env, hasTerminal, signal, later }: ExternalSurroundings,
  input?: Uint8Array,
): Promise<Buffer> {
  return handOver(() => runProgram({ words, folder, input, env, hasTerminal, signal, later }));
}

async function trustedCommand(
  { value: { command }, source }: Setting<ExternalKey>,
  { profilesPath, platform }: ExternalSurroundings,
): Promise<Command> {
  const isStored = source.kind === "profile";
  if (isStored && platform !== "win32") {
    await refuseForeign(dirname(profilesPath), "700");
    await refuseForeign(profilesPath, "600");
  }
  const words = read({ value: command, source }, splitCommand).value;
  // What the command of a profile does must not depend on the folder that payctl is called in.
  return { words, folder: isStored ? dirname(profilesPath) : undefined, program: words[0] ?? "" };
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
