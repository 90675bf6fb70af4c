// The files of the image, as folders to pack.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { user } from "./description.js";
import { librariesOf } from "./libraries.js";

/**
 * What the executable needs of a system: libraries with their licences, a name for the user, a folder for what passes.
 * @param {string} folder
 * @param {string} executable
 */
export function stageSystem(folder, executable) {
  for (const { package: name, path } of librariesOf(executable)) {
    put(folder, path, readFileSync(path), 0o755);
    const licence = `/usr/share/doc/${name}/copyright`;
    put(folder, licence, readFileSync(licence));
  }
  put(folder, "/etc/passwd", `payctl:x:${user}:${user}:payctl:/data:/nonexistent\n`);
  put(folder, "/etc/group", `payctl:x:${user}:\n`);
  put(folder, "/etc/nsswitch.conf", "hosts: files dns\n");
  makeFolder(join(folder, "tmp"), 0o1777);
  return folder;
}

/**
 * @param {string} folder
 * @param {string} built the folder of the executable and its licences
 */
export function stageProgram(folder, built) {
  put(folder, "/usr/local/bin/payctl", readFileSync(join(built, "payctl")), 0o755);
  for (const name of ["LICENSE", "BUN-LICENCES.txt", "THIRD-PARTY-LICENCES.txt"])
    put(folder, `/usr/share/doc/payctl/${name}`, readFileSync(join(built, name)));
  return folder;
}

/**
 * Where the server keeps its data, and its profile.
 * @param {string} folder
 */
export function stageData(folder) {
  makeFolder(folder, 0o755);
  makeFolder(join(folder, "data"), 0o700);
  return folder;
}

/**
 * @param {string} folder
 * @param {string} path from the root of the image
 * @param {Buffer | string} content
 */
function put(folder, path, content, mode = 0o644) {
  const names = dirname(path).split("/");
  for (const index of names.keys()) makeFolder(join(folder, ...names.slice(0, index + 1)), 0o755);
  const file = join(folder, path);
  writeFileSync(file, content);
  chmodSync(file, mode);
}

/**
 * With this very mode, whatever the umask.
 * @param {string} folder
 * @param {number} mode
 */
function makeFolder(folder, mode) {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, mode);
}
