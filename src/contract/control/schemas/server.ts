import * as z from "zod";
import { clockReading } from "./clock.ts";
import { count, time } from "./values.ts";

export const readHealth = {
  response: z
    .strictObject({
      status: z.literal("ok"),
      pid: count.optional().meta({ description: "The process, if the server has one of its own." }),
      instance: z.uuid().optional().meta({ description: "Random at each start." }),
      version: z.string().meta({ description: "The version of payctl." }),
      command: z
        .string()
        .optional()
        .meta({
          description: "What to type for payctl, if a package manager started the server.",
          examples: ["npx payctl"],
        }),
      key_file: z
        .string()
        .optional()
        .meta({
          description: "The file of the administrator's private key, on the server's machine.",
          examples: ["/home/ada/.config/payctl/keys/local.pem"],
        }),
      ca_file: z
        .string()
        .optional()
        .meta({
          description: "A file with the authorities that clients have to trust, if the server was given one.",
          examples: ["/home/ada/.local/share/mkcert/rootCA.pem"],
        }),
      log: z
        .string()
        .optional()
        .meta({
          description: "The file of the log of a detached server.",
          examples: ["/home/ada/.local/share/payctl/reference.db.log"],
        }),
      uptime_ms: count.meta({ description: "Milliseconds since the start." }),
      database: z.string().meta({ description: "The database, without its password." }),
      schema_version: count.meta({ description: "The version of the database's schema." }),
      seed: z
        .strictObject({ name: z.enum(["custom", "demo", "empty"]), at: time })
        .nullable()
        .meta({ description: "What the data started with, and when; null if that is not known." }),
      clock: clockReading,
      worlds: count.meta({ description: "How many worlds there are besides the one at the root." }),
      faults: count.meta({ description: "How many rules of simulated faults are set." }),
    })
    .meta({ title: "Health" }),
};

export const stopServer = {};

export const showInspector = {};

export const describeControl = {
  response: z
    .looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) })
    .meta({ title: "Description" }),
};
