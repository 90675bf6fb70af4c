import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import type { Host } from "../../src/context.ts";
import type { Exchange } from "../../src/contract/exchange.ts";
import { formats } from "../../src/terminal/output.ts";
import type { OutputStream } from "../../src/terminal/streams.ts";
import { serveHttp } from "../client/servers.ts";
import { commandLine } from "../helpers/program.ts";
import { run } from "../helpers/run.ts";
import { fresh, shared } from "../helpers/shared.ts";
import { ids } from "../helpers/small-company.ts";
import { pageText, scriptedList } from "./scripted-list.ts";
import { documented, openStage, sending } from "./stage.ts";

const stage = await shared(openStage());

/** A pipe whose reader goes away after this many writes. */
function leaving(after: number): OutputStream & { count: number } {
  return {
    count: 0,
    write(_text, done) {
      this.count += 1;
      done(this.count > after ? Object.assign(new Error("write EPIPE"), { code: "EPIPE" }) : undefined);
      return true;
    },
  };
}

const without = (stream: "stdout" | "stderr", after = 0) => ({
  alter: (host: Host): Host => ({ ...host, [stream]: leaving(after) }),
});

it.each(sending)("a reader that leaves before $line started ends it quietly", async (example) => {
  const { code, stderr } = await stage.run(example, without("stdout"));
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringMatching(/error|pipe/i) });
});

it.each([1, 2, 7])(
  "a reader that leaves after %i pages ends a list with one further request at most",
  async (pages) => {
    const { asked, exchange } = scriptedList({ rows: 100_000 });
    const line = "buyers list --all -o ndjson --page-size 10";
    const { code, stderr } = await run(line, {
      reference: stage.reference,
      exchange,
      ...without("stdout", pages),
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    // The page that could not be written, and the one that was requested meanwhile.
    expect(asked).toHaveLength(pages + 2);
  },
);

it.each(formats)("a reader that left changes nothing about an error in %s", async (format) => {
  const { code, stderr } = await run(`tokens suspend ${ids.ada} ${ids.ada} -o ${format}`, {
    reference: stage.reference,
    ...without("stdout"),
  });
  expect({ code, stderr }).toEqual({ code: 8, stderr: expect.stringContaining("was not found") });
});

it("a command finishes its work when the reader of standard error is gone", async () => {
  const gone = [ids.ada, ids.grace];
  const exchange: Exchange = async ({ method }) =>
    method === "GET"
      ? { status: 200, headers: {}, body: '{"items":[]}' }
      : { status: 204, headers: {}, body: "" };
  const ran = await run(`keys delete ${gone.join(" ")} --self --yes`, {
    reference: stage.reference,
    exchange,
    ...without("stderr"),
  });
  expect(ran.code).toBe(0);
  const deletes = ran.requests.filter(({ method }) => method === "DELETE");
  expect(deletes.map(({ target }) => target)).toEqual(gone.map((id) => `/api-key-pairs/${id}`));
});

it.each(["--debug", "--debug=http", "-p nobody", "--fail-if-more", ""])(
  "a reader of standard error that left changes neither the data nor the code (%s)",
  async (flags) => {
    const line = `buyers list -o ndjson --limit 1 ${flags}`;
    const options = { reference: stage.reference };
    const { code, stdout } = await run(line, options);
    expect(await run(line, { ...options, ...without("stderr") })).toMatchObject({ code, stdout });
  },
);

it("a bare group keeps its exit code when the reader of standard error is gone", async () => {
  expect((await run("buyers", { reference: stage.reference, ...without("stderr") })).code).toBe(2);
});

it("a slow reader is waited for: nothing is written and little is asked for ahead of it", async () => {
  const { asked, exchange } = scriptedList({ rows: 1000 });
  const ahead: number[] = [];
  let written = 0;
  const stdout: OutputStream = {
    write(chunk, done) {
      written += chunk.trimEnd().split("\n").length;
      setImmediate(() => {
        ahead.push(asked.length - written / 10);
        done();
      });
      return false;
    },
  };
  await run("buyers list --all -o ndjson --page-size 10", {
    reference: stage.reference,
    exchange,
    alter: (host) => ({ ...host, stdout }),
  });
  expect(written).toBe(1000);
  expect(Math.max(...ahead)).toBe(1);
});

it("a slow reader of the real program keeps it from reading on, and ends it by leaving", async () => {
  let asked = 0;
  const wide = (): string => `,"display_name":"${"Ada Lovelace ".repeat(80)}"`;
  const port = await serveHttp((request, response) => {
    asked += 1;
    const start = Number(new URL(request.url ?? "", "http://x").searchParams.get("cursor") ?? 0);
    response.setHeader("content-type", "application/json");
    response.end(
      `{"items":[${pageText(start, start + 100, wide)}],"limit":100,"next_cursor":"${start + 100}"}`,
    );
  });
  const child = startProgram(["buyers", "list", "--all", "-o", "ndjson"], port);
  const complaints = text(child.stderr);
  await once(child.stdout, "readable");
  child.stdout.read(1);
  const settled = await standstill(() => asked);
  child.stdout.destroy();
  const [code] = await once(child, "exit");
  // A pipe and the buffers at its two ends hold less than five pages of 100 kB.
  expect(settled).toBeLessThanOrEqual(8);
  expect({ code, stderr: await complaints }).toEqual({ code: 0, stderr: "" });
  expect(asked).toBeLessThanOrEqual(9);
});

it("a reader of the real program that reads nothing does not keep audit tail from ending at SIGTERM", async () => {
  const items = Array.from({ length: 10 }, (_, index) => ({ id: `${index}`, action: "a".repeat(200_000) }));
  const port = await serveHttp((_, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ items, limit: 100, next_cursor: null }));
  });
  const child = startProgram(["audit", "tail", "-o", "ndjson"], port);
  const complaints = text(child.stderr);
  await once(child.stdout, "readable");
  child.kill("SIGTERM");
  const [code, signal] = await once(child, "exit");
  child.stdout.destroy();
  expect({ code, signal, stderr: await complaints }).toEqual({ code: 143, signal: null, stderr: "" });
});

/** The real program, as a caller of the service on this port. */
function startProgram(words: readonly string[], port: number) {
  return spawn(...commandLine(words), {
    env: {
      PAYCTL_CONFIG_DIR: join(stage.folder, "nothing"),
      PAYCTL_BASE_URL: `http://127.0.0.1:${port}`,
      PAYCTL_PRIVATE_KEY: stage.reference.administrator.privateKey,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** A count once it has stayed the same for a while. */
async function standstill(count: () => number): Promise<number> {
  for (let before = -1; before !== count(); ) {
    before = count();
    await new Promise((resolve) => setTimeout(resolve, 400));
  }
  return count();
}

it.each(sending)("--quiet leaves nothing but data of $line", async (example) => {
  if (example.name === "audit tail") return expectQuietTail();
  const own = await fresh(openStage());
  const { stderr } = await own.run({ ...example, line: `${example.line} --quiet` });
  expect(stderr).toBe("");
});

async function expectQuietTail(): Promise<void> {
  const exchange = async () => ({ status: 401, headers: {}, body: "" });
  const { code, stderr } = await run("audit tail -q", { reference: stage.reference, exchange });
  expect(code).toBe(7);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
}

describe("--dry-run", () => {
  const lines = documented.filter(
    ({ name, line }) => !name.startsWith("serve") && !line.includes("--dry-run"),
  );

  it.each(lines)("sends nothing of $line and changes no file", async (example) => {
    const config = join(stage.configDirectory, "config.json");
    const asks = example.name === "init" && !example.line.includes("--no-input");
    const files = async () => (await readdir(stage.folder, { recursive: true })).sort();
    const before = await files();
    const ran = await stage.run(
      { ...example, line: `${example.line} --dry-run` },
      asks ? { terminal: 80 } : {},
    );
    expect({ code: ran.code, requests: ran.requests }).toEqual({ code: 0, requests: [] });
    expect(await files()).toEqual([...new Set([...before, "config/config.json"])].sort());
    const profiles = Object.keys(JSON.parse(await readFile(config, "utf8")).profiles);
    expect(profiles).toEqual(["init", "profile add"].includes(example.name) ? [] : ["local"]);
  });

  it.each(sending.filter(({ name }) => !["auth status", "doctor"].includes(name)))(
    "shows the request of $line as JSON",
    async (example) => {
      const { stdout } = await stage.run({ ...example, line: `${example.line} --dry-run -o json` });
      expect(JSON.parse(stdout)).toMatchObject({
        method: expect.stringMatching(/^(?:GET|POST|PUT|DELETE)$/),
        path: expect.stringMatching(/^\//),
        headers: { authorization: "Bearer ********" },
      });
    },
  );
});
