import type { ApiResponse } from "../../contract/exchange.ts";
import { ApiError, ConfigurationError, type FieldProblem } from "../../errors.ts";
import { isRecord } from "../../values/record.ts";

interface Asked {
  readonly method: string;
  readonly path: string;
}

/** What a control interface answered, as a value; a refusal is an ApiError with the server's own words. */
export function readControlAnswer({ body, headers, status }: ApiResponse, asked: Asked): unknown {
  const value = body === "" ? undefined : readJson(body);
  const requestId = headers["x-request-id"];
  if (requestId === undefined) {
    throw new ConfigurationError("what answers there is not a reference server", {
      hint: "check its address: payctl serve status",
    });
  }
  if (status < 400) return value;
  const fields = problemsOf(value);
  throw new ApiError(status, messageOf(value, fields), {
    call: { ...asked, attempts: 1, requestId },
    fields,
    ...(status === 403 ? { hint: "name the file of the server's token: --control-token-file FILE" } : {}),
  });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function problemsOf(value: unknown): readonly FieldProblem[] {
  const detail = isRecord(value) && Array.isArray(value["detail"]) ? value["detail"].filter(isRecord) : [];
  return detail.map(({ loc, msg }) => ({
    field: Array.isArray(loc) ? loc.join(".") : "unknown",
    message: String(msg),
  }));
}

function messageOf(value: unknown, fields: readonly FieldProblem[]): string {
  if (isRecord(value) && typeof value["message"] === "string") return value["message"];
  return fields.length === 1 ? "a field is invalid" : `${fields.length} fields are invalid`;
}
