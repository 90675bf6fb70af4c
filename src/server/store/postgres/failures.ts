import { type Advice, ConfigurationError, isError, messageOf, systemCode } from "../../../errors.ts";
import { Failure } from "../../failure.ts";
import { ConflictError } from "../records.ts";

interface Explanation {
  /** Follows the name of the database. */
  readonly message: string;
  readonly hint: Advice;
}

/** What the driver says without a code when a connection is lost. */
const lost =
  /^(?:Connection terminated|Query read timeout|timeout (?:expired|exceeded)|Client (?:was closed|has encountered a connection error))/;

/** What is in the code, where there is one, and the message. PostgreSQL's codes are in its appendix A. */
const explanations: readonly (readonly [words: RegExp, message: string, hint: Advice])[] = [
  [/no encryption/, "wants TLS", "give the address with ?sslmode=require, or verify-full"],
  [
    /does not support SSL/,
    "does not offer TLS",
    "turn ssl on in the database, or give the address with ?sslmode=disable",
  ],
  [
    /valid client certificate|alert.*(?:certificate|unknown[ _]ca)/i,
    "wants a certificate of the client that it trusts",
    "name it and its key: ?sslmode=verify-full&sslrootcert=FILE&sslcert=FILE&sslkey=FILE",
  ],
  [
    /^28|password must be a/,
    "refuses the user or the password",
    "check both in the address, or PGUSER and PGPASSWORD, and pg_hba.conf of the database",
  ],
  [
    /^3D000 /,
    "does not exist",
    { text: "give another in the address, or make it", command: "createdb NAME" },
  ],
  [
    /^42501 /,
    "does not permit the role to use its schema",
    "make the role its owner: CREATE SCHEMA payctl AUTHORIZATION ROLE",
  ],
  [/^25006 /, "is a read-only replica", "give the address of the primary"],
  [/^53100 /, "has no room left on its disk", "free some space there"],
  [/^53300 /, "has no connection left", "raise max_connections, or stop what uses them"],
  [/^ERR_TLS_CERT_ALTNAME/, "has a certificate for another host", "check the host in the address"],
  [
    /^(?:CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)_/,
    "has a certificate that is not trusted",
    "name its authority: ?sslmode=verify-full&sslrootcert=FILE",
  ],
  [
    /^ERR_OSSL_/,
    "is named with a client certificate or key that is not usable",
    "sslcert and sslkey are PEM files that belong together, the key without a passphrase",
  ],
  [
    new RegExp(`^(?:E[A-Z]+|EAI_AGAIN|ERR_SOCKET_BAD_PORT) |^Invalid port|${lost.source}`),
    "can't be reached",
    "check the host and the port in the address, and that PostgreSQL runs there",
  ],
];

function explanationOf(text: string): Explanation | undefined {
  const found = explanations.find(([words]) => words.test(text));
  return found && { message: found[1], hint: found[2] };
}

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
  const first: unknown = "errors" in error && Array.isArray(error.errors) ? error.errors[0] : error;
  const code = systemCode(first) ?? "";
  const text = `${code} ${messageOf(first)}`.trimStart();
  const known = fileFailure(error) ?? explanationOf(text);
  if (known !== undefined) return unusable(label, known.message, known.hint, error);
  if (!isReport(error, code)) return error;
  return unusable(label, `reports: ${error.message} (${code})`, "see its log, and check the address");
}

/** Classes of errors that are neither ours nor an operator's: wrong data, a contradiction, a wrong statement. */
const ofStatements = /^(?:22|23|42)/;

/** Whether PostgreSQL itself says why it refuses a connection or a transaction. */
function isReport(error: Error, code: string): boolean {
  return "severity" in error && (error.severity === "FATAL" || !ofStatements.test(code));
}

/** The driver opens what sslrootcert, sslcert and sslkey name; a folder can be opened, but not read. */
function fileFailure(error: NodeJS.ErrnoException): Explanation | undefined {
  if (error.syscall !== "open" && error.code !== "EISDIR") return undefined;
  const hint =
    "check sslrootcert, sslcert and sslkey in the address, or PGSSLROOTCERT, PGSSLCERT and PGSSLKEY";
  return { message: `is named with a file that can't be read: ${error.path ?? ""}`, hint };
}

/** The cause may contain the address with its password, so only its message is passed on. */
export function unusable(label: string, what: string, hint: Advice, cause?: Error): ConfigurationError {
  const said = cause === undefined ? undefined : new Error(cause.message);
  return new ConfigurationError(`the database ${label} ${what}`, { hint, cause: said });
}

/** Whether another transaction had precedence; a retry may well succeed. */
export function isSerialization(error: unknown): boolean {
  return ["40001", "40P01"].includes(systemCode(error) ?? "");
}

/** Whether the connection was lost or could not be made; another attempt may succeed, now or later. */
export function isTransient(error: unknown): boolean {
  if (error instanceof DisconnectedError) return true;
  if (error instanceof Failure) return isTransient(error.cause);
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
