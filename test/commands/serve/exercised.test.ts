import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeEach, expect, it } from "vitest";
import { findMissing, parseRequirements } from "../../../src/commands/serve/exercised.ts";
import { allOperations } from "../../../src/contract/operations.ts";
import { UsageError } from "../../../src/errors.ts";
import { disk } from "../../../src/files/disk.ts";
import { main } from "../../../src/main.ts";
import { createExercised } from "../../../src/server/exercised/exercised.ts";
import { makeReport } from "../../../src/server/exercised/report.ts";
import { createHost } from "../../helpers/host.ts";
import { commandLine, program } from "../../helpers/program.ts";
import { freshFolder } from "../../helpers/shared.ts";

let folder: string;
beforeEach(() => {
  folder = freshFolder();
});

function start(...words: string[]) {
  const env = {
    PATH: process.env["PATH"] ?? "",
    PAYCTL_CONFIG_DIR: join(folder, "config"),
    XDG_DATA_HOME: join(folder, "data"),
  };
  return spawn(...commandLine(["serve", "--port", "0", "--no-profile", ...words]), {
    env,
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
}

async function serve(...words: string[]) {
  const child = start(...words);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  return { code, stdout, stderr };
}

const listing = ["--", ...program, "buyers", "list", "--limit", "1", "-o", "id"];

async function read(name: string) {
  return JSON.parse(await readFile(join(folder, name), "utf8"));
}

function rowOf(report: ReturnType<typeof makeReport>, operation: string) {
  return report.operations.find((row) => row.operation === operation);
}

it("serve --report writes what the command has met and what it has not, in addition to the command's output", async () => {
  const ran = await serve("--fault", "GET /buyers 503 x1", "--report", "met.json", ...listing);
  expect(ran).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[\da-f-]{36}\n$/) });
  const report = await read("met.json");
  expect(report.operations.map(({ operation }: { operation: string }) => operation)).toEqual(
    allOperations.map(({ name }) => name),
  );
  expect(rowOf(report, "listBuyers")?.met).toEqual({ "200": 1, "503": 1, "retry-after-503": 1 });
  expect(rowOf(report, "createMerchantAccount")?.never).toContain("409");
});

it("serve --report writes a table in Markdown to a file of that kind, through a link, with nothing else left", async () => {
  await symlink("target.txt", join(folder, "met.md"));
  const { code } = await serve("--report", "met.md", ...listing);
  expect(code).toBe(0);
  const lines = (await readFile(join(folder, "target.txt"), "utf8")).split("\n");
  expect(lines.slice(0, 2)).toEqual(["| operation | met | never met |", "|---|---|---|"]);
  expect(lines).toContainEqual(expect.stringMatching(/^\| listBuyers \| 200 \(1\) \| 400, 401, .* \|$/));
  expect((await readdir(folder)).filter((name) => name.includes("tmp"))).toEqual([]);
});

it("serve --report writes it too when the command fails, and keeps its exit code", async () => {
  const script = `fetch(process.env.PAYCTL_BASE_URL + "/buyers").then(() => process.exit(7))`;
  const wanted = ["--report", "met.json", "--require", "all-operations"];
  const { code, stderr } = await serve(...wanted, "--", process.execPath, "-e", script);
  expect([code, stderr]).toEqual([7, ""]);
  expect(rowOf(await read("met.json"), "listBuyers")?.met).toEqual({ "401": 1 });
});

it("serve --report writes it when a signal stops a server without a command, which then says what was never met", async () => {
  const child = start("--database", ":memory:", "--log", "off", "--report", "met.json", "--require", "*:401");
  const said = text(child.stderr);
  const [line] = await once(child.stdout, "data");
  for (const { method, path } of allOperations.slice(0, -1)) {
    const at = path.replace(/\{.*?\}/g, "x");
    expect((await fetch(`${JSON.parse(String(line)).url}${at}`, { method })).status).toBe(401);
  }
  child.kill("SIGTERM");
  const [code] = await once(child, "exit");
  expect([code, await said]).toEqual([
    11,
    expect.stringMatching(/names\n {2}updateFlowRule: 401 never met\nhint: /),
  ]);
  expect(rowOf(await read("met.json"), "listBuyers")?.met).toEqual({ "401": 1 });
});

it("serve --report writes it when a signal ends the command, and then requires nothing", async () => {
  const script = `fetch(process.env.PAYCTL_BASE_URL + "/buyers").then(() => console.log("asked")); setInterval(() => {}, 1000)`;
  const wanted = ["--report", "met.json", "--require", "all-operations"];
  const child = start(...wanted, "--", process.execPath, "-e", script);
  const said = text(child.stderr);
  await once(child.stdout, "data");
  child.kill("SIGTERM");
  const [code] = await once(child, "exit");
  expect([code, await said]).toEqual([143, ""]);
  expect(rowOf(await read("met.json"), "listBuyers")?.met).toEqual({ "401": 1 });
});

it("serve --report writes to standard error when asked to, as data if that is not a terminal", async () => {
  const { stderr } = await serve("--report", "-", "--", process.execPath, "-e", "0");
  expect(rowOf(JSON.parse(stderr), "listBuyers")?.met).toEqual({});
});

it("serve --report refuses a place where no file can be written before anything starts", async () => {
  const { code, stderr } = await serve("--report", join(folder, "none/met.json"), ...listing);
  expect([code, stderr]).toEqual([2, expect.stringContaining("can't be written")]);
});

it("serve --report leaves the old report whole when the disk is full, and says so with an exit code of its own", async () => {
  await writeFile(join(folder, "met.json"), "old");
  const rename = disk.rename;
  disk.rename = async (from, to) => {
    if (String(to).endsWith("met.json"))
      throw Object.assign(new Error("ENOSPC: no space left"), { code: "ENOSPC" });
    return rename(from, to);
  };
  try {
    const { code, stderr } = await inProcess(`serve --port 0 --report ${join(folder, "met.json")} -- true`);
    expect([code, stderr]).toEqual([11, expect.stringContaining("met.json can't be written: ENOSPC")]);
    const failed = await inProcess(`serve --port 0 --report ${join(folder, "met.json")} -- false`);
    expect([failed.code, failed.stderr]).toEqual([1, expect.stringContaining("can't be written: ENOSPC")]);
  } finally {
    disk.rename = rename;
  }
  expect(await readFile(join(folder, "met.json"), "utf8")).toBe("old");
  expect((await readdir(folder)).filter((name) => name.includes("tmp"))).toEqual([]);
});

it("serve --report is laid out for reading on a terminal", async () => {
  const { stderr } = await inProcess("serve --port 0 --report - -- true", 80);
  expect(stderr).toMatch(/^listBuyers\n {2}met {3}nothing\n {2}never 200, 400, /m);
  expect(Math.max(...stderr.split("\n").map((line) => line.length))).toBeLessThanOrEqual(100);
});

async function inProcess(line: string, terminal?: number) {
  const { host, written } = createHost({
    env: {
      PAYCTL_CONFIG_DIR: join(folder, "config"),
      XDG_DATA_HOME: join(folder, "data"),
      PATH: process.env["PATH"] ?? "",
    },
    stdin: "",
    terminal,
    files: {},
    exchange: async () => {
      throw new Error("unexpected request");
    },
  });
  const code = await main(line.split(" "), { ...host, now: Date.now, randomUuid: () => crypto.randomUUID() });
  return { code, ...written };
}

it("serve --require is met by a command that does what it names, in one flag or several", async () => {
  const { code } = await serve(
    "--require",
    "listBuyers, listBuyers:200",
    "--require",
    "listBuyers",
    ...listing,
  );
  expect(code).toBe(0);
});

it("serve --require exits with 11 and names what is missing if the command itself succeeded", async () => {
  const { code, stdout, stderr } = await serve("--require", "listBuyers:401,registerDomain", ...listing);
  expect([code, stdout]).toEqual([11, expect.stringMatching(/^[\da-f-]{36}\n$/)]);
  expect(stderr).toContain("  listBuyers: 401 never met\n  registerDomain: 200 never met\n");
});

it.each([
  ["listBuyer:200", "there is no such operation", "did you mean listBuyers?"],
  ["all-operation", "there is no such operation", "did you mean all-operations?"],
  ["listBuyers:409", "409 is not an outcome of listBuyers", "the outcomes are 200, 400"],
  ["listBuyers:next-curser", "next-curser is not an outcome of listBuyers", "did you mean next-cursor?"],
  ["*:418", "418 is not an outcome of any operation", "the outcomes are 200"],
  ["listBuyers:", "must be an operation", "as in --require all-operations"],
  ["", "there is no such operation", "payctl explain"],
])("serve --require refuses what does not exist: %s", (text, message, hint) => {
  expect(() => parseRequirements([text])).toThrow(UsageError);
  expect(() => parseRequirements([text])).toThrow(
    expect.objectContaining({
      message: expect.stringContaining(message),
      hint: expect.stringContaining(hint),
    }),
  );
});

it("serve --require refuses an unknown operation before the command runs", async () => {
  const script = `require("node:fs").writeFileSync("ran", "")`;
  const { code } = await serve("--require", "listBuyer", "--", process.execPath, "-e", script);
  expect([code, await readdir(folder)]).toEqual([2, []]);
});

it("serve --require refuses a server in the background, whose exit code is never seen", async () => {
  const { code, stderr } = await serve("--detach", "--require", "listBuyers");
  expect([code, stderr]).toEqual([2, expect.stringContaining("--detach and --require")]);
});

it("serve --require requires a success if no outcome is named, and all outcomes with a star", () => {
  const exercised = createExercised();
  exercised.add("createAccountUpdaterJob", "204");
  exercised.add("registerDomain", "409");
  const missing = (text: string) => findMissing(parseRequirements([text]), makeReport(exercised.tally()));
  expect(missing("createAccountUpdaterJob")).toEqual([]);
  expect(missing("registerDomain")).toEqual([{ field: "registerDomain", message: "200 never met" }]);
  expect(missing("all-operations")).toHaveLength(allOperations.length - 1);
  expect(missing("*:409")).toEqual([{ field: "createMerchantAccount", message: "409 never met" }]);
  expect(missing("registerDomain:*")[0]?.message).toMatch(/^200, 400, 401, .*retry-after-503 never met$/);
});
