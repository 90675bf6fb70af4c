import {
  type FailureBody,
  type FailureDetail,
  type FailureStatus,
  failureBody,
  type ValidationBody,
  type ValidationDetail,
} from "../contract/failure.ts";

interface FailureParts {
  readonly message?: string;
  readonly details?: readonly FailureDetail[];
  readonly resourceId?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Thrown anywhere below the app to answer a request with a failure; a transaction around it is undone. */
export class Failure extends Error {
  readonly status: FailureStatus | 422;
  readonly body: FailureBody | ValidationBody;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: FailureStatus | 422,
    body: FailureBody | ValidationBody,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(`answered ${status}`);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** A failure of the table, with its default message unless another is given. */
export function failure(status: FailureStatus, parts: FailureParts = {}): Failure {
  return new Failure(status, failureBody(status, parts), parts.headers);
}

/** A validation failure that names every problem at once. */
export function invalid(detail: readonly ValidationDetail[]): Failure {
  return new Failure(422, { detail });
}
