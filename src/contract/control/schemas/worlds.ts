import * as z from "zod";
import { timestamp } from "../../schemas/primitives.ts";
import { bounds } from "../bounds.ts";
import { worldName } from "../words.ts";
import { faultRules } from "./faults.ts";
import { listOf, optional, time } from "./values.ts";

const fromPattern = /^(?:seed|empty|world:[a-z0-9][a-z0-9-]{0,62}|snapshot:[\w.-]{1,50})$/;

/** Every option of a new world. */
const worldOptions = z
  .strictObject({
    from: optional(
      z.string().refine((from) => fromPattern.test(from), "must be seed, empty, world:NAME or snapshot:NAME"),
      "What it starts with: `seed` unless given, `empty`, another world or a snapshot.",
      "world:checkout",
    ),
    // Its problems are named by the list and the entry that they are in, as those of any seed.
    seed: optional(
      z.record(z.string(), z.unknown()),
      "A seed document that is added to what it starts with; a reset goes back to both.",
      { buyers: [{ display_name: "Ada" }] },
    ),
    clock: optional(
      timestamp,
      "The time at which the clock starts; the time of day unless given.",
      "2026-01-31T12:00:00Z",
    ),
    frozen: optional(z.boolean(), "Whether the clock stands still from the start.", true),
    deterministic: optional(
      z.int().min(bounds.deterministic.minimum).max(bounds.deterministic.maximum),
      "Makes ids, cryptograms and times the same for the same requests, derived from this number.",
      7,
    ),
    faults: optional(faultRules, "Simulated faults from the start.", [
      { operation: "listBuyers", status: 503, times: 2 },
    ]),
    embed_limit: optional(
      z.int().min(bounds.embedLimit.minimum).max(bounds.embedLimit.maximum),
      "Calls that an embed token may make in any 60 seconds; 50 unless given, in a world as many as for the server.",
      5,
    ),
  })
  .prefault({});

/** The options of a new world, with only their form checked. */
export type WorldOptions = z.output<typeof worldOptions>;

const world = z.strictObject({
  name: z.string(),
  url: z.string(),
  /** The address of its control interface. */
  control: z.string(),
  key_file: z.string().optional(),
  /** Of the key pair that it accepts. */
  thumbprint: z.string().optional(),
  /** By the time of day. */
  created_at: time,
  from: z.string(),
});

const named = z.strictObject({ name: z.string() });

export const listWorlds = { response: listOf(world) };

export const getWorld = { path: named, response: world };

export const createWorld = {
  path: z.strictObject({
    name: z
      .string()
      .regex(
        worldName,
        "must be 1 to 63 lower-case letters, digits and hyphens, and not begin with a hyphen",
      ),
  }),
  body: worldOptions,
  response: world,
};

export const deleteWorld = { path: named };
