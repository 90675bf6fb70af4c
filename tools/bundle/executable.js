// Builds dist-sea/payctl: client, reference server and Node in one file that needs nothing installed.
//   npm run build:sea
//   npm run build:sea -- win-x64    # dist-sea/win-x64/payctl.exe
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { packagesIn } from "./bundled-packages.js";
import { fetchNode, ownPlatform } from "./fetch-node.js";
import { licencesText } from "./licences-text.js";
import { onlyAscii } from "./only-ascii.js";
import { executableNode, executableOptions } from "./options.js";

const [platform = ownPlatform] = process.argv.slice(2);
const isOwn = platform === ownPlatform;

const root = fileURLToPath(new URL("../..", import.meta.url));
const workplace = join(root, "node_modules/.cache/payctl/sea");
const target = join(root, "dist-sea", isOwn ? "" : platform);
const config = join(workplace, "config.json");
const output = join(target, platform.startsWith("win-") ? "payctl.exe" : "payctl");

const builder = fetchNode(executableNode);

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
mkdirSync(workplace, { recursive: true });
process.chdir(root);
const { metafile } = await build({ ...executableOptions, outfile: join(workplace, "payctl.cjs") });
onlyAscii("payctl.cjs", readFileSync(join(workplace, "payctl.cjs"), "utf8"));
writeFileSync(config, JSON.stringify(settings()));
// With a seed of its own, V8 compiles into other bytes each time.
execFileSync(join(builder, "bin/node"), ["--random-seed=1", "--build-sea", config], {
  // Relative names, so that the bytes do not tell of the folder.
  cwd: workplace,
  stdio: ["ignore", "ignore", "inherit"],
});

copyFileSync(join(root, "LICENSE"), join(target, "LICENSE"));
writeFileSync(join(target, "THIRD-PARTY-LICENCES.txt"), licencesText(await packagesIn(metafile)));
copyFileSync(join(builder, "LICENSE"), join(target, "NODE-LICENCES.txt"));

const megabytes = Math.round(statSync(output).size / 1e6);
process.stdout.write(`${relative(root, output)}: ${megabytes} MB, with Node v${executableNode}\n`);

function settings() {
  const shared = { main: "payctl.cjs", output, disableExperimentalSEAWarning: true };
  // Compiled code is for the processor and the system that compiled it.
  return isOwn
    ? { ...shared, useCodeCache: true }
    : {
        ...shared,
        useCodeCache: false,
        executable: join(fetchNode(executableNode, platform), "bin/node.exe"),
      };
}
