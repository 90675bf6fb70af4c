import { createHash, createPublicKey, type KeyObject } from "node:crypto";
import { connect, type Socket } from "node:net";
import { thumbprint } from "../contract/thumbprint.ts";
import { ConfigurationError, codeInBrackets } from "../errors.ts";
import type { Environment } from "../values/environment.ts";
import { joinHalves, type Sign } from "./es512.ts";

/** A key that the agent holds; only its public half is known here. */
export interface AgentKey {
  readonly key: KeyObject;
  readonly thumbprint: string;
  /** As OpenSSH writes it: `SHA256:...`. */
  readonly fingerprint: string;
  /** Asks the agent, which may ask a person. */
  readonly sign: Sign;
}

export interface AgentPlace {
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  readonly signal: AbortSignal;
  /** Calls back after this many milliseconds, unless the returned function is called first. */
  later(milliseconds: number, action: () => void): () => void;
}

/** The keys of the agent that the service could accept: those on P-521. */
export async function listAgentKeys(place: AgentPlace): Promise<readonly AgentKey[]> {
  const answer = await ask(Buffer.from([message.listKeys]), place);
  if (answer.byte() !== message.keys) throw unusable();
  const count = answer.uint32();
  const keys: AgentKey[] = [];
  for (let index = 0; index < count; index += 1) {
    const blob = answer.bytes();
    answer.bytes();
    const key = readKey(blob);
    if (key !== undefined) keys.push(describeKey(key, blob, place));
  }
  return keys;
}

/** The numbers of the messages (RFC draft-ietf-sshm-ssh-agent, section 6.1). */
const message = { listKeys: 11, keys: 12, sign: 13, signature: 14 } as const;

const kind = "ecdsa-sha2-nistp521";

/** The key of a blob as SSH writes it (RFC 5656, section 3.1); undefined for one of another kind. */
function readKey(blob: Buffer): KeyObject | undefined {
  const reader = createReader(blob);
  if (reader.text() !== kind || reader.text() !== "nistp521") return undefined;
  const point = reader.bytes();
  if (point.length !== 133 || point.readUInt8() !== 4) return undefined;
  const [x, y] = [point.subarray(1, 67), point.subarray(67)].map((half) => half.toString("base64url"));
  try {
    return createPublicKey({ key: { kty: "EC", crv: "P-521", x: x ?? "", y: y ?? "" }, format: "jwk" });
  } catch {
    return undefined;
  }
}

function describeKey(key: KeyObject, blob: Buffer, place: AgentPlace): AgentKey {
  const digest = createHash("sha256").update(blob).digest("base64").replace(/=/g, "");
  return {
    key,
    thumbprint: thumbprint(key),
    fingerprint: `SHA256:${digest}`,
    sign: (input) => signWith(blob, input, place),
  };
}

/** The curve decides the hash, which is SHA-512 (RFC 5656, section 6.2.1). */
async function signWith(blob: Buffer, input: Uint8Array, place: AgentPlace): Promise<Buffer> {
  const noFlags = Buffer.alloc(4);
  const request = [Buffer.from([message.sign]), withLength(blob), withLength(input), noFlags];
  const answer = await ask(Buffer.concat(request), place);
  if (answer.byte() !== message.signature) {
    throw new ConfigurationError("ssh-agent refused to sign with this key", {
      hint: "it may be locked, or the use of the key was not confirmed; look at: ssh-add -l",
    });
  }
  const signature = createReader(answer.bytes());
  if (signature.text() !== kind) throw unusable();
  const halves = createReader(signature.bytes());
  const joined = joinHalves(halves.bytes(), halves.bytes());
  if (joined === undefined) throw unusable();
  return joined;
}

/** Time for a person to confirm the use of a key, or to touch the device that holds it. */
const longestAnswer = 60_000;

/** Bytes; OpenSSH's own limit. */
const longestMessage = 256 * 1024;

/** Sends one request over a connection of its own. */
function ask(request: Buffer, place: AgentPlace): Promise<Reader> {
  const path = findSocket(place);
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    const end = (settle: () => void): void => {
      cancel();
      place.signal.removeEventListener("abort", onAbort);
      socket.destroy();
      settle();
    };
    const cancel = place.later(longestAnswer, () => end(() => reject(tooSlow())));
    const onAbort = (): void => end(() => reject(place.signal.reason));
    place.signal.addEventListener("abort", onAbort);
    collectAnswer(socket, {
      found: (answer) => end(() => resolve(createReader(answer))),
      failed: (error) => end(() => reject(error)),
    });
    socket.on("error", (cause) => end(() => reject(unreachable(path, cause))));
    socket.write(withLength(request));
  });
}

function collectAnswer(
  socket: Socket,
  { found, failed }: { found(answer: Buffer): void; failed(error: ConfigurationError): void },
): void {
  let received = Buffer.alloc(0);
  socket.on("data", (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    if (received.length < 4) return;
    const length = received.readUInt32BE();
    if (length > longestMessage) failed(unusable());
    else if (received.length >= 4 + length) found(received.subarray(4, 4 + length));
  });
  socket.on("close", () => failed(unusable()));
}

function findSocket({ env, platform }: AgentPlace): string {
  const path = env["SSH_AUTH_SOCK"];
  if (path) return path;
  if (platform === "win32") return String.raw`\\.\pipe\openssh-ssh-agent`;
  throw new ConfigurationError("no ssh-agent is running: SSH_AUTH_SOCK is not set", {
    hint: 'start one, and add the key: eval "$(ssh-agent)" && ssh-add KEY_FILE',
  });
}

function unreachable(path: string, cause: Error): ConfigurationError {
  return new ConfigurationError(`no ssh-agent answers at ${path}${codeInBrackets(cause)}`, {
    cause,
    hint: "SSH_AUTH_SOCK may be left over from an agent that has ended; look at: ssh-add -l",
  });
}

function tooSlow(): ConfigurationError {
  return new ConfigurationError("ssh-agent did not answer within 60 seconds", {
    hint: "it may have waited for a confirmation, a PIN or a touch; try again",
  });
}

function unusable(): ConfigurationError {
  return new ConfigurationError("ssh-agent gave an answer that can't be used", {
    hint: "look at the agent with: ssh-add -l; SSH_AUTH_SOCK names the one in use",
  });
}

/** Every text and number of the protocol starts with its length (RFC 4251, section 5). */
function withLength(bytes: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

interface Reader {
  byte(): number;
  uint32(): number;
  bytes(): Buffer;
  text(): string;
}

/** Reads the fields of a message one after the other; throws ConfigurationError if it ends too early. */
function createReader(whole: Buffer): Reader {
  let at = 0;
  const take = (length: number): Buffer => {
    if (at + length > whole.length) throw unusable();
    at += length;
    return whole.subarray(at - length, at);
  };
  const uint32 = (): number => take(4).readUInt32BE();
  const bytes = (): Buffer => take(uint32());
  return { byte: () => take(1).readUInt8(), uint32, bytes, text: () => bytes().toString("latin1") };
}
