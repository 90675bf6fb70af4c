import type { Exchange } from "../contract/exchange.ts";
import { splitTarget } from "./routes.ts";

export type LogFormat = "json" | "off" | "text";

interface LogParts {
  readonly format: LogFormat;
  /** The time of day, whatever the server's own clock says. */
  now(): Date;
  /** Takes one line, without its end. */
  write(line: string): void;
}

/** Writes a line for every answer. Queries, headers and bodies are left out: they hold personal data and secrets. */
export function logging(exchange: Exchange, { format, now, write }: LogParts): Exchange {
  if (format === "off") return exchange;
  const line = format === "json" ? jsonLine : textLine;
  return async (request) => {
    const start = now();
    const answer = await exchange(request);
    const entry: LogEntry = {
      time: start.toISOString(),
      method: request.method,
      path: harmless(splitTarget(request.target).path),
      status: answer.status,
      milliseconds: now().getTime() - start.getTime(),
      id: answer.headers["x-request-id"] ?? "",
    };
    write(line(entry));
    return answer;
  };
}

interface LogEntry {
  readonly time: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly id: string;
}

function jsonLine(entry: LogEntry): string {
  return JSON.stringify({ event: "request", ...entry });
}

function textLine({ id, method, milliseconds, path, status, time }: LogEntry): string {
  return `${time} ${method} ${path} ${status} ${milliseconds} ms ${id}`;
}

/** A path may hold anything: what could steer a terminal or be a card number is not repeated. */
function harmless(path: string): string {
  return path.replace(/[^\x21-\x7e]/g, "?").replace(/\d{13,}/g, "*");
}
