import { spawn } from "node:child_process";
import { createPrivateKey, randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { buildToken, ecdsa } from "../../helpers/keys.ts";
import { program } from "../../helpers/program.ts";

export interface ChildOptions {
  readonly folder: string;
  /** The script to run; the built one unless given. */
  readonly file?: string;
  /** The initial data of a new database. */
  readonly seedFile?: string;
  /** The address of a database; a file in the folder unless given. */
  readonly database?: string;
  /** The largest file that the process may write, in blocks of 512 bytes. */
  readonly fileBlocks?: number;
  /** Run as this user. */
  readonly uid?: number;
}

/** The real server, in its own process. */
export interface ChildServer {
  request(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Ends the process at once, as a crash would. */
  kill(): Promise<void>;
  /** Shuts it down cleanly. */
  stop(): Promise<void>;
  /** Everything on standard error; resolves when the process has ended. */
  readonly errors: Promise<string>;
}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as they need them
  readonly json: any;
}

export function databaseIn(folder: string): string {
  return join(folder, "reference.db");
}

/** Rejects with the server's standard error if it ends before it is ready. */
export async function startChild(options: ChildOptions): Promise<ChildServer> {
  const child = spawnServer(options);
  const ended = once(child, "exit");
  const errors = text(child.stderr);
  const first = await Promise.race([
    once(createInterface(child.stdout), "line"),
    ended.then(() => undefined),
  ]);
  if (first === undefined) throw new Error(await errors);
  const ready = JSON.parse(String(first[0]));
  const authorization = `Bearer ${signToken(ready)}`;
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  return {
    async request(method, path, body) {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const headers = { authorization, "content-type": "application/json" };
      const answer = await fetch(`${ready.url}${path}`, { method, headers, ...sent });
      const content = await answer.text();
      return { status: answer.status, json: content === "" ? undefined : JSON.parse(content) };
    },
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
    errors,
  };
}

function spawnServer({ fileBlocks, folder, file, seedFile, uid, ...options }: ChildOptions) {
  const { database = databaseIn(folder) } = options;
  const words = ["serve", "--port", "0", "--no-profile", "--log", "off"];
  if (seedFile !== undefined) words.push("--seed", seedFile);
  // Only a shell can lower a limit and then become the process.
  const limit = fileBlocks === undefined ? "" : `ulimit -f ${fileBlocks}; `;
  return spawn(
    "sh",
    [
      "-c",
      `${limit}exec "$@"`,
      "sh",
      ...(file === undefined ? program : [process.execPath, resolve(file)]),
      ...words,
    ],
    {
      env: {
        PATH: process.env["PATH"] ?? "",
        PAYCTL_DATABASE: database,
        XDG_CONFIG_HOME: folder,
        XDG_DATA_HOME: folder,
      },
      stdio: ["ignore", "pipe", "pipe"],
      ...(uid === undefined ? {} : { uid }),
    },
  );
}

function signToken(ready: { readonly key_file: string; readonly thumbprint: string }): string {
  const privatePem = readFileSync(ready.key_file, "utf8");
  const key = { privatePem, privateKey: createPrivateKey(privatePem), publicPem: "", thumbprint: "" };
  const seconds = Math.floor(Date.now() / 1000);
  const times = { nbf: seconds - 30, iat: seconds - 30, exp: seconds + 3600 };
  return buildToken({
    header: { alg: "ES512", typ: "JWT", kid: ready.thumbprint },
    claims: { iss: "durability", ...times, jti: randomUUID(), scopes: ["*.read", "*.write"] },
    sign: ecdsa(key),
  });
}
