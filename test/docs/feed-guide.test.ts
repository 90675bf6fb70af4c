import { mkdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { shared } from "../helpers/shared.ts";
import { openGuide } from "./place.ts";

const root = resolve(import.meta.dirname, "../..");
const guide = await readFile(join(root, "docs/audit-feed.md"), "utf8");

/** The text of the block that has these words in it. */
function blockWith(words: string): string {
  const blocks = [...guide.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, body = ""]) => body);
  return blocks.find((body) => body.includes(words)) ?? "";
}

const systemd = blockWith("ExecStart=");
const cron = blockWith("*/5 * * * * ");

/** The command lines of each file, for a shell; those that run on end when everything new is written. */
const commands = {
  cron: cron.replace("*/5 * * * * ", "").replace(/ >> .*/, ""),
  systemd: `${/^ExecStart=(.*)$/m.exec(systemd)?.[1]} --once`,
};

const { run, work } = await shared(openGuide());

async function runLine(line: string): Promise<string> {
  const { code, stderr, stdout } = await run(line, { STATE_DIRECTORY: join(work, "systemd") }, "sh -c");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout;
}

it.each(Object.entries(commands))(
  "the guide to feeds has a command for %s that writes each entry once, as a line of JSON",
  async (name, command) => {
    await mkdir(join(work, name), { recursive: true });
    const line = command
      .replace("/var/lib/payctl", `'${join(work, name)}'`)
      .replace(/--since \w+/, "--since 7d");
    const lines = (await runLine(line)).trimEnd().split("\n");
    expect(lines.length).toBeGreaterThan(1);
    for (const each of lines) expect(JSON.parse(each)).toMatchObject({ type: "audit-log" });
    expect(await runLine(line)).toBe("");
  },
);
