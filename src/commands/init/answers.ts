import type { KeyObject } from "node:crypto";
import { resolve } from "node:path";
import type { Context } from "../../context.ts";
import { allows, type Ceiling } from "../../credentials/ceiling.ts";
import {
  checkProfileName,
  type Profile,
  type ProfileContents,
  putProfile,
} from "../../credentials/profiles.ts";
import { resolveCeilings } from "../../credentials/resolve-settings.ts";
import { certificateAt, findText, optionLevel, parsers } from "../../credentials/setting-sources.ts";
import { ConfigurationError, DeclinedError, UsageError } from "../../errors.ts";
import { globalFlags } from "../../globals.ts";
import { getPassphrase } from "../../passphrase.ts";
import { isLoopback } from "../../values/loopback.ts";
import { fromHome } from "../../values/path-text.ts";
import { shellWord } from "../../values/text.ts";
import { isZone } from "../../values/zone.ts";
import { refuseKeyInput, refuseTokenFile } from "../profile/profile-settings.ts";
import { confirmProtected } from "../write.ts";
import { askUntil, type InitQuestion } from "./ask-until.ts";
import { isReferenceServer } from "./reference-server.ts";

export interface InitFlags {
  readonly generateKey: boolean | undefined;
  readonly passphrase: boolean | undefined;
  readonly protected: boolean | undefined;
  readonly register: boolean | undefined;
  readonly use: boolean | undefined;
}

/** The key for a profile: one that is yet to be made, or one in a file. */
type ChosenKey =
  | { readonly kind: "new" }
  | {
      readonly kind: "file";
      readonly path: string;
      readonly key: KeyObject;
      readonly encrypted: boolean;
    };

/** Everything that `init` needs to know before it writes; settings have the names of their options. */
export interface Answers {
  readonly name: string;
  readonly baseUrl: string;
  readonly merchantAccount: string | undefined;
  readonly key: ChosenKey;
  readonly tz: string | undefined;
  readonly protected: boolean;
  readonly use: boolean;
  /** Whether to register the key with `payctl serve`. */
  readonly register: boolean;
  /** The profile that had the name before. */
  readonly replaced: Profile | undefined;
}

/** Takes each answer from its flag and asks a person for the others; a wrong flag is refused before any question. */
export async function collectAnswers(
  context: Context,
  flags: InitFlags,
  contents: ProfileContents,
): Promise<Answers> {
  checkFlags(context, flags);
  const { globals, interactive } = context;
  if (globals.profile !== undefined) checkProfileName(globals.profile);
  // Values from the environment are not stored.
  const level = [optionLevel(globals)];
  const givenUrl = findText("baseUrl", level)?.value;
  const givenAccount = findText("merchantAccount", level)?.value;
  const givenKey = await findKey(context, flags);

  const name = globals.profile ?? (await askUntil(context, nameQuestion));
  const replaced = contents.profiles.get(name);
  if (replaced !== undefined) await agreeToReplace(context, name, replaced);
  const baseUrl = givenUrl ?? (await askUntil(context, baseUrlQuestion));
  const askIfThere = async <Value>(question: InitQuestion<Value>) =>
    interactive ? askUntil(context, question) : undefined;
  const merchantAccount = givenAccount ?? (await askIfThere(merchantAccountQuestion));
  const key = givenKey ?? (await askUntil(context, keyQuestion(context)));
  return {
    name,
    replaced,
    baseUrl,
    merchantAccount,
    key,
    register: await wantsRegistration(context, flags, { baseUrl, key }),
    tz: globals.tz ?? (await askIfThere(zoneQuestion(context))),
    protected: flags.protected ?? (await confirmed(context, "Ask before every write with this profile?")),
    use: flags.use ?? (await wantsUse(context, name, contents)),
  };
}

/** Refuses flags that contradict each other and, without a terminal to ask on, missing flags. */
function checkFlags({ globals, interactive }: Context, flags: InitFlags): void {
  const { keyCommand, keyFile, signerCommand, publicKey } = globals;
  if ([keyCommand, signerCommand, publicKey].some((given) => given !== undefined)) {
    throw new UsageError("init sets up a key in a file", {
      hint: {
        text: "for a key that stays elsewhere",
        command: "payctl profile add NAME --base-url URL --key-command COMMAND",
      },
    });
  }
  refuseTokenFile(globals.tokenFile, "--key-file PATH or --generate-key");
  refuseKeyInput(keyFile);
  certificateAt(optionLevel(globals));
  if (keyFile !== undefined && (flags.generateKey || flags.passphrase)) {
    const what = flags.generateKey
      ? "--key-file and --generate-key can't be used together"
      : "--passphrase encrypts a new key, but --key-file names an existing one";
    throw new UsageError(what, { hint: "use only one of them" });
  }
  if (interactive) return;
  const missing = [
    globals.profile === undefined ? "--profile" : undefined,
    globals.baseUrl === undefined ? "--base-url" : undefined,
    keyFile === undefined && !flags.generateKey ? "--key-file or --generate-key" : undefined,
  ].filter((name) => name !== undefined);
  if (missing.length === 0) return;
  throw new UsageError(`missing, and there is no terminal to ask on: ${missing.join("; ")}`, {
    hint: completed(globals, flags),
  });
}

/** The command line as given, completed with what is missing. */
function completed({ baseUrl, keyFile, profile }: Context["globals"], { register }: InitFlags): string {
  const words = ["payctl", "init", "-p", profile ?? "NAME"];
  words.push("--base-url", baseUrl ?? "https://api.example.com");
  words.push(...(keyFile === undefined ? ["--generate-key"] : ["--key-file", keyFile]));
  return [...words.map(shellWord), ...(register ? ["--register"] : []), "--no-input"].join(" ");
}

const nameQuestion: InitQuestion<string> = {
  text: "Name of the profile:",
  usual: { words: "default", value: "default" },
  parse(text) {
    checkProfileName(text);
    return text;
  },
};

const { baseUrl: urlRow, merchantAccount: accountRow, tz: zoneRow } = globalFlags;

const baseUrlQuestion: InitQuestion<string> = { text: urlRow.field.question, parse: parsers.baseUrl };

const merchantAccountQuestion: InitQuestion<string | undefined> = {
  text: accountRow.field.question,
  usual: { words: accountRow.field.none, value: undefined },
  parse: parsers.merchantAccount,
};

/** The machine's own zone is what its clock shows. */
function zoneQuestion({ host }: Context): InitQuestion<string> {
  const own = host.timeZone();
  const usual = !isZone(own) || /^(?:Etc\/)?UTC$/i.test(own) ? zoneRow.field.none : own;
  return { text: zoneRow.field.question, usual: { words: usual, value: usual }, parse: parsers.tz };
}

function keyQuestion(context: Context): InitQuestion<ChosenKey> {
  // No shell has expanded the answer.
  const pathOf = (text: string) => resolve(fromHome(text, context.host.homeDirectory));
  return {
    text: "File with your private key:",
    usual: { words: "none yet, make one", value: { kind: "new" } },
    parse: (text) => readKeyFile(context, pathOf(text)),
    check: async (text) => (await context.keyFiles()).check(pathOf(text)),
  };
}

async function findKey(
  context: Context,
  { generateKey, passphrase }: InitFlags,
): Promise<ChosenKey | undefined> {
  const { keyFile } = context.globals;
  // The profile is used from other folders too.
  if (keyFile !== undefined) return readKeyFile(context, resolve(keyFile));
  return generateKey || passphrase ? { kind: "new" } : undefined;
}

/** Reads a key that stays where it is; throws ConfigurationError for one that can't be used. */
async function readKeyFile(context: Context, path: string): Promise<ChosenKey> {
  let encrypted = false;
  const key = await (await context.keyFiles()).read(path, () => {
    encrypted = true;
    return getPassphrase(context);
  });
  return { kind: "file", path, key, encrypted };
}

/** What a person answers; no if there is no terminal to ask on. */
async function confirmed(context: Context, question: string): Promise<boolean> {
  return context.interactive && (await (await context.prompter()).confirm(question));
}

/** Lets a profile be replaced only when a person, or `--yes`, agrees. */
async function agreeToReplace(context: Context, name: string, profile: Profile): Promise<void> {
  const { globals, interactive } = context;
  const found = `${name} (${profile.baseUrl}) exists. Replace it?`;
  if (profile.protected) return confirmProtected(context, name, `The protected profile ${found}`);
  if (globals.yes || globals.dryRun) return;
  if (!interactive) {
    throw new UsageError(`profile ${name} exists`, {
      hint: { text: "to replace it, add", command: "--yes" },
    });
  }
  if (!(await confirmed(context, `The profile ${found}`))) throw new DeclinedError("nothing was changed");
}

/** The first profile becomes the current one, and the current one stays current: neither needs a question. */
async function wantsUse(context: Context, name: string, contents: ProfileContents): Promise<boolean> {
  const { current, profiles } = contents;
  if (profiles.size === 0 || current === name) return true;
  const instead = current === undefined ? "" : `, instead of ${current}`;
  return confirmed(context, `Make ${name} the current profile${instead}?`);
}

/** What registering a key needs below a ceiling. */
export const registrationScope = "api-key-pairs.write";

/** The ceilings of a profile that is yet to be made are those of options and variables. */
export async function ceilingsOf({ globals, host, profiles }: Context): Promise<readonly Ceiling[]> {
  const contents = await (await profiles()).contents();
  const { profile } = globals;
  const isNew = profile !== undefined && !contents.profiles.has(profile);
  return resolveCeilings({
    globals,
    env: host.env,
    profiles: isNew ? putProfile(contents, profile, { baseUrl: "" }) : contents,
  });
}

/** A new key is useless until registered, and `payctl serve` can do that. */
async function wantsRegistration(
  context: Context,
  { register }: InitFlags,
  { baseUrl, key }: Pick<Answers, "baseUrl" | "key">,
): Promise<boolean> {
  if (register) {
    await requireReferenceServer(context, baseUrl);
    return true;
  }
  if (register === false || !context.interactive || key.kind !== "new") return false;
  if (!allows(await ceilingsOf(context), registrationScope)) return false;
  if (!(await isReferenceServer(context, baseUrl))) return false;
  const question = "payctl serve runs there. Register the new key with it?";
  // What most people want.
  return (await context.prompter()).confirm(question, { usual: true });
}

async function requireReferenceServer(context: Context, baseUrl: string): Promise<void> {
  if (await isReferenceServer(context, baseUrl)) return;
  if (!isLoopback(new URL(baseUrl).hostname)) {
    throw new UsageError("--register is for payctl serve on this machine", {
      hint: `drop it, and register the public key with ${baseUrl}`,
    });
  }
  throw new ConfigurationError(`payctl serve does not answer at ${baseUrl}`, {
    hint: "start it first, or drop --register",
  });
}
