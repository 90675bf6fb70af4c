import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { commandLine } from "../helpers/program.ts";
import { sharedFolder } from "../helpers/shared.ts";

const folder = sharedFolder();

function start(words: readonly string[]) {
  return spawn(...commandLine(words), {
    env: { PATH: process.env["PATH"], PAYCTL_CONFIG_DIR: folder },
    stdio: ["ignore", "pipe", "ignore"],
  });
}

/** How long an undisturbed change takes here. */
async function measure(): Promise<number> {
  const began = performance.now();
  await once(start(["profile", "add", "measured", "--base-url", "http://localhost:4010"]), "exit");
  return performance.now() - began;
}

async function profiles(): Promise<string[]> {
  const child = start(["profile", "list", "-o", "id"]);
  const [names, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  expect(code).toBe(0);
  return names.split("\n").slice(0, -1);
}

it.skipIf(process.platform === "win32")(
  "profiles are whole whenever a change is ended by a signal, and each one that was reported is there",
  async () => {
    const duration = await measure();
    const told = ["measured"];
    for (const [index, signal] of (
      ["SIGKILL", "SIGTERM", "SIGKILL", "SIGINT", "SIGKILL", "SIGKILL"] as const
    ).entries()) {
      const name = `shop-${index}`;
      const child = start(["profile", "add", name, "--base-url", "http://localhost:4010"]);
      const ended = once(child, "exit");
      // Most of a run is its start, and the change comes last.
      await Promise.race([sleep(duration * (0.5 + Math.random() / 2)), ended]);
      child.kill(signal);
      const [code] = await ended;
      if (code === 0) told.push(name);
    }
    const last = start(["profile", "add", "last", "--base-url", "http://localhost:4010"]);
    expect(await once(last, "exit")).toEqual([0, null]);
    expect(await profiles()).toEqual(expect.arrayContaining([...told, "last"]));
    expect(await readdir(folder)).toEqual(["config.json"]);
  },
);
