import { resolve } from "node:path";
import type { Context } from "../../context.ts";
import type { ProfileContents } from "../../credentials/profiles.ts";
import { findText, pairOptions } from "../../credentials/setting-sources.ts";
import { UsageError } from "../../errors.ts";
import { shellWord } from "../../values/text.ts";
import { refuseKeyInput, refuseTokenFile } from "../profile/profile-settings.ts";
import {
  type Answers,
  agreeToReplace,
  askIfThere,
  askUntil,
  baseUrlQuestion,
  type ChosenKey,
  confirmed,
  type InitFlags,
  keyQuestion,
  merchantAccountQuestion,
  nameQuestion,
  parseName,
  readKeyFile,
  wantsRegistration,
  wantsUse,
  zoneQuestion,
} from "./questions.ts";

/** Takes each answer from its flag and asks a person for the others; a wrong flag is refused before any question. */
export async function collectAnswers(
  context: Context,
  flags: InitFlags,
  contents: ProfileContents,
): Promise<Answers> {
  checkFlags(context, flags);
  const given = await givenAnswers(context, flags);
  const name = given.name ?? (await askUntil(context, nameQuestion));
  const replaced = contents.profiles.get(name);
  if (replaced !== undefined) await agreeToReplace(context, name, replaced);
  const baseUrl = given.baseUrl ?? (await askUntil(context, baseUrlQuestion));
  const merchantAccount = given.merchantAccount ?? (await askIfThere(context, merchantAccountQuestion));
  const key = given.key ?? (await askUntil(context, keyQuestion(context)));
  return {
    name,
    replaced,
    baseUrl,
    merchantAccount,
    key,
    register: await wantsRegistration(context, flags, { baseUrl, key }),
    tz: context.globals.tz ?? (await askIfThere(context, zoneQuestion(context))),
    protected: flags.protected ?? (await confirmed(context, "Ask before every write with this profile?")),
    use: flags.use ?? (await wantsUse(context, name, contents)),
  };
}

/** The answers given by flags; values from the environment are not stored. */
async function givenAnswers(context: Context, flags: InitFlags) {
  const { globals } = context;
  const levels = { globals, env: {}, chosen: undefined };
  return {
    name: globals.profile === undefined ? undefined : parseName(globals.profile),
    baseUrl: findText("baseUrl", levels)?.value,
    merchantAccount: findText("merchantAccount", levels)?.value,
    key: await givenKey(context, flags),
  };
}

async function givenKey(
  context: Context,
  { generateKey, passphrase }: InitFlags,
): Promise<ChosenKey | undefined> {
  const { keyFile } = context.globals;
  // The profile is used from other folders too.
  if (keyFile !== undefined) return readKeyFile(context, resolve(keyFile));
  return generateKey || passphrase ? { kind: "new" } : undefined;
}

/** Refuses flags that contradict each other and, without a terminal to ask on, missing flags. */
function checkFlags({ globals, interactive }: Context, flags: InitFlags): void {
  const { keyCommand, signerCommand, publicKey } = globals;
  if ([keyCommand, signerCommand, publicKey].some((given) => given !== undefined)) {
    throw new UsageError("init sets up a key in a file", {
      hint: "for a key that stays elsewhere: payctl profile add NAME --base-url URL --key-command COMMAND",
    });
  }
  refuseTokenFile(globals.tokenFile, "--key-file PATH or --generate-key");
  refuseKeyInput(globals.keyFile);
  pairOptions(globals);
  if (globals.keyFile !== undefined && flags.generateKey) {
    throw contradiction("--key-file and --generate-key can't be used together");
  }
  if (globals.keyFile !== undefined && flags.passphrase) {
    throw contradiction("--passphrase encrypts a new key, but --key-file names an existing one");
  }
  const missing = interactive ? [] : missingFlags(globals, flags);
  if (missing.length === 0) return;
  throw new UsageError(`missing, and there is no terminal to ask on: ${missing.join("; ")}`, {
    hint: completed(globals, flags),
  });
}

function missingFlags(globals: Context["globals"], { generateKey }: InitFlags): readonly string[] {
  return [
    globals.profile === undefined ? "--profile" : undefined,
    globals.baseUrl === undefined ? "--base-url" : undefined,
    globals.keyFile === undefined && !generateKey ? "--key-file or --generate-key" : undefined,
  ].filter((name) => name !== undefined);
}

/** The command line as given, completed with what is missing. */
function completed({ baseUrl, keyFile, profile }: Context["globals"], { register }: InitFlags): string {
  const key = keyFile === undefined ? ["--generate-key"] : ["--key-file", shellWord(keyFile)];
  const target = [
    "-p",
    shellWord(profile ?? "NAME"),
    "--base-url",
    shellWord(baseUrl ?? "https://api.example.com"),
  ];
  return ["payctl init", ...target, ...key, ...(register ? ["--register"] : []), "--no-input"].join(" ");
}

function contradiction(message: string): UsageError {
  return new UsageError(message, { hint: "use only one of them" });
}
