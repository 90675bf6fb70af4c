import type { Context } from "../../context.ts";
import { ConfigurationError, UsageError } from "../../errors.ts";
import type { ServeOptions } from "../../server/serve.ts";
import type { ServeInput } from "./plan.ts";

type Simulation = Pick<ServeOptions, "clock" | "controlToken" | "deterministic" | "faults" | "latency">;

/** How the server is to differ from one that simply answers; a wrong fault or time is a UsageError. */
export async function readSimulation(context: Context, flags: ServeInput["flags"]): Promise<Simulation> {
  return {
    faults: await readFaults(flags.fault ?? []),
    latency: flags.latency ?? 0,
    clock: flags.clock === undefined ? undefined : readTime(flags.clock),
    deterministic: flags.deterministic,
    controlToken: await readToken(context, flags.controlTokenFile),
  };
}

async function readFaults(texts: readonly string[]) {
  if (texts.length === 0) return [];
  const { parseFaults } = await import("../../server/faults/parse-fault.ts");
  return parseFaults(texts);
}

const rfc3339 = /^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;

function readTime(text: string): Date {
  const time = new Date(text);
  if (rfc3339.test(text) && !Number.isNaN(time.getTime()) && time.getTime() >= 0) return time;
  throw new UsageError(`--clock ${text}: must be a time in RFC 3339, as in 2030-01-31T12:00:00Z`);
}

/** Shorter ones could be tried out. */
const shortestToken = 16;

async function readToken({ host }: Context, path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined;
  const { readPrivateFile } = await import("../../credentials/private-file.ts");
  const token = (await readPrivateFile(path, host.platform)).trim();
  if (token.length >= shortestToken && /^[\x21-\x7e]+$/.test(token)) return token;
  throw new ConfigurationError(`${path} holds no token of at least ${shortestToken} characters`, {
    hint: `make one: (umask 077; openssl rand -hex 32 > '${path}')`,
  });
}
