import type { ApiRequest, Exchange } from "../contract/exchange.ts";
import { TransportFault } from "./faults/transport-fault.ts";
import { safePath } from "./journal/safe-target.ts";
import { jsonLine, type LogEntry, textLine } from "./log-line.ts";
import { pathOf } from "./routes.ts";

export type LogFormat = "json" | "off" | "text";

interface LogParts {
  readonly format: LogFormat;
  /** The time of day, whatever the server's own clock says. */
  now(): Date;
  /** Characters that a line of text may have now; any number unless given. */
  room?: (() => number) | undefined;
  /** Takes one line, without its end. */
  write(line: string): void;
}

/** Writes a line for every answer. Queries, headers and bodies are left out: they hold personal data and secrets. */
export function logging(exchange: Exchange, { format, now, room, write }: LogParts): Exchange {
  if (format === "off") return exchange;
  const inWords = (entry: LogEntry): string => textLine(entry, room?.() ?? Number.POSITIVE_INFINITY);
  const line = format === "json" ? jsonLine : inWords;
  return async (request) => {
    const start = now();
    const tell = (ending: Pick<LogEntry, "id" | "status">) =>
      write(line({ ...asked(request, start), milliseconds: now().getTime() - start.getTime(), ...ending }));
    try {
      const answer = await exchange(request);
      tell({ status: answer.status, id: answer.headers["x-request-id"] ?? "" });
      return answer;
    } catch (error) {
      if (error instanceof TransportFault) tell({ status: error.kind, id: error.requestId });
      throw error;
    }
  };
}

/** A path may hold anything, so only its words and UUIDs are repeated. */
function asked({ method, target }: ApiRequest, start: Date): Pick<LogEntry, "method" | "path" | "time"> {
  return { time: start.toISOString(), method, path: safePath(pathOf(target)) };
}
