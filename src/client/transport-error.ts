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

const certificateCodes =
  /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT|ERR_SSL_|EPROTO|HOSTNAME_MISMATCH|INVALID_CA)/;

/**
 * What an alert of the service says about the client's certificate (RFC 8446, section 6.2), by the end of OpenSSL's
 * name for it. In TLS 1.3 it comes after the handshake, when a request was already written; nobody has read that.
 */
const alerts: Readonly<Record<string, string>> = {
  CERTIFICATE_REQUIRED: "it demands a client certificate",
  HANDSHAKE_FAILURE: "it may demand a client certificate",
  UNKNOWN_CA: "it does not trust the issuer of the client certificate",
  CERTIFICATE_EXPIRED: "for it, the client certificate has expired",
  CERTIFICATE_REVOKED: "the client certificate has been revoked",
  BAD_CERTIFICATE: "it demands another client certificate",
  CERTIFICATE_UNKNOWN: "it does not accept the client certificate",
  UNSUPPORTED_CERTIFICATE: "it does not accept this kind of client certificate",
  ACCESS_DENIED: "it does not admit the client certificate",
};

function alertError(cause: unknown, code: string, host: string): TransportError | undefined {
  const [, name = ""] = /_ALERT_([A-Z_]+)$/.exec(code) ?? [];
  const meaning = alerts[name];
  if (meaning === undefined) return undefined;
  return new TransportError("unusable", `${host} refused the TLS connection: ${meaning} (${code})`, {
    cause,
    hint: {
      text: "name one that it accepts with --client-cert and --client-key; to see the one in use",
      command: "payctl doctor",
    },
  });
}

/** Puts a code from Node or undici into words. */
export function connectionError(cause: unknown, phase: Phase, host: string): TransportError | UsageError {
  if (cause instanceof TransportError) return cause;
  const code = codeOf(cause);
  if (code === "UND_ERR_INVALID_ARG") return unwritable(cause);
  const alert = phase === "answering" ? undefined : alertError(cause, code, host);
  if (alert !== undefined) return alert;
  if (phase !== "connecting") return brokenOff(code, phase, { host, cause });
  if (certificateCodes.test(code)) {
    return new TransportError("unusable", `no trusted TLS connection to ${host} (${code})`, {
      cause,
      hint: {
        text: "trust its issuer with --ca-file FILE, or check the address",
        command: "payctl auth status",
      },
    });
  }
  const isAbsent = code === "ECONNREFUSED" && isLoopback(host.replace(/:\d+$/, ""));
  // Some services close the connection, and don't say that it is for want of a certificate.
  const hint =
    code === "ECONNRESET"
      ? { text: "it may demand another client certificate, or one at all", command: "--client-cert FILE" }
      : undefined;
  return new TransportError(isAbsent ? "absent" : "unsent", unreachable(code, host), { cause, hint });
}

/** undici names the header and leaves out its value. */
function unwritable(cause: unknown): UsageError {
  const why = isError(cause) ? cause.message : "invalid request";
  return new UsageError(`the request is not valid HTTP: ${why}`, {
    cause,
    hint: "check the token and the merchant account for line breaks or unusual characters",
  });
}

function brokenOff(code: string, phase: Phase, parts: { host: string; cause: unknown }): TransportError {
  const { host, cause } = parts;
  if (phase === "answering")
    return new TransportError("cut", `the answer from ${host} was cut off`, { cause });
  if (code === "HTTPParserError" || code === "UND_ERR_HEADERS_OVERFLOW") {
    return new TransportError("malformed", `${host} sent something that is not HTTP`, { cause });
  }
  if (isContinue(cause)) {
    return new TransportError(
      "malformed",
      `${host} sent 100 Continue unasked, and payctl can't read past it`,
      {
        cause,
        hint: "payctl never sends Expect, so the service, or a proxy in front of it, must not send one",
      },
    );
  }
  return new TransportError("lost", `${host} closed the connection without an answer`, { cause });
}

/** undici gives up an answer that begins with 100 (RFC 9110, section 15.2, would have it read on), in these words only. */
function isContinue(cause: unknown): boolean {
  return isError(cause) && cause.message === "bad response";
}

function unreachable(code: string, host: string): string {
  switch (code) {
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `the name ${host} can't be resolved`;
    case "ECONNREFUSED":
      return `${host} refused the connection`;
    default:
      return `no connection to ${host} (${code})`;
  }
}

/** undici's parser error has no code of its own. */
function codeOf(error: unknown): string {
  return systemCode(error) ?? (isError(error) ? error.name : "unknown");
}
