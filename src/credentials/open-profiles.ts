import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ConfigurationError, PayctlError, systemCode } from "../errors.ts";
import { importUnhooked } from "./import-unhooked.ts";
import {
  addProfile,
  putProfile,
  removeProfile,
  renameProfile,
  saveProfile,
  setProfileKey,
  useProfile,
} from "./profile-contents.ts";
import { noProfiles, parseProfileFile, toProfileFile } from "./profile-file.ts";
import type { ProfileContents, ProfileStore } from "./profiles.ts";

/** The profiles below the configuration folder; neither folder nor file is made before the first change. */
export function openProfiles({ directory }: { readonly directory: string }): ProfileStore {
  const path = join(directory, "config.json");
  const contents = async () => readContents(path);
  const change = async (apply: (contents: ProfileContents) => ProfileContents): Promise<void> => {
    const { withFileLock } = await import("../files/lock.ts");
    const { replaceConfFile } = await importUnhooked(() => import("./conf-file.ts"));
    await writing(path, async () => {
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      await withFileLock(`${path}.lock`, async () => {
        replaceConfFile(directory, toProfileFile(apply(readContents(path))));
      });
    });
  };
  return {
    path,
    contents,
    list: async () => Object.fromEntries((await contents()).profiles),
    find: async (name) => (await contents()).profiles.get(name),
    current: async () => (await contents()).current,
    add: (name, profile) => change((before) => addProfile(before, name, profile)),
    put: (name, profile) => change((before) => putProfile(before, name, profile)),
    save: (saved) => change((before) => saveProfile(before, saved)),
    setKey: (name, key) => change((before) => setProfileKey(before, name, key)),
    use: (name) => change((before) => useProfile(before, name)),
    rename: (from, to) => change((before) => renameProfile(before, from, to)),
    remove: (name) => change((before) => removeProfile(before, name)),
  };
}

/** Plain reading, at once: the package that writes the file, and promises of files, take milliseconds to load. */
function readContents(path: string): ProfileContents {
  const text = readText(path);
  if (text === undefined) return noProfiles;
  try {
    return parseProfileFile(text);
  } catch (error) {
    // Only parseProfileFile's own errors arrive here, and none repeats what the file holds.
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigurationError(`${path} is damaged: ${reason}`, {
      cause: error,
      hint: `mend it in an editor, or start afresh: mv '${path}' '${path}.damaged'`,
    });
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    if (systemCode(cause) === "ENOENT") return undefined;
    throw new ConfigurationError(`${path} can't be read`, { cause, hint: `look at it: ls -l '${path}'` });
  }
}

async function writing(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    if (cause instanceof PayctlError) throw cause;
    throw new ConfigurationError(`${path} can't be written`, {
      cause,
      hint: "look at the folder's owner and mode, or name another folder in PAYCTL_CONFIG_DIR",
    });
  }
}
