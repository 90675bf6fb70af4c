import {
  type FailureBody,
  type FailureParts,
  type FailureStatus,
  failureBody,
  type ValidationBody,
  type ValidationDetail,
} from "../contract/failure.ts";
import { ConfigurationError } from "../errors.ts";
import { didYouMean } from "../values/suggest.ts";

interface FailureOptions extends FailureParts {
  readonly headers?: Readonly<Record<string, string>>;
  readonly reason?: string | undefined;
}

/** The body of a 503, a status that the specification does not have: a gateway in front of the service sends it. */
type GatewayBody = Omit<FailureBody, "status"> & { readonly status: 503 };

/** Thrown anywhere below the app to answer a request with a failure; a transaction around it is undone. */
export class Failure extends Error {
  readonly status: FailureStatus | 422 | 503;
  readonly body: FailureBody | GatewayBody | ValidationBody;
  readonly headers: Readonly<Record<string, string>>;
  /** What callers are not told, but whoever runs the server is: a sentence without anything that was sent. */
  readonly reason: string | undefined;

  constructor(
    status: FailureStatus | 422 | 503,
    body: FailureBody | GatewayBody | ValidationBody,
    { headers = {}, reason }: Pick<FailureOptions, "headers" | "reason"> = {},
  ) {
    super(`answered ${status}`);
    this.status = status;
    this.body = body;
    this.headers = headers;
    this.reason = reason;
  }
}

/** A failure of the table, with its default message unless another is given. */
export function failure(status: FailureStatus, parts: FailureOptions = {}): Failure {
  return new Failure(status, failureBody(status, parts), parts);
}

/** As long as the name of a world may be, which is longer than that of a snapshot. */
const longestName = 63;

/** Says that there is nothing of this kind with a name, which may be any text, and which of the names it is like. */
export function noneNamed(kind: "snapshot" | "world", name: string, names: readonly string[] = []): string {
  return `No ${kind} has the name ${JSON.stringify(name.slice(0, longestName))}${didYouMean(name, names)}`;
}

/** Never the world at the root instead: a test that misspells its world must not see another one's data. */
export function unknownWorld(name: string, names: readonly string[] = []): Failure {
  return failure(404, { message: noneNamed("world", name, names) });
}

/** Another server has deleted a world, or its database went back to a backup. */
export function gone(): Failure {
  return failure(404, { message: "This world is not there any more" });
}

/** How many problems a validation failure names. */
export const mostProblems = 100;

/** Bytes of them as JSON; the answer stays below 256 KiB. */
const mostBytes = 261_000;

/** A validation failure that names the problems in their order, as many as fit. */
export function invalid(problems: readonly ValidationDetail[]): Failure {
  let room = mostBytes;
  const detail = problems.slice(0, mostProblems).filter((problem) => {
    room -= Buffer.byteLength(JSON.stringify(problem)) + 1;
    return room >= 0;
  });
  return new Failure(422, { detail });
}

/**
 * The 503 of a gateway, in the shape of the service's own failures: a simulated fault, or a database that can't be
 * reached.
 */
export function unavailable(parts: FailureOptions): Failure {
  return new Failure(503, { ...failureBody(500, parts), status: 503 }, parts);
}

/** Why the database can't be used, if that is why an error was thrown. */
export function outageOf(error: unknown): ConfigurationError | undefined {
  return error instanceof Failure && error.cause instanceof ConfigurationError ? error.cause : undefined;
}
