// Bundles src into dist: one entry and lazily loaded chunks, so that a command loads only what it uses.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { build } from "esbuild";
import { chunks } from "./chunks.js";

rmSync("dist", { recursive: true, force: true });

const { metafile } = await build({
  entryPoints: ["src/start.ts"],
  outdir: "dist",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  minify: true,
  // The driver carries compiled binaries, which only work from its own folder.
  external: ["@photostructure/sqlite"],
  // The completion scripts are printed as they are, and coverage tells of the page of decisions.
  loader: { ".md": "text", ".bash": "text", ".fish": "text", ".ps1": "text", "": "text" },
  // CommonJS packages inside an ES module bundle still ask for require, and for nothing but built-in modules.
  banner: { js: "const require = process.getBuiltinModule;" },
  plugins: [chunks],
  logLevel: "warning",
  metafile: true,
});

// Which source went into which chunk; a test asks, and the package has no use for it.
mkdirSync("node_modules/.cache/payctl", { recursive: true });
writeFileSync("node_modules/.cache/payctl/bundle.json", JSON.stringify(metafile));
