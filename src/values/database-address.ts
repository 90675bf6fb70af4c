import { ConfigurationError } from "../errors.ts";
import { parseUrl } from "./url.ts";

/** A database of SQLite without a file. */
export const inMemory = ":memory:";

/** The schema of an address that names none. */
export const usualSchema = "payctl";

/** Whether a text names a database of PostgreSQL; whether it can be read as an address is another question. */
export function isPostgresUrl(text: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(text);
}

/** Nothing but a path begins like this. */
const pathStart = /^(?:\.{1,2}[\\/]|\/(?!\/)|\\|[a-z]:[\\/])/i;

const addressSigns: readonly RegExp[] = [
  /:\/\//,
  /^(?:file|jdbc|postgres|sqlite|[a-z]+sql)(?:[:;]|\/\/)/i,
  // USER:PASSWORD@HOST
  /^(?:\/\/|[^/\\:]*:).*@/s,
  /(?:^|[\s;,?&])(?:host(?:addr)?|server|data source|dbname|database|user(?: ?id|name)?|password|pwd|service|sslmode)\s*=/i,
];

/** Whether a text is meant as an address, of whatever database, and not as a path; it may contain a password. */
export function looksLikeAddress(text: string): boolean {
  const bare = text.replace(/^[\s"'`]+/, "");
  return !pathStart.test(bare) && addressSigns.some((sign) => sign.test(bare));
}

/** The parts of such an address; throws ConfigurationError, which repeats nothing of it, if it can't be read. */
export function readPostgresUrl(address: string): URL {
  const url = parsePostgresUrl(address);
  if (url !== undefined) return url;
  throw new ConfigurationError("the database postgres://… is not a valid address", {
    hint:
      "give one such as postgres://USER@HOST:5432/DATABASE?schema=payctl; in a password, write / as %2F, " +
      "? as %3F, # as %23 and @ as %40, or leave it out and set PGPASSWORD",
  });
}

/**
 * After a `#`, or before an `@` that comes after the host, there may be the rest of a password that was not escaped.
 */
function parsePostgresUrl(address: string): URL | undefined {
  // A user without a host can't be parsed, but the host may be a parameter, as it has to be for the folder of a socket.
  const whole = address.replace(/@(?=\/[^@]*[?&]host=)/, "@localhost");
  const url = parseUrl(whole, /^postgres(?:ql)?:$/);
  return url?.hash === "" && !`${url.pathname}${url.search}`.includes("@") ? url : undefined;
}

/**
 * Such an address for people, logs and notes: without a password, completed from the variables that the driver reads, and
 * the same for every spelling of the same schema of the same database.
 */
export function postgresLabel(address: string, env: NodeJS.ProcessEnv = process.env): string {
  const url = parsePostgresUrl(address);
  if (url === undefined) return "postgres://…";
  const searchParams = beforePassword(url.searchParams);
  const user = searchParams.get("user") || url.username || env["PGUSER"];
  const host = searchParams.get("host") || url.hostname || env["PGHOST"] || "";
  const port = searchParams.get("port") || url.port || env["PGPORT"] || "5432";
  const schema = searchParams.get("schema") ?? usualSchema;
  const ownPort = port === "5432" ? "" : port;
  const ownSchema = schema === usualSchema ? "" : schema;
  const start = `postgres://${user ? `${user}@` : ""}`;
  const path = url.pathname.length > 1 ? url.pathname : `/${env["PGDATABASE"] || user || ""}`;
  // The folder of a socket can't stand where a host does.
  if (host.startsWith("/")) return `${start}${path}${queryOf({ host, port: ownPort, schema: ownSchema })}`;
  return `${start}${host.toLowerCase()}${ownPort && `:${ownPort}`}${path}${queryOf({ schema: ownSchema })}`;
}

/** What comes after a password may be the rest of one that was not escaped. */
function beforePassword(parameters: URLSearchParams): URLSearchParams {
  const entries = [...parameters];
  const password = entries.findIndex(([name]) => name === "password");
  return new URLSearchParams(password === -1 ? entries : entries.slice(0, password));
}

function queryOf(parameters: Readonly<Record<string, string>>): string {
  const named = Object.entries(parameters).filter(([, value]) => value !== "");
  return named.length === 0 ? "" : `?${named.map(([name, value]) => `${name}=${value}`).join("&")}`;
}
