import { request } from "node:http";
import { stillRuns } from "../../files/process.ts";
import { healthPath, instanceHeader } from "../world.ts";
import { findOwner, type Owner } from "./owner.ts";

/** How long a server may take to say that it is one. */
const patience = 5000;

/** A server that runs; a busy or hanging one does not answer in time. */
export interface FoundOwner extends Owner {
  readonly answers: boolean;
}

/**
 * The server that runs for a database; a process id or an address that now belongs to something else does not count.
 */
export async function findServer(place: string): Promise<FoundOwner | undefined> {
  const owner = await findOwner(place);
  if (owner === undefined) return undefined;
  const answers = owner.instance !== undefined && (await instanceAt(owner.url)) === owner.instance;
  if (answers) return { ...owner, answers };
  // Without its start, a process could be any other.
  return owner.start !== undefined && (await findOwner(place)) !== undefined
    ? { ...owner, answers }
    : undefined;
}

/** Which server answers there, even if its control interface is closed to us. */
export async function instanceAt(url: string): Promise<string | undefined> {
  return (await ask("HEAD", `${url}${healthPath}`))?.instance;
}

/** Whether the server at a URL has a key pair; one whose control interface is closed counts too. */
export async function servesKey(url: string, thumbprint: string): Promise<boolean> {
  const answer = await ask("GET", `${url}/_reference/data/api_key_pairs`);
  return answer !== undefined && (answer.status !== 200 || answer.body.includes(thumbprint));
}

interface Answer {
  readonly status: number | undefined;
  readonly body: string;
  readonly instance: string | undefined;
}

/** What a reference server answers; each of its answers, even a refusal, carries an id. */
function ask(method: "GET" | "HEAD", target: string): Promise<Answer | undefined> {
  if (!target.startsWith("http:")) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const asking = request(target, { method, timeout: patience, agent: false }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        body += part;
      });
      const { [instanceHeader]: instance, "x-request-id": requestId } = response.headers;
      response.on("end", () => {
        const answer = { status: response.statusCode, body, instance: [instance].flat()[0] };
        resolve(requestId === undefined ? undefined : answer);
      });
      response.on("error", () => resolve(undefined));
    });
    asking.on("timeout", () => asking.destroy());
    asking.on("error", () => resolve(undefined));
    asking.end();
  });
}

interface EndOptions {
  /** Milliseconds. */
  readonly patience: number;
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  readonly signal: AbortSignal;
}

const interval = 50;

/** Asks a server to end; returns whether it is gone in time. */
export async function endServer(owner: Owner, { patience, signal, sleep }: EndOptions): Promise<boolean> {
  const { pid, start } = owner;
  if (!(await stillRuns(pid, start)) || !terminate(pid)) return true;
  for (let waited = 0; waited < patience; waited += interval) {
    if (!(await stillRuns(pid, start))) return true;
    await sleep(interval, signal);
  }
  return false;
}

/** False if it has ended meanwhile. */
function terminate(pid: number): boolean {
  try {
    process.kill(pid, "SIGTERM");
    return true;
  } catch {
    return false;
  }
}
