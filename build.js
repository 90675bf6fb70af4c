// Bundles src into dist: one entry and lazily loaded chunks, so that a command loads only what it uses.
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { build } from "esbuild";
import { toCommonJs } from "./build/common-js.js";
import { compile } from "./build/compile.js";
import { packageOptions } from "./build/options.js";

// Whatever starts meanwhile finds the bundle from before.
const folder = `node_modules/.cache/payctl/build-${process.pid}`;
const { metafile } = await build({ ...packageOptions, outdir: folder });

// Which source went into which chunk; a test asks, and the package leaves it out.
writeFileSync(`${folder}/bundle.json`, JSON.stringify(metafile));

await toCommonJs(folder);
rmSync("dist", { recursive: true, force: true });
renameSync(folder, "dist");
await compile(`dist/compiled-${process.platform}-${process.arch}-${process.versions.v8}`);
