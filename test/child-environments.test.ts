import { chmod, readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { runProgram } from "../src/files/run-program.ts";
import { openHost } from "../src/host.ts";
import { runCommand } from "../src/server/running/run-command.ts";
import { childEnvironment } from "../src/values/environment.ts";
import { readSources } from "./helpers/imports.ts";
import { sharedFolder } from "./helpers/shared.ts";

/** A program that writes down the variables it was given. */
let program: string;
const folder = sharedFolder();

beforeAll(async () => {
  program = join(folder, "xdg-open");
  const script = "require('fs').writeFileSync(process.env.WRITTEN, JSON.stringify(process.env))";
  await writeFile(program, `#!${process.execPath}\n${script}\n`);
  await chmod(program, 0o755);
});
afterAll(async () => {
  vi.unstubAllEnvs();
});

const secrets = {
  PAYCTL_PRIVATE_KEY: "a key",
  PAYCTL_KEY_PASSPHRASE: "a passphrase",
  PAYCTL_CLIENT_KEY_PASSPHRASE: "another passphrase",
  PAYCTL_TOKEN: "a token",
  PAYCTL_CONTROL_TOKEN: "a control token",
  PAYCTL_DATABASE: "postgres://ada:secret@db.example/payctl",
};

const later = (milliseconds: number, action: () => void) => {
  const timer = setTimeout(action, milliseconds);
  return () => clearTimeout(timer);
};

const children: Readonly<Record<string, () => Promise<unknown>>> = {
  "the pager": async () => (await openHost().openPager({ words: [program], env: { LESS: "FRX" } }))?.end(),
  "the program that opens a page": () => openHost().openFile(join(folder, "page.html")),
  "a program that prints a key, or signs": () =>
    runProgram({
      words: [program],
      env: process.env,
      hasTerminal: false,
      signal: new AbortController().signal,
      later,
    }),
  "the command of serve": () =>
    runCommand([program], { env: process.env, signals: process, sharesTerminal: false }),
};

it.skipIf(process.platform !== "linux").each(Object.entries(children))(
  "%s inherits none of payctl's secrets",
  async (name, start) => {
    const written = join(folder, `${name}.json`);
    const given = { ...secrets, PAYCTL_CONFIG_DIR: folder, WRITTEN: written };
    const path = [folder, process.env["PATH"]].join(delimiter);
    for (const [variable, value] of Object.entries({ ...given, PATH: path })) vi.stubEnv(variable, value);
    await start();
    const env = JSON.parse(await readFile(written, "utf8"));
    expect(Object.keys(env).filter((key) => /^(?:PAYCTL_|WRITTEN$)/.test(key))).toEqual(
      expect.arrayContaining(["PAYCTL_CONFIG_DIR", "WRITTEN"]),
    );
    expect(Object.keys(secrets).filter((key) => key in env)).toEqual([]);
  },
);

it("a program gets the secrets that it needs, and a name counts in any case, as on Windows", () => {
  const env = { ...secrets, Payctl_Token: "a token", PATH: "/bin" };
  expect(childEnvironment(env, ["PAYCTL_DATABASE"])).toEqual({
    PAYCTL_DATABASE: secrets.PAYCTL_DATABASE,
    PATH: "/bin",
  });
});

it("every file that starts a program chooses what it inherits", () => {
  const files = [...readSources(new URL("../src/", import.meta.url)).values()];
  const starting = files.filter(({ imports }) =>
    imports.some(({ target }) => target === "node:child_process"),
  );
  const choosing = starting.filter(({ imports }) =>
    imports.some(({ kind, target }) => kind === "value" && target === "values/environment.ts"),
  );
  expect(starting.length).toBeGreaterThan(4);
  expect(choosing).toEqual(starting);
});
