import * as z from "zod";
import { storedLists } from "../words.ts";
import { seedDocument } from "./seed.ts";
import { count, listOf, time } from "./values.ts";

const done = z.strictObject({ status: z.literal("ok") }).meta({ title: "Ok" });

export const resetData = { response: done };

export const addSeed = {
  body: seedDocument,
  response: z
    .strictObject({
      added: z
        .record(z.string(), count)
        .meta({ description: "How many entries each list got.", examples: [{ buyers: 2 }] }),
    })
    .meta({ title: "SeedCounts" }),
};

export const listData = {
  path: z.strictObject({ list: z.string().meta({ description: `One of ${storedLists.join(", ")}.` }) }),
  response: listOf(z.looseObject({ id: z.string() })).meta({ title: "StoredRows" }),
};

const snapshotName = z
  .string()
  .regex(/^[\w.-]{1,50}$/, "must be 1 to 50 letters, digits, dots, hyphens or underscores");

const snapshot = z
  .strictObject({
    name: z.string().meta({ description: "Its name.", examples: ["before-checkout"] }),
    taken_at: time.meta({ description: "When it was taken, by the time of day." }),
    rows: count.meta({ description: "How many rows it has." }),
  })
  .meta({ title: "Snapshot" });

export const listSnapshots = { response: listOf(snapshot).meta({ title: "Snapshots" }) };

export const takeSnapshot = { path: z.strictObject({ name: snapshotName }), response: snapshot };

const named = z.strictObject({ name: z.string() });

export const restoreSnapshot = { path: named, response: snapshot };

export const deleteSnapshot = { path: named };
