import { ConfigurationError, isError, systemCode } from "../../../errors.ts";
import { unavailable } from "../../failure.ts";
import { ConflictError } from "../store.ts";

interface Explanation {
  readonly message: string;
  readonly hint: string;
}

const unreachable = {
  message: "can't be reached",
  hint: "check the host and the port in the address, and that PostgreSQL runs there",
};
const refused = {
  message: "refuses the user or the password",
  hint: "check both in the address, or PGUSER and PGPASSWORD, and pg_hba.conf of the database",
};
const untrusted = {
  message: "has a certificate that is not trusted",
  hint: "name its authority: ?sslmode=verify-full&sslrootcert=FILE",
};
const withoutTls = {
  message: "does not offer TLS",
  hint: "turn ssl on in the database, or give the address with ?sslmode=disable",
};
const notAllowed = {
  message: "does not permit the role to use its schema",
  hint: "see docs/postgresql.md for the rights that the role needs",
};
const readOnly = { message: "is a read-only replica", hint: "give the address of the primary" };

const closed = { message: "has closed its connections", hint: "check that PostgreSQL runs there" };

const notAccepted = {
  message: "wants a certificate of the client that it trusts",
  hint: "name it and its key: ?sslmode=verify-full&sslrootcert=FILE&sslcert=FILE&sslkey=FILE",
};
const unreadable = {
  message: "is named with a client certificate or key that is not usable",
  hint: "sslcert and sslkey are PEM files that belong together, the key without a passphrase",
};

/** Codes of the operating system, Node's TLS, and PostgreSQL (its appendix A). */
const explanations: Readonly<Record<string, Explanation>> = {
  ECONNREFUSED: unreachable,
  ECONNRESET: unreachable,
  EAI_AGAIN: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ENOENT: unreachable,
  ENOTFOUND: unreachable,
  ETIMEDOUT: unreachable,
  "53100": { message: "has no room left on its disk", hint: "free some space there" },
  "53200": {
    message: "has no memory left",
    hint: "give it more, or lower shared_buffers or max_connections",
  },
  "55P03": { message: "has a lock that is held for too long", hint: "see pg_locks for who holds it" },
  "57014": { message: "cancels statements", hint: "raise statement_timeout of the role or the database" },
  "57P01": closed,
  "57P02": closed,
  "57P03": { message: "is starting up or shutting down", hint: "try again in a moment" },
  "53300": { message: "has no connection left", hint: "raise max_connections, or stop what uses them" },
  "28P01": refused,
  "28000": refused,
  "3D000": { message: "does not exist", hint: "make it: createdb NAME, or give another in the address" },
  "42501": notAllowed,
  "25006": readOnly,
  CERT_HAS_EXPIRED: untrusted,
  CERT_NOT_YET_VALID: untrusted,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  ERR_TLS_CERT_ALTNAME_INVALID: {
    message: "has a certificate for another host",
    hint: "check the host in the address",
  },
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
};

/** What the driver reports without a code, by a part of its message. */
const spoken: readonly (readonly [RegExp, Explanation])[] = [
  [/does not support SSL/i, withoutTls],
  [
    /no encryption/i,
    { message: "wants TLS", hint: "give the address with ?sslmode=require, or verify-full" },
  ],
  [/valid client certificate|alert.*(?:certificate|unknown ca)/i, notAccepted],
  [/password must be a (?:non-empty )?string/i, refused],
  [/timeout|terminated|ended/i, unreachable],
];

/** No connection could be made, for whatever reason. */
export class DisconnectedError extends Error {
  override readonly name = "DisconnectedError";

  constructor(cause: unknown) {
    super("no connection", { cause });
  }
}

/** What keeps the database from working, in words for people; a bug of ours is returned unchanged. */
export function explainFailure(label: string, error: unknown): unknown {
  if (error instanceof DisconnectedError) return explainFailure(label, error.cause);
  if (error instanceof ConfigurationError || !isError(error)) return error;
  // If a name has several addresses, each of them failed, usually for the same reason.
  const { code, message } = describe(
    "errors" in error && Array.isArray(error.errors) ? error.errors[0] : error,
  );
  const explanation =
    fileFailure(error) ??
    spoken.slice(0, 3).find(([words]) => words.test(message))?.[1] ??
    explanations[code] ??
    spoken.find(([words]) => words.test(message))?.[1] ??
    (code.startsWith("ERR_OSSL_") ? unreadable : refusal(error));
  return explanation === undefined ? error : unusable(label, explanation.message, explanation.hint, error);
}

/** Classes of errors that are neither ours nor an operator's: wrong data, a contradiction, a wrong statement. */
const ofStatements = /^(?:22|23|42)/;

/** Any other reason of PostgreSQL to refuse a connection or a transaction, such as an unknown option. */
function refusal(error: Error): Explanation | undefined {
  if (!("severity" in error)) return undefined;
  if (error.severity === "FATAL") {
    return { message: `refuses the connection: ${error.message}`, hint: "check the address" };
  }
  if (ofStatements.test(systemCode(error) ?? "")) return undefined;
  return {
    message: `can't do its work: ${error.message}`,
    hint: "its log says more; start the server again once it can",
  };
}

/** The driver opens what sslrootcert, sslcert and sslkey name; a folder can be opened, but not read. */
function fileFailure(error: NodeJS.ErrnoException): Explanation | undefined {
  if (error.syscall !== "open" && error.code !== "EISDIR") return undefined;
  const hint =
    "check sslrootcert, sslcert and sslkey in the address, or PGSSLROOTCERT, PGSSLCERT and PGSSLKEY";
  return { message: `is named with a file that can't be read: ${error.path ?? ""}`, hint };
}

function describe(error: unknown): { readonly code: string; readonly message: string } {
  return { code: systemCode(error) ?? "", message: isError(error) ? error.message : "" };
}

/** The cause may contain the address with its password, so only its message is passed on. */
export function unusable(label: string, what: string, hint: string, cause?: Error): ConfigurationError {
  const said = cause === undefined ? undefined : new Error(cause.message);
  return new ConfigurationError(`the database ${label} ${what}`, { hint, cause: said });
}

/** Whether another transaction had precedence; a retry may well succeed. */
export function isSerialization(error: unknown): boolean {
  return ["40001", "40P01"].includes(systemCode(error) ?? "");
}

/** What the driver says without a code when a connection is lost. */
const lost =
  /^(?:Connection terminated|Query read timeout|timeout expired|Client (?:was closed|has encountered a connection error))/;

/** Whether the connection was lost or could not be made; another attempt may succeed, now or later. */
export function isTransient(error: unknown): boolean {
  if (error instanceof DisconnectedError) return true;
  if (!isError(error)) return false;
  const code = systemCode(error);
  if (code === undefined) return lost.test(error.message);
  return /^(?:08|57P|25006|25P03)/.test(code) || "syscall" in error;
}

/** A ConflictError for a row that was refused; any other error unchanged. */
export function conflictOr(error: unknown): unknown {
  return systemCode(error)?.startsWith("23") ? new ConflictError(error) : error;
}

/** A database that takes no writes, is full, or gives up on a statement may still do other work. */
const refusals = /^(?:25006|53|55P03|57014)/;

/** Whether the database is there, but does not do what it was asked for now. */
export function isRefusal(error: unknown): boolean {
  if (error instanceof DisconnectedError) return isRefusal(error.cause);
  return refusals.test(systemCode(error) ?? "");
}

/** What callers are told while the database is away, with the reason as its cause; a bug is returned unchanged. */
export function runningFailure(label: string, error: unknown): unknown {
  if (!(isTransient(error) || isSerialization(error) || isRefusal(error))) return error;
  return Object.assign(unavailable({ headers: { "retry-after": "1" } }), {
    cause: explainFailure(label, error),
  });
}
