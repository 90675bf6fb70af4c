import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { archiveColumns } from "../../src/commands/audit/archive/columns.ts";
import { dayAfter } from "../../src/commands/audit/archive/manifest.ts";
import { type Listener, listen } from "../../src/server/http/listen.ts";
import { programFile } from "../helpers/program.ts";
import { type Reference, startReference } from "../helpers/server.ts";
import { partFolder } from "../parts/part.js";

const root = resolve(import.meta.dirname, "../..");
const guide = await readFile(join(root, "docs/audit-archive.md"), "utf8");

function blocks(kind: string): string[] {
  return [...guide.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, own, body = ""]) =>
    own === kind ? [body] : [],
  );
}

const lines = blocks("sh").flatMap((body) => body.split("\n").filter((line) => line !== ""));

/** The part of the database that the test uses, since its own types exist only once it is installed. */
interface Database {
  runAndReadAll(sql: string): Promise<{ getRowObjectsJson(): readonly Record<string, unknown>[] }>;
}

async function openDatabase(): Promise<Database> {
  const { DuckDBInstance } = createRequire(join(partFolder("duckdb"), "package.json"))("@duckdb/node-api");
  return (await DuckDBInstance.create(":memory:")).connect();
}

let reference: Reference;
let listener: Listener;
let folder: string;

function runLine(line: string) {
  const env = {
    PATH: `${join(folder, "bin")}${delimiter}${process.env["PATH"]}`,
    PAYCTL_CONFIG_DIR: join(folder, "config"),
    PAYCTL_BASE_URL: listener.url,
    PAYCTL_PRIVATE_KEY: reference.administrator.privateKey,
  };
  return promisify(execFile)("bash", ["-c", line], { cwd: join(folder, "work"), env });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "payctl-guide-"));
  await Promise.all(["bin", "work"].map((name) => mkdir(join(folder, name))));
  await symlink(programFile, join(folder, "bin", "payctl"));
  reference = await startReference();
  listener = await listen(reference.exchange, {
    host: "127.0.0.1",
    port: 0,
    newId: () => crypto.randomUUID(),
  });
  for (const line of lines) await runLine(line);
});
afterAll(async () => {
  await listener.close(0);
  await reference.close();
  await rm(folder, { recursive: true });
});

it("the guide to the archive has commands that run, and leaves the folder that it describes", async () => {
  expect(lines[0]).toBe("payctl audit archive audit-logs");
  const names = await readdir(join(folder, "work/audit-logs"));
  expect(names.filter((name) => !/^date=\d{4}-\d\d-\d\d$/.test(name))).toEqual(["_manifest.json"]);
  expect(names.length).toBeGreaterThan(10);
});

it.each(blocks("sql"))("the guide to the archive has a query that DuckDB answers: %s", async (sql) => {
  const database = await openDatabase();
  const rows = await database.runAndReadAll(sql.replaceAll("audit-logs/", join(folder, "work/audit-logs/")));
  expect(rows.getRowObjectsJson().length).toBeGreaterThan(0);
});

it("the guide to the archive describes an archive in which DuckDB finds what the service lists", async () => {
  const database = await openDatabase();
  const files = join(folder, "work/audit-logs/*/*.parquet");
  const found = await database.runAndReadAll(
    `SELECT id::VARCHAR AS id, epoch_ms("timestamp") AS ms, action, user_name FROM '${files}' ORDER BY ms DESC, id DESC`,
  );
  const { through } = JSON.parse(await readFile(join(folder, "work/audit-logs/_manifest.json"), "utf8"));
  const { stdout } = await runLine(`payctl audit list --all -o json --until ${dayAfter(through)}`);
  const listed = JSON.parse(stdout).items.map(
    (entry: { [field: string]: string } & { user: { name: string } }) => ({
      id: entry["id"],
      ms: String(Date.parse(entry["timestamp"] ?? "")),
      action: entry["action"],
      user_name: entry.user.name,
    }),
  );
  const byTime = (a: { ms: string; id: string }, b: { ms: string; id: string }) =>
    Number(b.ms) - Number(a.ms) || (a.id < b.id ? 1 : -1);
  expect(found.getRowObjectsJson()).toEqual(listed.toSorted(byTime));
});

it("the guide to the archive names every column, for Spark too", () => {
  const schema = /schema\("""([\s\S]*?)"""/.exec(guide)?.[1] ?? "";
  const named = schema.split(",").map((column) => column.trim().split(" ")[0]);
  expect(named).toEqual([...archiveColumns.map(({ name }) => name), "date"]);
  const table = guide.split("## The columns")[1]?.split("\n\n")[1] ?? "";
  for (const { name } of archiveColumns) expect(table).toContain(`\`${name}\``);
});
