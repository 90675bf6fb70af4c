import { ConfigurationError } from "../errors.ts";

/** A database of SQLite without a file. */
export const inMemory = ":memory:";

/** The schema of an address that names none. */
export const usualSchema = "payctl";

/** Whether a text names a database of PostgreSQL; whether it can be read as an address is another question. */
export function isPostgresUrl(text: string): boolean {
  return /^postgres(?:ql)?:/i.test(text);
}

/** The parts of such an address; throws ConfigurationError, which repeats nothing of it, if it can't be read. */
export function readPostgresUrl(address: string): URL {
  const url = parsePostgresUrl(address);
  if (url !== undefined) return url;
  throw new ConfigurationError("the database postgres://… is not a valid address", {
    hint: /[#@]/.test(address)
      ? "in a password, write / as %2F, ? as %3F, # as %23 and @ as %40, or leave it out and set PGPASSWORD"
      : "give one such as postgres://USER@HOST:5432/DATABASE?schema=payctl",
  });
}

/**
 * After a `#`, or before an `@` that comes after the host, there may be the rest of a password that was not escaped.
 */
function parsePostgresUrl(address: string): URL | undefined {
  // A user without a host can't be parsed, but the host may be a parameter, as it has to be for the folder of a socket.
  const whole = address.replace(/@(?=\/[^@]*[?&]host=)/, "@localhost");
  if (!URL.canParse(whole)) return undefined;
  const url = new URL(whole);
  return url.hash === "" && !`${url.pathname}${url.search}`.includes("@") ? url : undefined;
}

/**
 * Such an address for people, logs and notes: without a password, and the same for every spelling of the same schema of
 * the same database.
 */
export function postgresLabel(address: string): string {
  const url = parsePostgresUrl(address);
  if (url === undefined) return "postgres://…";
  const { searchParams } = url;
  const user = searchParams.get("user") ?? url.username;
  const host = (searchParams.get("host") || url.hostname).toLowerCase();
  const port = searchParams.get("port") || url.port;
  const schema = searchParams.get("schema") ?? usualSchema;
  return [
    "postgres://",
    user === "" ? "" : `${user}@`,
    host,
    port === "" || port === "5432" ? "" : `:${port}`,
    url.pathname,
    schema === usualSchema ? "" : `?schema=${schema}`,
  ].join("");
}
