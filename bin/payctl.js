#!/usr/bin/env node
"use strict";

// Since Node 22.8.
if ("enableCompileCache" in require("node:module")) {
  const { keepCompiledCode } = require("./compile-cache.js");
  keepCompiledCode();
}
require("../dist/main.js").start(process.argv.slice(2));
