import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { program, programFile } from "../helpers/program.ts";

const root = resolve(import.meta.dirname, "../..");

/** A user's project, with payctl and the files that a page of the documentation shows. */
export interface Project {
  readonly folder: string;
  /** Their names, in the order of the page. */
  readonly files: readonly string[];
  /** Makes a package of the folder `packages` one of the project. */
  link(packages: string, name: string): Promise<void>;
  /** Resolves to what the command prints. */
  run(command: string, ...words: readonly string[]): Promise<string>;
  /** The same below `payctl serve --`. */
  runBeside(...words: readonly string[]): Promise<string>;
  close(): Promise<void>;
}

/** Variables that would tell a runner that it runs inside another one. */
const inherited = Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_|PAYCTL_)/.test(name));

export async function createProject(page: string): Promise<Project> {
  // Runners compare paths, and a temporary folder may be a link.
  const folder = await realpath(await mkdtemp(join(tmpdir(), "payctl-guide-")));
  const text = await readFile(join(root, "docs", page), "utf8");
  const blocks = [...text.matchAll(/^```\w+ file=(\S+)\n([\s\S]*?)^```$/gm)];

  /** As npm does: a link would lead runners out of `node_modules`, where they compile what they find. */
  async function installPayctl(): Promise<void> {
    for (const part of ["package.json", "dist/package.json", "dist/testing"])
      await cp(join(root, part), join(folder, "node_modules/payctl", part), { recursive: true });
    const driver = "@photostructure/sqlite";
    if (existsSync(join(root, "node_modules", driver))) await link(join(root, "node_modules"), driver);
  }

  async function link(packages: string, name: string): Promise<void> {
    const place = join(folder, "node_modules", name);
    await mkdir(dirname(place), { recursive: true });
    await rm(place, { force: true });
    await symlink(join(packages, name), place);
  }

  async function run(command: string, ...words: readonly string[]): Promise<string> {
    const env = {
      ...Object.fromEntries(inherited),
      PATH: [join(folder, "bin"), process.env["PATH"]].join(delimiter),
      PAYCTL_CONFIG_DIR: join(folder, "config"),
      XDG_DATA_HOME: join(folder, "data"),
      // A cache of a machine may hold the result of another server. On a fresh one, Go builds its own library first,
      // which is faster without C and without optimising.
      GOFLAGS: "-count=1 -vet=off '-gcflags=all=-N -l'",
      CGO_ENABLED: "0",
    };
    try {
      return (await promisify(execFile)(command, words, { cwd: folder, env })).stdout;
    } catch (error) {
      // A runner reports what failed on its standard output.
      const { stderr, stdout } = Object(error);
      throw new Error(`${command} failed\n${stdout}\n${stderr}`);
    }
  }

  await mkdir(join(folder, "bin"));
  await symlink(programFile, join(folder, "bin/payctl"));
  await installPayctl();
  await writeFile(join(folder, "package.json"), '{ "type": "module" }\n');
  for (const [, name = "", text = ""] of blocks) await writeFile(join(folder, name), text);
  return {
    folder,
    files: blocks.map(([, name = ""]) => name),
    link,
    run,
    runBeside: (...words) => run(...program, "serve", "--", ...words),
    close: () => rm(folder, { recursive: true, maxRetries: 10 }),
  };
}

export function has(command: string, ...words: readonly string[]): boolean {
  return spawnSync(command, words).status === 0;
}
