import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { openAppendFile } from "../../src/files/append.ts";
import { failureOf } from "../credentials/failure.ts";
import { freshFolder } from "../helpers/shared.ts";

let folder: string;
beforeEach(() => {
  folder = freshFolder();
});

/** A lock that is never taken over. */
const ours = { held: { confirm: () => {} } };

it.each(["", "first\n"])(
  "a new results file that starts with %j replaces what was there, and grows",
  async (text) => {
    const path = join(folder, "results.ndjson");
    await writeFile(path, "of an earlier run\n");
    const file = await openAppendFile(path, text, ours);
    expect(await readFile(path, "utf8")).toBe(text);
    file.append("second\n");
    expect(await readFile(path, "utf8")).toBe(`${text}second\n`);
    file.close();
    expect(await readdir(folder)).toEqual(["results.ndjson"]);
  },
);

it.each([
  ["a folder", "place", "FILE is not a plain file", "name the file itself: --results FILE"],
  [
    "below what is no folder",
    "plain/results",
    "the results file FILE can't be written (ENOTDIR)",
    "choose a file in a folder that you can write to: --results FILE",
  ],
])("a results file can't be %s, and nothing is left behind", async (_, name, message, hint) => {
  await mkdir(join(folder, "place"));
  await writeFile(join(folder, "plain"), "");
  const path = join(folder, name);
  expect(await failureOf(() => openAppendFile(path, "", ours))).toEqual({
    exitCode: 2,
    message: message.replace("FILE", path),
    hint,
  });
  expect((await readdir(folder)).toSorted()).toEqual(["place", "plain"]);
});

it.each(["", "first\n"])("a results file that starts with %j is not written through a link", async (text) => {
  const path = join(folder, "results.ndjson");
  await writeFile(join(folder, "other"), "untouched");
  await symlink(join(folder, "other"), path);
  expect(await failureOf(() => openAppendFile(path, text, ours))).toMatchObject({
    exitCode: 2,
    message: `${path} is a link`,
  });
  expect(await readFile(join(folder, "other"), "utf8")).toBe("untouched");
});

it("a results file that can't grow says how to resume", async () => {
  const path = join(folder, "results.ndjson");
  const file = await openAppendFile(path, "", ours);
  file.close();
  expect(await failureOf(() => file.append("late\n"))).toEqual({
    exitCode: 11,
    message: `the results can't be written to ${path} (EBADF)`,
    hint: `free some space, then resume from what was written: --resume ${path}`,
  });
});
