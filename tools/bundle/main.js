// Bundles src into dist: one entry and lazily loaded chunks, so that a command loads only what it uses.
//   npm run build
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";
import { onlyAscii } from "./only-ascii.js";
import { packageOptions } from "./options.js";

process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
// Anything that starts meanwhile finds the previous bundle.
const folder = `node_modules/.cache/payctl/build-${process.pid}`;
const { metafile, outputFiles } = await build({ ...packageOptions, write: false });

mkdirSync(folder, { recursive: true });
for (const { path, text } of outputFiles) {
  const name = basename(path);
  writeFileSync(join(folder, name), onlyAscii(name, await toCommonJs(text)));
}
writeFileSync(join(folder, "package.json"), '{ "type": "commonjs" }\n');
// Which source went into which chunk; a test asks, and the package leaves it out.
writeFileSync(join(folder, "bundle.json"), JSON.stringify(metafile));

rmSync("dist", { recursive: true, force: true });
renameSync(folder, "dist");

/**
 * Node loads CommonJS some 5 ms faster than ES modules, which alone esbuild splits.
 * @param {string} text
 */
async function toCommonJs(text) {
  const { code } = await transform(text, {
    format: "cjs",
    platform: "node",
    target: packageOptions.target,
    // Otherwise every chunk would load by the machinery of ES modules, and that by itself.
    supported: { "dynamic-import": false },
    minify: true,
  });
  return code;
}
