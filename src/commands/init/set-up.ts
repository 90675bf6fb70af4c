import type { KeyObject } from "node:crypto";
import type { Context } from "../../context.ts";
import { thumbprint } from "../../contract/thumbprint.ts";
import { generatePrivateKey } from "../../credentials/private-key.ts";
import { type Profile, putProfile, useProfile } from "../../credentials/profiles.ts";
import { findProtection } from "../../credentials/protection.ts";
import { getPassphrase, newPassphrase } from "../../passphrase.ts";
import { isLoopback } from "../../values/loopback.ts";
import { shellWord } from "../../values/text.ts";
import { keyShape, showKey } from "../keys/show.ts";
import { settingWords, withSettings } from "../profile/profile-settings.ts";
import { applyChange, confirmAddress } from "../write.ts";
import { type Answers, collectAnswers, type InitFlags } from "./answers.ts";
import { registerKey } from "./reference-server.ts";

/** Asks, writes a profile and its key, shows the public key and says what to do next. */
export async function setUp(context: Context, flags: InitFlags): Promise<void> {
  // A wrong --fields is refused before anything is asked or stored.
  await context.output.results(keyShape);
  const profiles = await context.profiles();
  const answers = await collectAnswers(context, flags, await profiles.contents());
  if (answers.register) await confirmRegistration(context, answers);
  await applyChange(context, describe(answers, profiles.path), async () => {
    const kept = await (answers.keyFile === undefined
      ? keepNewKey(context, answers, flags)
      : keepKeyFile(context, answers, answers.keyFile));
    if (answers.register) await register(context, answers, kept.key);
    await showKey(context, { key: kept.key, profile: answers.name, path: kept.path });
    await tellNextSteps(context, answers, kept);
  });
}

/** A key that is registered at the address of a protected profile may write there. */
async function confirmRegistration(context: Context, { baseUrl, name }: Answers): Promise<void> {
  const source = { kind: "profile", name } as const;
  const place = { profile: { value: name, source }, baseUrl: { value: baseUrl, source } };
  const protection = findProtection(await (await context.profiles()).contents(), place);
  await confirmAddress(context, { ...place, protection }, "Register the key there?");
}

async function register(context: Context, { baseUrl, name }: Answers, key: KeyObject): Promise<void> {
  const hint = { text: `profile ${name} has its key; to investigate`, command: `payctl doctor -p ${name}` };
  await registerKey(context, baseUrl, { name, key, hint });
}

function describe({ keyFile, name, register, replaced }: Answers, path: string): string {
  const first = keyFile === undefined ? ["make a key pair", "store it"] : [];
  const done = replaced === undefined ? `add profile ${name} to` : `replace profile ${name} in`;
  const last = register ? ["register its key with payctl serve"] : [];
  return new Intl.ListFormat("en-GB").format([...first, `${done} ${path}`, ...last]);
}

interface Kept {
  readonly profile: Profile;
  readonly key: KeyObject;
  /** The key's file. */
  readonly path: string;
  /** Whether a passphrase opens the key. */
  readonly encrypted: boolean;
}

/** A key that stays where it is. */
async function keepKeyFile(context: Context, answers: Answers, path: string): Promise<Kept> {
  let encrypted = false;
  const key = await (await context.keyFiles()).read(path, () => {
    encrypted = true;
    return getPassphrase(context);
  });
  return { profile: await saveProfile(context, answers, { keyFile: path }), key, path, encrypted };
}

/** Stores a new key, and then the profile; if the profile can't be written, the key is removed again. */
async function keepNewKey(context: Context, answers: Answers, flags: InitFlags): Promise<Kept> {
  const passphrase = await newPassphrase(context, flags);
  const key = await generatePrivateKey();
  const files = await context.keyFiles();
  const name = await thumbprint(key);
  const path = await files.save(key, passphrase);
  const profile = await saveProfile(context, answers, { key: name }).catch(async (error: unknown) => {
    await files.remove(name);
    throw error;
  });
  // Whatever fails from here on, the profile needs its key.
  return { profile, key, path, encrypted: passphrase !== undefined };
}

/** One change for everything that is decided about the profile. */
async function saveProfile(
  context: Context,
  answers: Answers,
  key: Pick<Profile, "key" | "keyFile">,
): Promise<Profile> {
  const { keyFile: _, name, use, ...settings } = answers;
  const profile = { ...withSettings(undefined, { ...context.globals, ...settings, ...key }), ...key };
  await (await context.profiles()).change((contents) => {
    const added = putProfile(contents, name, profile);
    return use ? useProfile(added, name) : added;
  });
  return profile;
}

/** Says what was done, what comes next, and, after questions, how to do it all without them. */
async function tellNextSteps(context: Context, answers: Answers, kept: Kept): Promise<void> {
  const { output } = context;
  const { baseUrl, keyFile, name, register, replaced } = answers;
  const { current } = await (await context.profiles()).contents();
  const done = replaced === undefined ? "added" : "replaced";
  await output.note(`${done} profile ${name}${current === name ? ", the current one" : ""}`);
  if (current !== undefined && current !== name) {
    await output.note({
      text: `${current} is still the current profile; to change that`,
      command: `payctl profile use ${name}`,
    });
  }
  if (replaced?.key !== undefined) {
    await output.note(`its previous key is kept: ${(await context.keyFiles()).pathOf(replaced.key)}`);
  }
  const isUnknown = keyFile === undefined && !register;
  if (register) await output.note("registered the key with payctl serve");
  const first = isUnknown
    ? "register the public key above with the service, then check"
    : "check that it works";
  await output.note({ text: first, command: `payctl doctor -p ${name}` });
  if (isUnknown && isLoopback(new URL(baseUrl).hostname)) {
    await output.note({
      text: "if the service is payctl serve, this registers it",
      command: registration(answers),
    });
  }
  // Without questions, the user already has the command line.
  if (!context.interactive) return;
  const terms = kept.encrypted ? ", with PAYCTL_KEY_PASSPHRASE set" : "";
  await output.note({
    text: `the same without questions${terms}`,
    command: equivalentCommand(answers, kept.profile, current),
  });
}

/** Adds the key pair to the data of the reference server. */
function registration({ baseUrl, name }: Answers): string {
  const pair = '{display_name: profile, public_key: public_key, role_slugs: [`"administrator"`]}';
  const show = `payctl keys show -p ${name} -o json --query '{api_key_pairs: [${pair}]}'`;
  return `${show} | payctl serve seed - --url ${shellWord(baseUrl)}`;
}

/** The command line that does the same without questions. */
function equivalentCommand(answers: Answers, profile: Profile, current: string | undefined): string {
  const { keyFile, name, register, replaced } = answers;
  const words = ["payctl", "init", "-p", name, ...settingWords(profile)];
  if (keyFile === undefined) words.push("--generate-key");
  if (register) words.push("--register");
  if (current === name) words.push("--use");
  if (replaced !== undefined) words.push("--yes");
  return [...words.map(shellWord), "--no-input"].join(" ");
}
