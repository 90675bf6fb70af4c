import type { KeyObject } from "node:crypto";
import { rm } from "node:fs/promises";
import type { Context } from "../../context.ts";
import { openKeyFiles } from "../../credentials/key-files.ts";
import {
  generatePrivateKey,
  parsePrivateKey,
  publicParts,
  toPrivatePem,
} from "../../credentials/private-key.ts";
import { type Profile, profileKey, putProfile } from "../../credentials/profiles.ts";
import { ConfigurationError } from "../../errors.ts";
import { readPrivateFile, writePrivateFile } from "../../files/private.ts";
import { makeTemporaryFolder } from "../../files/temporary-folder.ts";
import { isAnswering } from "../../server/running/ask-server.ts";
import { inMemory } from "../../values/database-address.ts";
import { isLoopback } from "../../values/loopback.ts";
import { pathBeside } from "./database.ts";
import type { ServeInput } from "./flags.ts";

/** The key pair that may do everything on the reference server. */
export interface Administrator {
  /** PEM, SPKI. */
  readonly publicKey: string;
  readonly thumbprint: string;
  /** Stores the private key and, if there should be one, writes the profile; only once the server answers. */
  keep(
    url: string,
    caFile: string | undefined,
  ): Promise<{ readonly keyFile: string; readonly profile: string | null }>;
  /** Removes what existed only for this start. */
  clean(): Promise<void>;
}

/** The profile that `payctl serve` writes. */
export const localProfile = "local";

/** What the profile says before this start; empty if there is none. */
type LocalProfile = Partial<Profile>;

/** Finds the key of an earlier start, or creates one; nothing is written yet. */
export async function prepareAdministrator(
  context: Context,
  input: ServeInput,
  database: string,
): Promise<Administrator> {
  const hasProfile = input.rest.length === 0 && !input.flags.noProfile;
  const profile = hasProfile ? await findOwnProfile(context) : undefined;
  const keyStore = await chooseKeyStore(context, input, { database, profile });
  const found = keyStore.file === undefined ? undefined : await findKey(context, keyStore.file);
  const key = found ?? (await generatePrivateKey());
  const { pem, thumbprint } = await publicParts(key);
  const isFree = profile !== undefined && !(await isInUse(profile));
  return {
    publicKey: pem,
    thumbprint,
    async keep(baseUrl, caFile) {
      // A file that a person put there has the name of another key.
      const isStored = found !== undefined && (profile === undefined || profile.key === thumbprint);
      const keyFile = isStored && keyStore.file !== undefined ? keyStore.file : await keyStore.save(key);
      const now = { baseUrl, key: thumbprint, ...(caFile === undefined ? {} : { caFile }) };
      const isWritten = isFree && (await pointProfile(context, profile, now));
      return { keyFile, profile: isWritten ? localProfile : null };
    },
    clean: keyStore.clean ?? (async () => {}),
  };
}

/** Where the administrator's private key is stored between starts. */
interface KeyStore {
  /** The file that may have the key of an earlier start. */
  readonly file?: string | undefined;
  /** Resolves to the key's file. */
  save(key: KeyObject): Promise<string>;
  /** Removes what existed only for this start. */
  clean?(): Promise<void>;
}

/** With a profile, among the keys of all profiles; for a command and in memory, in a folder of its own; otherwise next to the database. */
async function chooseKeyStore(
  { host, keyFiles }: Context,
  { rest }: ServeInput,
  { database, profile }: { readonly database: string; readonly profile: LocalProfile | undefined },
): Promise<KeyStore> {
  if (profile !== undefined) {
    const { pathOf, save } = await keyFiles();
    return { file: profile.key && pathOf(profile.key), save };
  }
  if (rest.length > 0 || database === inMemory) {
    const directory = await makeTemporaryFolder("serve");
    const { save } = openKeyFiles({ directory, platform: host.platform });
    return { save, clean: () => rm(directory, { recursive: true, force: true }) };
  }
  const file = `${pathBeside(database, host)}.pem`;
  const save = async (key: KeyObject) => {
    await writePrivateFile(file, toPrivatePem(key, undefined));
    return file;
  };
  return { file, save };
}

/** Undefined for a key that is missing, damaged or encrypted: it is replaced, as only the reference server needs it. */
async function findKey({ host, withDeadline }: Context, file: string): Promise<KeyObject | undefined> {
  try {
    const text = await readPrivateFile(file, { platform: host.platform, withDeadline });
    return await parsePrivateKey({ text, source: file });
  } catch (error) {
    if (error instanceof ConfigurationError) return undefined;
    throw error;
  }
}

/** Undefined if a person made a profile of the same name for something else. */
async function findOwnProfile(context: Context): Promise<LocalProfile | undefined> {
  const profile = (await (await context.profiles()).contents()).profiles.get(localProfile);
  if (profile === undefined) return {};
  const isOwn = profileKey(profile) === profile.key && isLoopback(new URL(profile.baseUrl).hostname);
  return isOwn ? profile : undefined;
}

/** Whether the profile points at a server that is running. */
async function isInUse({ baseUrl, caFile }: LocalProfile): Promise<boolean> {
  return baseUrl !== undefined && isAnswering(baseUrl, { caFile });
}

/**
 * Makes the profile point at the running server, unless another one that started at the same time was quicker; a profile
 * that already does is not rewritten.
 */
async function pointProfile(context: Context, before: LocalProfile, now: Profile): Promise<boolean> {
  const { caFile, ...kept } = before;
  if (before.baseUrl === now.baseUrl && before.key === now.key && caFile === now.caFile) return true;
  let isWritten = false;
  await (await context.profiles()).change((contents) => {
    const found = contents.profiles.get(localProfile);
    isWritten = found?.baseUrl === before.baseUrl && found?.key === before.key;
    return isWritten ? putProfile(contents, localProfile, { ...kept, ...now }) : contents;
  });
  return isWritten;
}
