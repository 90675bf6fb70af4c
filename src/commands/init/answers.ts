import { resolve } from "node:path";
import type { Context } from "../../context.ts";
import { allows, refuseAbove } from "../../credentials/ceiling.ts";
import {
  checkProfileName,
  type Profile,
  type ProfileContents,
  putProfile,
} from "../../credentials/profiles.ts";
import { resolveCeilings } from "../../credentials/resolve-settings.ts";
import { certificateAt, findText, optionLevel, parsers } from "../../credentials/setting-sources.ts";
import { ConfigurationError, hintText, PayctlError, UsageError } from "../../errors.ts";
import { globalFlags } from "../../globals.ts";
import { fromHome } from "../../values/path-text.ts";
import { isZone } from "../../values/zone.ts";
import { refuseKeyInput, refuseTokenFile } from "../profile/profile-settings.ts";
import { confirmLoss, confirmProtected } from "../write.ts";
import { isReferenceServer } from "./reference-server.ts";

export interface InitFlags {
  readonly generateKey: boolean | undefined;
  readonly passphrase: boolean | undefined;
  readonly protected: boolean | undefined;
  readonly register: boolean | undefined;
  readonly use: boolean | undefined;
}

/** Everything that `init` needs to know before it writes; settings have the names of their options. */
export interface Answers {
  readonly name: string;
  readonly baseUrl: string;
  readonly merchantAccount: string | undefined;
  /** The path of a key that there is already; undefined for one that is yet to be made. */
  readonly keyFile: string | undefined;
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
  const { globals, interactive } = context;
  refuseFlags(context, flags);
  if (globals.profile !== undefined) checkProfileName(globals.profile);
  // Values from the environment are not stored.
  const level = [optionLevel(globals)];
  const given = { baseUrl: findText("baseUrl", level), merchantAccount: findText("merchantAccount", level) };
  // The profile is used from other folders too.
  const givenKey = globals.keyFile && resolve(globals.keyFile);
  if (givenKey !== undefined) await (await context.keyFiles()).check(givenKey);

  const name = globals.profile ?? (await ask(context, nameQuestion));
  const replaced = contents.profiles.get(name);
  if (replaced !== undefined) await confirmReplacing(context, name, replaced);
  const baseUrl = given.baseUrl?.value ?? (await ask(context, baseUrlQuestion));
  const askIfInteractive = async <Value>(question: Question<Value>) =>
    interactive ? ask(context, question) : undefined;
  const merchantAccount = given.merchantAccount?.value ?? (await askIfInteractive(merchantAccountQuestion));
  const isNewKey = flags.generateKey || flags.passphrase;
  const keyFile = isNewKey ? undefined : (givenKey ?? (await ask(context, keyQuestion(context))));
  return {
    name,
    replaced,
    baseUrl,
    merchantAccount,
    keyFile,
    register: await wantsRegistration(context, { asked: flags.register, name, baseUrl, keyFile, contents }),
    tz: globals.tz ?? (await askIfInteractive(zoneQuestion(context))),
    protected: flags.protected ?? (await confirmed(context, "Ask before every write with this profile?")),
    use: flags.use ?? (await wantsUse(context, name, contents)),
  };
}

/** Refuses flags that contradict each other and, without a terminal to ask on, missing flags. */
function refuseFlags({ globals, interactive }: Context, flags: InitFlags): void {
  const { keyCommand, keyFile, signerCommand, publicKey } = globals;
  if ([keyCommand, signerCommand, publicKey].some((given) => given !== undefined)) {
    const command = "payctl profile add NAME --base-url URL --key-command COMMAND";
    throw new UsageError("init sets up a key in a file", {
      hint: { text: "for a key that stays elsewhere", command },
    });
  }
  refuseTokenFile(globals.tokenFile, "--key-file PATH or --generate-key");
  refuseKeyInput(keyFile);
  certificateAt(optionLevel(globals));
  if (keyFile !== undefined && (flags.generateKey || flags.passphrase)) {
    const flag = flags.generateKey ? "--generate-key" : "--passphrase";
    throw new UsageError(`${flag} is for a new key, and --key-file names an existing one`, {
      hint: "use only one of them",
    });
  }
  if (interactive) return;
  const missing = [
    globals.profile === undefined ? "--profile" : undefined,
    globals.baseUrl === undefined ? "--base-url" : undefined,
    keyFile === undefined && !flags.generateKey ? "--key-file or --generate-key" : undefined,
  ].filter((name) => name !== undefined);
  if (missing.length === 0) return;
  throw new UsageError(`missing, and there is no terminal to ask on: ${missing.join("; ")}`, {
    hint: { text: "usage", command: "payctl init -p NAME --base-url URL --generate-key --no-input" },
  });
}

/** A question to a person. */
interface Question<Value> {
  readonly text: string;
  /** What Enter alone means, in words for people, if it means something. */
  readonly usual?: string;
  /** Throws a PayctlError that says what is wrong with the answer. */
  parse(text: string): Value | Promise<Value>;
}

/** Asks a person until the answer is usable, saying each time what was wrong. */
async function ask<Value>(context: Context, { parse, text, usual }: Question<Value>): Promise<Value> {
  const findFault = async (typed: string): Promise<string | undefined> => {
    try {
      await parse(typed.trim());
      return undefined;
    } catch (error) {
      if (!(error instanceof PayctlError)) throw error;
      const { hint, message } = error;
      return hint === undefined ? message : `${message} (${hintText(hint)})`;
    }
  };
  const answer = await (await context.prompter()).input(text, { usual, findFault });
  return parse(answer.trim());
}

const { baseUrl: urlRow, merchantAccount: accountRow, tz: zoneRow } = globalFlags;

const nameQuestion: Question<string> = {
  text: "Name of the profile:",
  usual: "default",
  parse(text) {
    checkProfileName(text);
    return text;
  },
};

const baseUrlQuestion: Question<string> = { text: urlRow.field.question, parse: parsers.baseUrl };

const merchantAccountQuestion: Question<string | undefined> = {
  text: accountRow.field.question,
  usual: accountRow.field.none,
  parse: (text) => (text === accountRow.field.none ? undefined : parsers.merchantAccount(text)),
};

/** The machine's own zone is what its clock shows. */
function zoneQuestion({ host }: Context): Question<string> {
  const own = host.timeZone();
  const usual = !isZone(own) || /^(?:Etc\/)?UTC$/i.test(own) ? zoneRow.field.none : own;
  return { text: zoneRow.field.question, usual, parse: parsers.tz };
}

function keyQuestion({ host, keyFiles }: Context): Question<string | undefined> {
  const usual = "none yet, make one";
  return {
    text: "File with your private key:",
    usual,
    async parse(text) {
      if (text === usual) return undefined;
      // No shell has expanded the answer.
      const path = resolve(fromHome(text, host.homeDirectory));
      await (await keyFiles()).check(path);
      return path;
    },
  };
}

/** What a person answers; no if there is no terminal to ask on. */
async function confirmed(context: Context, question: string): Promise<boolean> {
  return context.interactive && (await (await context.prompter()).confirm(question));
}

/** Lets a profile be replaced only when a person, or `--yes`, agrees. */
async function confirmReplacing(context: Context, name: string, profile: Profile): Promise<void> {
  const found = `${name} (${profile.baseUrl}) exists. Replace it?`;
  if (profile.protected) await confirmProtected(context, name, `The protected profile ${found}`);
  else await confirmLoss(context, () => `The profile ${found}`, `profile ${name} exists`);
}

/** The first profile becomes the current one, and the current one stays current: neither needs a question. */
async function wantsUse(context: Context, name: string, contents: ProfileContents): Promise<boolean> {
  const { current, profiles } = contents;
  if (profiles.size === 0 || current === name) return true;
  const instead = current === undefined ? "" : `, instead of ${current}`;
  return confirmed(context, `Make ${name} the current profile${instead}?`);
}

interface Registration extends Pick<Answers, "baseUrl" | "keyFile" | "name"> {
  readonly contents: ProfileContents;
  /** What the flag says. */
  readonly asked: boolean | undefined;
}

/** A new key is useless until registered, and `payctl serve` can do that. */
async function wantsRegistration(
  context: Context,
  { asked, baseUrl, contents, keyFile, name }: Registration,
): Promise<boolean> {
  if (!asked && (asked === false || !context.interactive || keyFile !== undefined)) return false;
  const { globals, host } = context;
  const ceilings = resolveCeilings({
    globals: { ...globals, profile: name },
    env: host.env,
    profiles: contents.profiles.has(name) ? contents : putProfile(contents, name, { baseUrl }),
  });
  const scope = "api-key-pairs.write";
  if (asked) refuseAbove(ceilings, [scope], "init --register needs");
  const canRegister = allows(ceilings, scope) && (await isReferenceServer(context, baseUrl));
  if (!asked) {
    const question = "payctl serve runs there. Register the new key with it?";
    // What most people want.
    return canRegister && (await context.prompter()).confirm(question, { usual: true });
  }
  if (canRegister) return true;
  throw new ConfigurationError(`payctl serve does not answer at ${baseUrl}`, {
    hint: "start it on this machine first, or drop --register, and register the public key with the service",
  });
}
