import { AsyncLocalStorage } from "node:async_hooks";
import fs from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import { disk } from "../../src/files/disk.ts";

/** What happens to one file system call: an error, half of a write, or the end of the process. */
export type Harm = "EACCES" | "EIO" | "ENOSPC" | "kill" | "short";

/** One run of a command, and its calls on the files below a folder. */
interface Torture {
  readonly folder: string;
  /** The number of the call that is harmed, from 0. */
  readonly at: number;
  readonly harm: Harm | undefined;
  readonly calls: string[];
  readonly open: Set<number>;
  readonly handles: Set<FileHandle>;
  dead: boolean;
  kill(): void;
}

/** Each run has its own, so that what a killed one still tries has no effect on later runs. */
const running = new AsyncLocalStorage<Torture>();

export interface Tortured<Value> {
  /** The calls in order, by name. */
  readonly calls: readonly string[];
  /** Undefined if the process was killed. */
  readonly value: Value | undefined;
}

interface TortureOptions {
  readonly folder: string;
  readonly at?: number;
  readonly harm?: Harm;
}

/** Runs a command whose calls on files below a folder are counted, one of them harmed. */
export async function torture<Value>(
  { folder, at = -1, harm }: TortureOptions,
  command: () => Promise<Value>,
): Promise<Tortured<Value>> {
  let kill = (): void => {};
  const killed = new Promise<undefined>((resolve) => {
    kill = () => resolve(undefined);
  });
  const state: Torture = {
    folder,
    at,
    harm,
    calls: [],
    open: new Set(),
    handles: new Set(),
    dead: false,
    kill,
  };
  const value = await Promise.race([running.run(state, command), killed]);
  // The system closes the files of a killed process.
  for (const handle of state.handles) await handle.close();
  for (const file of state.open) fs.closeSync(file);
  return { calls: state.calls, value };
}

/** Writes, whose text may be taken in part. */
const writes = /^(?:appendFileSync|write|writeFile|writeSync)$/;
/** Calls that need space, or finally report that there was none. */
const takers = /^(?:appendFileSync|close|closeSync|fsync|mkdir|open|rename|write)/;
/** Calls on an open file, whose permissions are no longer checked. */
const ofOpenFiles =
  /^(?:appendFileSync|close|closeSync|fstat|fstatSync|fsync|fsyncSync|ftruncate|read|write|writeSync)$/;

/** Whether the system can answer a call this way; any call may meet a broken disk, or be the last of a process. */
export function canBeHarmed(call: string, harm: Harm): boolean {
  if (harm === "short") return writes.test(call);
  if (harm === "ENOSPC") return takers.test(call);
  return harm !== "EACCES" || !ofOpenFiles.test(call);
}

/** What should happen to a call; undefined lets it through. */
function next(state: Torture, name: string): Harm | undefined {
  const number = state.calls.push(name) - 1;
  return number === state.at ? state.harm : undefined;
}

function failure(code: string, name: string): Error {
  return Object.assign(new Error(`${code}: made by a test, ${name}`), { code, syscall: name });
}

function concerns({ folder, open }: Torture, target: unknown): boolean {
  return typeof target === "number" ? open.has(target) : String(target).startsWith(folder);
}

type Call = (...args: readonly unknown[]) => unknown;

function half(data: unknown): string {
  const text = String(data);
  return text.slice(0, text.length / 2);
}

/** A synchronous call; the process of a killed run is gone, so what it still tries throws and has no effect. */
function tortureSync(name: string, call: Call): Call {
  return (target, ...args) => {
    const state = running.getStore();
    if (state === undefined || !concerns(state, target)) return call(target, ...args);
    if (state.dead) throw new Error("killed");
    const harm = next(state, name);
    if (harm === "kill") {
      die(state);
      throw new Error("killed");
    }
    if (harm === "short") {
      const [data, ...rest] = args;
      const taken = call(target, half(data), ...rest);
      // `writeSync` returns how much was written; the others continue with the rest, and then fail.
      if (name === "writeSync") return taken;
      throw failure("ENOSPC", name);
    }
    if (harm !== undefined) throw failure(harm, name);
    const result = call(target, ...args);
    if (name === "openSync" && typeof result === "number") state.open.add(result);
    if (name === "closeSync" && typeof target === "number") state.open.delete(target);
    return result;
  };
}

function die(state: Torture): void {
  state.dead = true;
  state.kill();
}

const never = new Promise<never>(() => {});

type Async<Args extends unknown[], Result> = (...args: Args) => Promise<Result>;

/** An asynchronous call of a run; one without a run, or on other files, is let through. */
function tortureAsync<Args extends unknown[], Result>(
  name: string,
  call: Async<Args, Result>,
  { given, short = call }: { readonly given?: Torture; readonly short?: Async<Args, Result> } = {},
): Async<Args, Result> {
  return async (...args) => {
    const state = given ?? running.getStore();
    if (state === undefined || (given === undefined && !concerns(state, args[0]))) return call(...args);
    if (state.dead) return never;
    const harm = next(state, name);
    if (harm === "kill") {
      die(state);
      return never;
    }
    if (harm === "short") return short(...args);
    if (harm !== undefined) throw failure(harm, name);
    return call(...args);
  };
}

function tortureHandle(file: FileHandle, given: Torture): FileHandle {
  given.handles.add(file);
  const members = {
    close: tortureAsync(
      "close",
      async () => {
        given.handles.delete(file);
        await file.close();
      },
      { given },
    ),
    stat: tortureAsync("fstat", () => file.stat(), { given }),
    sync: tortureAsync("fsync", () => file.sync(), { given }),
    truncate: tortureAsync("ftruncate", (length: number) => file.truncate(length), { given }),
    writeFile: tortureAsync("writeFile", (data: string) => file.writeFile(data), {
      given,
      async short(data) {
        await file.writeFile(half(data));
        throw failure("ENOSPC", "write");
      },
    }),
  };
  return new Proxy(file, {
    get: (target, name) => Reflect.get(name in members ? members : target, name),
  });
}

/** Puts tortured calls into the disk, and under the packages that call Node directly, for the rest of a test file. */
export function tortureDisk(): void {
  const { createReadStream, open } = disk;
  for (const [name, call] of Object.entries(disk)) {
    if (typeof call !== "function") continue;
    const tortured = name.endsWith("Sync") ? tortureSync : tortureAsync;
    Object.assign(disk, { [name]: tortured(name, Reflect.get(disk, name)) });
  }
  // What these return is called in turn.
  Object.assign(disk, {
    open: tortureAsync("open", async (...args: Parameters<typeof open>) => {
      const state = running.getStore();
      const file = await open(...args);
      return state !== undefined && concerns(state, args[0]) ? tortureHandle(file, state) : file;
    }),
    createReadStream(path: string, options?: { readonly fd: number }) {
      const state = running.getStore();
      if (state === undefined || !concerns(state, options?.fd ?? path))
        return createReadStream(path, options);
      const read = tortureAsync("read", async () => {}, { given: state });
      // The stream closes the file that it reads.
      if (options !== undefined) state.open.delete(options.fd);
      return Readable.from(
        (async function* () {
          await read();
          yield* createReadStream(path, options);
        })(),
      );
    },
  });
  const ofPackages = ["closeSync", "fsyncSync", "mkdirSync", "openSync", "renameSync", "writeSync"];
  for (const name of ofPackages) Object.assign(fs, { [name]: tortureSync(name, Reflect.get(fs, name)) });
}
