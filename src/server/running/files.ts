import { fstatSync } from "node:fs";
import { stat } from "node:fs/promises";
import { ConfigurationError, UsageError } from "../../errors.ts";
import { disk } from "../../files/disk.ts";
import { checkWritable, replaceFile } from "../../files/replace.ts";

/**
 * A file that says, as long as it exists, that the server is ready. It may be a plain file or a free path; anything else is
 * a UsageError, a link because it leads to somebody else's file.
 */
export async function openReadyFile(path: string) {
  const there = await disk.lstat(path).catch(() => undefined);
  if (there?.isSymbolicLink()) {
    throw new UsageError(`${path} is a link, and the file behind it would be replaced`, {
      hint: { text: "name the file itself", command: "payctl serve --ready-file FILE" },
    });
  }
  await checkWritable(path, "--ready-file");
  return {
    /** Complete or not at all, because it may be read at any moment. */
    async write(line: string): Promise<void> {
      await replaceFile(path, `${line}\n`, { mode: 0o666 }).catch((cause: unknown) => {
        throw new ConfigurationError(`${path} can't be written`, {
          hint: {
            text: "name a file in a folder that you can write to",
            command: "payctl serve --ready-file FILE",
          },
          cause,
        });
      });
    },
    // A file that can't be removed claims that a stopped server is ready; its process id shows that it is not.
    remove: (): Promise<void> => disk.rm(path, { force: true }).catch(() => {}),
  };
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
