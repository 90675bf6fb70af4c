// Writes anew what shows payctl at work: the outputs in README.md, and the pictures in docs/pictures.
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

// Below node_modules, so that the packages are found.
const bundle = "node_modules/.cache/payctl/tour.mjs";

await build({
  entryPoints: ["tour/make-all.ts"],
  outfile: bundle,
  bundle: true,
  packages: "external",
  format: "esm",
  platform: "node",
  loader: { ".md": "text", ".bash": "text", ".fish": "text", ".ps1": "text", "": "text" },
  logLevel: "warning",
});

const { makeAll } = await import(pathToFileURL(bundle).href);
await makeAll(process.env);
