import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { serveFlags } from "../src/commands/serve/flags.ts";
import type { Host } from "../src/context.ts";
import { fileValuesFromHome } from "../src/home-paths.ts";
import { generateKey } from "./helpers/keys.ts";
import { type RunOptions, run } from "./helpers/run.ts";
import { fresh, freshFolder } from "./helpers/shared.ts";
import { startSmallCompany } from "./helpers/small-company.ts";

const at =
  (home: string) =>
  (host: Host): Host => ({ ...host, homeDirectory: home });

async function openHome() {
  const home = freshFolder();
  const reference = await fresh(startSmallCompany());
  await writeFile(join(home, "key.pem"), reference.administrator.privateKey, { mode: 0o600 });
  await writeFile(join(home, "public.pem"), generateKey().publicPem);
  const options: RunOptions = {
    reference,
    signedOut: true,
    configDirectory: join(home, "config"),
    alter: at(home),
    env: { PAYCTL_BASE_URL: "http://localhost:4010" },
  };
  return { home, options };
}

it.each([
  ["buyers list --key-file=~/key.pem", {}],
  ["buyers list", { PAYCTL_PRIVATE_KEY_FILE: "~/key.pem" }],
])("a leading ~/ is the home folder: %s %j", async (line, env) => {
  const { options } = await openHome();
  expect(await run(line, { ...options, env: { ...options.env, ...env } })).toMatchObject({ code: 0 });
});

it("a leading ~/ in PAYCTL_CONFIG_DIR is the home folder, not a folder below the working folder", async () => {
  const { home, options } = await openHome();
  const env = { ...options.env, PAYCTL_CONFIG_DIR: "~/.payctl" };
  expect((await run("keys generate", { ...options, env })).code).toBe(0);
  expect(await readdir(join(home, ".payctl"))).toEqual(["keys"]);
  expect(await readdir(process.cwd())).not.toContain("~");
});

it("a profile stores what ~/ stands for, and understands one that was written by hand", async () => {
  const { home, options } = await openHome();
  const add = "profile add live --base-url http://localhost:4010 --key-file=~/key.pem --ca-file=~/ca.pem";
  expect((await run(add, options)).code).toBe(0);
  const path = join(home, "config", "config.json");
  const file = JSON.parse(await readFile(path, "utf8"));
  expect(file.profiles.live).toMatchObject({ keyFile: join(home, "key.pem"), caFile: join(home, "ca.pem") });
  file.profiles.live = { baseUrl: "http://localhost:4010", keyFile: "~/key.pem" };
  await writeFile(path, JSON.stringify(file));
  expect((await run("buyers list -p live", options)).code).toBe(0);
});

it("only a leading ~/ is the home folder", async () => {
  const { options } = await openHome();
  for (const path of ["~key.pem", "./~/key.pem"]) {
    expect(await run(`buyers list --key-file '${path}'`, options)).toMatchObject({ code: 3, requests: [] });
  }
});

it("the database of serve may be below the home folder too, by option and by variable", async () => {
  const { options, home } = await openHome();
  expect(fileValuesFromHome({ database: "~/d.db" }, serveFlags, home)).toEqual({
    database: join(home, "d.db"),
  });
  const ran = await run("serve --dry-run", { ...options, env: { PAYCTL_DATABASE: "~/d.db" } });
  expect(ran.stderr).toContain(`with the data in ${join(home, "d.db")}\n`);
});
