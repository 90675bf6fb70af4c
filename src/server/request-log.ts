import { reasonText } from "../contract/control/reason.ts";
import { isError } from "../errors.ts";
import { safeText } from "../values/safe-text.ts";
import { setImmediate } from "../values/timers.ts";
import type { Report } from "./answer.ts";
import { Failure } from "./failure.ts";
import { TransportFault } from "./faults/simulate.ts";
import { refusalOf } from "./journal/refusal.ts";
import { safePath } from "./journal/secrets.ts";
import { type Layer, traceparentOf } from "./layer.ts";
import { pathOf } from "./routes.ts";
import type { Outage } from "./store/storage.ts";

export type LogFormat = "json" | "off" | "text";

interface LogParts {
  readonly format: LogFormat;
  /** The time of day, whatever the server's own clock says. */
  now(): Date;
  /** Takes whole lines, each with its line break. */
  write(lines: string): void;
}

/** The log of a server. */
export interface RequestLog {
  /** Writes a line for every answer. */
  readonly logging: Layer;
  /** Logs a bug, whatever the format; a refusal is not a bug. */
  readonly report: Report;
  /** Writes why the database can't be used, and when it can be again. */
  readonly outage: Outage;
  /** Writes the lines that wait for the end of the turn. */
  flush(): void;
}

export function createRequestLog({ format, now, write }: LogParts): RequestLog {
  const { flush, writeLine } = gatherLines(write);
  const line = format === "json" ? jsonLine : textLine;
  const logging: Layer = (inner) => async (request, trace) => {
    const start = now();
    const logAnswer = (status: number | string, id: string, body = "") =>
      writeLine(
        line({
          time: start.toISOString(),
          method: request.method,
          path: safePath(pathOf(request.target)),
          world: trace.world,
          status,
          milliseconds: now().getTime() - start.getTime(),
          id,
          reason: (trace.refusal ?? refusalText(status, body))?.slice(0, longestReason) ?? null,
          fault: trace.isFaulted ?? false,
          traceparent: traceparentOf(request.headers),
        }),
      );
    try {
      const answer = await inner(request, trace);
      logAnswer(answer.status, answer.headers["x-request-id"] ?? "", answer.body);
      return answer;
    } catch (error) {
      if (error instanceof TransportFault) logAnswer(error.kind, error.requestId);
      throw error;
    }
  };

  function logBug(error: unknown, requestId: string): void {
    const { message, stack }: Partial<Error> = isError(error) ? error : { message: String(error) };
    const time = now().toISOString();
    writeLine(
      format === "json"
        ? JSON.stringify({ event: "failure", time, request_id: requestId, message, stack })
        : `request ${requestId} failed: ${stack ?? message}`,
    );
  }

  const outage: Outage = (database, message) => {
    const time = now().toISOString();
    if (format === "json") writeLine(JSON.stringify({ event: "database", time, database, message }));
    if (format === "text") writeLine(`${time} ${safeText(message)}`);
  };

  return {
    logging: format === "off" ? (inner) => inner : logging,
    report(error, requestId) {
      if (!(error instanceof Failure)) logBug(error, requestId);
    },
    outage,
    flush,
  };
}

/** Lines of one turn of the event loop, for one call of `write`. */
function gatherLines(write: (lines: string) => void) {
  let waiting = "";

  function flush(): void {
    const lines = waiting;
    waiting = "";
    if (lines !== "") write(lines);
  }

  function writeLine(line: string): void {
    if (waiting === "") setImmediate(flush);
    waiting += `${line}\n`;
  }

  return { flush, writeLine };
}

/** What the log says about an answer: queries, headers and bodies contain personal data and secrets, and stay out. */
interface LogEntry {
  /** ISO 8601. */
  readonly time: string;
  readonly method: string;
  readonly path: string;
  /** Its name; undefined for the one at the root. */
  readonly world: string | undefined;
  /** Or what a simulated fault did to the connection. */
  readonly status: number | string;
  readonly milliseconds: number;
  readonly id: string;
  readonly reason: string | null;
  /** Whether a simulated fault decided the outcome. */
  readonly fault: boolean;
  /** The trace that the client says the request belongs to. */
  readonly traceparent: string | undefined;
}

const longestReason = 300;

/** Why a request that is not in the journal was refused; null for a success. */
function refusalText(status: number | string, body: string): string | null {
  if (typeof status === "string" || status < 400 || body === "") return null;
  return reasonText({
    failure: refusalOf(body),
    near: null,
    status,
    unread_fields: null,
    unread_query: null,
  });
}

function jsonLine(entry: LogEntry): string {
  const { fault, id, method, milliseconds, path, reason, status, time, traceparent, world } = entry;
  return JSON.stringify({
    event: "request",
    time,
    method,
    path,
    status,
    milliseconds,
    id,
    world,
    ...(reason === null ? {} : { reason }),
    ...(fault ? { fault } : {}),
    traceparent,
  });
}

/** A line for people. */
function textLine(entry: LogEntry): string {
  const { fault, id, method, milliseconds, path, reason, status, time, traceparent } = entry;
  const mark = fault ? " (fault)" : "";
  const why = reason === null ? "" : ` ${safeText(reason)}`;
  const trace = traceparent === undefined ? "" : ` trace ${traceparent}`;
  return `${time} ${method} ${safeText(path)} ${status}${mark} ${milliseconds} ms ${id}${why}${trace}`;
}
