#!/usr/bin/env node
"use strict";

const { lstatSync, mkdirSync } = require("node:fs");
const { enableCompileCache } = require("node:module");
const { homedir } = require("node:os");
const { isAbsolute, join } = require("node:path");

const { env, platform } = process;

keepCompiledCode();
require("../dist/main.js").start(process.argv.slice(2));

/** Lets Node keep what V8 compiles, in a folder that nobody else can write to, because the code in it is run. */
function keepCompiledCode() {
  // Since Node 22.8.
  if (enableCompileCache === undefined) return;
  // With one of these, Node decides.
  if (env["NODE_COMPILE_CACHE"] || env["NODE_DISABLE_COMPILE_CACHE"]) return;
  try {
    const folder = cacheFolder();
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (isPrivate(lstatSync(folder))) enableCompileCache(folder);
  } catch {
    // Without the cache, a start takes a few milliseconds longer.
  }
}

function cacheFolder() {
  if (platform === "win32") return join(env["LOCALAPPDATA"] ?? join(homedir(), "AppData/Local"), "payctl");
  const given = env["XDG_CACHE_HOME"] ?? "";
  return join(isAbsolute(given) ? given : join(homedir(), ".cache"), "payctl");
}

/** @param {import("node:fs").Stats} stats */
function isPrivate(stats) {
  if (!stats.isDirectory()) return false;
  return platform === "win32" || (stats.uid === process.getuid?.() && (stats.mode & 0o077) === 0);
}
