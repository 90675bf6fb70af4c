// Writes THIRD-PARTY-LICENCES.txt: the licence of every package whose code the bundle holds.
//   npm run licences
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { bundledPackages } from "./bundled-packages.js";
import { licencesText } from "./licences-text.js";
import { packageOptions } from "./options.js";

const target = fileURLToPath(new URL("../../THIRD-PARTY-LICENCES.txt", import.meta.url));
writeFileSync(target, licencesText(await bundledPackages(packageOptions)));
