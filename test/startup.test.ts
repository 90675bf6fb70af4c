import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { generatePrivateKey, toPrivatePem } from "../src/credentials/private-key.ts";
import { type SelfSigned, selfSigned } from "./client/self-signed.ts";
import { freshFolder } from "./helpers/shared.ts";

const execute = promisify(execFile);
const root = resolve(import.meta.dirname, "..");
const program = join(root, "bin/payctl.js");
const bundle = join(root, "dist/bundle.json");

type Environment = Readonly<Record<string, string>>;

interface Bundle {
  readonly outputs: Readonly<Record<string, { readonly inputs: Readonly<Record<string, unknown>> }>>;
}

/** The source files whose code is in some chunks. */
async function sourcesOf(chunks: ReadonlySet<string>): Promise<string[]> {
  const { outputs }: Bundle = JSON.parse(await readFile(bundle, "utf8"));
  const inputs = Object.entries(outputs)
    .filter(([path]) => chunks.has(basename(path)))
    .flatMap(([, output]) => Object.keys(output.inputs));
  return [...new Set(inputs)].toSorted();
}

/** The packages whose code a command line of the built program has loaded. */
async function packagesLoaded(words: readonly string[], env: Environment = {}): Promise<string[]> {
  const inputs = await sourcesOf(await chunksLoaded(words, env));
  const names = inputs.flatMap((path) => /(?<=node_modules\/)(?:@[^/]+\/)?[^/]+/.exec(path) ?? []);
  return [...new Set(names)].toSorted();
}

/** Node's own coverage names every script that was loaded. */
async function chunksLoaded(words: readonly string[], more: Environment = {}): Promise<ReadonlySet<string>> {
  const folder = freshFolder();
  const env = { PATH: process.env["PATH"], PAYCTL_CONFIG_DIR: folder, NODE_V8_COVERAGE: folder, ...more };
  await execute(process.execPath, [program, ...words], { env });
  const reports = (await readdir(folder)).filter((name) => name.startsWith("coverage-"));
  const texts = await Promise.all(reports.map((name) => readFile(join(folder, name), "utf8")));
  const urls = texts.flatMap((text): string[] =>
    JSON.parse(text).result.map(({ url }: { readonly url: string }) => url),
  );
  return new Set(urls.filter((url) => url.includes("/dist/")).map((url) => basename(url)));
}

/**
 * Has a program list the modules of Node itself that it loads on standard error, by their names within Node, and among
 * them the change of V8's flags, and what makes Node load its data about locales.
 */
const listModules = `data:text/javascript,
  import v8 from "node:v8";
  const change = v8.setFlagsFromString;
  let loaded = 0;
  const list = () => {
    for (const name of process.moduleLoadList.slice(loaded)) console.error(name);
    loaded = process.moduleLoadList.length;
  };
  v8.setFlagsFromString = (flags) => {
    list();
    console.error(flags);
    change(flags);
  };
  Number.prototype.toLocaleString = () => console.error("locales");
  globalThis.Intl = new Proxy(Intl, { get: (intl, name) => (console.error("locales"), intl[name]) });
  process.on("exit", list);`;

/** What Node itself loads for a command line of the built program, in this order. */
async function modulesLoaded(words: readonly string[], env: Environment): Promise<readonly string[]> {
  const options = { env: { PATH: process.env["PATH"], PAYCTL_CONFIG_DIR: tmpdir(), ...env } };
  const hook = listModules.replaceAll("\n", "");
  const { stderr } = await execute(process.execPath, ["--import", hook, program, ...words], options);
  return stderr.split("\n").map((line) => line.replace(/^NativeModule /, ""));
}

/** A service that answers one empty list, and the environment that points at it. */
async function withService(
  use: (env: Environment) => Promise<void>,
  certificate?: SelfSigned,
): Promise<void> {
  const answer: RequestListener = (_, response) => response.end('{"items":[],"limit":100}');
  const server = certificate === undefined ? createServer(answer) : createTlsServer(certificate, answer);
  await once(server.listen(0, "127.0.0.1"), "listening");
  // The address of a server that listens on a port is of this kind.
  const { port } = server.address() as AddressInfo;
  const key = toPrivatePem(await generatePrivateKey(), undefined);
  try {
    const address = certificate === undefined ? `http://127.0.0.1:${port}` : `https://localhost:${port}`;
    await use({ PAYCTL_BASE_URL: address, PAYCTL_PRIVATE_KEY: key });
  } finally {
    server.close();
  }
}

describe("starting the built program", () => {
  beforeAll(async () => {
    if (!existsSync(bundle)) {
      await execute(process.execPath, ["tools/bundle/main.js"], { cwd: root });
    }
  });

  it.each([[["--help"]], [["buyers", "list", "--help"]], [["audit", "list", "--help"]]])(
    "loads no package at all for %j",
    async (words) => {
      expect(await packagesLoaded(words)).toEqual([]);
    },
  );

  it("help that options stand before loads commander and no other package", async () => {
    expect(await packagesLoaded(["-o", "json", "buyers", "list", "--help"])).toEqual(["commander"]);
  });

  it("finds all that help takes in two files", async () => {
    expect((await chunksLoaded(["--help"])).size).toBe(2);
  });

  it.each([[["buyers", "list"]], [["merchants", "apply"]], [["tokens", "suspend"]], [["keys", "delete"]]])(
    "finds all that the help of %j takes in four files",
    async (words) => {
      expect((await chunksLoaded([...words, "--help"])).size).toBe(4);
    },
  );

  it.each(["bash", "zsh", "fish", "powershell"])(
    "loads no package at all for completion %s",
    async (shell) => {
      expect(await packagesLoaded(["completion", shell])).toEqual([]);
    },
  );

  it.each([[["0"]], [["1", "-p"]], [["3", "buyers", "list", "--fields"]]])(
    "loads no package at all for __complete %j",
    async (words) => {
      expect(await packagesLoaded(["__complete", ...words])).toEqual([]);
    },
  );

  // Help and completion do without commander, so it is not in one file with the table of commands, and no command is.
  it("finds all that a signed call takes in ten files", async () => {
    await withService(async (env) => {
      expect((await chunksLoaded(["buyers", "list"], env)).size).toBeLessThanOrEqual(10);
    });
  });

  it("a server that has its data answers from twenty files, without the demo and what checks a body", async () => {
    const folder = freshFolder();
    const ask = "fetch(process.env.PAYCTL_BASE_URL + '/_reference/health')";
    const words = ["serve", "--database", join(folder, "data.db"), "--", process.execPath, "-e", ask];
    const env = { XDG_DATA_HOME: folder, XDG_STATE_HOME: folder };
    await chunksLoaded(words, env);
    const later = await chunksLoaded(words, env);
    expect(later.size).toBeLessThanOrEqual(20);
    const concerned = (await sourcesOf(later)).filter((path) =>
      /control\/server\.ts$|demo\.yaml$|\/zod\//.test(path),
    );
    expect(concerned).toEqual(["src/server/control/server.ts"]);
  });

  it("a server on this machine starts without what Node knows of TLS and of locales", async () => {
    const folder = freshFolder();
    const words = ["serve", "--port", "0", "--no-profile", "--", process.execPath, "-e", "0"];
    const loaded = await modulesLoaded(words, { XDG_DATA_HOME: folder, XDG_STATE_HOME: folder });
    expect(loaded).toContain("http");
    expect(loaded.filter((name) => ["https", "tls", "locales"].includes(name))).toEqual([]);
  });

  it("a signed call loads what signs and sends, and nothing that draws, asks or checks", async () => {
    await withService(async (env) => {
      const packages = await packagesLoaded(["buyers", "list"], env);
      expect(packages).toEqual(["commander", "jose", "lossless-json", "undici"]);
    });
  });

  it("a signed call to an address looks up no name, and reads what is small without the promises of the file system", async () => {
    await withService(async (env) => {
      const loaded = await modulesLoaded(["buyers", "list"], env);
      expect(loaded).toContain("net");
      expect(loaded.filter((name) => ["dns", "internal/fs/promises"].includes(name))).toEqual([]);
    });
  });

  // Node keeps its own modules compiled for the flags that it started with.
  it("a call by TLS changes V8's flags only after Node has loaded what it takes", async () => {
    const certificate = selfSigned("localhost");
    const trusted = join(freshFolder(), "ca.pem");
    await writeFile(trusted, certificate.cert);
    const call = async (env: Environment): Promise<void> => {
      const loaded = await modulesLoaded(["buyers", "list"], { ...env, NODE_EXTRA_CA_CERTS: trusted });
      expect(loaded).toContain("--liftoff-only");
      expect(loaded.slice(0, loaded.indexOf("--liftoff-only"))).toContain("tls");
    };
    await withService(call, certificate);
  });

  it("a signed call with a key of payctl's own loads nothing of keys elsewhere", async () => {
    const elsewhere = ["credentials/external-keys.ts", "files/run-program.ts"];
    const { outputs }: Bundle = JSON.parse(await readFile(bundle, "utf8"));
    const isElsewhere = (path: string): boolean => elsewhere.some((name) => path.endsWith(name));
    const chunks = Object.entries(outputs).filter(([, { inputs }]) => Object.keys(inputs).some(isElsewhere));
    expect(chunks.length).toBeGreaterThan(0);
    await withService(async (env) => {
      const loaded = await chunksLoaded(["buyers", "list"], env);
      expect(chunks.filter(([path]) => loaded.has(basename(path)))).toEqual([]);
    });
  });

  it("is measured by something that notices a package", async () => {
    expect(await packagesLoaded(["explain", "listBuyers"])).toContain("zod");
  });
});
