import { constants } from "node:fs";
import {
  type Advice,
  codeInBrackets,
  PartialError,
  type PayctlError,
  systemCode,
  UsageError,
} from "../errors.ts";
import { findJson, isRecord } from "../values/record.ts";
import { disk } from "./disk.ts";
import { type FileLock, lockFile } from "./lock.ts";
import { replaceFile, writing } from "./replace.ts";

/** What a progress file was started for; its first line. */
export interface Purpose {
  readonly command: string;
  readonly base_url: string | null;
  readonly merchant_account: string | null;
  /** A digest of whatever else tells the work from other work, because filters can be personal data. */
  readonly fingerprint?: string;
}

export interface ProgressParts<Row extends object> {
  readonly purpose: Purpose;
  /** `a results file` */
  readonly kind: string;
  /** How to go on without this file, which the command itself made. */
  readonly hint: Advice;
  /** Who may read a new file, before the umask. */
  readonly mode: number;
  /** Whose lock keeps other runs away; that of the file itself unless given. */
  readonly lockOf?: string;
  isRow(value: unknown): value is Row;
}

/** NDJSON that says how far work got, and that a run only appends to. */
export type ProgressFile<Row extends object> = Awaited<ReturnType<typeof openProgress<Row>>>;

/** Opens a file for one run at a time; refuses one that was started for something else, or is damaged. */
export async function openProgress<Row extends object>(path: string, parts: ProgressParts<Row>) {
  const lock = await lockFile(parts.lockOf ?? path);
  try {
    const file = openLocked(path, parts, lock);
    return { ...file, close: () => file.close().finally(lock.release) };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** The rows of earlier runs; none if there is no such file. */
export function readProgress<Row extends object>(path: string, parts: ProgressParts<Row>): readonly Row[] {
  return read(path, parts).rows;
}

function openLocked<Row extends object>(path: string, parts: ProgressParts<Row>, lock: FileLock) {
  const { rows, ...content } = read(path, parts);
  const append = (end: Omit<Content<never>, "rows">) => createWriter(path, end, { lock, ...parts });
  let writer = append(content);
  let longest = Math.max(largeSize, 2 * content.size);
  return {
    rows,
    /** Throws if another run has taken over. */
    confirm: lock.confirm,
    /** Opens the file before anything is sent, so that one that can't be written is refused. */
    start: (): void => writer.start(),
    /** Returns once the system has the rows, which then survive even if the process is killed. */
    append: (more: readonly Row[]): void => writer.append(more.map(lineOf).join("")),
    /** Returns once the disk has the rows, where it can say so. */
    sync: (): void => writer.sync(),
    /** Replaces the rows by fewer that say the same. */
    async rewrite(shortest: readonly Row[]): Promise<void> {
      lock.confirm();
      writer.close();
      const text = [parts.purpose, ...shortest].map(lineOf).join("");
      await writing(path, replaceFile(path, text), freeSpace);
      const size = Buffer.byteLength(text);
      writer = append({ size, isTorn: false });
      longest = Math.max(largeSize, 2 * size);
    },
    /** Whether the file has grown so much that a rewrite may halve it. */
    isLong: () => writer.size() > longest,
    /** Removes the file, whose work is complete. */
    async remove(): Promise<void> {
      lock.confirm();
      writer.close();
      await writing(path, disk.rm(path, { force: true }));
    },
    /** An error about something that contradicts the file. */
    refusal: (message: string, cause?: unknown) => new UsageError(message, { cause, hint: parts.hint }),
    close: async () => writer.close(),
  };
}

/** Bytes; a file that is no larger is not rewritten. */
const largeSize = 1024 * 1024;

const freeSpace = "free some space; the same command then continues after what it recorded";
/** The file may be anything, so nobody is told to remove it. */
const anotherFile = "name another file";

/** Not through a link that somebody else put there; Windows has no such flag. */
const appending = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

interface WriterParts {
  readonly lock: FileLock;
  readonly mode: number;
  readonly purpose: Purpose;
}

/** Appends to a file, which is opened when it is first needed. */
function createWriter(
  path: string,
  { size, isTorn }: Omit<Content<never>, "rows">,
  { lock, mode, purpose }: WriterParts,
) {
  let descriptor: number | undefined;
  let failure: PayctlError | undefined;
  const cannot = (cause: unknown): string => `${path} can't be written${codeInBrackets(cause)}`;
  const partial = (cause: unknown): PayctlError =>
    new PartialError(cannot(cause), { cause, hint: freeSpace });
  const refused = (cause: unknown): PayctlError =>
    new UsageError(cannot(cause), { cause, hint: anotherFile });
  /** After a line that was written in part, nothing more may follow on it. */
  const attempt = (work: () => void, failed: (cause: unknown) => PayctlError): void => {
    if (failure !== undefined) throw failure;
    lock.confirm();
    try {
      work();
    } catch (cause) {
      failure = failed(cause);
      throw failure;
    }
  };
  const write = (text: string): void => {
    if (descriptor !== undefined) disk.appendFileSync(descriptor, text);
    size += Buffer.byteLength(text);
  };
  const open = (): void => {
    if (isTorn) disk.truncateSync(path, size);
    descriptor = disk.openSync(path, appending, mode);
    if (size === 0) write(lineOf(purpose));
  };
  const start = (): void => {
    if (descriptor === undefined) attempt(open, refused);
  };
  return {
    size: () => size,
    start,
    append(text: string): void {
      start();
      attempt(() => write(text), partial);
    },
    sync(): void {
      if (descriptor !== undefined) sync(descriptor);
    },
    close(): void {
      if (descriptor === undefined) return;
      sync(descriptor);
      try {
        disk.closeSync(descriptor);
      } catch (cause) {
        throw partial(cause);
      } finally {
        descriptor = undefined;
      }
    },
  };
}

function sync(descriptor: number): void {
  try {
    disk.fsyncSync(descriptor);
  } catch {
    // Some network drives can't sync.
  }
}

function lineOf(row: object): string {
  return `${JSON.stringify(row)}\n`;
}

interface Content<Row> {
  readonly rows: readonly Row[];
  /** The bytes of whole lines. */
  readonly size: number;
  /** Whether a torn line follows, which counts for nothing. */
  readonly isTorn: boolean;
}

function read<Row extends object>(path: string, parts: ProgressParts<Row>): Content<Row> {
  const bytes = readBytes(path);
  const size = bytes.lastIndexOf("\n") + 1;
  const isTorn = size < bytes.length;
  const [head = "", ...lines] = bytes.toString("utf8", 0, size).split("\n");
  if (size > 0) refuseOther(path, findJson(head), parts);
  else if (!lineOf(parts.purpose).startsWith(bytes.toString())) throw otherKind(path, parts.kind);
  const rows = lines.flatMap((line, index) => {
    if (line === "") return [];
    const value = findJson(line);
    if (parts.isRow(value)) return [value];
    throw new UsageError(`${path} is damaged: line ${index + 2} can't be read`, { hint: parts.hint });
  });
  return { rows, size, isTorn };
}

function readBytes(path: string): Buffer {
  try {
    return disk.readFileSync(path);
  } catch (cause) {
    if (systemCode(cause) === "ENOENT") return Buffer.alloc(0);
    throw new UsageError(`${path} can't be read${codeInBrackets(cause)}`, { cause, hint: anotherFile });
  }
}

const members = { command: "command", base_url: "base URL", merchant_account: "merchant account" } as const;

/** Refuses a file of another kind, and one that was started for something else, which it names. */
function refuseOther<Row extends object>(path: string, found: unknown, parts: ProgressParts<Row>): void {
  const { hint, kind, purpose } = parts;
  if (!isRecord(found) || typeof found["command"] !== "string") throw otherKind(path, kind);
  for (const name of ["command", "base_url", "merchant_account"] as const) {
    const [theirs, ours] = [found[name] ?? null, purpose[name]];
    if (theirs === ours) continue;
    const difference = `${members[name]}: ${theirs ?? "none"}, not ${ours ?? "none"}`;
    throw new UsageError(`${path} was started for another ${difference}`, {
      hint: name === "command" ? anotherFile : hint,
    });
  }
  if (found["fingerprint"] === purpose.fingerprint) return;
  throw new UsageError(`${path} was started with other flags`, { hint });
}

function otherKind(path: string, kind: string): UsageError {
  return new UsageError(`${path} is not ${kind}`, { hint: anotherFile });
}
