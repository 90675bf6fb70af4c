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
  const { code, detail, details, message } = failure;
  const isInvalid = Array.isArray(detail);
  const problems = isInvalid ? itemsOf(detail).map(validationProblem) : itemsOf(details).map(failureProblem);
  return {
    code: isInvalid ? null : String(code),
    message: isInvalid ? validationFailure.message : withoutSecret(String(message)),
    problems,
    reason: reason ?? null,
  };
}

type Fields = Readonly<Record<string, unknown>>;

function itemsOf(problems: unknown): readonly Fields[] {
  return Array.isArray(problems) ? problems.slice(0, mostProblems) : [];
}

function validationProblem({ loc, msg }: Fields): Problem {
  const [location = "", ...path] = Array.isArray(loc) ? loc.map(String) : [];
  const pointer = location === "body" ? path.map((part) => `/${pointerStep(part)}`).join("") : path.join("/");
  return failureProblem({ location, pointer, message: msg });
}

function failureProblem({ location, message, pointer }: Fields): Problem {
  return {
    location: String(location),
    pointer: withoutSecret(String(pointer)),
    message: withoutSecret(String(message)),
  };
}
