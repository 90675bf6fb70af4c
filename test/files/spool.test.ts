import { existsSync } from "node:fs";
import { readFile, rm, stat, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LosslessNumber } from "lossless-json";
import { beforeEach, expect, it } from "vitest";
import { createSpool, spoolGroup } from "../../src/files/spool.ts";
import { freshFolder } from "../helpers/shared.ts";

let path: string;
const open = () => createSpool({ choosePath: async () => path, read: (json) => json });

beforeEach(() => {
  path = join(freshFolder(), "spool");
});

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}

async function drained(spool: ReturnType<typeof open>): Promise<unknown[]> {
  const values: unknown[] = [];
  for await (const group of spool.drain()) values.push(...group);
  return values;
}

it("a spool gives back what was pushed last first, and makes no file for little", async () => {
  const spool = open();
  await spool.push(numbers(0, 500));
  await spool.push(numbers(500, spoolGroup - 1));
  expect(existsSync(path)).toBe(false);
  expect(await drained(spool)).toEqual(numbers(0, spoolGroup - 1).reverse());
});

it("a spool keeps much in a private file, with every digit, and removes it when it is empty", async () => {
  const spool = open();
  const digits = new LosslessNumber("12345678901234567890.10");
  for (let from = 0; from < 5000; from += 100) await spool.push(numbers(from, from + 100));
  await spool.push([digits]);
  await spool.push(numbers(5000, 5000 + spoolGroup));
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const values = await drained(spool);
  expect(values).toEqual([
    ...numbers(5000, 5000 + spoolGroup).reverse(),
    digits,
    ...numbers(0, 5000).reverse(),
  ]);
  expect(existsSync(path)).toBe(false);
});

it("a spool replaces what is in its place, and writes through no link", async () => {
  const other = `${path}.other`;
  await writeFile(other, "theirs");
  await symlink(other, path);
  const spool = open();
  await spool.push(numbers(0, spoolGroup));
  expect(await readFile(other, "utf8")).toBe("theirs");
  await spool.clear();
});

it("a spool whose file was cut says so", async () => {
  const spool = open();
  await spool.push(numbers(0, spoolGroup));
  await truncate(path, 10);
  await expect(drained(spool)).rejects.toThrow(`${path} is shorter than what was written to it`);
  await spool.clear();
  await rm(path, { force: true });
});
