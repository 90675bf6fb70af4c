import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The SHA-256 of each file, as sha256sum --check reads them.
 * @param {string} folder
 */
export function sumsOf(folder) {
  const names = readdirSync(folder).toSorted();
  return names.map((name) => `${sha256(readFileSync(join(folder, name)))}  ${name}\n`).join("");
}

/** @param {Buffer} data */
function sha256(data) {
  return createHash("sha256").update(data).digest("hex");
}
