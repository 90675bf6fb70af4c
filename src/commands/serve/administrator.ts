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
import { makePassingFolder } from "../../files/passing-folder.ts";
import { readPrivateFile, writePrivateFile } from "../../files/private.ts";
import { servesKey } from "../../server/running/ask-server.ts";
import { inMemory } from "../../values/database-address.ts";
import { isLoopback } from "../../values/loopback.ts";
import { databasePath, placeBeside } from "./database-place.ts";
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

/** Finds the key of an earlier start, or creates one; nothing is written yet. */
export async function prepareAdministrator(context: Context, input: ServeInput): Promise<Administrator> {
  const place = await chooseKeyPlace(context, input);
  const found = await place.find();
  const key = found?.key ?? (await generatePrivateKey());
  const { pem, thumbprint } = await publicParts(key);
  const neighbour = place.profile && (await findNeighbour(place.profile, thumbprint));
  return {
    publicKey: pem,
    thumbprint,
    async keep(url, caFile) {
      // A file may contain another key than its name says.
      const isKept = place.profile === undefined || place.profile.key === thumbprint;
      const keyFile = (isKept ? found?.file : undefined) ?? (await place.keep(key));
      if (place.profile === undefined) return { keyFile, profile: null };
      if (neighbour !== undefined) {
        await tellOfNeighbour(context, neighbour, url);
        return { keyFile, profile: null };
      }
      const isPointed = await pointProfile(context, place.profile, {
        baseUrl: url,
        key: thumbprint,
        ...(caFile === undefined ? {} : { caFile }),
      });
      return { keyFile, profile: isPointed ? localProfile : null };
    },
    clean: place.clean,
  };
}

/** The address of a running server that the profile points at. */
async function findNeighbour(profile: LocalProfile, thumbprint: string): Promise<string | undefined> {
  const { baseUrl, caFile, key } = profile;
  if (baseUrl === undefined || key !== thumbprint) return undefined;
  return (await servesKey({ url: baseUrl, caFile }, thumbprint)) ? baseUrl : undefined;
}

async function tellOfNeighbour({ output }: Context, neighbour: string, url: string): Promise<void> {
  await output.note(
    `the profile ${localProfile} still points at the running server at ${neighbour}; for this one, add: --base-url ${url}`,
  );
}

interface KeptKey {
  readonly key: KeyObject;
  readonly file: string;
}

/** Where the administrator's private key is stored between starts. */
interface KeyPlace {
  /** The profile that names the key. */
  readonly profile: LocalProfile | undefined;
  /** The key of an earlier start, and the file that it is in. */
  find(): Promise<KeptKey | undefined>;
  /** Resolves to the key's file. */
  keep(key: KeyObject): Promise<string>;
  /** Removes what existed only for this start. */
  clean(): Promise<void>;
}

/**
 * With the profile `local` if it may be written, otherwise next to the database; for a command, in a folder of its own.
 */
async function chooseKeyPlace(context: Context, input: ServeInput): Promise<KeyPlace> {
  if (input.rest.length > 0) return passingPlace(context);
  const profile = input.flags.noProfile ? undefined : await findOwnProfile(context);
  if (profile !== undefined) return profilePlace(context, profile);
  const database = databasePath(input, context);
  return database === inMemory
    ? passingPlace(context)
    : filePlace(`${placeBeside(database, context.host)}.pem`, context);
}

async function profilePlace(context: Context, profile: LocalProfile): Promise<KeyPlace> {
  const files = await context.keyFiles();
  return {
    profile,
    async find() {
      if (profile.key === undefined) return undefined;
      const file = files.pathOf(profile.key);
      return readable(files.read(file).then((key) => ({ key, file })));
    },
    keep: (key) => files.save(key),
    clean: async () => {},
  };
}

function filePlace(path: string, { host, patient }: Context): KeyPlace {
  return {
    profile: undefined,
    async find() {
      const text = await readable(readPrivateFile(path, { platform: host.platform, patient }));
      if (text === undefined) return undefined;
      return readable(parsePrivateKey({ text, source: path }).then((key) => ({ key, file: path })));
    },
    async keep(key) {
      await writePrivateFile(path, toPrivatePem(key, undefined));
      return path;
    },
    clean: async () => {},
  };
}

async function passingPlace({ host }: Context): Promise<KeyPlace> {
  const folder = await makePassingFolder("serve");
  const files = openKeyFiles({ directory: folder, platform: host.platform });
  return {
    profile: undefined,
    find: async () => undefined,
    keep: (key) => files.save(key),
    clean: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A missing, damaged or encrypted key is replaced: only the reference server needs it. */
async function readable<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  return reading.catch((error: unknown) => {
    if (error instanceof ConfigurationError) return undefined;
    throw error;
  });
}

/** The profile that `payctl serve` writes. */
export const localProfile = "local";

/** What the profile says before this start; empty if there is none. */
type LocalProfile = Partial<Profile>;

/** Undefined, with a note, if a person made a profile of the same name for something else. */
async function findOwnProfile(context: Context): Promise<LocalProfile | undefined> {
  const profile = (await (await context.profiles()).contents()).profiles.get(localProfile);
  if (profile === undefined) return {};
  if (profileKey(profile) === profile.key && isLoopback(new URL(profile.baseUrl).hostname)) return profile;
  await context.output.note(`the profile ${localProfile} is used for something else and is left alone`);
  return undefined;
}

/**
 * Makes the profile point at the running server, unless another one that started at the same time was quicker; a profile
 * that already does is not rewritten.
 */
async function pointProfile(context: Context, before: LocalProfile, now: Profile): Promise<boolean> {
  const { caFile, ...kept } = before;
  if (before.baseUrl === now.baseUrl && before.key === now.key && caFile === now.caFile) return true;
  let isPointed = false;
  await (await context.profiles()).change((contents) => {
    const found = contents.profiles.get(localProfile);
    isPointed = found?.baseUrl === before.baseUrl && found?.key === before.key;
    return isPointed ? putProfile(contents, localProfile, { ...kept, ...now }) : contents;
  });
  if (!isPointed) {
    await context.output.note(
      `the profile ${localProfile} points at another server by now and is left alone`,
    );
  }
  return isPointed;
}
