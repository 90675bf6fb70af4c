import type { ControlRefusal } from "../../contract/control/client.ts";
import { controlPrefix } from "../../contract/control/operations.ts";
import {
  BrokenAnswerError,
  ConfigurationError,
  exitCodeForStatus,
  PayctlError,
  UsageError,
} from "../../errors.ts";
import { invalidFields } from "../../values/text.ts";

/**
 * The options and arguments that parts of a call come from: `{ "body.clock": "--clock" }`. What the server finds wrong with
 * these parts, or below them, is wrong usage.
 */
export type TypedAs = Readonly<Record<string, string>>;

/** Why the server refused a call, by the options that are wrong, or else by the fields that it names. */
export function refusedCall(refusal: ControlRefusal, typedAs: TypedAs): PayctlError {
  const { message, operation, problems, status, target } = refusal;
  if (status >= 300 && status < 400) {
    return new ConfigurationError("what answers there is no reference server: it leads elsewhere", {
      hint: { text: "nothing was sent there; name the address of the server itself", command: "--url URL" },
    });
  }
  if (status < 300) {
    return new BrokenAnswerError("the answer of the reference server is not JSON", {
      call: callAt(operation.method, target),
      hint: "something between it and payctl may have changed the answer",
    });
  }
  const named = problems.map(({ message, path }) => ({ field: nameOf(path, typedAs), message }));
  if (status === 422 && named.length > 0 && named.every(hasName)) return wrongUsage(named);
  const fields = problems.map((problem) => ({ field: problem.path.join("."), message: problem.message }));
  const said = fields.length === 0 ? (message ?? `status ${status}`) : invalidFields(fields.length);
  const verb = status >= 500 ? "failed" : "refused";
  return new PayctlError(exitCodeForStatus(status), `the reference server ${verb}: ${said}`, { fields });
}

interface NamedProblem {
  readonly field: string;
  readonly message: string;
}

function hasName(problem: { readonly field: string | undefined }): problem is NamedProblem {
  return problem.field !== undefined;
}

function wrongUsage(problems: readonly NamedProblem[]): UsageError {
  const [first, ...others] = problems;
  if (first !== undefined && others.length === 0) return new UsageError(`${first.field}: ${first.message}`);
  return new UsageError(`${problems.length} values are wrong; nothing was changed`, { fields: problems });
}

/** The option that a part of the call comes from, and what is below it, as in `seed.yaml buyers.0.id`. */
function nameOf(path: readonly string[], typedAs: TypedAs): string | undefined {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const name = typedAs[path.slice(0, depth).join(".")];
    if (name !== undefined) return [name, path.slice(depth).join(".")].join(" ").trim();
  }
  return undefined;
}

/** A call as errors tell of it. */
export function callAt(method: string, target: string) {
  return { method, path: target.slice(target.indexOf(controlPrefix)).split("?", 1)[0] ?? "", attempts: 1 };
}
