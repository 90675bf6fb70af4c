// Layers of an image: folders packed so that the same files always make the same bytes.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { gzipSync } from "node:zlib";

/**
 * @typedef {object} Layer
 * @property {string} comment what it holds
 * @property {Buffer} data compressed
 * @property {string} digest of the data
 * @property {string} diffId the digest of what was compressed
 */

/**
 * Packs what a folder holds by name, with one owner and the time 0; modes are those of the files.
 * @param {string} folder
 * @param {number} owner
 */
export function packFolder(folder, owner = 0) {
  const fixed = ["--sort=name", "--mtime=@0", "--numeric-owner", `--owner=${owner}`, `--group=${owner}`];
  // By name, since a layer that held the folder itself would change the owner of the root.
  const words = ["--create", "--format=ustar", ...fixed, "--directory", folder, "--", ...readdirSync(folder)];
  return execFileSync("tar", words, { maxBuffer: 2 ** 30 });
}

/**
 * @param {string} comment
 * @param {Buffer} packed
 * @returns {Layer}
 */
export function createLayer(comment, packed) {
  const data = gzipSync(packed, { level: 9 });
  return { comment, data, digest: digestOf(data), diffId: digestOf(packed) };
}

/** @param {Buffer | string} data */
export function digestOf(data) {
  return `sha256:${createHash("sha256").update(data).digest("hex")}`;
}
