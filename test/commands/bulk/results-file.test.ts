import { readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { instant } from "../../helpers/host.ts";
import { headOf, lastRows } from "../../helpers/results-file.ts";
import { run } from "../../helpers/run.ts";
import { startReference } from "../../helpers/server.ts";
import { freshFolder, shared } from "../../helpers/shared.ts";
import { faulty } from "../merchants/faulty.ts";

const reference = await shared(startReference({ now: () => new Date(instant) }));
const [one, other] = [1, 2].map((digit) => `c000000${digit}-0000-4000-8000-000000000000`);
const pairs = `${one} ${other}\n`;

let folder: string;
let file: string;
beforeEach(() => {
  folder = freshFolder();
  file = join(folder, "r.ndjson");
});

function row(id: string | undefined, result: string): string {
  return `${JSON.stringify({ id, result })}\n`;
}

/** One account, of a name that no other test uses. */
let count = 0;
function account() {
  count += 1;
  const id = `kept-${count}`;
  return { id, files: { "a.yaml": `- {id: ${id}, display_name: Shop}\n` } };
}

it("the first line of a results file names command, base URL in one spelling, and account", async () => {
  await run(`tokens suspend - --results ${file} -m shop --base-url HTTP://LOCALHOST:4010/`, {
    reference,
    stdin: pairs,
  });
  expect(await readFile(file, "utf8")).toContain(headOf("tokens suspend", "shop"));
  await run(`keys delete ${one} -y --self --results ${file}.keys -m shop`, { reference });
  expect(await readFile(`${file}.keys`, "utf8")).toContain(headOf("keys delete"));
});

it.each([
  [headOf("tokens resume"), "another command: tokens resume, not tokens suspend"],
  [
    headOf("tokens suspend").replace("localhost:4010", "example.com"),
    "another base URL: http://example.com, not http://localhost:4010",
  ],
  [headOf("tokens suspend", "oslo"), "another merchant account: oslo, not none"],
])("results of another run are refused and left as they are: %s", async (head, difference) => {
  await writeFile(file, head);
  for (const dryRun of ["", " --dry-run"]) {
    const ran = await run(`tokens suspend - --results ${file} -o table${dryRun}`, {
      reference,
      stdin: pairs,
    });
    expect(ran).toMatchObject({ code: 2, requests: [] });
    expect(ran.stderr).toBe(
      `error: ${file} was started for ${difference}\nhint: ${difference.startsWith("another command") ? "name another file" : "choose another file: --results FILE"}\n`,
    );
  }
  expect([await readFile(file, "utf8"), await readdir(folder)]).toEqual([head, ["r.ndjson"]]);
});

it("a dry run reads the results and writes nothing", async () => {
  const text = headOf("merchants apply") + row("kept-done", "created");
  await writeFile(file, text);
  const stdin = "id,display_name\nkept-done,D\nkept-open,O\n";
  const line = `merchants apply -f - --format csv --results ${file} --dry-run`;
  const ran = await run(line, { reference, stdin });
  expect([ran.code, ran.stdout.match(/kept-\w+/g)]).toEqual([0, ["kept-open"]]);
  expect(ran.stderr).toBe(`1 of 2 is done in ${file} and not sent again\n`);
  expect([await readFile(file, "utf8"), await readdir(folder)]).toEqual([text, ["r.ndjson"]]);
});

it("an account whose answer was lost stays as it was sent, and counts as created once it is found", async () => {
  const { id, files } = account();
  const line = `merchants apply -f a.yaml --results ${file} --retries 0 --exit-code`;
  const exchange = faulty(reference.exchange, () => "after");
  const lost = await run(line, { reference, exchange, files });
  expect([lost.code, JSON.parse(lost.stdout).items[0].result]).toEqual([11, "failed"]);
  expect(await readFile(file, "utf8")).toBe(headOf("merchants apply") + row(id, "sending"));
  const found = await run(line, { reference, files });
  expect([found.code, JSON.parse(found.stdout).items[0]]).toEqual([
    12,
    { id, result: "created", status: 409, error: null },
  ]);
});

it("what an earlier run sent stays in doubt where the next one does not come to it", async () => {
  await writeFile(file, headOf("merchants apply") + row("kept-b", "sending"));
  const exchange = faulty(reference.exchange, () => "refused");
  const stdin = "id,display_name\nkept-a,A\nkept-b,B\nkept-c,C\n";
  const line = `merchants apply -f - --format csv --results ${file} --retries 0 --concurrency 1`;
  expect((await run(line, { reference, exchange, stdin })).code).toBe(10);
  const rows = await lastRows(file);
  expect(rows.map(({ id, result }) => `${id} ${result}`)).toEqual([
    "kept-b sending",
    "kept-a failed",
    "kept-c skipped",
  ]);
});

it("keys delete keeps its results, and takes for deleted what it sent before and is gone", async () => {
  await writeFile(file, headOf("keys delete") + row(one, "sending") + row("gone", "deleted"));
  const ran = await run(`keys delete ${one} ${other} -y --self --results ${file} -o table`, { reference });
  expect([ran.code, ran.requests.filter(({ method }) => method === "DELETE").length]).toEqual([11, 2]);
  expect(ran.stderr).toContain(`deleted ${one}\n`);
  expect(ran.stderr).toContain(
    `hint: once that is fixed, run it again with --results ${file}; what is already done is not repeated\n`,
  );
  expect((await lastRows(file)).map(({ id, result, status }) => [id, result, status])).toEqual([
    [one, "deleted", 404],
    ["gone", "deleted", undefined],
    [other, "failed", 404],
  ]);
  const again = await run(`keys delete ${one} -y --results ${file}`, { reference });
  expect(again).toMatchObject({ code: 0, requests: [] });
});

it("a results file is not written through a link", async () => {
  await writeFile(join(folder, "other"), "");
  await symlink(join(folder, "other"), file);
  const { files } = account();
  const ran = await run(`merchants apply -f a.yaml --results ${file}`, { reference, files });
  expect(ran).toMatchObject({ code: 2, requests: [] });
  expect(JSON.parse(ran.stderr).error).toMatchObject({
    message: `${file} is a link`,
    hint: "name the file itself: --results FILE",
  });
  expect(await readFile(join(folder, "other"), "utf8")).toBe("");
});

it.each([
  "tokens suspend - --results -",
  `updater create ${one} --results -`,
  `keys delete ${one} -y --results -`,
])("results have to go to a file: %s", async (line) => {
  const ran = await run(line, { reference, stdin: pairs });
  expect(ran).toMatchObject({ code: 2, requests: [] });
  expect(JSON.parse(ran.stderr).error.message).toBe("results have to go to a file, not to -");
});
