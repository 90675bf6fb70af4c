import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { openWorldFolder } from "../../../../src/server/store/sqlite/world-folder.ts";
import type { WorldRecord } from "../../../../src/server/worlds/record.ts";
import { freshFolder } from "../../../helpers/shared.ts";
import { openTestStorage } from "../stores.ts";

let folder: string;
let told: string[];
beforeEach(async () => {
  folder = freshFolder();
  told = [];
  await mkdir(join(folder, "victim"));
  await writeFile(join(folder, "victim", "origin.db"), "data");
});

const record: WorldRecord = {
  name: "shop",
  createdAt: "2026-01-31T12:00:00.000Z",
  settings: {
    from: "seed",
    clock: null,
    frozen: false,
    deterministic: null,
    faults: [{ operation: "listBuyers", status: 503 }],
    embedLimit: 50,
  },
  asked: "digest",
  secret: Buffer.from("secret").toString("base64"),
  openings: 0,
};

/** The worlds below the folder, which has one of the record above. */
async function openWorlds() {
  const place = join(folder, "x.db.worlds");
  const worlds = openWorldFolder({
    folder: place,
    lasting: true,
    refuse: (reason) => void told.push(reason),
  });
  await worlds.create(record, join(folder, "victim", "origin.db"));
  return { place, worlds, recordFile: join(place, "shop", "world.json") };
}

it("the folder of a world says its name, whatever its record says, so that removing it removes nothing else", async () => {
  const { place, recordFile, worlds } = await openWorlds();
  await writeFile(recordFile, JSON.stringify({ ...record, name: "../../victim" }));
  expect(await worlds.read()).toEqual([record]);
  await worlds.remove("shop");
  expect([await readdir(place), (await readdir(folder)).toSorted()]).toEqual([[], ["victim", "x.db.worlds"]]);
  expect(told).toEqual([]);
});

it.each([
  "",
  "{}",
  JSON.stringify({ ...record, openings: "1" }),
  JSON.stringify({ ...record, settings: { ...record.settings, embedLimit: 0 } }),
  JSON.stringify({ ...record, settings: { ...record.settings, faults: ["GET /buyers 503"] } }),
])("the folder of a world is left alone, and named, if its record is not one: %s", async (text) => {
  const { recordFile, worlds } = await openWorlds();
  await writeFile(recordFile, text);
  expect(await worlds.read()).toEqual([]);
  expect(told).toEqual([`${recordFile} is not the record of a world; its folder is left alone`]);
  await expect(worlds.create(record, join(folder, "victim", "origin.db"))).rejects.toMatchObject({
    status: 409,
    body: { message: "The folder of the world shop contains something else; use another name" },
  });
  expect(await readFile(recordFile, "utf8")).toBe(text);
});

it("the folder of a world is no world if it is a link, or has a name that no world has", async () => {
  const { place, worlds } = await openWorlds();
  await symlink(join(place, "shop"), join(place, "linked"));
  await symlink(join(folder, "victim"), join(place, `.${crypto.randomUUID()}`));
  for (const name of ["Shop", ".kept", `.${crypto.randomUUID()}`]) {
    await mkdir(join(place, name));
    await writeFile(join(place, name, "world.json"), JSON.stringify(record));
  }
  expect(await worlds.read()).toEqual([record]);
  expect(told.toSorted()).toEqual(
    [".kept", "Shop"].map(
      (name) => `${join(place, name, "world.json")} is not the record of a world; its folder is left alone`,
    ),
  );
  expect((await readdir(place)).filter((name) => !name.includes("-")).toSorted()).toEqual([
    ".kept",
    "Shop",
    "linked",
    "shop",
  ]);
  expect(await readdir(join(folder, "victim"))).toEqual(["origin.db"]);
});

it.each(["snapshots", "worlds"])("a database whose folder of %s is a link is not opened", async (kind) => {
  const database = join(folder, "x.db");
  await symlink(join(folder, "victim"), `${database}.${kind}`);
  await expect(openTestStorage(database)).rejects.toThrow(
    `${database}.${kind} is a link, which the server does not follow`,
  );
  expect((await readdir(folder)).toSorted()).toEqual(["victim", `x.db.${kind}`]);
});
