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
import { type HeldLock, openHeld } from "./lock.ts";
import { replaceFile, writing } from "./replace.ts";

/** What a progress file was started for; its first line. */
export interface Question {
  readonly command: string;
  readonly base_url: string | null;
  readonly merchant_account: string | null;
  /** A digest of whatever else tells the work from other work, because filters can be personal data. */
  readonly fingerprint?: string;
}

export interface ProgressParts<Row extends object> {
  readonly question: Question;
  /** `a results file` */
  readonly kind: string;
  /** How to go on without this file, which the command itself made. */
  readonly hint: Advice;
  /** The same for a file that may be anything, if that is something else: nobody is to remove it. */
  readonly hintElsewhere?: Advice;
  /** Who may read a new file, before the umask. */
  readonly mode: number;
  /** Whose lock keeps other runs away; that of the file itself unless given. */
  readonly lockOf?: string;
  isRow(value: unknown): value is Row;
}

type Hints = Pick<ProgressParts<object>, "hint" | "hintElsewhere">;

/** NDJSON that says how far work got, and that a run only appends to. */
export type ProgressFile<Row extends object> = Awaited<ReturnType<typeof openOwn<Row>>>;

/** Opens a file for one run at a time; refuses one that was started for something else, or is damaged. */
export function openProgress<Row extends object>(
  path: string,
  parts: ProgressParts<Row>,
): Promise<ProgressFile<Row>> {
  return openHeld(parts.lockOf ?? path, (held) => openOwn(path, parts, held));
}

/** The rows of earlier runs; none if there is no such file. */
export function readProgress<Row extends object>(path: string, parts: ProgressParts<Row>): readonly Row[] {
  return read(path, parts).rows;
}

async function openOwn<Row extends object>(path: string, parts: ProgressParts<Row>, held: HeldLock) {
  const { rows, ...content } = read(path, parts);
  let writer = createWriter(path, content, { ...parts, held });
  let longest = Math.max(largeSize, 2 * content.size);
  return {
    rows,
    /** Throws if another run has taken over. */
    confirm: held.confirm,
    /** Opens the file before anything is sent, so that one that can't be written is refused. */
    start: (): void => writer.start(),
    /** Returns once the system has the rows, which then survive even if the process is killed. */
    append: (more: readonly Row[]): void => writer.append(more.map(lineOf).join("")),
    /** Returns once the disk has the rows, where it can say so. */
    sync: (): void => writer.sync(),
    /** Replaces the rows by fewer that say the same. */
    async rewrite(shortest: readonly Row[]): Promise<void> {
      held.confirm();
      writer.close();
      const text = [parts.question, ...shortest].map(lineOf).join("");
      await writing(path, replaceFile(path, text, { temporary: `${path}.tmp` }), wayOut);
      const size = Buffer.byteLength(text);
      writer = createWriter(path, { size, torn: false, owed: "" }, { ...parts, held });
      longest = Math.max(largeSize, 2 * size);
    },
    /** Whether the file has grown so much that its shortest equal may be half as long. */
    isLong: () => writer.size() > longest,
    /** Removes the file, whose work is complete. */
    async remove(): Promise<void> {
      held.confirm();
      writer.close();
      await writing(path, disk.rm(path, { force: true }));
    },
    /** For something that does not go with what the file says. */
    refusal: (message: string, cause?: unknown) => new UsageError(message, { cause, hint: parts.hint }),
    close: async () => writer.close(),
  };
}

interface WriterParts extends Hints {
  readonly held: HeldLock;
  readonly mode: number;
}

/** Appends to a file, which is opened when it is first needed. */
function createWriter(
  path: string,
  content: Omit<Content<never>, "rows">,
  { held, mode, hint, hintElsewhere = hint }: WriterParts,
) {
  let { size } = content;
  let descriptor: number | undefined;
  let failure: PayctlError | undefined;
  const cannot = `${path} can't be written`;
  const unwritten = (cause: unknown): PayctlError =>
    new PartialError(cannot + codeInBrackets(cause), { cause, hint: wayOut });
  /** After a line that was written in part, nothing more may follow on it. */
  const attempt = (work: () => void, refuse: (cause: unknown) => PayctlError): void => {
    if (failure !== undefined) throw failure;
    held.confirm();
    try {
      work();
    } catch (cause) {
      failure = refuse(cause);
      throw failure;
    }
  };
  const write = (opened: number, text: string): void => {
    if (text !== "") disk.appendFileSync(opened, text);
    size += Buffer.byteLength(text);
  };
  const open = (): number => {
    if (content.torn) disk.truncateSync(path, size);
    descriptor = disk.openSync(path, appending, mode);
    write(descriptor, content.owed);
    return descriptor;
  };
  const start = (): void => {
    if (descriptor !== undefined) return;
    attempt(open, (cause) => new UsageError(cannot + codeInBrackets(cause), { cause, hint: hintElsewhere }));
  };
  return {
    size: () => size,
    start,
    append(text: string): void {
      start();
      attempt(() => write(descriptor ?? open(), text), unwritten);
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
        throw unwritten(cause);
      } finally {
        descriptor = undefined;
      }
    },
  };
}

/** Bytes; a file that is no larger is not rewritten. */
const largeSize = 1024 * 1024;

function sync(descriptor: number): void {
  try {
    disk.fsyncSync(descriptor);
  } catch {
    // Some network drives can't sync.
  }
}

const wayOut = "free some space; the same command then continues after what it recorded";

/** Not through a link that somebody else put there; Windows has no such flag. */
const appending = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

function lineOf(row: object): string {
  return `${JSON.stringify(row)}\n`;
}

interface Content<Row> {
  readonly rows: readonly Row[];
  /** The bytes of whole lines. */
  readonly size: number;
  /** Whether a torn line follows, which counts for nothing. */
  readonly torn: boolean;
  /** What the file lacks before its next row. */
  readonly owed: string;
}

function read<Row extends object>(path: string, parts: ProgressParts<Row>): Content<Row> {
  const bytes = readBytes(path, parts);
  const end = bytes.lastIndexOf("\n") + 1;
  const rest = bytes.subarray(end).toString();
  // An editor may take the line feed at the end away, and no beginning of an object is one.
  const isWhole = isRecord(findJson(rest));
  const size = isWhole ? bytes.length : end;
  const lines = bytes.toString("utf8", 0, size).split("\n");
  const head = lineOf(parts.question);
  if (size === 0) {
    if (!head.startsWith(rest)) throw otherKind(path, parts);
    return { rows: [], size, torn: rest !== "", owed: head };
  }
  refuseOther(path, findJson(lines[0] ?? ""), parts);
  return {
    rows: lines
      .slice(1)
      .flatMap((line, index) => (line === "" ? [] : parseRow(path, line, index + 2, parts))),
    size,
    torn: !isWhole && rest !== "",
    owed: isWhole ? "\n" : "",
  };
}

function readBytes(path: string, { hint, hintElsewhere = hint }: Hints): Buffer {
  try {
    return disk.readFileSync(path);
  } catch (cause) {
    if (systemCode(cause) === "ENOENT") return Buffer.alloc(0);
    throw new UsageError(`${path} can't be read${codeInBrackets(cause)}`, { cause, hint: hintElsewhere });
  }
}

function parseRow<Row extends object>(
  path: string,
  line: string,
  number: number,
  { hint, isRow }: ProgressParts<Row>,
): Row {
  const value = findJson(line);
  if (isRow(value)) return value;
  throw new UsageError(`${path} is damaged: line ${number} can't be read`, { hint });
}

const members = { command: "command", base_url: "base URL", merchant_account: "merchant account" } as const;

/** Refuses a file of another kind, and one that was started for something else, which it names. */
function refuseOther<Row extends object>(path: string, found: unknown, parts: ProgressParts<Row>): void {
  if (!isRecord(found) || typeof found["command"] !== "string") throw otherKind(path, parts);
  for (const name of ["command", "base_url", "merchant_account"] as const) {
    const [theirs, ours] = [found[name] ?? null, parts.question[name]];
    if (theirs === ours) continue;
    const difference = `${members[name]}: ${theirs ?? "none"}, not ${ours ?? "none"}`;
    const { hint, hintElsewhere = hint } = parts;
    throw new UsageError(`${path} was started for another ${difference}`, {
      hint: name === "command" ? hintElsewhere : hint,
    });
  }
  if (found["fingerprint"] === parts.question.fingerprint) return;
  throw new UsageError(`${path} was started with other flags`, { hint: parts.hint });
}

function otherKind(path: string, parts: Hints & Pick<ProgressParts<object>, "kind">): UsageError {
  const { hint, hintElsewhere = hint, kind } = parts;
  return new UsageError(`${path} is not ${kind}`, { hint: hintElsewhere });
}
