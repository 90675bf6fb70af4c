import type { Stats } from "node:fs";
import { basename, dirname } from "node:path";
import { ConfigurationError, PayctlError, systemCode, UsageError } from "../errors.ts";
import { holdsPrivateKey } from "../values/private-key-text.ts";
import { disk } from "./disk.ts";
import { endless, openInput, type WithDeadline } from "./input.ts";
import { replaceFile, sweepTemporaries } from "./replace.ts";

/** Writes a file that only its owner may read, and makes the folders that it needs. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  try {
    await disk.mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await sweepTemporaries(dirname(path), `${basename(path)}.`);
    await replaceFile(path, text);
  } catch (cause) {
    throw unwritable(path, cause);
  }
}

/** For a file of the configuration folder. */
export function unwritable(path: string, cause: unknown): ConfigurationError {
  return new ConfigurationError(`${path} can't be written`, {
    cause,
    hint: "check the folder's owner and mode, or set PAYCTL_CONFIG_DIR to another folder",
  });
}

export interface PrivateReading {
  readonly platform: NodeJS.Platform;
  /** How long a pipe is waited for; for ever unless given. */
  readonly withDeadline?: WithDeadline | undefined;
  /** Whether a content must be kept from others; all but public keys and certificates unless given. */
  readonly isSecret?: (text: string) => boolean;
}

/** Reads a file with a secret; one that others can read is refused, with the command that fixes it. */
export async function readPrivateFile(path: string, reading: PrivateReading): Promise<string> {
  refuseSecret(path);
  try {
    const { read, stats } = await openInput(path);
    const { isSecret = mayBeSecret, withDeadline = endless, platform } = reading;
    const text = Buffer.from(await read(withDeadline)).toString("utf8");
    // What should have written a key into a pipe has failed.
    if (!stats.isFile() && text.trim() === "") throw new UsageError(`${path} is empty`);
    if (platform !== "win32" && isExposed(stats, ourselves()) && isSecret(text)) {
      throw openToOthers(path, stats, ourselves());
    }
    return text;
  } catch (error) {
    throw error instanceof PayctlError ? error : unreadable(path, error);
  }
}

/** A key or a token; said before any message could repeat it as a path. */
function refuseSecret(path: string): void {
  const isOdd = /-----BEGIN|^eyJ[\w-]+\.[\w-]+\.[\w-]*$/.test(path.trim());
  if (!isOdd && !holdsPrivateKey(path)) return;
  throw new ConfigurationError("a key or a token was given instead of the path to its file", {
    hint: "put a key into PAYCTL_PRIVATE_KEY, a token into PAYCTL_TOKEN",
  });
}

/** Not a public key or a certificate, given by mistake: the caller reports it, and its mode does not matter. */
function mayBeSecret(text: string): boolean {
  return !/-----BEGIN [A-Z0-9 ]+-----|^\s*\{.*"kty"/s.test(text) || holdsPrivateKey(text);
}

/** Whose process this is. */
interface Reader {
  readonly uid: number;
  readonly groups: readonly number[];
}

/** Windows has neither, and nothing there asks for them. */
function ourselves(): Reader {
  const groups = [process.getgid?.() ?? -1, ...(process.getgroups?.() ?? [])];
  return { uid: process.getuid?.() ?? -1, groups };
}

type Owned = Pick<Stats, "gid" | "isFile" | "mode" | "uid">;

/**
 * Whether others can read a file. A pipe from another process is private anyway, and so is a secret as containers mount
 * it: root alone can change it, and only our own group reads it.
 */
export function isExposed(stats: Owned, { uid, groups }: Reader): boolean {
  if (!stats.isFile() || !isOpenToOthers(stats.mode)) return false;
  const isMounted = uid !== 0 && stats.uid === 0 && groups.includes(stats.gid);
  return !(isMounted && (stats.mode & 0o037) === 0);
}

export function openToOthers(path: string, { mode, uid }: Owned, reader: Reader): ConfigurationError {
  const canChange = reader.uid === 0 || reader.uid === uid;
  return new ConfigurationError(`${path} is accessible to others (mode ${modeText(mode)})`, {
    hint: canChange
      ? { text: "make it yours alone", command: `chmod 600 '${path}'` }
      : {
          text: "it belongs to another user, so use a copy that only you can read",
          command: `install -m 600 '${path}' COPY`,
        },
  });
}

function unreadable(path: string, cause: unknown): ConfigurationError {
  const code = systemCode(cause);
  if (code === "ENOENT") {
    const hint = { text: "check", command: `ls -l '${dirname(path)}'` };
    return new ConfigurationError(`there is no file ${path}`, { cause, hint });
  }
  const problem = code === "EISDIR" ? "is a folder, not a file" : "can't be read";
  const hint = { text: "check", command: `ls -l '${path}'` };
  return new ConfigurationError(`${path} ${problem}`, { cause, hint });
}

/** Whether the group or others may do anything with a file or folder. */
export function isOpenToOthers(mode: number): boolean {
  return (mode & 0o077) !== 0;
}

/** The permissions alone, as `chmod` takes them: `0600`. */
export function modeText(mode: number): string {
  return (mode & 0o777).toString(8).padStart(4, "0");
}
