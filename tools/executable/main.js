// Compiles client, reference server and Bun into one file that needs nothing installed, below dist-executable.
//   npm run build:executable     # for this machine; the last line that it prints is the path
//   npm run build:executables    # for every platform
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { packagesIn } from "../bundle/bundled-packages.js";
import { licencesText } from "../bundle/licences-text.js";
import { onlyAscii } from "../bundle/only-ascii.js";
import { executableOptions } from "../bundle/options.js";
import { closed } from "./closed.js";
import { bunFor, bunLicences, bunVersion, executablePath, ownTarget, targets } from "./runtimes.js";

/** @typedef {import("./runtimes.js").Target} Target */

const root = fileURLToPath(new URL("../..", import.meta.url));
const workplace = join(root, "node_modules/.cache/payctl/executable");
const wanted = process.argv.includes("--all") ? targets : [ownTarget];

process.chdir(root);
mkdirSync(workplace, { recursive: true });
const { metafile } = await build({ ...executableOptions, outfile: join(workplace, "payctl.cjs") });
onlyAscii("payctl.cjs", readFileSync(join(workplace, "payctl.cjs"), "utf8"));
const compiler = bunFor(ownTarget);
const thirdParties = licencesText(await packagesIn(metafile));
for (const target of wanted) process.stdout.write(`${compile(target)}\n`);

/**
 * Returns its path.
 * @param {Target} target
 */
function compile(target) {
  const { bun, name } = target;
  const output = executablePath(target);
  const folder = dirname(output);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const base = join(workplace, name);
  writeFileSync(base, closed(readFileSync(bunFor(target))));
  chmodSync(base, 0o755);
  const words = [
    ...[
      "build",
      "payctl.cjs",
      "--compile",
      "--bytecode",
      "--format=cjs",
      "--external=@photostructure/sqlite",
    ],
    // Files of the folder that it is started in have no effect.
    ...["--no-compile-autoload-dotenv", "--no-compile-autoload-bunfig"],
    ...[`--target=${bun}`, `--compile-executable-path=${base}`, `--outfile=${output}`],
  ];
  execFileSync(compiler, words, { cwd: workplace, env: {}, stdio: ["ignore", "ignore", "inherit"] });
  copyFileSync("LICENSE", join(folder, "LICENSE"));
  writeFileSync(join(folder, "BUN-LICENCES.txt"), bunLicences());
  writeFileSync(join(folder, "THIRD-PARTY-LICENCES.txt"), thirdParties);
  const megabytes = Math.round(statSync(output).size / 1e6);
  process.stderr.write(`${relative(root, output)}: ${megabytes} MB, with Bun ${bunVersion}\n`);
  return output;
}
