import { join, posix, win32 } from "node:path";
import { ConfigurationError, messageOf, PayctlError, systemCode } from "../errors.ts";
import { disk } from "../files/disk.ts";
import type { Environment } from "../values/environment.ts";
import { findJson, isRecord } from "../values/record.ts";
import { expandPaths, isProfile, type Profile, type ProfileContents } from "./profiles.ts";

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
 * The profiles below the configuration folder; neither folder nor file is made before the first change. A damaged file is
 * a ConfigurationError.
 */
export function openProfiles({ directory, home }: { readonly directory: string; readonly home: string }) {
  const path = join(directory, "config.json");
  return {
    /** Where the file is. */
    path,
    contents: async () => expandPaths(readContents(path), home),
    /** Changes the profiles as they are by then; nothing is written if `apply` throws. */
    async change(apply: (contents: ProfileContents) => ProfileContents): Promise<void> {
      const { withFileLock } = await import("../files/lock.ts");
      const { replaceConfFile } = await import("./conf-file.ts");
      try {
        disk.mkdirSync(directory, { recursive: true, mode: 0o700 });
        await withFileLock(path, async (lock) => {
          const { current, profiles } = apply(readContents(path));
          lock.confirm();
          const named = current === undefined ? {} : { current };
          await replaceConfFile(path, { ...named, profiles: Object.fromEntries(profiles) });
        });
      } catch (cause) {
        if (cause instanceof PayctlError) throw cause;
        throw (await import("../files/private.ts")).unwritable(path, cause);
      }
    },
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
      hint: { text: "fix it in an editor, or start over", command: `mv '${path}' '${path}.damaged'` },
    });
  }
}

function readText(path: string): string | undefined {
  try {
    return disk.readFileSync(path, "utf8");
  } catch (cause) {
    // A home folder such as /dev/null contains no file either.
    if (["ENOENT", "ENOTDIR"].includes(systemCode(cause) ?? "")) return undefined;
    throw new ConfigurationError(`${path} can't be read`, {
      cause,
      hint: { text: "check", command: `ls -l '${path}'` },
    });
  }
}

/** The content of a file without profiles. */
const noProfiles: ProfileContents = { current: undefined, profiles: new Map() };

/** Reads the text of `config.json`; throws an Error that says what is wrong with it. */
function parseProfileFile(text: string): ProfileContents {
  const value = findJson(text);
  if (value === undefined) throw new Error("it is not JSON");
  if (!isRecord(value)) throw new Error("it is not a JSON object");
  const { current, profiles = {} } = value;
  if (current !== undefined && typeof current !== "string") throw new Error("current is not a string");
  if (!isRecord(profiles)) throw new Error("profiles is not an object");
  return { current, profiles: new Map(Object.entries(profiles).map(checkProfile)) };
}

function checkProfile([name, value]: [string, unknown]): [string, Profile] {
  if (!isProfile(value)) throw new Error(`profile ${JSON.stringify(name)} is not valid`);
  return [name, value];
}
