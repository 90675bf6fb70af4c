import { dirname, join } from "node:path";
import Conf from "conf";
import { systemCode } from "../errors.ts";
import { disk } from "../files/disk.ts";
import { followLinks, moveIntoPlace } from "../files/replace.ts";

/**
 * Replaces `config.json` as a whole; its lock must be held. The package does not notice a write that the disk took only
 * in part, so it writes into a folder of its own, and the result is read back before it is moved into place.
 */
export async function replaceConfFile(path: string, contents: Record<string, unknown>): Promise<void> {
  const place = await followLinks(path);
  removePassing(place);
  const passing = `${place}${passingMark}${crypto.randomUUID()}`;
  try {
    const conf = new Conf({
      cwd: passing,
      configFileMode: 0o600,
      // A profile's name may hold dots.
      accessPropertiesByDotNotation: false,
    });
    conf.store = contents;
    const written = join(passing, "config.json");
    const text = disk.readFileSync(written, "utf8");
    if (!isWhole(text, contents)) throw Object.assign(new Error("written in part"), { code: "ENOSPC" });
    keepOwner(place, written);
    await moveIntoPlace(written, place);
  } finally {
    removePassing(place);
  }
}

const passingMark = ".tmp-";

/** Removes what this process and killed ones left behind; what can't be removed goes with the next change. */
function removePassing(place: string): void {
  const folder = dirname(place);
  const beginning = `${place}${passingMark}`;
  try {
    for (const name of disk.readdirSync(folder)) {
      const path = join(folder, name);
      if (path.startsWith(beginning)) disk.rmSync(path, { recursive: true, force: true });
    }
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
  }
}

function isWhole(text: string, contents: Record<string, unknown>): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(contents);
  } catch {
    return false;
  }
}

/** A change made as root leaves the file with its user. */
function keepOwner(place: string, written: string): void {
  try {
    const { uid, gid } = disk.statSync(place);
    disk.chownSync(written, uid, gid);
  } catch {
    // A new file, or one that was not ours before: it belongs to whoever writes it.
  }
}
