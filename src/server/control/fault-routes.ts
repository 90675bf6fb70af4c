import { invalid } from "../failure.ts";
import { checkFaults } from "../faults/check-faults.ts";
import type { FaultRule } from "../faults/fault-rule.ts";
import type { Faults } from "../faults/faults.ts";
import { answerWith, type ControlRoute, readJson } from "./route.ts";

/** Look at the simulated faults, replace them all, or remove them. */
export function faultRoutes(faults: Faults): readonly ControlRoute[] {
  const show = () => answerWith({ items: faults.list().map(({ hits, rule }) => ({ ...rule, hits })) });
  return [
    { method: "GET", path: "faults", answer: show },
    {
      method: "PUT",
      path: "faults",
      async answer(call) {
        const { faultRules } = await import("./bodies.ts");
        const rules = readJson(call, faultRules).map(({ hits: _, ...rule }): FaultRule => rule);
        refuseWrong(rules);
        faults.replace(rules);
        return show();
      },
    },
    {
      method: "DELETE",
      path: "faults",
      answer() {
        faults.replace([]);
        return { status: 204 };
      },
    },
  ];
}

function refuseWrong(rules: readonly FaultRule[]): void {
  const problems = checkFaults(rules).map(({ field, index, message }) => {
    return { loc: ["body", String(index), field], msg: message, type: "value_error" };
  });
  if (problems.length > 0) throw invalid(problems);
}
