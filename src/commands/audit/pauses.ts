import type { FollowOptions } from "../../audit/follow.ts";
import type { Host } from "../../context.ts";
import { ApiError, type ExitCode, exitCodes, PayctlError } from "../../errors.ts";

interface PauseParts {
  readonly host: Pick<Host, "now" | "signal" | "sleep">;
  /** Milliseconds between two looks that succeed. */
  readonly interval: number;
  /** Milliseconds since the epoch, behind which no failure is waited out. */
  readonly end: number;
  note(text: string): Promise<void>;
}

/** Pauses grow to this after failures, in milliseconds, unless the interval itself is longer. */
const longestPause = 60_000;

/** What may pass by itself; everything else ends the command. */
const passing: readonly ExitCode[] = [exitCodes.service, exitCodes.limited, exitCodes.unreachable];

/** Waits between looks: longer after each failure in a row, and as long as the service asks for. */
export function createPauses({ host, interval, end, note }: PauseParts) {
  let asked = 0;
  const pauseAfter = (failures: number): number => {
    const growing = Math.min(Math.max(longestPause, interval), interval * 2 ** failures);
    return Math.max(0, Math.min(Math.max(growing, asked), end - host.now()));
  };
  return {
    async wait(failures) {
      const pause = pauseAfter(failures);
      asked = 0;
      await host.sleep(pause, host.signal);
    },
    async failed(error, failures) {
      if (host.signal.aborted || host.now() >= end || !mayPass(error)) throw error;
      asked = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0;
      await note(`${error.message}; looking again in ${Math.ceil(pauseAfter(failures) / 1000)} s`);
    },
    recovered: () => note("the service answers again"),
  } satisfies Pick<FollowOptions, "failed" | "recovered" | "wait">;
}

function mayPass(error: unknown): error is PayctlError {
  return error instanceof PayctlError && passing.includes(error.exitCode);
}
