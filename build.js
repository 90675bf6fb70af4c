// Bundles src into dist: one entry and lazily loaded chunks, so that a command loads only what it uses.
import { rmSync, writeFileSync } from "node:fs";
import { build } from "esbuild";
import { toCommonJs } from "./build/common-js.js";
import { compile } from "./build/compile.js";
import { packageOptions } from "./build/options.js";

rmSync("dist", { recursive: true, force: true });

const { metafile } = await build(packageOptions);

// Which source went into which chunk; a test asks, and the package leaves it out.
writeFileSync("dist/bundle.json", JSON.stringify(metafile));

await toCommonJs("dist");
await compile(`dist/compiled-${process.platform}-${process.arch}-${process.versions.v8}`);
