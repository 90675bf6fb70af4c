import { parseDuration } from "../../values/duration.ts";
import { failure, invalid } from "../failure.ts";
import { type CountedFault, type Faults, refuseFaults } from "../faults/faults.ts";
import { json } from "../json.ts";
import type { Clock } from "../sources.ts";
import type { World } from "../world.ts";
import { answerWith, type ControlHandlers } from "./handler.ts";

type FaultHandlers = Pick<
  ControlHandlers,
  "addFaults" | "listFaults" | "removeFault" | "removeFaults" | "replaceFaults"
>;

/** Look at the simulated faults, add to them, replace them all, or remove them. */
export function faultHandlers(faults: Faults): FaultHandlers {
  const show = async () => answerWith({ items: (await faults.list()).map(shown) });
  return {
    listFaults: show,
    async replaceFaults({ body: rules }) {
      refuseFaults(rules, ["body"]);
      await faults.replace(rules);
      return show();
    },
    async addFaults({ body: rules }) {
      refuseFaults(rules, ["body"]);
      const ids = await faults.add(rules);
      const items = (await faults.list()).filter(({ id }) => ids.includes(id));
      return { status: 201, body: json({ ids: [...ids], items: items.map(shown) }) };
    },
    async removeFaults() {
      await faults.replace([]);
      return { status: 204 };
    },
    async removeFault({ path: { id } }) {
      if (!(await faults.remove(id))) throw failure(404, { message: "No fault rule has this id" });
      return { status: 204 };
    },
  };
}

function shown({ hits, id, rule }: CountedFault) {
  return { id, ...rule, hits };
}

// Lists compare times as text, which works as long as the year has four digits.
const latest = Date.parse("9999-12-31T23:59:59.999Z");

export function clockState(clock: Clock) {
  return { time: clock.now().toISOString(), frozen: clock.isFrozen() };
}

type ClockHandlers = Pick<ControlHandlers, "advanceClock" | "changeClock" | "readClock">;

/** Look at the clock of data and limits; set, freeze and advance it. */
export function clockHandlers({
  changeClock,
  sources: { clock },
}: Pick<World, "changeClock" | "sources">): ClockHandlers {
  const show = () => answerWith(clockState(clock));
  return {
    readClock: show,
    async changeClock({ body: { frozen, time } }) {
      if (time) refuseOutside(Date.parse(time), "time");
      const change = { frozen, time: typeof time === "string" ? new Date(time) : time };
      await changeClock((latest) => latest.change(change));
      return show();
    },
    async advanceClock({ body: { by, seconds = 0 } }) {
      const milliseconds = by === undefined ? Math.round(seconds * 1000) : parseDuration(by);
      refuseOutside(clock.now().getTime() + milliseconds, by === undefined ? "seconds" : "by");
      await changeClock((latest) => latest.advance(milliseconds));
      return show();
    },
  };
}

function refuseOutside(instant: number, field: string): void {
  if (instant >= 0 && instant <= latest) return;
  const msg = "must result in a time between the years 1970 and 9999";
  throw invalid([{ loc: ["body", field], msg, type: "value_error" }]);
}
