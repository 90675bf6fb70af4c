import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import type { Exchange } from "../../src/contract/exchange.ts";
import { listen } from "../../src/server/http/listen.ts";
import type { Seed } from "../../src/server/seed/seed.ts";
import { programFile } from "../helpers/program.ts";
import { startReference } from "../helpers/server.ts";

/** A folder in which a page is followed: `payctl` is on the path, and its commands run in `work`. */
export async function openPlace() {
  const folder = await mkdtemp(join(tmpdir(), "payctl-guide-"));
  await Promise.all(["bin", "home", "work"].map((name) => mkdir(join(folder, name))));
  await symlink(programFile, join(folder, "bin", "payctl"));
  const PATH = [join(folder, "bin"), process.env["PATH"]].join(delimiter);
  return {
    folder,
    work: join(folder, "work"),
    env: { PATH, HOME: join(folder, "home") },
    close: () => rm(folder, { recursive: true, maxRetries: 20 }),
  };
}

export type Guide = Awaited<ReturnType<typeof openGuide>>;

interface GuideOptions {
  /** The demo unless given. */
  readonly seed?: Seed;
  /** Called with each answer of the server. */
  readonly answered?: () => void;
}

/** The same beside a reference server, which the commands call with a key that it knows. */
export async function openGuide({ answered, ...options }: GuideOptions = {}) {
  const place = await openPlace();
  const reference = await startReference(options);
  const exchange: Exchange = async (request) => {
    const answer = await reference.exchange(request);
    if (answered !== undefined) setImmediate(answered);
    return answer;
  };
  const address = { host: "127.0.0.1", port: 0, newId: () => crypto.randomUUID() };
  const listener = await listen(exchange, address);
  const env = {
    ...place.env,
    PAYCTL_CONFIG_DIR: join(place.folder, "config"),
    PAYCTL_BASE_URL: listener.url,
    PAYCTL_PRIVATE_KEY: reference.administrator.privateKey,
  };

  /** Starts a script, in bash unless another shell is named. */
  function start(script: string, more = {}, shell = "bash -euo pipefail -c") {
    const [file = "", ...words] = shell.split(" ");
    const options = { cwd: place.work, env: { ...env, ...more } };
    return spawn(file, [...words, script], { ...options, stdio: ["ignore", "pipe", "pipe"] });
  }

  async function run(...given: Parameters<typeof start>) {
    const child = start(...given);
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close"),
    ]);
    return { code, stdout, stderr };
  }

  async function close(): Promise<void> {
    await listener.close(0);
    await reference.close();
    await place.close();
  }

  return { ...place, start, run, close };
}
