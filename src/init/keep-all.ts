import type { KeyObject } from "node:crypto";
import type { Context } from "../context.ts";
import { thumbprint } from "../contract/thumbprint.ts";
import { newProfile } from "../credentials/new-profile.ts";
import { generatePrivateKey } from "../credentials/private-key.ts";
import type { Profile } from "../credentials/profiles.ts";
import type { Answers } from "./answers.ts";

export interface Kept {
  readonly key: KeyObject;
  /** The key's file. */
  readonly path: string;
  /** Whether a passphrase opens the key. */
  readonly encrypted: boolean;
  /** Whether the profile is the current one. */
  readonly current: boolean;
}

/** Stores the key, if it is a new one, and then the profile; a profile that can't be written takes the key with it. */
export async function keepAll(
  context: Context,
  answers: Answers,
  passphrase: string | undefined,
): Promise<Kept> {
  const profiles = await context.profiles();
  const save = async (key: Pick<Profile, "key" | "keyFile">): Promise<boolean> => {
    const { name, replaced, use } = answers;
    const profile = { ...newProfile(answers), ...key };
    await profiles.save({ name, profile, replace: replaced !== undefined, use });
    return (await profiles.current()) === name;
  };
  if (answers.key.kind === "file") {
    const { encrypted, key, path } = answers.key;
    return { key, path, encrypted, current: await save({ keyFile: path }) };
  }
  const key = await generatePrivateKey();
  const files = await context.keyFiles();
  const name = thumbprint(key);
  const path = await files.save(key, passphrase);
  try {
    return { key, path, encrypted: passphrase !== undefined, current: await save({ key: name }) };
  } catch (error) {
    await files.remove(name);
    throw error;
  }
}
