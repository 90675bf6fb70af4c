import * as z from "zod";
import { timestamp } from "../../schemas/primitives.ts";
import { duration, optional, time } from "./values.ts";

/** What a clock shows. */
export const clockReading = z.strictObject({
  time: time.meta({ description: "RFC 3339.", examples: ["2026-01-31T12:00:00.000Z"] }),
  frozen: z.boolean().meta({ description: "Whether it stands still.", examples: [false] }),
});

export const readClock = { response: clockReading };

export const changeClock = {
  body: z
    .strictObject({
      time: optional(
        timestamp.nullable(),
        "The time to show from now on; null for the clock's own time again.",
        "2026-12-31T23:59:59Z",
      ),
      frozen: optional(z.boolean(), "Whether it stands still from now on.", true),
    })
    .refine((change) => Object.keys(change).length > 0, "needs time or frozen"),
  response: clockReading,
};

export const advanceClock = {
  body: z
    .strictObject({
      by: optional(duration, "By how much, with its unit.", "36h"),
      seconds: optional(z.number().min(0).max(1e10), "By how many seconds, instead of `by`.", 90),
    })
    .refine(
      ({ by, seconds }) => (by === undefined) !== (seconds === undefined),
      "needs either by or seconds",
    ),
  response: clockReading,
};
