import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { selfSigned } from "../../client/self-signed.ts";
import { serveTls } from "../../client/servers.ts";
import { generateKey } from "../../helpers/keys.ts";
import { commandLine } from "../../helpers/program.ts";

it.skipIf(process.platform === "win32")(
  "doctor reads PAYCTL_CA_FILE once, so that it may be a pipe: PAYCTL_CA_FILE=<(print-certificate)",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "payctl-doctor-"));
    const pipe = join(folder, "pipe");
    const keyFile = join(folder, "key.pem");
    execFileSync("mkfifo", [pipe]);
    await writeFile(keyFile, generateKey().privatePem, { mode: 0o600 });
    const certificate = selfSigned("localhost");
    const port = await serveTls(certificate, (_, response) => {
      response.statusCode = 401;
      response.setHeader("content-type", "application/json");
      response.end(
        '{"type":"error","code":"unauthorized","status":401,"message":"Nobody is known here","details":[]}',
      );
    });
    const child = spawn(...commandLine(["doctor", "-o", "json", "--deadline", "20s"]), {
      env: {
        PATH: process.env["PATH"],
        PAYCTL_CONFIG_DIR: folder,
        PAYCTL_BASE_URL: `https://localhost:${port}`,
        PAYCTL_PRIVATE_KEY_FILE: keyFile,
        PAYCTL_CA_FILE: pipe,
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [stdout] = await Promise.all([
      text(child.stdout),
      once(child, "close"),
      appendFile(pipe, certificate.cert),
    ]);
    await rm(folder, { recursive: true });
    const { checks } = JSON.parse(stdout);
    const outcomeOf = (name: string) => checks.find((check: { name: string }) => check.name === name);
    expect(outcomeOf("connection")).toMatchObject({ message: expect.stringContaining("TLSv1.3") });
    // Signed calls got an answer too, over the connection that trusts the same file.
    expect(outcomeOf("token").message).toContain("Nobody is known here");
  },
);
