import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { quoted } from "../helpers/program.ts";
import { freshFolder } from "../helpers/shared.ts";

interface Ended {
  readonly code: number;
  readonly stderr: string;
}

/** Runs a script in which `payctl` is the built program; nothing answers where its calls would go. */
async function shell(script: string, folder = freshFolder()): Promise<Ended> {
  const env = {
    PATH: process.env["PATH"] ?? "",
    PAYCTL_CONFIG_DIR: join(folder, "config"),
    XDG_STATE_HOME: folder,
    PAYCTL_BASE_URL: "http://127.0.0.1:9",
  };
  const body = `payctl() { ${quoted} "$@"; }; ${script}`;
  try {
    const { stderr } = await promisify(execFile)("bash", ["--norc", "-c", body], { cwd: folder, env });
    return { code: 0, stderr };
  } catch (error) {
    // The error of a failed command has its output and its exit code.
    return error as Error & Ended;
  }
}

describe.skipIf(process.platform === "win32")("a pipe as an input", () => {
  it.each([
    "merchants apply --format csv --dry-run -f",
    "merchants create --dry-run -f",
    "updater create --dry-run --file",
    "giftcards balances --format csv --file",
    "buyers list --key-file",
    "buyers list --token-file",
    "keys import",
    "serve --database :memory: --port 0 --no-profile --seed",
  ])("is refused when it is empty: %s", async (words) => {
    const [piped, substituted] = await Promise.all([
      shell(`true | payctl ${words} /dev/stdin`),
      shell(`payctl ${words} <(true)`),
    ]);
    expect(piped).toMatchObject({ code: 2, stderr: expect.stringContaining("/dev/stdin is empty\n") });
    expect(substituted).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/\/dev\/fd\/\d+ is empty\n/),
    });
  });

  it("is read, whenever its writer comes", async () => {
    const account = "{id: shop, display_name: Shop}";
    const [late, piped] = await Promise.all([
      shell(
        `mkfifo late; { payctl merchants create -f late --dry-run & }; echo "${account}" > late; wait $!`,
      ),
      shell(`echo "${account}" | payctl merchants create -f /dev/stdin --dry-run`),
    ]);
    expect([late, piped]).toEqual([
      { code: 0, stderr: "" },
      { code: 0, stderr: "" },
    ]);
  });

  it("without a writer ends the program with the deadline, or with Ctrl-C", async () => {
    const words = "payctl merchants apply --format csv -f late";
    const [deadline, interrupted] = await Promise.all([
      shell(`mkfifo late; ${words} --deadline 200ms`),
      shell(`mkfifo late; set -m; ${words} 2>&1 & sleep 1; kill -INT %1; wait %1`),
    ]);
    expect(deadline).toMatchObject({
      code: 10,
      stderr: expect.stringContaining("before all of late was read"),
    });
    expect(interrupted.code).toBe(130);
  });
});
