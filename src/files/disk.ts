import fs, { promises } from "node:fs";

/**
 * The calls by which payctl reads and replaces files of its own; tests put failing ones in their place. Modules ask
 * for a member at each call, never at their start.
 */
export const disk = {
  platform: process.platform,
  access: promises.access,
  createReadStream: fs.createReadStream,
  lstat: promises.lstat,
  mkdir: promises.mkdir,
  open: promises.open,
  readdir: promises.readdir,
  readFile: promises.readFile,
  readlink: promises.readlink,
  realpath: promises.realpath,
  rename: promises.rename,
  rm: promises.rm,
  stat: promises.stat,
  utimes: promises.utimes,
  writeFile: promises.writeFile,
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
