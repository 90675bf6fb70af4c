import type { Exercised } from "../exercised/exercised.ts";
import { makeReport } from "../exercised/report.ts";
import { answerWith, type ControlRoute } from "./route.ts";

/** What callers have met, and beginning to count anew. */
export function exercisedRoutes(exercised: Exercised): readonly ControlRoute[] {
  return [
    { method: "GET", path: "exercised", answer: () => answerWith(makeReport(exercised.tally())) },
    {
      method: "DELETE",
      path: "exercised",
      answer() {
        exercised.clear();
        return { status: 204 };
      },
    },
  ];
}
