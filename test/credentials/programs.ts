import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestKey } from "../helpers/keys.ts";

/** What a program that should sign or print a key does. */
export type Conduct =
  | "raw"
  | "der"
  | "base64 of raw"
  | "base64url of raw"
  | "base64 of der, in lines"
  | "another hash"
  | "prints garbage"
  | "prints nothing"
  | "prints too much"
  | "never ends"
  | "signs, then fails";

export interface Program {
  /** The command that runs it. */
  readonly command: string;
  /** What it was given in each run: its arguments, its folder, and its standard input. */
  runs(): Promise<readonly { readonly words: string[]; readonly folder: string; readonly input: string }[]>;
}

/** Writes a program that signs its standard input with a key, or does something else instead. */
export async function writeSigner(
  folder: string,
  { privatePem }: TestKey,
  conduct: Conduct,
): Promise<Program> {
  return writeProgram(
    folder,
    `
    import { sign } from "node:crypto";
    const conduct = ${JSON.stringify(conduct)};
    const key = ${JSON.stringify(privatePem)};
    const raw = sign(conduct === "another hash" ? "sha256" : "sha512", input, { key, dsaEncoding: "ieee-p1363" });
    const der = sign("sha512", input, key);
    const written = {
      der,
      "base64 of raw": raw.toString("base64") + "\\n",
      "base64url of raw": raw.toString("base64url"),
      "base64 of der, in lines": der.toString("base64").replace(/.{64}/g, "$&\\n") + "\\n",
      "prints garbage": "signed!",
      "prints nothing": "",
      "prints too much": "x".repeat(100_000),
    };
    if (conduct === "never ends") setInterval(() => {}, 1000);
    else process.stdout.write(written[conduct] ?? raw);
    if (conduct.includes("fails")) process.exitCode = 7;
    `,
  );
}

/** Writes a program that prints a text. */
export function writePrinter(folder: string, text: string): Promise<Program> {
  return writeProgram(folder, `process.stdout.write(${JSON.stringify(text)});`);
}

async function writeProgram(folder: string, body: string): Promise<Program> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, "program.mjs");
  const log = join(folder, "runs.ndjson");
  const begin = `
    import { appendFileSync } from "node:fs";
    import { buffer } from "node:stream/consumers";
    const input = await buffer(process.stdin);
    const run = { words: process.argv.slice(2), folder: process.cwd(), input: input.toString() };
    appendFileSync(${JSON.stringify(log)}, JSON.stringify(run) + "\\n");
  `;
  await writeFile(path, begin + body);
  return {
    command: `"${process.execPath}" "${path}"`,
    async runs() {
      const text = await readFile(log, "utf8").catch(() => "");
      return text
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line));
    },
  };
}
