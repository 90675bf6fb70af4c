// Writes the files that are made from the source: openapi.json, from the operation table and its schemas.
import { writeFileSync } from "node:fs";
import { build } from "esbuild";

const bundle = await build({
  entryPoints: ["src/contract/openapi.ts"],
  bundle: true,
  write: false,
  format: "esm",
  platform: "node",
  logLevel: "warning",
});

// The bundle is whole, so that it runs from memory.
const code = Buffer.from(bundle.outputFiles[0]?.contents ?? []).toString("base64");
const { openapiDocument } = await import(`data:text/javascript;base64,${code}`);

writeFileSync("openapi.json", `${JSON.stringify(await openapiDocument(), null, 2)}\n`);
