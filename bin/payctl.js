#!/usr/bin/env node
"use strict";

const { existsSync, readFileSync, writeSync } = require("node:fs");
const { join } = require("node:path");
const { Script } = require("node:vm");

const dist = join(__dirname, "../dist");
const { arch, platform, versions } = process;
/** What the build left compiled, for the V8 that it ran on. */
const compiled = join(dist, `compiled-${platform}-${arch}-${versions.v8}`);

const words = process.argv.slice(2);
if (words.length === 1 && ["-V", "--version"].includes(words[0])) tellVersion();
else (existsSync(compiled) ? openCompiled() : require)("../dist/start.js").start(words);

/** Asked so often, and by so many scripts, that it needs neither the program nor a stream. */
function tellVersion() {
  const { version } = JSON.parse(readFileSync(join(__dirname, "../package.json"), "utf8"));
  try {
    writeSync(1, `${version}\n`);
  } catch {
    // A stream waits for a pipe that is full, and takes it lightly that the reader has gone.
    process.stdout.on("error", () => {}).write(`${version}\n`);
  }
}

/** As require, for the files in dist; V8 ignores compiled code that is not its own. */
function openCompiled() {
  const loaded = new Map();
  return function load(path) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const known = loaded.get(name);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    loaded.set(name, module);
    const filename = join(dist, name);
    // The build writes ASCII alone.
    const text = readFileSync(filename, "latin1");
    const script = new Script(`(function (exports, require, module) {${text}\n})`, {
      filename,
      cachedData: readCompiled(name),
    });
    const requireFrom = (target) => (target.startsWith("./") ? load(target) : require(target));
    script.runInThisContext()(module.exports, requireFrom, module);
    return module.exports;
  };
}

function readCompiled(name) {
  try {
    return readFileSync(join(compiled, name));
  } catch {
    return undefined;
  }
}
