// Writes dist-image, an OCI image layout that older tools read too, from the executable and the libraries that it needs, without a container tool.
//   npm run build:executable && npm run build:image
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { executablePath, ownTarget } from "../executable/runtimes.js";
import { archiveManifestOf, blobPath, configOf, indexOf, manifestOf, user } from "./description.js";
import { createLayer, digestOf, packFolder } from "./layers.js";
import { stageData, stageProgram, stageSystem } from "./stage.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const executable = executablePath(ownTarget);
const stage = join(root, "node_modules/.cache/payctl/image");
const target = join(root, "dist-image");

rmSync(stage, { recursive: true, force: true });
const system = stageSystem(join(stage, "system"), executable);
const layers = [
  createLayer("the libraries that payctl needs", packFolder(system)),
  createLayer("payctl", packFolder(stageProgram(join(stage, "program"), dirname(executable)))),
  createLayer("a folder for data", packFolder(stageData(join(stage, "data")), user)),
];

rmSync(target, { recursive: true, force: true });
mkdirSync(join(target, "blobs/sha256"), { recursive: true });
for (const { data } of layers) writeBlob(data);
const about = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const config = writeBlob(configOf(about, process.arch, layers));
const manifest = writeBlob(manifestOf(config, layers));
writeFileSync(join(target, "index.json"), indexOf(about.version, manifest));
writeFileSync(join(target, "manifest.json"), archiveManifestOf(about.version, config, layers));
writeFileSync(join(target, "oci-layout"), JSON.stringify({ imageLayoutVersion: "1.0.0" }));

const megabytes = Math.round(layers.reduce((sum, { data }) => sum + data.length, 0) / 1e6);
process.stdout.write(`dist-image: ${megabytes} MB, ${manifest.digest}\n`);

/** @param {Buffer | string} content */
function writeBlob(content) {
  const digest = digestOf(content);
  writeFileSync(join(target, blobPath(digest)), content);
  return { digest, size: Buffer.byteLength(content) };
}
