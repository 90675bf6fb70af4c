// Bundles src into dist: one entry and lazily loaded chunks, so that a command loads only what it uses.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { build } from "esbuild";
import { packageOptions } from "./build/options.js";

rmSync("dist", { recursive: true, force: true });

const { metafile } = await build(packageOptions);

// Which source went into which chunk; a test asks, and the package has no use for it.
mkdirSync("node_modules/.cache/payctl", { recursive: true });
writeFileSync("node_modules/.cache/payctl/bundle.json", JSON.stringify(metafile));
