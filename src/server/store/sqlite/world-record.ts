import * as z from "zod";
import { worldName } from "../../../contract/control/words.ts";
import { timestamp } from "../../../contract/schemas/primitives.ts";
import { isRecord } from "../../../values/record.ts";
import type { WorldRecord, WorldSettings } from "../../worlds/record.ts";

const settings = z.object({
  from: z.string(),
  clock: timestamp.nullable(),
  frozen: z.boolean(),
  deterministic: z.int().min(0).nullable(),
  faults: z.array(z.custom<WorldSettings["faults"][number]>(isRecord)),
  embedLimit: z.int().min(1),
});

const worldRecord = z.object({
  createdAt: timestamp,
  settings,
  asked: z.string(),
  secret: z.base64(),
  openings: z.int().min(0),
});

/** The record in a world's folder, which names it whatever the text says; undefined for anything else. */
export function parseWorldRecord(folder: string, text: string): WorldRecord | undefined {
  if (!worldName.test(folder)) return undefined;
  const record = worldRecord.safeParse(parse(text));
  return record.success ? { ...record.data, name: folder } : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
