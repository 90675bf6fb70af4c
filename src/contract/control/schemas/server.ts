import * as z from "zod";
import { clockReading } from "./clock.ts";
import { count, time } from "./values.ts";

export const readHealth = {
  response: z.strictObject({
    status: z.literal("ok"),
    /** Absent for a server without a process of its own. */
    pid: count.optional(),
    /** Random at each start. */
    instance: z.uuid().optional(),
    version: z.string(),
    /** What to type for payctl, if a package manager started the server. */
    command: z.string().optional(),
    /** The administrator's private key, on the server's machine. */
    key_file: z.string().optional(),
    /** The authorities that clients have to trust, if the server was given any. */
    ca_file: z.string().optional(),
    /** Of a detached server. */
    log: z.string().optional(),
    uptime_ms: count,
    /** Without its password. */
    database: z.string(),
    schema_version: count,
    /** What the data started with, and when; null if that is not known. */
    seed: z.strictObject({ name: z.enum(["custom", "demo", "empty"]), at: time }).nullable(),
    clock: clockReading,
    /** How many there are besides the one at the root. */
    worlds: count,
    faults: count,
  }),
};

export const stopServer = {};
