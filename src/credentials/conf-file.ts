import { basename, dirname, join } from "node:path";
import { systemCode } from "../errors.ts";
import { disk } from "../files/disk.ts";
import { followLinks, moveIntoPlace } from "../files/replace.ts";
import { findJson } from "../values/record.ts";

/**
 * Replaces `config.json` as a whole; its lock must be held. The package does not notice a write that the disk took only
 * in part, so it writes into a folder of its own, and the result is read back before it is moved into place.
 */
export async function replaceConfFile(path: string, contents: Record<string, unknown>): Promise<void> {
  const target = await followLinks(path);
  removeTemporaries(target);
  const { default: Conf } = await importUnhooked(() => import("conf"));
  try {
    const conf = new Conf({
      cwd: `${target}${temporaryMark}${crypto.randomUUID()}`,
      configFileMode: 0o600,
      // A profile's name may hold dots.
      accessPropertiesByDotNotation: false,
    });
    conf.store = contents;
    const written = findJson(disk.readFileSync(conf.path, "utf8"));
    if (JSON.stringify(written) !== JSON.stringify(contents)) {
      throw Object.assign(new Error("written in part"), { code: "ENOSPC" });
    }
    await moveIntoPlace(conf.path, target);
  } finally {
    removeTemporaries(target);
  }
}

const temporaryMark = ".tmp-";

/** Removes what this process and killed ones left behind; what can't be removed goes with the next change. */
function removeTemporaries(target: string): void {
  const beginning = `${basename(target)}${temporaryMark}`;
  try {
    for (const name of disk.readdirSync(dirname(target))) {
      if (name.startsWith(beginning))
        disk.rmSync(join(dirname(target), name), { recursive: true, force: true });
    }
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
  }
}

/**
 * Loads a module that hooks itself into the signals of the process, and removes its hooks again: the first signal asks
 * a command for an orderly end, and such a hook would end the process immediately.
 */
export async function importUnhooked<Module>(load: () => Promise<Module>): Promise<Module> {
  const before = new Set(signalListeners().map(({ listener }) => listener));
  const module = await load();
  for (const { listener, name } of signalListeners()) {
    // Node types a listener that it returns less exactly than one that it accepts.
    if (!before.has(listener)) process.off(name, listener as () => void);
  }
  return module;
}

function signalListeners() {
  const names = process.eventNames().filter((name) => String(name).startsWith("SIG"));
  return names.flatMap((name) => process.rawListeners(name).map((listener) => ({ name, listener })));
}
