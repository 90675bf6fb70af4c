import { join, posix, win32 } from "node:path";
import { ConfigurationError, messageOf, PayctlError, systemCode } from "../errors.ts";
import { disk } from "../files/disk.ts";
import type { Environment } from "../values/environment.ts";
import { isRecord } from "../values/record.ts";
import {
  addProfile,
  expandPaths,
  forgetNextKey,
  getProfile,
  isProfile,
  markNextKey,
  type Profile,
  type ProfileContents,
  putProfile,
  removeProfile,
  type SavedProfile,
  saveProfile,
  setStoredKey,
  useProfile,
} from "./profiles.ts";

/** What decides where payctl keeps its files. */
interface Surroundings {
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  readonly home: string;
}

/** The folder of `config.json` and of the stored keys. */
export function configurationDirectory({ env, platform, home }: Surroundings): string {
  const path = platform === "win32" ? win32 : posix;
  const own = env["PAYCTL_CONFIG_DIR"];
  if (own) return own;
  // The XDG base directory specification asks to ignore a relative path.
  const xdg = env["XDG_CONFIG_HOME"];
  if (xdg && path.isAbsolute(xdg)) return path.join(xdg, "payctl");
  if (platform !== "win32") return path.join(home, ".config", "payctl");
  return path.join(env["APPDATA"] || path.join(home, "AppData", "Roaming"), "payctl");
}

export type ProfileStore = ReturnType<typeof openProfiles>;

/**
 * The profiles below the configuration folder; neither folder nor file is made before the first change. Every change is
 * atomic and safe against parallel writers; a damaged file, or a profile that is not there, is a ConfigurationError.
 */
export function openProfiles({ directory, home }: { readonly directory: string; readonly home: string }) {
  const path = join(directory, "config.json");
  const contents = async () => expandPaths(readContents(path), home);
  const change = async (apply: (contents: ProfileContents) => ProfileContents): Promise<void> => {
    const { withFileLock } = await import("../files/lock.ts");
    const { replaceConfFile } = await import("./conf-file.ts");
    await writing(path, async () => {
      disk.mkdirSync(directory, { recursive: true, mode: 0o700 });
      await withFileLock(path, async (held) => {
        const contents = apply(readContents(path));
        held.confirm();
        await replaceConfFile(path, toProfileFile(contents));
      });
    });
  };
  return {
    /** Where the file is. */
    path,
    contents,
    list: async (): Promise<Readonly<Record<string, Profile>>> =>
      Object.fromEntries((await contents()).profiles),
    find: async (name: string) => (await contents()).profiles.get(name),
    /** The profile that is used when none is named. */
    current: async () => (await contents()).current,
    add: (name: string, profile: Profile) => change((before) => addProfile(before, name, profile)),
    /**
     * Adds or replaces a profile: if `before` is given, only if address and key are still as in that. Resolves to
     * whether it did.
     */
    async put(name: string, profile: Profile, before?: Partial<Profile>): Promise<boolean> {
      let isDone = false;
      await change((contents) => {
        const found = contents.profiles.get(name);
        const isAsBefore = found?.baseUrl === before?.baseUrl && found?.key === before?.key;
        if (before !== undefined && !isAsBefore) return contents;
        isDone = true;
        return putProfile(contents, name, profile);
      });
      return isDone;
    },
    save: (saved: SavedProfile) => change((before) => saveProfile(before, saved)),
    /** Changes a profile as it is by then; nothing is written if `apply` throws. */
    update: (name: string, apply: (profile: Profile) => Profile) =>
      change((before) => putProfile(before, name, apply(getProfile(before, name)))),
    setKey: (name: string, key: string) => change((before) => setStoredKey(before, name, key)),
    /** Resolves to the key that is marked now. */
    async markNextKey(name: string, key: string): Promise<string> {
      await change((before) => markNextKey(before, name, key));
      return (await contents()).profiles.get(name)?.nextKey ?? key;
    },
    forgetNextKey: (name: string) => change((before) => forgetNextKey(before, name)),
    use: (name: string) => change((before) => useProfile(before, name)),
    remove: (name: string) => change((before) => removeProfile(before, name)),
  };
}

/** Read synchronously: the package that writes the file, and `fs/promises`, take milliseconds to load. */
function readContents(path: string): ProfileContents {
  const text = readText(path);
  if (text === undefined) return noProfiles;
  try {
    // Some editors put a byte order mark in front.
    return parseProfileFile(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    // Only parseProfileFile's own errors arrive here, and none repeats what the file contains.
    throw new ConfigurationError(`${path} is damaged: ${messageOf(error)}`, {
      cause: error,
      hint: `fix it in an editor, or start over: mv '${path}' '${path}.damaged'`,
    });
  }
}

function readText(path: string): string | undefined {
  try {
    return disk.readFileSync(path, "utf8");
  } catch (cause) {
    // A home folder such as /dev/null contains no file either.
    if (["ENOENT", "ENOTDIR"].includes(systemCode(cause) ?? "")) return undefined;
    throw new ConfigurationError(`${path} can't be read`, { cause, hint: `check: ls -l '${path}'` });
  }
}

async function writing(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    if (cause instanceof PayctlError) throw cause;
    throw (await import("../files/private.ts")).unwritable(path, cause);
  }
}

/** The content of a file without profiles. */
const noProfiles: ProfileContents = { current: undefined, profiles: new Map() };

/** Reads the text of `config.json`; throws an Error that says what is wrong with it. */
function parseProfileFile(text: string): ProfileContents {
  const file = parseObject(text);
  const { current, profiles = {} } = file;
  if (current !== undefined && typeof current !== "string") throw new Error("current is not a string");
  if (!isRecord(profiles)) throw new Error("profiles is not an object");
  const entries = Object.entries(profiles).map(([name, value]) => [name, checkProfile(name, value)] as const);
  return { current, profiles: new Map(entries) };
}

/** The value that `config.json` holds as JSON. */
function toProfileFile({ current, profiles }: ProfileContents): Record<string, unknown> {
  return { ...(current === undefined ? {} : { current }), profiles: Object.fromEntries(profiles) };
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  const value = parseJson(text);
  if (!isRecord(value)) throw new Error("it is not a JSON object");
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error("it is not JSON", { cause });
  }
}

function checkProfile(name: string, value: unknown): Profile {
  if (!isProfile(value)) throw new Error(`profile ${JSON.stringify(name)} is not valid`);
  return value;
}
