import { connect } from "node:net";
import { expect, onTestFinished } from "vitest";
import { operations } from "../../../src/contract/operations.ts";
import { type Listener, type ListenOptions, listen } from "../../../src/server/http/listen.ts";
import { expectFaithful } from "../../helpers/faithful.ts";
import { type Reference, startReference } from "../../helpers/server.ts";

/** One answer as it was on the wire. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface RawServer {
  readonly reference: Reference;
  readonly listener: Listener;
  readonly port: number;
  /** The head of a good request, without the empty line after it. */
  head(line: string, ...headers: string[]): string;
  /** Writes bytes, and reads until the server ends the connection. */
  send(...parts: (string | Uint8Array)[]): Promise<string>;
  /** Every answer to some bytes, each checked against the contract; successes are pages of buyers. */
  answers(...parts: (string | Uint8Array)[]): Promise<WireAnswer[]>;
  /** A good request is answered, on a connection of its own. */
  stillServes(): Promise<void>;
}

/** The reference server on a port; closed with the test. */
export async function startRawServer(options: Partial<ListenOptions> = {}): Promise<RawServer> {
  const reference = await startReference();
  let requests = 0;
  const newId = () => {
    requests += 1;
    return `00000000-0000-4000-8000-${String(requests).padStart(12, "0")}`;
  };
  const listener = await listen(reference.exchange, { host: "127.0.0.1", port: 0, newId, ...options });
  onTestFinished(async () => {
    await listener.close(0);
    await reference.close();
  });
  const port = Number(new URL(listener.url).port);

  function head(line: string, ...headers: string[]): string {
    const lines = [line, "Host: 127.0.0.1", `Authorization: Bearer ${reference.token()}`, ...headers];
    return lines.map((text) => `${text}\r\n`).join("");
  }

  async function send(...parts: (string | Uint8Array)[]): Promise<string> {
    const socket = connect(port, "127.0.0.1");
    for (const part of parts) socket.write(part);
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk);
    return Buffer.concat(chunks).toString("latin1");
  }

  async function answers(...parts: (string | Uint8Array)[]): Promise<WireAnswer[]> {
    const all = parseAnswers(await send(...parts));
    for (const one of all) if (one.status >= 200) await expectFaithful(operations.listBuyers, one);
    expect(reference.reports).toEqual([]);
    return all;
  }

  async function stillServes(): Promise<void> {
    const request = head("GET /buyers?limit=1 HTTP/1.1", "Connection: close");
    const [answer] = await answers(`${request}\r\n`);
    expect(answer?.status).toBe(200);
    expect(JSON.parse(answer?.body ?? "").items).toHaveLength(1);
  }

  return { reference, listener, port, head, send, answers, stillServes };
}

/** Answers that follow each other on one connection, in Latin-1: one character for each byte. */
export function parseAnswers(text: string): WireAnswer[] {
  const answers: WireAnswer[] = [];
  let rest = text;
  while (rest !== "") {
    const end = rest.indexOf("\r\n\r\n");
    const [line = "", ...lines] = rest.slice(0, end).split("\r\n");
    const headers = Object.fromEntries(
      lines.map((header) => {
        const [name = "", ...value] = header.split(": ");
        return [name.toLowerCase(), value.join(": ")];
      }),
    );
    const length = Number(headers["content-length"] ?? 0);
    const start = end + 4;
    const body = Buffer.from(rest.slice(start, start + length), "latin1").toString();
    answers.push({ status: Number(line.split(" ")[1]), headers, body });
    rest = rest.slice(start + length);
  }
  return answers;
}
