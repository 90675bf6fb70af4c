import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, readFile, readlink, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Exchange } from "../../../src/contract/exchange.ts";
import { instant } from "../../helpers/host.ts";
import { type RunOptions, run } from "../../helpers/run.ts";
import { startReference } from "../../helpers/server.ts";
import { freshFolder, shared } from "../../helpers/shared.ts";

const day = 86_400_000;
let folder: string;
/** Of the server. */
let clock = instant;
const reference = await shared(startReference({ now: () => new Date(clock) }));

beforeEach(() => {
  folder = freshFolder();
});

function place(name: string): string {
  return join(folder, name);
}

/** As text; a workbook as base64. */
function read(name: string): Promise<string> {
  return readFile(place(name), name.endsWith(".xlsx") ? "base64" : "utf8");
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function exportTo(name: string, flags = "", options: RunOptions = {}) {
  return run(`audit export --out ${place(name)} --retries 0 ${flags}`, { reference, ...options });
}

/** Answers the first page, and fails from the second on. */
function failingSecondPage(): Exchange {
  return async (request) => {
    if (!request.target.includes("cursor=")) return reference.exchange(request);
    return { status: 503, headers: {}, body: "" };
  };
}

/** Starts an export that is stopped after its first page. */
async function beginExport(name: string, flags = "", options: RunOptions = {}): Promise<void> {
  const { code, stderr } = await exportTo(name, flags, {
    exchange: failingSecondPage(),
    ...options,
  });
  expect(code).toBe(5);
  expect(stderr).toMatch(
    /is not complete: the same command continues where this one stopped\n(?:\{"error"|error: )/,
  );
}

it("audit export writes what a list shows, and reports count and digest", async () => {
  const { code, stdout, stderr } = await exportTo("audit.ndjson");
  const list = await run("audit list --all -o ndjson", { reference });
  const text = await read("audit.ndjson");
  expect(text).toBe(list.stdout);
  expect({ code, stdout, stderr }).toEqual({
    code: 0,
    stdout: "",
    stderr: `wrote 179 entries to ${place("audit.ndjson")}, SHA-256 ${sha256(text)}\n`,
  });
  expect(await readdir(folder)).toEqual(["audit.ndjson"]);
  expect((await stat(place("audit.ndjson"))).mode & 0o777).toBe(0o600);
});

it("an export that failed before its first page leaves nothing, so that other flags can be tried", async () => {
  const failing: Exchange = async () => ({ status: 503, headers: {}, body: "" });
  const { code, stderr } = await exportTo("audit.ndjson", "--since 30d -o ndjson", { exchange: failing });
  expect(code).toBe(5);
  expect(stderr).toMatch(/is not complete: the same command starts over\n\{"error"/);
  expect(await readdir(folder)).toEqual([]);
  expect(await exportTo("audit.ndjson", "--since 60d -o ndjson")).toMatchObject({ code: 0 });
});

it("audit export writes JSON and CSV by the ending of the file, in whatever case, as a list has them", async () => {
  await exportTo("audit.json");
  await exportTo("audit.CSV");
  const [json, csv] = [
    await run("audit list --all -o json", { reference }),
    await run("audit list --all -o csv", { reference }),
  ];
  expect(JSON.parse(await read("audit.json"))).toEqual({ items: JSON.parse(json.stdout).items });
  expect(await read("audit.CSV")).toBe(csv.stdout);
});

it.each([
  ["-o csv", /^timestamp,id,/],
  ["-o json", /^\{\n {2}"items": \[/],
  ["-o ndjson --fields action,user.name", /^\{"action":"updated","user":\{"name":"Grace Hopper"\}\}\n/],
  ["-o csv --fields action,user.name", /^action,user\.name\nupdated,Grace Hopper\n/],
])("audit export writes what %s says into a file of any name", async (flags, expected) => {
  expect((await exportTo("audit.txt", flags)).code).toBe(0);
  expect(await read("audit.txt")).toMatch(expected);
});

it.each(["audit.jsonl", "audit", ".audit", "audit.2026-01-31"])(
  "audit export writes NDJSON into %s",
  async (name) => {
    expect((await exportTo(name, "--fields action")).code).toBe(0);
    expect(await read(name)).toMatch(/^\{"action":"updated"\}\n/);
  },
);

it("audit export writes a file even when there are no entries", async () => {
  await exportTo("none.ndjson", "--action nothing");
  await exportTo("none.csv", "--action nothing --fields id");
  const { stderr } = await exportTo("none.json", "--action nothing");
  expect([await read("none.ndjson"), await read("none.csv"), await read("none.json")]).toEqual([
    "",
    "id\n",
    '{\n  "items": []\n}\n',
  ]);
  expect(stderr).toContain("wrote 0 entries");
});

it("audit export shows how far it is on a terminal", async () => {
  const { stderr } = await exportTo("audit.ndjson", "", { terminal: 80 });
  expect(stderr).toMatch(/^\r\u001b\[Kread 100\r\u001b\[Kwrote 179 entries/);
});

it("audit export keeps an older file until the new one is whole", async () => {
  await writeFile(place("audit.ndjson"), "older");
  await beginExport("audit.ndjson");
  expect(await read("audit.ndjson")).toBe("older");
  const { stderr } = await exportTo("audit.ndjson");
  expect(stderr).toMatch(/^continuing after 100 entries\nwrote 179 /);
  expect((await read("audit.ndjson")).split("\n")).toHaveLength(180);
});

it.each(["ndjson", "csv", "json", "xlsx"])(
  "a stopped export resumes as if nothing had happened, as %s",
  async (format) => {
    await exportTo(`whole.${format}`);
    await beginExport(`audit.${format}`, `-o ${format}`);
    expect((await readdir(folder)).toSorted()).toEqual([
      `audit.${format}.part`,
      `audit.${format}.progress`,
      `whole.${format}`,
    ]);
    const { code, stderr, requests } = await exportTo(`audit.${format}`);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^continuing after 100 entries\nwrote 179 entries/);
    expect(requests.map(({ target }) => target)).toEqual([
      expect.stringMatching(/limit=100.*cursor=|cursor=/),
    ]);
    expect(await read(`audit.${format}`)).toBe(await read(`whole.${format}`));
    expect((await readdir(folder)).toSorted()).toEqual([`audit.${format}`, `whole.${format}`]);
  },
);

it("a stopped export resumes after pages that held nothing of the window", async () => {
  const flags = "--until 2025-12-20 -o json";
  await exportTo("whole.json", flags);
  await beginExport("audit.json", flags);
  const { stderr } = await exportTo("audit.json", flags);
  expect(stderr).toMatch(/^continuing after 0 entries\n/);
  expect(await read("audit.json")).toBe(await read("whole.json"));
  expect(JSON.parse(await read("audit.json")).items.length).toBeGreaterThan(10);
});

it("a stopped export keeps the window of its first start, durations and all", async () => {
  const flags = "--since 25d --until 2d";
  await exportTo("whole.ndjson", flags);
  await beginExport("audit.ndjson", flags);
  clock = instant + 3 * day;
  const later: RunOptions = { alter: (host) => ({ ...host, now: () => clock }) };
  await exportTo("audit.ndjson", flags, later);
  await exportTo("later.ndjson", flags, later);
  clock = instant;
  expect(await read("audit.ndjson")).toBe(await read("whole.ndjson"));
  expect(await read("later.ndjson")).not.toBe(await read("whole.ndjson"));
});

it("an export fixes its window before the first answer", async () => {
  let note = "";
  const exchange: Exchange = async () => {
    note = (await read("audit.ndjson.progress")).split("\n")[1] ?? "";
    return { status: 503, headers: {}, body: "" };
  };
  await exportTo("audit.ndjson", "--since 7d", { exchange });
  expect(JSON.parse(note)).toMatchObject({
    since: instant - 7 * day,
    until: instant + 1,
    cursor: null,
    bytes: 0,
    count: 0,
  });
});

it("an export resumes after Ctrl-C, which ends it with 130", async () => {
  await exportTo("whole.ndjson");
  const stopped = new AbortController();
  const exchange: Exchange = async (request) => {
    if (request.target.includes("cursor=")) stopped.abort("SIGINT");
    request.signal?.throwIfAborted();
    return reference.exchange(request);
  };
  const { code } = await exportTo("audit.ndjson", "", {
    exchange,
    alter: (host) => ({ ...host, signal: stopped.signal }),
  });
  expect(code).toBe(130);
  await exportTo("audit.ndjson");
  expect(await read("audit.ndjson")).toBe(await read("whole.ndjson"));
});

it("a resumed export drops what a kill left half written, after the last good position of both files", async () => {
  await exportTo("whole.ndjson");
  await beginExport("audit.ndjson");
  await writeFile(place("audit.ndjson.part"), `{"id":"${"torn".repeat(100_000)}`, { flag: "a" });
  await writeFile(place("audit.ndjson.progress"), '{"since":null,"cur', { flag: "a" });
  await exportTo("audit.ndjson");
  expect(await read("audit.ndjson")).toBe(await read("whole.ndjson"));
  expect((await readdir(folder)).toSorted()).toEqual(["audit.ndjson", "whole.ndjson"]);
});

async function expectRefusal(name: string, flags: string, message: RegExp): Promise<string> {
  const { code, stderr, requests } = await exportTo(name, flags);
  const { error } = JSON.parse(stderr);
  expect({ code, requests }).toEqual({ code: 2, requests: [] });
  expect(error.message).toMatch(message);
  return error.hint;
}

it.each([
  ["--action created", /was started with other flags$/],
  ["--since 8d", /was started with other flags$/],
  ["-o json", /was started with other flags$/],
  ["--fields id", /was started with other flags$/],
  ["--base-url http://localhost:4011", /was started for another base URL: \S+:4010, not \S+:4011$/],
  ["-m difference-europe", /was started for another merchant account: none, not difference-europe$/],
])("an export refuses to resume with %s, and says how to start again", async (flags, difference) => {
  await beginExport("audit.ndjson");
  const hint = await expectRefusal("audit.ndjson", flags, difference);
  const files = [place("audit.ndjson.part"), place("audit.ndjson.progress")];
  expect(hint).toBe(`use the flags of the first run, or start over: rm -f '${files[0]}' '${files[1]}'`);
});

it("an export refuses damaged progress, and a file of another kind", async () => {
  await beginExport("audit.ndjson");
  const progress = place("audit.ndjson.progress");
  await writeFile(progress, '{"bytes":1}\n', { flag: "a" });
  await expectRefusal("audit.ndjson", "", /\.progress is damaged: line \d can't be read$/);
  await writeFile(progress, '{"bytes":1}\n');
  const hint = await expectRefusal("audit.ndjson", "", /\.progress is not the progress of an export$/);
  expect(hint).toBe("name another file");
});

it("an export refuses progress that claims more than there is", async () => {
  await beginExport("audit.ndjson");
  await writeFile(place("audit.ndjson.part"), "{}\n");
  await expectRefusal("audit.ndjson", "", /\.part is shorter than its progress says$/);
  await rm(place("audit.ndjson.part"));
  await expectRefusal("audit.ndjson", "", /\.part can't be opened$/);
});

it("an export refuses a file that another export is writing, which carries on undisturbed", async () => {
  await exportTo("whole.ndjson");
  let goOn = (): void => {};
  const asked = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let refused: Promise<string> | undefined;
  const first = await exportTo("audit.ndjson", "", {
    exchange: async (request) => {
      refused ??= expectRefusal("audit.ndjson", "", /^another payctl is using .*audit\.ndjson$/);
      refused.then(goOn, goOn);
      await asked;
      return reference.exchange(request);
    },
  });
  expect(await refused).toBe(
    `wait until it has finished; if none is running: rm -f '${place("audit.ndjson.lock")}'`,
  );
  expect(first.code).toBe(0);
  expect(await read("audit.ndjson")).toBe(await read("whole.ndjson"));
  expect((await readdir(folder)).toSorted()).toEqual(["audit.ndjson", "whole.ndjson"]);
});

it("an export takes -o before its words or after them", async () => {
  const after = await exportTo("after", "-o xlsx");
  const before = await run(`-o xlsx audit export --out ${place("before")}`, { reference });
  expect([before.code, after.code]).toEqual([0, 0]);
  expect((await readFile(place("after"), "latin1")).slice(0, 4)).toBe("PK\u0003\u0004");
  expect(await readFile(place("before"))).toEqual(await readFile(place("after")));
});

it("xlsx is a format of exports alone", async () => {
  const { code, stderr } = await run("audit list -o xlsx", { reference });
  expect(code).toBe(2);
  expect(stderr).toBe(
    "error: --output xlsx: is a format of files alone\nhint: use --output csv, or export audit logs: payctl audit export --out audit.xlsx\n",
  );
});

it.each(["audit.xls", "audit.CSV.gz", "audit.2026.Log"])(
  "an export refuses the name %s, unless the format is given",
  async (name) => {
    const ending = name.toLowerCase().slice(name.lastIndexOf("."));
    const hint = await expectRefusal(name, "", new RegExp(`^no export format has the ending ${ending}$`));
    expect(hint).toBe(
      "use a name that ends in .ndjson, .jsonl, .csv, .json or .xlsx, or choose a format: --output csv",
    );
    expect(await readdir(folder)).toEqual([]);
    expect((await exportTo(name, "-o csv")).code).toBe(0);
  },
);

it("an export refuses a path where no file can be", async () => {
  await expectRefusal("nowhere/audit.ndjson", "", /nowhere\/audit\.ndjson can't be written$/);
  await expectRefusal("", "", / is a folder$/);
});

it.each([
  ["--output table", /--output table: must be one of ndjson, csv, json, xlsx$/m],
  ["--query items", /--query needs the whole result/],
  ["--fields nothing", /there is no field nothing/],
  ["--since later", /--since later: not a time/],
])("an export refuses %s", async (flags, message) => {
  const { code, stderr, requests } = await exportTo("audit.ndjson", flags);
  expect({ code, requests, files: await readdir(folder) }).toEqual({ code: 2, requests: [], files: [] });
  expect(stderr).toMatch(message);
});

it.each(["audit export", "audit export --out -"])("%s names no file, and exits with 2", async (line) => {
  const { code, requests } = await run(line, { reference });
  expect({ code, requests }).toEqual({ code: 2, requests: [] });
});

describe.skipIf(process.platform === "win32")("what is not a plain file", () => {
  it.each(["audit export --out", "audit summary --html"])(
    "%s refuses a pipe, which stays one",
    async (line) => {
      execFileSync("mkfifo", [place("pipe")]);
      const { code, stderr } = await run(`${line} ${place("pipe")}`, { reference });
      expect([code, JSON.parse(stderr).error.message]).toEqual([
        2,
        `${place("pipe")} is a device or a pipe, not a file`,
      ]);
      expect((await stat(place("pipe"))).isFIFO()).toBe(true);
      expect(await readdir(folder)).toEqual(["pipe"]);
    },
  );

  it("an export follows a link, which stays one, to a file that is there or not yet", async () => {
    await symlink("real", place("link"));
    for (const flags of ["-o ndjson", "-o csv"]) {
      expect((await exportTo("link", flags)).code).toBe(0);
      expect(await readlink(place("link"))).toBe("real");
      expect((await readdir(folder)).toSorted()).toEqual(["link", "real"]);
    }
    expect(await read("real")).toMatch(/^timestamp,/);
  });

  it("an export refuses a link into a folder that is gone, and a link that leads to itself", async () => {
    await symlink(place("gone/real"), place("link"));
    await symlink("circle", place("circle"));
    for (const name of ["link", "circle"])
      await expectRefusal(name, "", new RegExp(`/${name} can't be written$`));
    expect((await readdir(folder)).toSorted()).toEqual(["circle", "link"]);
  });

  it("an export does not write through links under the names next to the export", async () => {
    await writeFile(place("other"), "untouched");
    await symlink(place("other"), place("audit.ndjson.progress"));
    expect((await exportTo("audit.ndjson")).code).toBe(2);
    await writeFile(place("empty"), "");
    await rm(place("audit.ndjson.progress"));
    await symlink(place("empty"), place("audit.ndjson.progress"));
    expect((await exportTo("audit.ndjson")).code).toBe(2);
    expect(await read("empty")).toBe("");
    for (const name of ["audit.ndjson.progress", "audit.ndjson.part", "empty"]) await rm(place(name));
    await symlink(place("other"), place("audit.ndjson.part"));
    expect((await exportTo("audit.ndjson")).code).toBe(0);
    expect(await read("other")).toBe("untouched");
    expect((await readdir(folder)).toSorted()).toEqual(["audit.ndjson", "other"]);
  });
});
