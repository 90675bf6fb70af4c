import { ConfigurationError } from "../../../errors.ts";
import { type Failure, unavailable } from "../../failure.ts";
import { ConflictError } from "../sql.ts";

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

const notAccepted = {
  message: "wants a certificate of the client that it trusts",
  hint: "name it and its key: ?sslmode=verify-full&sslrootcert=FILE&sslcert=FILE&sslkey=FILE",
};
const unreadable = {
  message: "can't be asked with the certificate or the key that is named",
  hint: "sslcert and sslkey are PEM files that belong together, the key without a passphrase",
};

/** Codes of the system, of Node's TLS, and of PostgreSQL (its appendix A). */
const explanations: Readonly<Record<string, Explanation>> = {
  ECONNREFUSED: unreachable,
  ECONNRESET: unreachable,
  EAI_AGAIN: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ENOENT: unreachable,
  ENOTFOUND: unreachable,
  ETIMEDOUT: unreachable,
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

/** What the driver tells without a code, by a part of its words. */
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

/** An error at the start in words for people; one that is ours already, or nobody's, is handed back as it is. */
export function startFailure(label: string, error: unknown): unknown {
  if (error instanceof ConfigurationError || !(error instanceof Error)) return error;
  // Where a name has several addresses, each of them failed, and mostly alike.
  const { code, message } = error instanceof AggregateError ? describe(error.errors[0]) : describe(error);
  const explanation =
    fileFailure(error) ??
    spoken.slice(0, 3).find(([words]) => words.test(message))?.[1] ??
    explanations[code] ??
    spoken.find(([words]) => words.test(message))?.[1] ??
    (code.startsWith("ERR_OSSL_") ? unreadable : refusedConnection(error));
  return explanation === undefined ? error : unusable(label, explanation.message, explanation.hint, error);
}

/** Whatever else PostgreSQL has against a connection, such as an option that it does not know. */
function refusedConnection(error: Error): Explanation | undefined {
  if (!("severity" in error) || error.severity !== "FATAL") return undefined;
  return { message: `refuses the connection: ${error.message}`, hint: "check the address" };
}

/** The driver opens what sslrootcert, sslcert and sslkey name. */
function fileFailure(error: NodeJS.ErrnoException): Explanation | undefined {
  if (error.syscall !== "open" && error.syscall !== "read") return undefined;
  const hint =
    "check sslrootcert, sslcert and sslkey in the address, or PGSSLROOTCERT, PGSSLCERT and PGSSLKEY";
  return { message: `is asked for with a file that can't be read: ${error.path ?? ""}`, hint };
}

function describe(error: unknown): { readonly code: string; readonly message: string } {
  return { code: codeOf(error) ?? "", message: error instanceof Error ? error.message : "" };
}

/** The cause may hold the address with its password, so only its words go on. */
export function unusable(label: string, what: string, hint: string, cause?: Error): ConfigurationError {
  const said = cause === undefined ? undefined : new Error(cause.message);
  return new ConfigurationError(`the database ${label} ${what}`, { hint, cause: said });
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** Whether another transaction had to go first; the same again may well succeed. */
export function isSerialization(error: unknown): boolean {
  return ["40001", "40P01"].includes(codeOf(error) ?? "");
}

/** Whether the connection is lost, or was never made; another one may be had, now or later. */
export function isTransient(error: unknown): boolean {
  const code = codeOf(error) ?? "";
  if (/^(?:08|57P|53300|25006|25P03)/.test(code) || /^E[A-Z_]+$/.test(code)) return true;
  if (error instanceof AggregateError) return error.errors.some(isTransient);
  return code === "" && error instanceof Error && /connection|client was closed/i.test(error.message);
}

/** A row that was refused, or any other error as it is. */
export function conflictOr(error: unknown): unknown {
  return codeOf(error)?.startsWith("23") ? new ConflictError(error) : error;
}

/** What the server's callers are told where the database is away; anything else is theirs, or a bug. */
export function runningFailure(error: unknown): unknown {
  const code = codeOf(error) ?? "";
  // A full disk, no memory left and a lock that is not had in time pass, too.
  if (isTransient(error) || isSerialization(error) || /^(?:53|55P03)/.test(code)) return away(error);
  return error;
}

function away(cause: unknown): Failure {
  return Object.assign(unavailable({ "retry-after": "1" }), { cause });
}
