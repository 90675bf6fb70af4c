import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import vm from "node:vm";
import type * as api from "../../src/testing/api.ts";

// `payctl/testing` as it was built, in a realm of its own, as Jest runs it: the language's own classes are others than
// those of Node, of its drivers and of the caller. The project "realm" runs the suites of the module with it.

const built = fileURLToPath(new URL("../../dist/testing/index.js", import.meta.url));

const { connectReferenceServer, startReferenceServer } = loadInRealm(built) as typeof api;

export { connectReferenceServer, startReferenceServer };

function loadInRealm(entry: string): unknown {
  const context = createRealm();
  const loaded = new Map<string, { exports: unknown }>();

  function load(file: string): unknown {
    const known = loaded.get(file);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    loaded.set(file, module);
    const outside = createRequire(file);
    const require = (name: string) =>
      name.startsWith(".") ? load(resolve(dirname(file), name)) : outside(name);
    const run = vm.compileFunction(readFileSync(file, "utf8"), ["module", "exports", "require"], {
      filename: file,
      parsingContext: context,
    });
    run(module, module.exports, require);
    return module.exports;
  }

  return load(entry);
}

/** As Jest does: shares what only Node has, the class of its bytes, and symbols that V8 may lack. */
function createRealm(): vm.Context {
  const context = vm.createContext();
  const own: readonly string[] = vm.runInContext("Object.getOwnPropertyNames(globalThis)", context);
  const shared = ["ArrayBuffer", "Uint8Array"];
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (own.includes(name) && !shared.includes(name)) continue;
    Object.defineProperty(context, name, { get: () => Reflect.get(globalThis, name) });
  }
  const { asyncDispose, dispose } = Symbol;
  const symbols = vm.runInContext("Symbol", context);
  if (symbols.dispose === undefined) Object.assign(symbols, { asyncDispose, dispose });
  return context;
}
