import fs from "node:fs";

type Promises = typeof fs.promises;
type Call = Exclude<keyof Promises, "constants">;

/** A call of `fs/promises`, which Node loads when it is first read: that takes a millisecond, and few commands need it. */
function promised<Name extends Call>(name: Name): Promises[Name] {
  const call = (...given: unknown[]): unknown => Reflect.apply(fs.promises[name], undefined, given);
  // No other type of function accepts whatever the overloads of this one accept.
  return call as Promises[Name];
}

/**
 * The calls with which payctl reads and replaces its own files; tests replace them with failing ones. Modules look a
 * member up at each call, never when they load.
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
  // Start-up and the results of bulk work save a turn of the event loop.
  appendFileSync: fs.appendFileSync,
  closeSync: fs.closeSync,
  fstatSync: fs.fstatSync,
  fsyncSync: fs.fsyncSync,
  linkSync: fs.linkSync,
  mkdirSync: fs.mkdirSync,
  openSync: fs.openSync,
  readdirSync: fs.readdirSync,
  readFileSync: fs.readFileSync,
  renameSync: fs.renameSync,
  rmSync: fs.rmSync,
  statSync: fs.statSync,
  truncateSync: fs.truncateSync,
};
