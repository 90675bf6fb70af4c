import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Exchange } from "../../../../src/contract/exchange.ts";
import { listing } from "../../../helpers/audit-lists.ts";
import { instant } from "../../../helpers/host.ts";
import { type RunOptions, run } from "../../../helpers/run.ts";
import { startReference } from "../../../helpers/server.ts";
import { freshFolder, shared, sharedFolder } from "../../../helpers/shared.ts";
import { thorough } from "../../../helpers/thorough.ts";

let folder: string;
const reference = await shared(startReference({ now: () => new Date(instant) }));

beforeEach(() => {
  folder = freshFolder();
});

const noon = Date.parse("2026-01-15T12:00:00Z");
const hour = 3_600_000;

/** Entries, newest first, some hours apart from each other. */
function entriesBefore(time: number, count: number, hours = 7) {
  return Array.from({ length: count }, (_, index) => ({
    type: "audit-log",
    id: `a1000000-0000-4000-8000-${String(count - index).padStart(12, "0")}`,
    merchant_account_id: "default",
    timestamp: new Date(time - (index + 1) * hours * hour).toISOString(),
    action: index % 3 === 0 ? "deleted" : "updated",
    resource: { type: "buyer", id: `b${index}`, name: index % 2 === 0 ? null : "Zoë" },
    user: {
      type: "user",
      id: `c1000000-0000-4000-8000-00000000000${index % 4}`,
      name: `Person ${index % 4}`,
      email_address: "p@shop.example",
      is_staff: index % 4 === 0,
      status: "active",
    },
  }));
}

/** A service with a list, and a clock of its own. */
function service(entries: readonly unknown[], now = noon, pageSize = 10): Exchange {
  const list = listing(entries, pageSize);
  return async (request) => {
    const answer = await list(request);
    return { ...answer, headers: { ...answer.headers, date: new Date(now).toUTCString() } };
  };
}

function archive(exchange: Exchange, flags = "", options: RunOptions = {}) {
  return run(`audit archive ${join(folder, "logs")} --retries 0 ${flags}`, {
    reference,
    exchange,
    ...options,
  });
}

function inArchive(...names: string[]): string {
  return join(folder, "logs", ...names);
}

async function manifest() {
  return JSON.parse(await readFile(inArchive("_manifest.json"), "utf8"));
}

/** What is in the folder: the content of each file by its path. */
async function contents(): Promise<Record<string, string>> {
  const names = await readdir(inArchive(), { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(
    files.toSorted().map(async (path) => [path, await readFile(path, "base64")]),
  );
  return Object.fromEntries(texts);
}

async function stored(flags = "--all"): Promise<unknown[]> {
  const { stdout } = await run(`audit list --from ${inArchive()} -o ndjson ${flags}`, {
    signedOut: true,
    reference,
  });
  return parseLines(stdout);
}

function parseLines(ndjson = ""): unknown[] {
  return ndjson
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

it("audit archive keeps the whole days that are over, each in a folder of its own, and says how far it got", async () => {
  const entries = entriesBefore(noon, 20);
  const { code, stdout, stderr } = await archive(service(entries));
  expect({ code, stdout, stderr }).toEqual({
    code: 0,
    stdout: "",
    stderr: `archived 6 days with 19 entries; ${inArchive()} is complete up to 2026-01-14\n`,
  });
  const before = entries.filter(({ timestamp }) => timestamp < "2026-01-15");
  expect(await stored()).toEqual(before);
  const { days, ...rest } = await manifest();
  expect(rest).toEqual({
    version: 1,
    service: "http://localhost:4010",
    merchant_account: null,
    through: "2026-01-14",
  });
  expect(days.map(({ date }: { date: string }) => date)).toEqual(
    [...new Set(before.map(({ timestamp }) => timestamp.slice(0, 10)))].toReversed(),
  );
  expect((await readdir(inArchive())).toSorted()).toEqual(
    ["_manifest.json", ...days.map(({ date }: { date: string }) => `date=${date}`)].toSorted(),
  );
  expect((await stat(inArchive("date=2026-01-14", "part-0.parquet"))).mode & 0o777).toBe(0o600);
});

it("audit archive fetches only the days that it does not have, and touches no finished one", async () => {
  const early = entriesBefore(noon, 100);
  await archive(service(early));
  const finished = await contents();
  const later = [...entriesBefore(noon + 48 * hour, 6), ...early];
  const { code, stderr, requests } = await archive(service(later, noon + 48 * hour));
  expect(code).toBe(0);
  expect(stderr).toMatch(/^archived 2 days with 6 entries;/);
  // One to learn the time, and enough pages to reach back to the days that are there.
  expect(requests).toHaveLength(3);
  const now = await contents();
  for (const [path, text] of Object.entries(finished)) {
    if (!path.endsWith("_manifest.json")) expect(now[path]).toBe(text);
  }
  expect(await stored()).toEqual(later.filter(({ timestamp }) => timestamp < "2026-01-17"));
  const again = await archive(service(later, noon + 48 * hour));
  expect(again.stderr).toMatch(/^archived 0 days with 0 entries;/);
  expect(again.requests).toHaveLength(1);
});

it.each([
  ["", "2026-01-14T23:00:00Z", "2026-01-13"],
  ["", "2026-01-15T00:59:59Z", "2026-01-13"],
  ["", "2026-01-15T01:00:00Z", "2026-01-14"],
  ["--settle 0s", "2026-01-15T00:00:00Z", "2026-01-14"],
  ["--settle 13h", "2026-01-15T12:59:59Z", "2026-01-13"],
])(
  "audit archive %s leaves a day alone until the service's clock is past its end, at %s",
  async (flags, now, through) => {
    await archive(service(entriesBefore(noon, 20), Date.parse(now)), flags);
    expect((await manifest()).through).toBe(through);
  },
);

it("audit archive uses this machine's clock if the service does not report its time", async () => {
  await archive(listing(entriesBefore(noon, 20)));
  expect((await manifest()).through).toBe("2026-01-14");
});

it("audit archive counts the entries whose time can't be read, and exits with 11", async () => {
  const entries: object[] = entriesBefore(noon, 20);
  entries.splice(8, 0, { ...entries[8], id: "odd", timestamp: "soon" });
  const { code, stderr } = await archive(service(entries));
  expect(code).toBe(11);
  expect(stderr).toContain("1 entry has a time that could not be read");
  const { days } = await manifest();
  expect(days.reduce((sum: number, { undated }: { undated: number }) => sum + undated, 0)).toBe(1);
  expect(await stored()).toHaveLength(19);
  expect((await archive(service(entries))).code).toBe(0);
});

it("audit archive says where an entry came after its day had been finished", async () => {
  const entries = entriesBefore(noon, 20);
  const [late] = entries.splice(3, 1);
  const { code } = await archive(service([...entries, late]));
  expect(code).toBe(11);
  expect(await stored()).not.toContainEqual(late);
});

it("audit archive fetches a day again whose file is gone, and no other", async () => {
  const entries = entriesBefore(noon, 60);
  await archive(service(entries));
  const whole = await contents();
  await rm(inArchive("date=2026-01-10"), { recursive: true });
  await writeFile(inArchive("date=2026-01-12", "part-0.parquet"), "cut");
  const { code, stderr } = await archive(service(entries));
  expect(code).toBe(0);
  expect(stderr).toMatch(/^files are missing or changed, fetching them again: 2026-01-10, 2026-01-12\n/);
  expect(await contents()).toEqual(whole);
});

it("audit archive needs a list that has no entries no file", async () => {
  expect((await archive(service([]))).code).toBe(0);
  expect(await readdir(inArchive())).toEqual(["_manifest.json"]);
  expect(await stored()).toEqual([]);
});

it("an archive that is stopped at any request is the same in the end", async () => {
  const entries = entriesBefore(noon, 120, 3);
  await archive(service(entries));
  const whole = await contents();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 14 }), { minLength: 1, maxLength: 4 }),
      async (stops) => {
        await rm(inArchive(), { recursive: true });
        for (const stop of stops) {
          let asked = 0;
          const list = service(entries);
          const failing: Exchange = async (request) => {
            asked += 1;
            return asked > stop ? { status: 503, headers: {}, body: "" } : list(request);
          };
          const { code } = await archive(failing);
          expect([0, 5]).toContain(code);
        }
        expect((await archive(service(entries))).code).toBe(0);
        expect(await contents()).toEqual(whole);
      },
    ),
    { numRuns: thorough(3, 8) },
  );
});

it("a stopped archive first completes its pass, then fetches the days that have ended since", async () => {
  const early = entriesBefore(noon, 60);
  const list = service(early);
  let asked = 0;
  await archive(async (request) => {
    asked += 1;
    return asked > 3 ? { status: 503, headers: {}, body: "" } : list(request);
  });
  expect((await manifest()).through).toBeNull();
  const note = await run(`audit list --from ${inArchive()} --limit 1`, { signedOut: true, reference });
  expect(note.stderr).toContain("the archive is not complete");
  // Cursors of a list that has grown lead to the same entries.
  const later = entriesBefore(noon + 48 * hour, 6);
  const grown: Exchange = async (request) => {
    const isResumed = request.target.includes("cursor=2") || request.target.includes("cursor=3");
    return (isResumed ? service(early, noon + 48 * hour) : service([...later, ...early], noon + 48 * hour))(
      request,
    );
  };
  const { code, stderr } = await archive(grown);
  expect(stderr).toMatch(/^continuing on 2026-01-\d\d\n/);
  expect(code).toBe(0);
  expect((await manifest()).through).toBe("2026-01-16");
  expect(await stored()).toEqual([...later, ...early].filter(({ timestamp }) => timestamp < "2026-01-17"));
});

it("a second archive in the same folder is refused while the first one runs", async () => {
  const entries = entriesBefore(noon, 40);
  const list = service(entries);
  let second: Promise<{ code: number; stderr: string }> | undefined;
  const first = await archive(async (request) => {
    if (request.target.includes("cursor=20")) second ??= archive(list);
    await second;
    return list(request);
  });
  expect(first.code).toBe(0);
  const refused = await second;
  expect(refused?.code).toBe(2);
  expect(refused?.stderr).toContain("another payctl is using");
});

it.each([
  [
    "--base-url http://localhost:4011",
    /is the archive of http:\/\/localhost:4010 \(no merchant account given\), not of http:\/\/localhost:4011 \(no/,
  ],
  ["-m other", /is the archive of .*\(no merchant account given\), not of .*\(merchant account other\)$/],
])("an archive refuses %s", async (flags, message) => {
  await archive(service(entriesBefore(noon, 20)));
  const { code, stderr } = await archive(service([]), flags);
  expect(code).toBe(2);
  expect(JSON.parse(stderr).error.message).toMatch(message);
});

it("an archive refuses a damaged manifest, or one of another version", async () => {
  await archive(service(entriesBefore(noon, 20)));
  await writeFile(inArchive("_manifest.json"), '{"version":2}');
  expect((await archive(service([]))).code).toBe(2);
  const list = await run(`audit list --from ${inArchive()}`, { signedOut: true, reference });
  expect(list.code).toBe(2);
});

it("an archive refuses a manifest whose files lead out of its folder", async () => {
  await archive(service(entriesBefore(noon, 20)));
  const text = await readFile(inArchive("_manifest.json"), "utf8");
  await writeFile(inArchive("_manifest.json"), text.replace("date=2026-01-14/", "../../"));
  expect((await run(`audit list --from ${inArchive()}`, { signedOut: true, reference })).code).toBe(2);
});

it("an archive refuses a folder with days of unknown origin", async () => {
  await archive(service(entriesBefore(noon, 20)));
  await rm(inArchive("_manifest.json"));
  const { code, stderr } = await archive(service([]));
  expect(code).toBe(2);
  expect(JSON.parse(stderr).error.message).toContain("no _manifest.json");
});

describe("audit list, show and summary of an archive", () => {
  const archived = sharedFolder();
  beforeAll(() => run(`audit archive ${join(archived, "logs")}`, { reference }));
  beforeEach(() => {
    folder = archived;
  });

  it.each([
    "",
    "--since 2026-01-01 --until 2026-01-10T09:30:00Z",
    "--action deleted",
    "--resource-type buyer --no-staff",
    "--user hopper --since 2025-12-20",
    "--not-action updated",
    "--resource-type rule,buyer --action created,deleted",
  ])("audit list and audit summary of an archive select by %s as those of the service do", async (flags) => {
    const end = flags.includes("--until") ? "" : "--until 2026-01-15";
    const [list, again] = [
      await run(`audit list --all -o json ${end} ${flags}`, { reference }),
      await run(`audit list --all -o json ${end} ${flags} --from ${inArchive()}`, {
        reference,
        signedOut: true,
      }),
    ];
    expect(JSON.parse(again.stdout).items).toEqual(JSON.parse(list.stdout).items);
    expect(again.requests).toEqual([]);
    const [summary, stored] = [
      await run(`audit summary -o json ${end} ${flags}`, { reference }),
      await run(`audit summary -o json ${end} ${flags} --from ${inArchive()}`, {
        reference,
        signedOut: true,
      }),
    ];
    const archive = { through: "2026-01-14" };
    expect(JSON.parse(stored.stdout)).toEqual({ ...JSON.parse(summary.stdout), archive });
    expect(stored.requests).toEqual([]);
    expect(stored.code).toBe(0);
  });

  it("audit show of an archive finds an entry by its id, or the start of it, and sends no request", async () => {
    const list = await run("audit list --limit 1 -o json --until 2026-01-15", { reference });
    const [newest] = JSON.parse(list.stdout).items;
    const show = (words: string) =>
      run(`audit show ${words} --from ${inArchive()}`, { reference, signedOut: true });
    const whole = await show(newest.id);
    expect([whole.code, JSON.parse(whole.stdout), whole.requests]).toEqual([0, newest, []]);
    const day = newest.timestamp.slice(0, 10);
    expect((await show(`${newest.id.slice(0, -1)} --since ${day} --fields id -o id`)).stdout).toBe(
      `${newest.id}\n`,
    );
    const none = await show("ffff -o table");
    expect([none.code, none.stdout, none.requests]).toEqual([8, "", []]);
    expect(none.stderr).toContain(
      `hint: payctl audit list --fields timestamp,action,id --from ${inArchive()};`,
    );
  });

  it("an archive is read like a list: --limit ends it, and a note says that it ends before today", async () => {
    const few = await run(`audit list --from ${inArchive()} --limit 3 -o ndjson --fail-if-more`, {
      reference,
      signedOut: true,
    });
    expect([few.stdout.split("\n").length, few.code]).toEqual([4, 13]);
    const all = await run(`audit list --from ${inArchive()} --all -o none`, { reference, signedOut: true });
    expect(all.stderr).toBe("the archive ends with 2026-01-14 (UTC)\n");
  });

  it.each([
    ["audit list --cursor abc", /--from can't be used with --cursor/],
    [
      "audit list -m other",
      /is the archive of .*, not of http:\/\/localhost:4010 \(merchant account other\)$/,
    ],
    [
      "audit summary -m other",
      /is the archive of .*, not of http:\/\/localhost:4010 \(merchant account other\)$/,
    ],
    [
      "audit show a1 -m other",
      /is the archive of .*, not of http:\/\/localhost:4010 \(merchant account other\)$/,
    ],
    ["audit list --checkpoint x", /--from can't be used with --cursor or --checkpoint/],
  ])("%s --from is refused", async (line, message) => {
    const { code, stderr } = await run(`${line} --from ${inArchive()}`, { reference, signedOut: true });
    expect([code, JSON.parse(stderr).error.message]).toEqual([2, expect.stringMatching(message)]);
  });

  it.each([
    ["2026-10-01", "2026-10-01"],
    ["'last tuesday'", "'last tuesday'"],
    ["7d", "7d"],
  ])("audit list --from %s, which is a time, suggests --since", async (words, since) => {
    const { code, stderr } = await run(`audit list --from ${words} -o table`, { reference, signedOut: true });
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/is not an archive: it has no _manifest\.json\n/),
    ]);
    expect(stderr).toContain(`hint: for entries from that time on: --since ${since}\n`);
  });

  it("a folder that is not an archive is refused", async () => {
    const none = await run(`audit summary --from ${folder}`, { reference, signedOut: true });
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("is not an archive")]);
  });
});

it.each(["ndjson", "csv", "json", "parquet", "xlsx"])(
  "audit export --from makes of an archive what it makes of the service, as %s, without a key or a request",
  async (format) => {
    const entries = entriesBefore(noon, 40);
    await archive(service(entries));
    const [ofService, ofArchive] = ["service", "archive"].map((name) => join(folder, `${name}.${format}`));
    const flags = "--user 'person 2' --not-action deleted --since 2026-01-06 --until 2026-01-14";
    await run(`audit export --out ${ofService} ${flags}`, { reference, exchange: service(entries) });
    const { code, stderr, requests } = await run(
      `audit export --from ${inArchive()} --out ${ofArchive} ${flags}`,
      { signedOut: true, reference },
    );
    expect({ code, requests }).toEqual({ code: 0, requests: [] });
    expect(stderr).toMatch(
      /^wrote 4 entries from an archive complete up to 2026-01-14 \(UTC\) to \S+ \(2026-01-06 .*, UTC\), SHA-256 \w{64}\n$/,
    );
    const [whole, read] = await Promise.all(
      [ofService, ofArchive].map(async (path) => readFile(path ?? "", "latin1")),
    );
    if (format === "json") {
      const expected = { ...JSON.parse(whole ?? ""), archive: { through: "2026-01-14" } };
      expect(JSON.parse(read ?? "")).toEqual(expected);
    } else if (format === "ndjson") expect(parseLines(read)).toEqual(parseLines(whole));
    else if (format !== "xlsx") expect(read).toBe(whole);
  },
);

it("audit export --from says that an archive is not complete, and starts over when it was stopped", async () => {
  const entries = entriesBefore(noon, 40);
  await archive(service(entries));
  const { through: _, ...rest } = await manifest();
  await writeFile(inArchive("_manifest.json"), JSON.stringify({ ...rest, through: null }));
  const out = join(folder, "audit.ndjson");
  const line = `audit export --from ${inArchive()} --out ${out}`;
  const damaged = inArchive("date=2026-01-05", "part-0.parquet");
  const day = await readFile(damaged);
  await writeFile(damaged, "");
  const stopped = await run(line, { signedOut: true });
  expect(stopped.code).toBe(3);
  expect(stopped.stderr).toContain(`${out} is not complete: the same command starts over\n`);
  await writeFile(damaged, day);
  const { stderr } = await run(line, { signedOut: true });
  expect(stderr).toContain(`wrote 39 entries from an archive that is not complete yet to ${out}, SHA-256 `);
  expect((await readFile(out, "utf8")).trimEnd().split("\n")).toHaveLength(39);
});

it("audit list --from says in JSON and YAML up to which day the archive is complete", async () => {
  await archive(service(entriesBefore(noon, 40)));
  const line = `audit list --from ${inArchive()} --limit 1`;
  const [json, yaml, queried] = await Promise.all(
    ["-o json", "-o yaml --fields id", "-o json --query archive.through"].map((flags) =>
      run(`${line} ${flags}`, { signedOut: true }),
    ),
  );
  expect(JSON.parse(json?.stdout ?? "")).toMatchObject({
    next_cursor: null,
    archive: { through: "2026-01-14" },
  });
  expect(yaml?.stdout).toMatch(/^limit: 100\nnext_cursor: null\narchive:\n {2}through: "2026-01-14"\n$/m);
  expect(queried?.stdout).toBe('"2026-01-14"\n');
});
