import type { Refusal } from "../../contract/control/schemas/requests.ts";
import { validationFailure } from "../../contract/failure.ts";
import { isRecord } from "../../values/record.ts";
import { pointerStep } from "../../values/text.ts";
import { withoutSecret } from "./secrets.ts";

type Problem = Refusal["problems"][number];

/** The answer has more. */
const mostProblems = 20;

/** Reads the body of a failure, as far as the journal keeps it; null if it is not one. */
export function refusalOf(body: string, reason?: string): Refusal | null {
  const failure: unknown = body === "" ? undefined : JSON.parse(body);
  if (!isRecord(failure)) return null;
  const safe = (problems: unknown, read: (problem: Fields) => Problem): readonly Problem[] =>
    (Array.isArray(problems) ? problems : [])
      .slice(0, mostProblems)
      .map(read)
      .map(({ location, message, pointer }) => {
        return { location, pointer: withoutSecret(pointer), message: withoutSecret(message) };
      });
  if (Array.isArray(failure["detail"])) {
    const problems = safe(failure["detail"], validationProblem);
    return { code: null, message: validationFailure.message, problems, reason: reason ?? null };
  }
  const problems = safe(failure["details"], failureProblem);
  return {
    code: String(failure["code"]),
    message: withoutSecret(String(failure["message"])),
    problems,
    reason: reason ?? null,
  };
}

type Fields = Readonly<Record<string, unknown>>;

function validationProblem({ loc, msg }: Fields): Problem {
  const [location = "", ...path] = Array.isArray(loc) ? loc.map(String) : [];
  const pointer = location === "body" ? path.map((part) => `/${pointerStep(part)}`).join("") : path.join("/");
  return { location, pointer, message: String(msg) };
}

function failureProblem({ location, message, pointer }: Fields): Problem {
  return { location: String(location), pointer: String(pointer), message: String(message) };
}
