import { type Advice, isError, systemCode, UsageError } from "../errors.ts";
import { isLoopback } from "../values/loopback.ts";

/** What is known about a request that got no usable answer. */
export type TransportKind =
  | "unsent" // never left; another attempt may succeed
  | "absent" // never left: nothing listens at that port of this machine; waiting rarely changes that
  | "unusable" // never left, and never will this way: a certificate, a proxy that refuses
  | "lost" // may have arrived; no answer came
  | "cut" // an answer started and broke off
  | "malformed"; // the answer is unusable: not HTTP, not UTF-8, too large

/** Thrown by an Exchange instead of an answer. */
export class TransportError extends Error {
  readonly kind: TransportKind;
  readonly hint: Advice | undefined;

  constructor(
    kind: TransportKind,
    message: string,
    parts: { hint?: Advice | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: parts.cause });
    this.name = new.target.name;
    this.kind = kind;
    this.hint = parts.hint;
  }
}

/** How far a request had got when it failed. */
export type Phase = "connecting" | "sent" | "answering";

/** Puts a code from Node or undici into words. */
export function connectionError(cause: unknown, phase: Phase, host: string): TransportError | UsageError {
  if (cause instanceof TransportError) return cause;
  // undici's parser error has no code of its own.
  const code = systemCode(cause) ?? (isError(cause) ? cause.name : "unknown");
  if (code === "UND_ERR_INVALID_ARG") return unwritable(cause);
  if (phase === "answering")
    return new TransportError("cut", `the answer from ${host} was cut off`, { cause });
  if (certificateAlert.test(code)) return refusedByAlert(cause, code, host);
  if (phase === "connecting") return notConnected(cause, code, host);
  return code === "HTTPParserError" || code === "UND_ERR_HEADERS_OVERFLOW"
    ? new TransportError("malformed", `${host} sent something that is not HTTP`, { cause })
    : new TransportError("lost", `${host} closed the connection without an answer`, { cause });
}

/** undici names the header and leaves out its value. */
function unwritable(cause: unknown): UsageError {
  const why = isError(cause) ? cause.message : "invalid request";
  return new UsageError(`the request is not valid HTTP: ${why}`, {
    cause,
    hint: "check the token and the merchant account for line breaks or unusual characters",
  });
}

/** OpenSSL's names for what a service says about the client's certificate (RFC 8446, section 6.2). */
const certificateAlert = /_ALERT_(?:\w*CERTIFICATE\w*|HANDSHAKE_FAILURE|UNKNOWN_CA|ACCESS_DENIED)$/;

/** In TLS 1.3 an alert comes after the handshake, when a request was already written; nobody has read that. */
function refusedByAlert(cause: unknown, code: string, host: string): TransportError {
  return new TransportError("unusable", `${host} refused the TLS connection (${code})`, {
    cause,
    hint: {
      text: "it may demand a client certificate, or another one",
      command: "--client-cert FILE --client-key FILE",
    },
  });
}

const certificateCodes =
  /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT|ERR_SSL_|EPROTO|HOSTNAME_MISMATCH|INVALID_CA)/;

function notConnected(cause: unknown, code: string, host: string): TransportError {
  const isHere = isLoopback(host.replace(/:\d+$/, ""));
  switch (code) {
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new TransportError("unsent", `the name ${host} can't be resolved`, { cause });
    case "ECONNREFUSED":
      return new TransportError(isHere ? "absent" : "unsent", `${host} refused the connection`, { cause });
    case "ERR_SSL_WRONG_VERSION_NUMBER":
      return new TransportError("unusable", `${host} does not speak TLS (${code})`, {
        cause,
        hint: isHere
          ? { text: "its address may begin with http://", command: `--base-url http://${host}` }
          : { text: "check the address and its port", command: "payctl auth status" },
      });
  }
  if (!certificateCodes.test(code)) {
    return new TransportError("unsent", `no connection to ${host} (${code})`, { cause });
  }
  return new TransportError("unusable", `no trusted TLS connection to ${host} (${code})`, {
    cause,
    hint: {
      text: "trust its issuer with --ca-file FILE, or check the address",
      command: "payctl auth status",
    },
  });
}
