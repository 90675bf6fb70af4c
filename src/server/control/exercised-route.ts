import type { Exercised } from "../exercised/exercised.ts";
import { makeReport } from "../exercised/report.ts";
import { answerWith, type ControlRoute } from "./route.ts";

/** What callers have met, and beginning to count anew. */
export function exercisedRoutes(exercised: Exercised): readonly ControlRoute[] {
  return [
    {
      method: "GET",
      path: "exercised",
      async answer() {
        await exercised.settle?.();
        return answerWith(makeReport(exercised.tally()));
      },
    },
    {
      method: "DELETE",
      path: "exercised",
      async answer() {
        await exercised.clear();
        return { status: 204 };
      },
    },
  ];
}
