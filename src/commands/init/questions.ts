import type { KeyObject } from "node:crypto";
import { resolve } from "node:path";
import type { Context } from "../../context.ts";
import { allows, type Ceiling } from "../../credentials/ceiling.ts";
import { checkProfileName, type Profile, type ProfileContents } from "../../credentials/profiles.ts";
import { resolveCeilings } from "../../credentials/resolve-settings.ts";
import { parsers } from "../../credentials/setting-sources.ts";
import { ConfigurationError, DeclinedError, PayctlError, UsageError } from "../../errors.ts";
import { getPassphrase } from "../../passphrase.ts";
import { writeAside } from "../../terminal/streams.ts";
import { isLoopback } from "../../values/loopback.ts";
import { fromHome } from "../../values/path-text.ts";
import { safeText } from "../../values/safe-text.ts";
import { isZone } from "../../values/zone.ts";
import { confirmProtected } from "../write.ts";
import { isReferenceServer } from "./reference-server.ts";

export interface InitFlags {
  readonly generateKey: boolean | undefined;
  readonly passphrase: boolean | undefined;
  readonly protected: boolean | undefined;
  readonly register: boolean | undefined;
  readonly use: boolean | undefined;
}

/** The key for a profile: one that is yet to be made, or one in a file. */
export type ChosenKey =
  | { readonly kind: "new" }
  | {
      readonly kind: "file";
      readonly path: string;
      readonly key: KeyObject;
      readonly encrypted: boolean;
    };

/** Everything that `init` needs to know before it writes. */
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

/** A question to a person, and how the answer is read. */
interface Question<Value> {
  readonly text: string;
  /** What Enter alone means, in words for people, if it means something. */
  readonly usual?: { readonly words: string; readonly value: Value };
  /** Throws a PayctlError that says what is wrong with the answer. */
  parse(text: string): Value | Promise<Value>;
  /** As `parse`, which may ask for more, but without asking; `parse` itself unless given. */
  check?(text: string): unknown;
}

export const nameQuestion: Question<string> = {
  text: "Name of the profile:",
  usual: { words: "default", value: "default" },
  parse: parseName,
};

export function parseName(text: string): string {
  checkProfileName(text);
  return text;
}

export const baseUrlQuestion: Question<string> = {
  text: "Address of the service, such as https://api.example.com:",
  parse: parsers.baseUrl,
};

export const merchantAccountQuestion: Question<string | undefined> = {
  text: "Merchant account:",
  usual: { words: "the service's default", value: undefined },
  parse: parsers.merchantAccount,
};

/** The machine's own zone is what its clock shows. */
export function zoneQuestion({ host }: Context): Question<string> {
  const own = host.timeZone();
  const usual = !isZone(own) || /^(?:Etc\/)?UTC$/i.test(own) ? "utc" : own;
  return {
    text: "Time zone of times given and shown:",
    usual: { words: usual, value: usual },
    parse: parsers.tz,
  };
}

export function keyQuestion(context: Context): Question<ChosenKey> {
  return {
    text: "File with your private key:",
    usual: { words: "none yet, make one", value: { kind: "new" } },
    parse: (text) => readKeyFile(context, pathOf(text, context)),
    check: async (text) => (await context.keyFiles()).check(pathOf(text, context)),
  };
}

/** No shell has expanded the answer, so `~` is replaced here. */
function pathOf(text: string, { host }: Context): string {
  return resolve(fromHome(text, host.homeDirectory));
}

/** Asks a person until the answer is usable, saying each time what was wrong. */
export async function askUntil<Value>(context: Context, question: Question<Value>): Promise<Value> {
  const { text, usual } = question;
  const prompter = await context.prompter();
  const findFault = async (typed: string): Promise<string | undefined> =>
    typed === usual?.words ? undefined : faultOf(question, typed.trim());
  for (;;) {
    const answer = await prompter.input(text, { usual: usual?.words, findFault });
    if (answer === usual?.words) return usual.value;
    try {
      return await question.parse(answer.trim());
    } catch (error) {
      // No note, which --quiet would hide: without the reason the question would look like a mistake.
      await writeAside(context.host.stderr, `  ${safeText(describe(error))}\n`);
    }
  }
}

/** For an answer that may stay open without a terminal. */
export async function askIfThere<Value>(
  context: Context,
  question: Question<Value>,
): Promise<Value | undefined> {
  return context.interactive ? askUntil(context, question) : undefined;
}

async function faultOf<Value>(question: Question<Value>, typed: string): Promise<string | undefined> {
  try {
    await (question.check ?? question.parse)(typed);
    return undefined;
  } catch (error) {
    return describe(error);
  }
}

function describe(error: unknown): string {
  if (!(error instanceof PayctlError)) throw error;
  const { hint, message } = error;
  return hint === undefined ? message : `${message} (${hint})`;
}

/** Reads a key that stays where it is; throws ConfigurationError for one that can't be used. */
export async function readKeyFile(context: Context, path: string): Promise<ChosenKey> {
  let encrypted = false;
  const key = await (await context.keyFiles()).read(path, () => {
    encrypted = true;
    return getPassphrase(context);
  });
  return { kind: "file", path, key, encrypted };
}

/** What a person answers; no if there is no terminal to ask on. */
export async function confirmed(context: Context, question: string): Promise<boolean> {
  return context.interactive && (await (await context.prompter()).confirm(question));
}

/** Lets a profile be replaced only when a person, or `--yes`, agrees. */
export async function agreeToReplace(context: Context, name: string, profile: Profile): Promise<void> {
  const { globals, interactive } = context;
  const place = `${name} (${profile.baseUrl})`;
  if (profile.protected) {
    return confirmProtected(context, name, `The protected profile ${place} exists. Replace it?`);
  }
  if (globals.yes || globals.dryRun) return;
  if (!interactive) {
    throw new UsageError(`profile ${name} exists`, {
      hint: `to replace it, add: --yes; to see it: payctl profile show ${name}`,
    });
  }
  if (!(await confirmed(context, `The profile ${place} exists. Replace it?`)))
    throw new DeclinedError("nothing was changed");
}

/** The first profile becomes the current one, and the current one stays current: neither needs a question. */
export async function wantsUse(context: Context, name: string, contents: ProfileContents): Promise<boolean> {
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
  if (globals.profile === undefined || contents.profiles.has(globals.profile)) {
    return resolveCeilings({ globals, env: host.env, profiles: contents });
  }
  return resolveCeilings({
    globals: { ...globals, profile: undefined },
    env: { ...host.env, PAYCTL_PROFILE: undefined },
    profiles: { ...contents, current: undefined },
  });
}

/** A new key is useless until registered, and `payctl serve` can do that. */
export async function wantsRegistration(
  context: Context,
  { register }: InitFlags,
  { baseUrl, key }: Pick<Answers, "baseUrl" | "key">,
): Promise<boolean> {
  const isOpen = register === undefined && context.interactive && key.kind === "new";
  if (!register && !isOpen) return false;
  if (isOpen && !allows(await ceilingsOf(context), registrationScope)) return false;
  const isThere = await isReferenceServer(context, baseUrl);
  if (isOpen) {
    const question = "payctl serve runs there. Register the new key with it?";
    // What most people want.
    return isThere && (await context.prompter()).confirm(question, { usual: true });
  }
  if (isThere) return true;
  if (!isLoopback(new URL(baseUrl).hostname)) {
    throw new UsageError("--register is for payctl serve on this machine", {
      hint: `drop it, and register the public key with ${baseUrl}`,
    });
  }
  throw new ConfigurationError(`payctl serve does not answer at ${baseUrl}`, {
    hint: "start it first, or drop --register",
  });
}
