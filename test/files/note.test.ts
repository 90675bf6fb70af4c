import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { endless } from "../../src/files/input.ts";
import { holdFile } from "../../src/files/lock.ts";
import { isCount, openNote, savingPlaces } from "../../src/files/note.ts";
import { isRecord } from "../../src/values/record.ts";
import { freshFolder } from "../helpers/shared.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = freshFolder();
  path = join(folder, "note.json");
});

const isValid = (value: unknown): value is { readonly count: number } =>
  isRecord(value) && isCount(value["count"]);
const work = ["listBuyers", { search: "Ada" }];
const held = { confirm: () => {} };
const open = (more: object = {}) =>
  openNote(path, { work, hint: "start over", patient: endless, held, isValid, ...more });

it("a note that is not there says nothing, and nothing is written before it is saved", async () => {
  expect((await open()).earlier).toBeUndefined();
  expect(await readdir(folder)).toEqual([]);
});

it("a note gives the next run what was saved last, and is gone once it is removed", async () => {
  const note = await open();
  await note.save({ count: 1 });
  await note.save({ count: 2 });
  expect((await open()).earlier).toMatchObject({ count: 2 });
  expect(await readdir(folder)).toEqual(["note.json"]);
  await note.remove();
  expect(await readdir(folder)).toEqual([]);
});

it("a note has no word of the work it is about, and only its owner may read it", async () => {
  await (await open()).save({ count: 1 });
  expect(await readFile(path, "utf8")).not.toContain("Ada");
  if (process.platform !== "win32") expect((await stat(path)).mode & 0o777).toBe(0o600);
});

it("a note about other work is refused", async () => {
  await (await open()).save({ count: 1 });
  await expect(open({ work: ["listBuyers", {}] })).rejects.toMatchObject({
    exitCode: 2,
    message: `${path} belongs to a run with other flags, or for another service`,
    hint: "start over",
  });
});

it.each([
  "",
  "{",
  "null",
  "[]",
  '{"count":0}',
  '{"fingerprint":5,"count":0}',
  '{"fingerprint":"x","count":-1}',
  '{"fingerprint":"x","count":0.5}',
  '{"fingerprint":"x","count":"1"}',
])("a damaged note is refused: %s", async (text) => {
  await writeFile(path, text);
  await expect(open()).rejects.toMatchObject({
    exitCode: 2,
    message: `${path} is damaged`,
    hint: "start over",
  });
});

it("a folder in the place of a note is refused, and one that appears there ends the work with 11", async () => {
  const note = await open();
  await mkdir(path);
  await expect(open()).rejects.toMatchObject({ exitCode: 2, message: `${path} can't be read (EISDIR)` });
  await expect(note.save({ count: 1 })).rejects.toMatchObject({
    exitCode: 11,
    message: expect.stringContaining(`${path} can't be written: EISDIR`),
    hint: "free some space; the same command then continues after what it recorded",
  });
});

it("a note is not changed by a run that has lost its lock", async () => {
  const held = await holdFile(path);
  const note = await open({ held });
  await note.save({ count: 1 });
  await writeFile(`${path}.lock`, "of another");
  await expect(note.save({ count: 2 })).rejects.toThrow("has taken over");
  await expect(note.remove()).rejects.toThrow("has taken over");
  expect((await open()).earlier).toMatchObject({ count: 1 });
  await held.release();
});

/** The places that are saved while a clock goes on by some milliseconds with each place that is reached. */
async function savedOf(places: readonly (string | undefined)[], step: number, end = () => {}) {
  const saved: string[] = [];
  let time = 0;
  const save = async (place: string) => void saved.push(place);
  const done = savingPlaces({ now: () => time, save }, async (reached) => {
    for (const place of places) {
      time += step;
      await reached(place);
    }
    end();
  });
  await done.catch(() => undefined);
  return saved;
}

it("a place is saved four times a second, not whenever one is reached", async () => {
  expect(await savedOf(["a", "b", "c", "d", "e"], 100)).toEqual(["c"]);
  expect(await savedOf(["a", "b", "c"], 250)).toEqual(["a", "b", "c"]);
});

it("the last place is saved when the work fails, unless nothing could continue there", async () => {
  const fail = (): void => {
    throw new Error("lost");
  };
  expect(await savedOf(["a", "b"], 1, fail)).toEqual(["b"]);
  expect(await savedOf(["a", undefined], 1, fail)).toEqual([]);
});
