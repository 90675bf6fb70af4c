import type { Exercised } from "../exercised/exercised.ts";
import { makeReport } from "../exercised/report.ts";
import { answerWith, type ControlHandlers } from "./handler.ts";

type ExercisedHandlers = Pick<ControlHandlers, "clearExercised" | "readExercised">;

/** What callers have met, and resetting the counts. */
export function exercisedHandlers(exercised: Exercised): ExercisedHandlers {
  return {
    async readExercised() {
      await exercised.settle?.();
      return answerWith(makeReport(exercised.tally()));
    },
    async clearExercised() {
      await exercised.clear();
      return { status: 204 };
    },
  };
}
