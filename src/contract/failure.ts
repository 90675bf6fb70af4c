/** Status, code and default message of every failure (specification, section 7). */
export const failures = [
  { status: 400, code: "bad_request", message: "The request is invalid" },
  { status: 401, code: "unauthorized", message: "No valid API authentication found" },
  { status: 403, code: "forbidden", message: "The credentials do not permit this call" },
  { status: 404, code: "not_found", message: "The resource could not be found" },
  { status: 405, code: "method_not_allowed", message: "Method Not Allowed" },
  { status: 409, code: "duplicate_record", message: "A record with this identity exists" },
  { status: 425, code: "too_early", message: "The request came too early" },
  { status: 429, code: "too_many_requests", message: "Too many requests" },
  { status: 500, code: "server_error", message: "Request could not be processed" },
  { status: 502, code: "bad_gateway", message: "Request could not be processed" },
  { status: 504, code: "gateway_timeout", message: "Request could not be processed" },
] as const;

/** The only failure that has another body, and no code. */
export const validationFailure = {
  status: 422,
  message: "A field or parameter is invalid; every problem is listed",
} as const;

/** Temporary statuses: another attempt makes sense. 503 comes from a gateway in front of the service. */
export const transientStatuses: readonly number[] = [425, 429, 500, 502, 503, 504];

/** With these, the service says that it has not done the work. */
export const undoneStatuses: readonly number[] = [425, 429, 503];

export type FailureStatus = (typeof failures)[number]["status"];
export type FailureCode = (typeof failures)[number]["code"];

/** An entry of `details` in a failure body. */
export interface FailureDetail {
  readonly location: "query" | "body" | "path" | "header" | "unknown";
  /** A JSON pointer for bodies, the parameter's name otherwise. */
  readonly pointer: string;
  readonly message: string;
  readonly type: string;
}

/** The body of every failure but 422. */
export interface FailureBody {
  readonly type: "error";
  readonly code: FailureCode;
  readonly status: FailureStatus;
  readonly message: string;
  readonly details: readonly FailureDetail[];
  /** Only in 409 bodies: the conflicting resource. */
  readonly resource_id?: string | null;
}

/** An entry of `detail` in the body of a 422. */
export interface ValidationDetail {
  readonly loc: readonly string[];
  readonly msg: string;
  readonly type: string;
  readonly input?: unknown;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/** The body of a 422. */
export interface ValidationBody {
  readonly detail: readonly ValidationDetail[];
}

/** What a failure says besides its status, if not the default. */
export interface FailureParts {
  readonly message?: string | undefined;
  readonly details?: readonly FailureDetail[] | undefined;
  readonly resourceId?: string | null | undefined;
}

/** The failure body for a status, with the table's code and default message. */
export function failureBody(status: FailureStatus, parts: FailureParts = {}): FailureBody {
  const row = failures.find((failure) => failure.status === status);
  if (row === undefined) throw new RangeError(`no failure has status ${status}`);
  return {
    type: "error",
    code: row.code,
    status,
    message: parts.message ?? row.message,
    details: parts.details ?? [],
    ...(parts.resourceId === undefined ? {} : { resource_id: parts.resourceId }),
  };
}
