import { constants, fstatSync } from "node:fs";
import { stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { ConfigurationError, systemCode } from "../../errors.ts";
import { disk } from "../../files/disk.ts";
import { checkPlace, replaceFile } from "../../files/replace.ts";

/** A file that says, as long as it exists, that the server is ready. */
export interface ReadyFile {
  /** Complete or not at all, because it may be read at any moment. A pipe is waited for until the signal. */
  write(line: string, signal: AbortSignal): Promise<void>;
  remove(): Promise<void>;
}

/**
 * A pipe, a device or an open file of this process is written through. What a link leads to is replaced, and emptied in
 * the end: it is somebody's file. Any other path is a UsageError.
 */
export async function openReadyFile(path: string): Promise<ReadyFile> {
  const there = await disk.stat(path).catch(() => undefined);
  const isOther = isOpenFile(path) || (there !== undefined && !there.isFile() && !there.isDirectory());
  const place = isOther ? path : await checkPlace(path, "--ready-file");
  const put = (text: string, signal: AbortSignal): Promise<void> => {
    if (there?.isFIFO()) return writePipe(path, text, signal);
    return isOther ? disk.writeFile(path, text, { flag: "a" }) : replaceFile(place, text, { mode: 0o666 });
  };
  return {
    async write(line, signal) {
      await put(`${line}\n`, signal).catch((cause: unknown) => {
        throw new ConfigurationError(`${path} can't be written`, {
          hint: "name a file in a folder that you can write to: payctl serve --ready-file FILE",
          cause,
        });
      });
    },
    async remove() {
      if (isOther) return;
      const removed =
        place === path ? disk.rm(place, { force: true }) : replaceFile(place, "", { mode: 0o666 });
      // A file that can't be removed claims that a stopped server is ready; its process id shows that it is not.
      await removed.catch(() => {});
    },
  };
}

/** Such a path leads to a file that this process was started with, as by `> FILE`. */
function isOpenFile(path: string): boolean {
  return /^\/dev\/(?:stdin|stdout|stderr|fd\/\d+)$|^\/proc\/self\/fd\/\d+$/.test(path);
}

const millisecondsBetweenLooks = 50;

/** Opening a pipe that nobody reads would block a thread, and with it the end of the process. */
async function writePipe(path: string, text: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const file = await disk.open(path, constants.O_WRONLY | (constants.O_NONBLOCK ?? 0));
      return await file.writeFile(text).finally(() => file.close());
    } catch (error) {
      if (systemCode(error) !== "ENXIO") throw error;
      await sleep(millisecondsBetweenLooks, undefined, { signal }).catch(() => {});
    }
  }
}

/** Whether what this process writes to standard error goes to a file. */
export async function takesErrors(path: string): Promise<boolean> {
  try {
    const [written, file] = [fstatSync(2, { bigint: true }), await stat(path, { bigint: true })];
    return written.ino === file.ino && written.dev === file.dev;
  } catch {
    return false;
  }
}

/** Whether two paths lead to one file. */
export async function isSameFile(one: string, other: string): Promise<boolean> {
  const [file, same] = await Promise.all(
    [one, other].map((path) => stat(path, { bigint: true }).catch(() => undefined)),
  );
  return file !== undefined && file.ino === same?.ino && file.dev === same.dev;
}

export async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
