import Conf from "conf";

/** Replaces `config.json` as a whole: written to a temporary file, synced and renamed. */
export function replaceConfFile(directory: string, contents: Record<string, unknown>): void {
  const conf = new Conf({
    cwd: directory,
    configFileMode: 0o600,
    // A profile's name may hold dots.
    accessPropertiesByDotNotation: false,
  });
  conf.store = contents;
}
