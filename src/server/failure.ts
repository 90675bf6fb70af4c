import {
  type FailureBody,
  type FailureParts,
  type FailureStatus,
  failureBody,
  type ValidationBody,
  type ValidationDetail,
} from "../contract/failure.ts";

interface AnswerParts extends FailureParts {
  readonly headers?: Readonly<Record<string, string>>;
}

/** A status of its own, beside the specification's, that a gateway in front of the service answers with. */
type GatewayBody = Omit<FailureBody, "status"> & { readonly status: 503 };

/** Thrown anywhere below the app to answer a request with a failure; a transaction around it is undone. */
export class Failure extends Error {
  readonly status: FailureStatus | 422 | 503;
  readonly body: FailureBody | GatewayBody | ValidationBody;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: FailureStatus | 422 | 503,
    body: FailureBody | GatewayBody | ValidationBody,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(`answered ${status}`);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** A failure of the table, with its default message unless another is given. */
export function failure(status: FailureStatus, parts: AnswerParts = {}): Failure {
  return new Failure(status, failureBody(status, parts), parts.headers);
}

/** A validation failure that names every problem at once. */
export function invalid(detail: readonly ValidationDetail[]): Failure {
  return new Failure(422, { detail });
}

/** The 503 of a gateway, in the shape of the service's own failures; only a simulated fault answers so. */
export function unavailable(headers: Readonly<Record<string, string>>): Failure {
  return new Failure(503, { ...failureBody(500), status: 503 }, headers);
}
