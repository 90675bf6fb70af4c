import type { KeyObject } from "node:crypto";
import type { Context } from "../../context.ts";
import { ConfigurationError } from "../../errors.ts";
import { inMemory } from "./database-place.ts";
import { findOwnProfile, type LocalProfile } from "./local-profile.ts";
import { databasePath, type ServeInput } from "./plan.ts";

export interface KeptKey {
  readonly key: KeyObject;
  readonly file: string;
}

/** Where the administrator's private key is from one start to the next. */
export interface KeyPlace {
  /** The profile that names the key. */
  readonly profile: LocalProfile | undefined;
  /** The key of an earlier start, and the file that it is in. */
  find(): Promise<KeptKey | undefined>;
  /** Resolves to the key's file. */
  keep(key: KeyObject): Promise<string>;
  /** Removes what was for this start alone. */
  clean(): Promise<void>;
}

/** With the profile `local` where it may be written, else beside the database; for a command, in a folder of its own. */
export async function chooseKeyPlace(context: Context, input: ServeInput): Promise<KeyPlace> {
  if (input.rest.length > 0) return passingPlace(context);
  const profile = input.flags.noProfile ? undefined : await findOwnProfile(context);
  if (profile !== undefined) return profilePlace(context, profile);
  const database = databasePath(input, context);
  return database === inMemory ? passingPlace(context) : filePlace(`${database}.pem`, context);
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

async function filePlace(path: string, { host }: Context): Promise<KeyPlace> {
  const [{ readPrivateFile, writePrivateFile }, { parsePrivateKey }, { toPrivatePem }] = await Promise.all([
    import("../../credentials/private-file.ts"),
    import("../../credentials/private-key.ts"),
    import("../../credentials/key-pair.ts"),
  ]);
  return {
    profile: undefined,
    async find() {
      const text = await readable(readPrivateFile(path, host.platform));
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
  const [{ openKeyFiles }, { makePassingFolder }] = await Promise.all([
    import("../../credentials/open-key-files.ts"),
    import("../../server/serve-files.ts"),
  ]);
  const folder = await makePassingFolder();
  const files = openKeyFiles({ directory: folder.path, platform: host.platform });
  return {
    profile: undefined,
    find: async () => undefined,
    keep: (key) => files.save(key),
    clean: folder.remove,
  };
}

/** A key that is gone, damaged or encrypted is replaced: nobody but the reference server needs it. */
async function readable<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  return reading.catch((error: unknown) => {
    if (error instanceof ConfigurationError) return undefined;
    throw error;
  });
}
