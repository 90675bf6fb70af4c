// For each lazy import esbuild writes an entry, even if all of its code is in a chunk that others share. Such a relay
// only passes names on, and finding and loading a file takes up to a millisecond, however little it holds: code that
// would load a relay loads its chunk instead.
import { basename, dirname, join } from "node:path";

/** The whole text of a relay: other chunks, and the names of one of them under the same names. */
const relayText =
  /^(?:import"[^"]+";)*import\{([^}]+)\}from"\.\/([^"]+)";(?:import"[^"]+";)*export\{\1\};\s*$/;

/** How a chunk names another one. */
const chunkName = /(?<=["'`]\.\/)[\w-]+\.js(?=["'`])/g;

/**
 * A build without its relays. The first entry is called from outside, so its chunk takes its name.
 * @param {import("esbuild").BuildResult<{ write: false, metafile: true }>} build
 * @param {string} first the name of that entry
 */
export function withoutRelays({ metafile, outputFiles }, first) {
  const targets = findRelays(outputFiles);
  /** @param {string} name */
  const rename = (name) => {
    const target = targets.get(name) ?? name;
    return target === targets.get(first) ? first : target;
  };
  /** @param {string} path */
  const isKept = (path) => !targets.has(basename(path));
  const chunks = outputFiles.filter(({ path }) => isKept(path));
  const outputs = Object.entries(metafile.outputs).filter(([path]) => isKept(path));
  return {
    chunks: chunks.map(({ path, text }) => ({
      name: rename(basename(path)),
      text: text.replace(chunkName, rename),
    })),
    metafile: {
      ...metafile,
      outputs: Object.fromEntries(
        outputs.map(([path, output]) => [join(dirname(path), rename(basename(path))), output]),
      ),
    },
  };
}

/**
 * The relays by name, each with the name of its chunk.
 * @param {readonly import("esbuild").OutputFile[]} files
 * @returns {Map<string, string>}
 */
function findRelays(files) {
  return new Map(
    files.flatMap(({ path, text }) => {
      const [, , target] = relayText.exec(text) ?? [];
      return target === undefined ? [] : [[basename(path), target]];
    }),
  );
}
