import fs from "node:fs";

type Promises = typeof fs.promises;
type Call = Exclude<keyof Promises, "constants">;

/** A call of `fs/promises`, which Node loads when it is first read: that takes a millisecond, and few commands need it. */
function promised<Name extends Call>(name: Name): Promises[Name] {
  const call = (...given: unknown[]): unknown => Reflect.apply(fs.promises[name], undefined, given);
  // No other type of function takes whatever the overloads of this one take.
  return call as Promises[Name];
}

/**
 * The calls by which payctl reads and replaces files of its own; tests put failing ones in their place. Modules ask
 * for a member at each call, never at their start.
 */
export const disk = {
  platform: process.platform,
  access: promised("access"),
  createReadStream: fs.createReadStream,
  lstat: promised("lstat"),
  mkdir: promised("mkdir"),
  open: promised("open"),
  readdir: promised("readdir"),
  readFile: promised("readFile"),
  readlink: promised("readlink"),
  realpath: promised("realpath"),
  rename: promised("rename"),
  rm: promised("rm"),
  stat: promised("stat"),
  utimes: promised("utimes"),
  writeFile: promised("writeFile"),
  // Start-up and the results of bulk work do without a turn of the loop.
  appendFileSync: fs.appendFileSync,
  chownSync: fs.chownSync,
  closeSync: fs.closeSync,
  fstatSync: fs.fstatSync,
  fsyncSync: fs.fsyncSync,
  mkdirSync: fs.mkdirSync,
  openSync: fs.openSync,
  readdirSync: fs.readdirSync,
  readFileSync: fs.readFileSync,
  rmSync: fs.rmSync,
  statSync: fs.statSync,
};
