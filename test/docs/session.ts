import { execFile, spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { openPlace } from "./place.ts";

/** What the guides need on a machine besides payctl. */
export const hasTools = spawnSync("bash", ["-c", "type curl jq openssl"]).status === 0;

/** A block of commands, and what the page shows of its output. */
export interface Block {
  readonly script: string;
  readonly shown: string | undefined;
}

/** The blocks of a page that a reader pastes; a `text` block right after one is its output. */
export function blocksOf(page: string): readonly Block[] {
  const pattern = /^```sh\n([\s\S]*?)^```\n(?:\n```text\n([\s\S]*?)^```\n)?/gm;
  return [...page.matchAll(pattern)].map(([, script = "", shown]) => ({ script, shown }));
}

/** The outcome of a block. */
export interface Outcome {
  /** Both streams, as a reader sees them. */
  readonly output: string;
  /** Commands that failed although the page does not expect it. */
  readonly failed: readonly string[];
}

/** Runs the blocks in one shell, in order, as a reader pastes them; each ends before the next begins. */
export async function playBlocks(blocks: readonly Block[]): Promise<readonly Outcome[]> {
  const { close, env, folder, work } = await openPlace();
  const bin = join(folder, "bin");
  try {
    for (const [index, { script }] of blocks.entries()) await writeFile(join(bin, `${index}.sh`), script);
    await writeFile(join(bin, "session.sh"), session(blocks.length, bin));
    // What a reader sees on a terminal; if a program reads the output, the page names the format.
    const shown = { ...env, PAYCTL_OUTPUT: "table" };
    await promisify(execFile)("bash", [join(bin, "session.sh")], { cwd: work, env: shown });
    return await Promise.all(blocks.map((_, index) => readOutcome(bin, index)));
  } finally {
    await close();
  }
}

/** Notes each failing command and continues, so that the whole page is tested. */
function session(count: number, bin: string): string {
  const lines = Array.from(
    { length: count },
    (_, index) =>
      `step=${index}; : > "${bin}/$step.failed"; source "${bin}/$step.sh" > "${bin}/$step.out" 2>&1`,
  );
  const stop = `payctl serve stop --url "$(jq -r .url ready.json)" || payctl -p local serve stop`;
  return [
    "set -E -o pipefail",
    `trap '${stop} > /dev/null 2>&1 || true' EXIT`,
    `trap 'echo "$BASH_COMMAND" >> "${bin}/$step.failed"' ERR`,
    ...lines,
    "exit 0\n",
  ].join("\n");
}

async function readOutcome(bin: string, index: number): Promise<Outcome> {
  const read = (kind: string) => readFile(join(bin, `${index}.${kind}`), "utf8");
  const failed = (await read("failed")).split("\n").filter((line) => line !== "");
  return { output: await read("out"), failed };
}

/** Matches an output as a page shows it; `...` stands for what differs from run to run, within a line. */
export function patternOf(shown: string): RegExp {
  const literal = shown.trimEnd().replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return new RegExp(`^${literal.replaceAll("\\.\\.\\.", ".*")}\\n?$`);
}
