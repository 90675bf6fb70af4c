// Loaded before the program: writes what V8 has compiled of each script when the process ends.
import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import v8 from "node:v8";
import vm from "node:vm";

/** @type {Map<string, vm.Script>} */
const scripts = new Map();

vm.Script = class extends vm.Script {
  /**
   * @param {string} code
   * @param {vm.ScriptOptions & { filename: string }} options
   */
  constructor(code, options) {
    super(code, options);
    scripts.set(options.filename, this);
  }
};

// V8 takes compiled code only under the flags that it was made with.
v8.setFlagsFromString = () => {};

process.on("exit", () => {
  for (const [file, script] of scripts) {
    writeFileSync(join(process.env["COMPILED"] ?? "", basename(file)), script.createCachedData());
  }
});
