import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { expect, it } from "vitest";
import type { Exchange } from "../../src/contract/exchange.ts";
import { UsageError } from "../../src/errors.ts";
import { annotations } from "../../src/terminal/annotations.ts";
import { failureShape } from "../helpers/failure-shape.ts";
import { type RunOptions, run } from "../helpers/run.ts";
import { sharedFolder } from "../helpers/shared.ts";
import { ids } from "../helpers/small-company.ts";

const folder = sharedFolder();

const env = { GITHUB_ACTIONS: "true" };

/** Applies accounts one after the other in a job whose summary goes to this file of the folder. */
async function applyIn(name: string, text: string, options: RunOptions = {}, flags = "") {
  const file = join(folder, name);
  const path = text.startsWith("id,") ? "a.csv" : "a.yaml";
  const ran = await run(`merchants apply -f ${path} --concurrency 1 ${flags}`, {
    env: { ...env, GITHUB_STEP_SUMMARY: file },
    files: { [path]: text },
    ...options,
  });
  return { ...ran, summary: await readFile(file, "utf8") };
}

/** The lines of standard error except those of the error itself. */
async function marksOf(line: string, files: Readonly<Record<string, string>>, more = {}): Promise<string[]> {
  const { code, stderr, requests } = await run(line, { files, env: { ...env, ...more } });
  expect({ code, requests }).toEqual({ code: 2, requests: [] });
  const lines = stderr.trimEnd().split("\n");
  expect(JSON.parse(lines.at(-1) ?? "").error.exit_code).toBe(2);
  return lines.slice(0, -1);
}

it("each wrong line of a CSV is marked, before the error itself", async () => {
  const text = "id,display_name,colour\nshop-1,,\n'a b',B,\n";
  expect(await marksOf("merchants apply -f a.csv", { "a.csv": text })).toEqual([
    "::error file=a.csv,line=1::line 1.colour: is not a known field",
    "::error file=a.csv,line=2::line 2.display_name: is missing",
    "::error file=a.csv,line=3::line 3.id: must be letters, digits and hyphens",
  ]);
});

it.each([
  [
    "a.yaml",
    "- id: a\n  display_name: A\n  colour: red\n",
    3,
    "item 1.colour (line 3): is not a known field",
  ],
  ["a.yaml", "- id: [\n", 2, expect.anything()],
  [
    "a.ndjson",
    '{"id": "a", "display_name": "A"}\n{"id": 1, "display_name": "B"}\n',
    2,
    "line 2.id: must be text",
  ],
  ["a.ndjson", '{"id": "a"}\n[]\n', 2, "line 2: is not one JSON object"],
])("the line of %s is marked: %j", async (name, text, line, words) => {
  const [mark = ""] = await marksOf(`merchants apply -f ${name}`, { [name]: text });
  const [, place, said] = /^::error ([^:]+)::(.+)$/.exec(mark) ?? [];
  expect({ place, said }).toEqual({ place: `file=${name},line=${line}`, said: words });
});

it("the fields of merchants create and flows update-rule are marked in their file, but not those of flags", async () => {
  const account = "display_name: A\ncolour: red\nover_capture_amount: x\n";
  expect(await marksOf("merchants create a -f a.yaml", { "a.yaml": account })).toEqual([
    expect.stringMatching(/^::error file=a\.yaml,line=3::body\.over_capture_amount \(line 3\): must be /),
    "::error file=a.yaml,line=2::body.colour (line 2): is not a known field",
  ]);
  const words = "merchants create a -f a.yaml --display-name= --over-capture-amount 5";
  expect(await marksOf(words, { "a.yaml": account })).toEqual([
    "::error file=a.yaml,line=2::body.colour (line 2): is not a known field",
  ]);
  const rule = '{\n  "position": 0,\n  "outcome": {\n    "type": "list",\n    "result": 5\n  }\n}';
  const update = `flows update-rule checkout select-payment-options ${ids.firstRule} -f r.json`;
  expect(await marksOf(update, { "r.json": rule })).toEqual([
    expect.stringMatching(/^::error file=r\.json,line=[45]::body\.outcome.* \(line [45]\): /),
  ]);
  expect(await marksOf(update, { "r.json": '{\n"description": "x"\n}' })).toEqual([
    "::error file=r.json,line=1::body.position (line 1): is missing, even if the rule stays in place",
  ]);
});

it("ids, pairs and cards in files are marked too, and those of standard input are not", async () => {
  expect(await marksOf("updater create -f ids.txt", { "ids.txt": "x\n" })).toEqual([
    "::error file=ids.txt,line=1::line 1: must be a UUID",
  ]);
  expect(await marksOf("tokens suspend -f pairs.txt", { "pairs.txt": `${ids.activeCard}\n` })).toEqual([
    "::error file=pairs.txt,line=1::line 1: must be two UUIDs",
  ]);
  expect(await marksOf("giftcards balances -f c.csv", { "c.csv": "number,pin\n1,1234\n" })).toEqual([
    "::error file=c.csv,line=2::line 2.number: must be 16 to 19 digits",
  ]);
  expect(await marksOf("merchants apply -f - --format yaml", {})).toEqual([]);
});

it("a file that can't be read as a whole is marked without a line", async () => {
  expect(await marksOf("merchants apply -f a.yaml", { "a.yaml": "id: a\n" })).toEqual([
    "::error file=a.yaml::a.yaml must contain a list",
  ]);
  const update = `flows update-rule card-transaction skip-3ds ${ids.firstRule} -f r.json`;
  expect(await marksOf(update, { "r.json": "[]" })).toEqual([
    "::error file=r.json::r.json must contain a single object",
  ]);
});

it.each([
  ["below the root of the checkout", "shop/a.yaml", (cwd: string) => dirname(cwd), "/shop/a.yaml"],
  ["at the root of the checkout", "a.yaml", (cwd: string) => cwd, "a.yaml"],
  ["outside the checkout", "a.yaml", (cwd: string) => join(cwd, "shop"), "a.yaml"],
  ["in a folder above the checkout", "../a.yaml", (cwd: string) => cwd, "../a.yaml"],
])("a file %s is marked by its path from there if it has one", async (_, name, workspace, place) => {
  const cwd = process.cwd();
  const more = { GITHUB_WORKSPACE: workspace(cwd) };
  const wanted = place.startsWith("/") ? `${basename(cwd)}${place}` : place;
  expect(await marksOf(`merchants apply -f ${name}`, { [name]: "id: a\n" }, more)).toEqual([
    `::error file=${wanted}::${name} must contain a list`,
  ]);
});

it.each([
  [String.raw`D:\a\shop\data\a.yaml`, String.raw`D:\a\shop`, "data/a.yaml"],
  [String.raw`C:\other\a.yaml`, String.raw`D:\a\shop`, "C%3A/other/a.yaml"],
])("on Windows, %s is marked with slashes", (file, root, place) => {
  const error = new UsageError("is wrong", { file });
  const runner = { env: { GITHUB_WORKSPACE: root }, platform: "win32" } as const;
  expect(annotations(error, runner, (text) => text)).toBe(`::error file=${place}::is wrong\n`);
});

it("signs with a meaning in a workflow command are escaped, and nothing else can start one", async () => {
  const name = "50%,a:b.yaml";
  const text = '- id: a\n  display_name: A\n  "colour\\n::add-mask::100%": x\n';
  expect(await marksOf(`merchants apply -f ${name}`, { [name]: "id: a\n", [`x${name}`]: text })).toEqual([
    "::error file=50%25%2Ca%3Ab.yaml::50%25,a:b.yaml must contain a list",
  ]);
  const [mark] = await marksOf("merchants apply -f a.yaml", { "a.yaml": text });
  expect(mark).toBe("::error file=a.yaml,line=1::item 1.(not a field name) (line 1): is not a known field");
});

it("elsewhere, and for any other error, nothing is marked", async () => {
  expect(await marksOf("buyers list --limit 0", {})).toEqual([]);
  expect(await marksOf("merchants apply -f a.yaml", { "a.yaml": "id: a\n" }, { GITHUB_ACTIONS: "" })).toEqual(
    [],
  );
});

const accounts = "- {id: shop-1, display_name: One}\n- {id: default, display_name: D}\n";

it("a bulk command appends its table to the job summary", async () => {
  const { code, summary } = await applyIn("summary.md", accounts);
  const table = [
    "### payctl: merchant accounts",
    "",
    "1 created, 1 exists",
    "",
    "| id | result | status | error |",
    "|---|---|---|---|",
    "| shop-1 | created | 201 |  |",
    "| default | exists | 409 |  |",
    "\n",
  ].join("\n");
  expect([code, summary]).toEqual([0, table]);
  const file = join(folder, "summary.md");
  const stdin = `${ids.activeCard} ${ids.activeToken}\n`;
  await run("tokens suspend -", { env: { ...env, GITHUB_STEP_SUMMARY: file }, stdin });
  expect(await readFile(file, "utf8")).toBe(
    `${table}### payctl: network tokens\n\n1 suspended\n\n| id | result | status | error |\n|---|---|---|---|\n| ${ids.activeToken} | suspended | 200 |  |\n\n`,
  );
});

it("a dry run of apply says in the job summary what would be created, and that nothing was sent", async () => {
  const text = "- {id: shop-1, display_name: One}\n- {id: shop-2, display_name: Two}\n";
  const { code, requests, summary } = await applyIn("rehearsed.md", text, {}, "--dry-run");
  expect([code, requests]).toEqual([0, []]);
  expect(summary).toContain("### payctl: merchant accounts, a dry run: nothing was sent\n\n2 created\n");
  expect(summary).toContain("| shop-2 | created |  |  |");
});

it("text of the service can't write markup into the job summary, nor a cell of its own", async () => {
  const message = "a|b <img src=x>\n[c](http://d) `e`";
  const body = JSON.stringify(failureShape(400, "bad_request", message));
  const exchange: Exchange = async () => ({ status: 400, headers: {}, body });
  const { summary } = await applyIn("hostile.md", "- {id: shop-1, display_name: One}\n", { exchange });
  expect(summary.split("\n")[6]).toBe(
    String.raw`| shop-1 | failed | 400 | a\|b \<img src=x\>\\n\[c\](http://d) \`e\` (400 bad_request) |`,
  );
});

it("a job summary that can't be written is a note, and the command ends as it would", async () => {
  const { code, stdout, stderr } = await run("merchants apply -f a.yaml", {
    env: { ...env, GITHUB_STEP_SUMMARY: folder },
    files: { "a.yaml": accounts },
  });
  expect({ code, rows: JSON.parse(stdout).items.length }).toEqual({ code: 0, rows: 2 });
  expect(stderr).toContain(`the job summary ${folder} can't be written (EISDIR)\n`);
});

/** A service that refuses every account whose id is even. */
const picky: Exchange = async ({ body }) => {
  const { id } = JSON.parse(Buffer.from(body ?? []).toString());
  const number = Number(id.split("-")[1]);
  const refusal = failureShape(400, "bad_request", "no evens");
  return number % 2 === 1
    ? { status: 201, headers: {}, body: JSON.stringify({ id }) }
    : { status: 400, headers: { "x-request-id": `r${number}` }, body: JSON.stringify(refusal) };
};

const six = ["id,display_name", ...[1, 2, 3, 4, 5, 6].map((number) => `shop-${number},Shop`), ""].join("\n");

it("what failed in a bulk command is marked where it stands in its file, and comes first in the job summary", async () => {
  const options = { exchange: picky };
  const { code, stderr, summary } = await applyIn("failures.md", six, options, "-o table");
  expect(code).toBe(11);
  expect(stderr.split("\n").filter((line) => line.startsWith("::"))).toEqual([
    "::error file=a.csv,line=3::shop-2, shop-4, shop-6: no evens (400 bad_request, request r2)",
  ]);
  expect(summary.split("\n").slice(0, 10)).toEqual([
    "### payctl: merchant accounts",
    "",
    "3 created, 3 failed",
    "",
    "| id | result | status | error |",
    "|---|---|---|---|",
    "| shop-2 | failed | 400 | no evens (400 bad_request, request r2) |",
    "| shop-4 | failed | 400 | no evens (400 bad_request, request r4) |",
    "| shop-6 | failed | 400 | no evens (400 bad_request, request r6) |",
    "| shop-1 | created | 201 |  |",
  ]);
});

it("one mistake in every row is one mark, and of many marks the rest is counted", async () => {
  const rows = Array.from({ length: 300 }, (_, index) => `shop-${index},Shop,perhaps`);
  const equal = ["id,display_name,account_updater_enabled", ...rows, ""].join("\n");
  expect(await marksOf("merchants apply -f a.csv", { "a.csv": equal })).toEqual([
    "::error file=a.csv,line=2::account_updater_enabled of 300 items (lines 2, 3, 4, ...): must be true or false",
  ]);
  const different = ["id,display_name", ...rows.slice(0, 12).map((row) => `x,${row.split(",")[0]}`), ""];
  const marks = await marksOf("merchants apply -f a.csv", { "a.csv": different.join("\n") });
  expect(marks).toHaveLength(1);
  const repeated = Array.from({ length: 24 }, (_, index) => `shop-${index % 12},Shop`);
  const many = await marksOf("merchants apply -f a.csv", {
    "a.csv": ["id,display_name", ...repeated, ""].join("\n"),
  });
  expect(many).toHaveLength(10);
  expect(many[0]).toBe("::error file=a.csv,line=14::line 14.id: shop-0 is also the id of line 2");
  expect(many[9]).toBe("::error file=a.csv,line=23::3 more problems; the log of the step names them");
});

it.each(["table", "csv", "tsv", "id", "json", "ndjson", "yaml"])(
  "no line of %s is a command to the runner, whatever a buyer is called",
  async (format) => {
    const names = [
      "::set-output name=x::y",
      " ::debug::x",
      "Ada\n::add-mask::x\r::echo::on",
      "##[debug]x",
      ":: :",
    ];
    const exchange: Exchange = async () => ({
      status: 200,
      headers: {},
      body: JSON.stringify({
        items: names.map((display_name) => ({ display_name })),
        limit: 5,
        next_cursor: null,
      }),
    });
    const line = `buyers list --fields display_name -o ${format} --no-header`;
    const { code, stdout } = await run(line, { env, exchange });
    expect(code).toBe(0);
    expect(
      stdout.split(/[\r\n]+/).filter((text) => text.trim().startsWith("::") || text.includes("##[")),
    ).toEqual([]);
    if (format === "json")
      expect(JSON.parse(stdout).items.map((item: object) => Object.values(item)[0])).toEqual(names);
    const elsewhere = await run(line, { exchange });
    expect(elsewhere.stdout).toContain("##[debug]x");
  },
);
