import { appendFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { beforeEach, expect, it } from "vitest";
import { openProgress, type ProgressParts, readProgress } from "../../src/files/progress.ts";
import { isRecord } from "../../src/values/record.ts";
import { failureOf } from "../credentials/failure.ts";
import { freshFolder } from "../helpers/shared.ts";

let file: string;
beforeEach(() => {
  file = join(freshFolder(), "progress.ndjson");
});

interface Row {
  readonly id: string;
}

const purpose = { command: "tokens suspend", base_url: "https://api.example.com", merchant_account: null };
const parts: ProgressParts<Row> = {
  purpose,
  kind: "a results file",
  hint: "choose another file",
  mode: 0o600,
  isRow: (value): value is Row => isRecord(value) && typeof value["id"] === "string",
};
const head = `${JSON.stringify(purpose)}\n`;

async function write(...rows: readonly Row[]): Promise<void> {
  const progress = await openProgress(file, parts);
  progress.append(rows);
  await progress.close();
}

it("a progress file returns the rows that any number of runs appended", async () => {
  const row = fc.record({ id: fc.string({ unit: "binary" }) }, { noNullPrototype: true });
  await fc.assert(
    fc.asyncProperty(fc.array(row), fc.array(row), async (first, second) => {
      await writeFile(file, "");
      await write(...first);
      await write(...second);
      expect(readProgress(file, parts)).toEqual([...first, ...second]);
    }),
    { numRuns: 30 },
  );
});

it("a progress file returns every whole row, wherever its end is torn off, and grows on from there", async () => {
  const rows = ["one", "zwölf", "three"].map((id) => ({ id }));
  const bytes = Buffer.from(head + rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  for (let length = 0; length <= bytes.length; length += 1) {
    const torn = bytes.subarray(0, length);
    const whole = rows.filter((row) => torn.includes(`${JSON.stringify(row)}\n`));
    await writeFile(file, torn);
    expect(readProgress(file, parts)).toEqual(whole);
    await write({ id: "more" });
    expect(await readFile(file, "utf8")).toBe(
      head + [...whole, { id: "more" }].map((row) => `${JSON.stringify(row)}\n`).join(""),
    );
  }
});

it.each([
  ["id,display_name\nshop-1,One\n", "is not a results file"],
  ["some text", "is not a results file"],
  ['{"id":"shop-1"}\n', "is not a results file"],
  [`${head}{"id":"a"}\n\n{"id":1}\n{"id":"b"}\n`, "is damaged: line 4 can't be read"],
  [`${head}nonsense\n{"id":"b"}\n`, "is damaged: line 2 can't be read"],
])("a file that is none, or is damaged, is refused and left as it is: %j", async (text, message) => {
  await writeFile(file, text);
  expect(await failureOf(() => openProgress(file, parts))).toEqual({
    exitCode: 2,
    message: `${file} ${message}`,
    hint: message.includes("damaged") ? "choose another file" : "name another file",
  });
  expect(await readFile(file, "utf8")).toBe(text);
});

it("a second run at the same time is refused, and may follow", async () => {
  const first = await openProgress(file, parts);
  expect(await failureOf(() => openProgress(file, parts))).toMatchObject({
    exitCode: 2,
    message: `another payctl is using ${file}`,
  });
  await first.close();
  await write({ id: "second" });
});

it("a run that only reads leaves no file behind, and a first row makes one", async () => {
  expect(readProgress(file, parts)).toEqual([]);
  await (await openProgress(file, parts)).close();
  await expect(readFile(file)).rejects.toThrow("ENOENT");
  await write();
  expect(await readFile(file, "utf8")).toBe(head);
});

it("a file that can't be written is refused before the first row, and is partial after it", async () => {
  const progress = await openProgress(file, parts);
  await mkdir(file);
  const refused = { exitCode: 2, message: `${file} can't be written (EISDIR)`, hint: "name another file" };
  expect(await failureOf(async () => progress.start())).toEqual(refused);
  expect(await failureOf(async () => progress.append([{ id: "late" }]))).toEqual(refused);
  await progress.close();
});

it("a lock that another run has taken over ends the writing", async () => {
  const progress = await openProgress(file, parts);
  progress.start();
  await appendFile(`${file}.lock`, "taken");
  expect(await failureOf(async () => progress.append([{ id: "late" }]))).toMatchObject({ exitCode: 11 });
  expect(await failureOf(() => progress.rewrite([]))).toMatchObject({ exitCode: 11 });
  expect(await failureOf(() => progress.remove())).toMatchObject({ exitCode: 11 });
  await progress.close();
  expect(await readFile(file, "utf8")).toBe(head);
});

it("a file that is rewritten has the new rows alone, and grows on from there", async () => {
  await write({ id: "one" }, { id: "two" });
  const progress = await openProgress(file, parts);
  await progress.rewrite([{ id: "both" }]);
  progress.append([{ id: "three" }]);
  await progress.close();
  expect(await readFile(file, "utf8")).toBe(`${head}{"id":"both"}\n{"id":"three"}\n`);
});

it("what else tells the work apart is known by its digest", async () => {
  await write({ id: "one" });
  const other = { ...parts, purpose: { ...purpose, fingerprint: "x" } };
  expect(await failureOf(() => openProgress(file, other))).toMatchObject({
    exitCode: 2,
    message: `${file} was started with other flags`,
  });
});
