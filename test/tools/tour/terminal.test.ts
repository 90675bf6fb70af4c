import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { drawScreen } from "../../../tools/tour/picture/screen.ts";
import { film, stills } from "../../../tools/tour/pictures.ts";
import { columns, openWorld, requestId } from "../../../tools/tour/world.ts";
import { commandLine, quoted } from "../../helpers/program.ts";

const page = await readFile(resolve(import.meta.dirname, "../../../README.md"), "utf8");
const files = film.files ?? {};

/** All commands of the page and the pictures; a server made for tests answers the same only in this order. */
const lines = [
  ...[...page.matchAll(/^\$ (payctl .*)$/gm)].map(([, line = ""]) => line),
  ...Object.values(stills).flatMap((still) => still.lines),
  ...film.lines,
];
/** The clock of the real program can't be set. */
const compared = lines.flatMap((line, index) => (/--since \d+d/.test(line) ? [] : [{ line, index }]));

const hasTerminal = spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux");
const mark = "=====";

/** What the real program writes for each line on a real terminal, with the real server. */
async function playForReal(): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), "payctl-tour-"));
  try {
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const play = lines.map((line) => `${line}; echo ${mark}`);
    const body = [`stty cols ${columns} -onlcr`, `payctl() { ${quoted} "$@"; }`, ...play];
    await writeFile(join(folder, "tour.sh"), `${body.join("\n")}\nexit 0\n`);
    const serve = ["serve", "--seed", "demo", "--deterministic", "1", "--port", "0", "--log", "off"];
    const terminal = ["script", "-qec", "bash tour.sh", "/dev/null"];
    const env = { PATH: process.env["PATH"], HOME: folder, TERM: "xterm-256color" };
    const ran = promisify(execFile)(...commandLine([...serve, "--", ...terminal]), {
      cwd: folder,
      env,
    });
    ran.child.stdin?.end();
    return (await ran).stdout.split(`${mark}\n`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The entries of the server's own changes have other ids in the real program, whose short ones end their rows. */
function withoutIds(screen: string): string {
  return screen.replace(/\b[\da-f]{8}(?=\r?$)/gm, "01234567");
}

describe.runIf(hasTerminal)("a real terminal, if the script of util-linux makes one", () => {
  let real: readonly string[];
  const made: string[] = [];

  beforeAll(async () => {
    real = await playForReal();
    const world = await openWorld(files);
    for (const line of lines) made.push(await world.show(line));
    await world.close();
  });

  it("the tour goes through all of its lines", () => {
    expect(real.length).toBe(lines.length + 1);
  });

  it.each(compared)("the terminal shows what the tour shows: $line", ({ index }) => {
    const screen =
      real[index]
        ?.replace(/127\.0\.0\.1:\d+/g, "localhost:4010")
        .replace(/\b[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}(?=\))/, requestId) ?? "";
    expect(drawScreen(withoutIds(screen), columns)).toEqual(
      drawScreen(withoutIds(made[index] ?? ""), columns),
    );
  });
});
