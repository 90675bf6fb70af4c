import { dirname, join } from "node:path";
import { isOpenToOthers, modeText } from "../../files/private.ts";
import type { Check } from "../check.ts";
import type { Examination } from "../examination.ts";
import { type Finding, failure, ok, warning } from "../finding.ts";

export const configuration: Check = {
  name: "configuration",
  async run(examination) {
    const { context, probes, contents } = examination;
    const directory = dirname((await context.profiles()).path);
    if ((await probes.mode(directory)) === undefined) return ok(`nothing is kept in ${directory} yet`);
    await contents();
    if (context.host.platform === "win32") return ok(`${directory} can be read`);
    return judge(directory, await openPlaces(examination, directory));
  },
};

interface Place {
  readonly path: string;
  readonly mode: number;
  /** What it should be. */
  readonly wanted: string;
}

/** Whatever others than the owner may read or write. */
async function openPlaces({ probes }: Examination, directory: string): Promise<readonly Place[]> {
  const keys = join(directory, "keys");
  const keyNames = await probes.filesIn(keys);
  const files = [join(directory, "config.json"), ...keyNames.map((name) => join(keys, name))];
  const paths = [
    ...[directory, keys].map((path) => ({ path, wanted: "700" })),
    ...files.map((path) => ({ path, wanted: "600" })),
  ];
  const places = await Promise.all(
    paths.map(async (place) => ({ ...place, mode: (await probes.mode(place.path)) ?? 0 })),
  );
  return places.filter(({ mode }) => isOpenToOthers(mode));
}

function judge(directory: string, open: readonly Place[]): Finding {
  if (open.length === 0) return ok(`${directory} is open to its owner alone`);
  const shown = open.map(({ mode, path }) => `${path} (mode ${modeText(mode)})`);
  const message = `open to others: ${shown.join(", ")}`;
  const hint = open.map(({ path, wanted }) => `chmod ${wanted} '${path}'`).join(" && ");
  // Whoever can write here can put another key or another address in the place of ours.
  return open.some(({ mode }) => (mode & 0o022) !== 0) ? failure(message, hint) : warning(message, hint);
}
