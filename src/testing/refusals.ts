import type { ControlRefusal } from "../contract/control/client.ts";
import type { JournalEntry, VerificationFailure } from "../contract/control/schemas/requests.ts";

/** Why the server refused a call, with each field that it names. */
export function refusalError(refusal: ControlRefusal): Error {
  const { message, problems, sent, status, value } = refusal;
  // The server answers by the same row, and its tests compare every answer with the schema.
  if (status === 417) return verificationError(sent, value as VerificationFailure);
  if (status < 300) return new Error("the answer of the reference server is not JSON");
  const fields = problems.map((problem) =>
    [nameOf(refusal, problem.path), problem.message].filter(Boolean).join(": "),
  );
  const said = fields.length > 0 ? fields.join("\n  ") : (message ?? `status ${status}`);
  return new Error(`the reference server refused: ${said}`);
}

/** Calls whose body is one argument of a function, by the name of the argument. */
const argumentsOf: Readonly<Record<string, string>> = {
  addSeed: "seed",
  addFaults: "faults",
  replaceFaults: "faults",
};

/** Calls whose fields are options with other names here, as `expiresIn` for `expires_in`. */
const withOptions: readonly string[] = ["createWorld", "issueToken"];

/** `embedLimit` for `body.embed_limit`, `faults.0.status` for `body.0.status`. */
function nameOf({ operation }: ControlRefusal, [_part, ...path]: readonly string[]): string {
  const argument = argumentsOf[operation.name];
  if (argument !== undefined) return [argument, ...path].join(".");
  if (!withOptions.includes(operation.name)) return path.join(".");
  const [option = "", ...below] = path;
  const name = option.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return [name, ...below].join(".");
}

/** An Error that shows the nearest requests, for a verification that failed. */
function verificationError(expected: unknown, { message, nearest }: VerificationFailure): Error {
  const lines = nearest.flatMap(({ differences, request }) => [
    `  ${summary(request)}`,
    ...differences.map(({ actual, expected: wanted, location, pointer }) => {
      const found = actual === undefined ? "missing" : JSON.stringify(actual);
      return `    ${location}${pointer}: ${found}, not ${JSON.stringify(wanted)}`;
    }),
  ]);
  const about = `${message}: ${JSON.stringify(expected)}`;
  const [first] = nearest;
  const heading = first?.differences.length === 0 ? "these match:" : "nearest:";
  return new Error([about, first === undefined ? "no other request has come" : heading, ...lines].join("\n"));
}

/** A line of a request, with what tells it from others of its operation. */
function summary({ body, method, path, query, status }: JournalEntry): string {
  const search = new URLSearchParams(query).toString();
  const sent = body === null ? "" : ` ${shortened(JSON.stringify(body))}`;
  return `${method} ${path}${search === "" ? "" : `?${search}`} ${status}${sent}`;
}

const longestBody = 200;

function shortened(text: string): string {
  return text.length <= longestBody ? text : `${text.slice(0, longestBody)}…`;
}
