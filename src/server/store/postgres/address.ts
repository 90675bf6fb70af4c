import { readPostgresUrl, usualSchema } from "../../../values/database-address.ts";
import { suggest } from "../../../values/suggest.ts";
import { unusable } from "./failures.ts";

/** The parts of an address, for the driver and for us. */
export interface DatabaseAddress {
  readonly url: string;
  readonly schema: string;
}

/** What `psql` takes under the same names in an address and, as `PGSSLMODE` and so on, from the environment. */
const certificateFiles = ["sslrootcert", "sslcert", "sslkey"] as const;

/** The schema is our own parameter; the driver understands all the others, and ignores what is not listed. */
const parameters: readonly string[] = [
  "schema",
  "sslmode",
  ...certificateFiles,
  "sslnegotiation",
  "host",
  "port",
  "user",
  "password",
  "application_name",
  "options",
];

/** `allow` and the fallback of `prefer` would hide whether a connection is encrypted. */
const modes = ["disable", "prefer", "require", "verify-ca", "verify-full"];

const addressHint = "give one such as postgres://USER@HOST:5432/DATABASE?schema=payctl";

/** Takes our own parameters out of an address; the driver reads the rest. */
export function readAddress(
  address: string,
  label: string,
  env: NodeJS.ProcessEnv = process.env,
): DatabaseAddress {
  const url = readPostgresUrl(address);
  refuseParameters(url.searchParams, label);
  refusePlace(url, label, env);
  const schema = url.searchParams.get("schema") ?? usualSchema;
  refuseSchema(schema, label);
  url.searchParams.delete("schema");
  readTls(url.searchParams, label, env);
  return { url: url.href, schema: `"${schema}"` };
}

/** PostgreSQL would cut a longer name. */
const longestSchema = 63;

function refuseSchema(schema: string, label: string): void {
  if (schema === "") throw unusable(label, "is named with an empty schema", addressHint);
  if (schema.length > longestSchema) {
    const what = `names a schema of more than ${longestSchema} letters`;
    throw unusable(label, what, "PostgreSQL would cut it: use a shorter one");
  }
  if (!/^[a-z_][a-z0-9_]*$/.test(schema)) {
    throw unusable(label, "names a schema that is not lower-case letters, digits and _", addressHint);
  }
  if (schema.startsWith("pg_")) {
    throw unusable(label, "names a schema that PostgreSQL reserves for itself", "use one without pg_");
  }
}

/** A misspelt sslmode would otherwise send the password unencrypted, and if two differ, one would be ignored. */
function refuseParameters(asked: URLSearchParams, label: string): void {
  const names = [...asked.keys()];
  const unknown = names.find((name) => !parameters.includes(name));
  if (unknown !== undefined) {
    const nearest = suggest(unknown, parameters);
    throw unusable(
      label,
      `is named with an unknown parameter, ${unknown}`,
      nearest === undefined ? `these are known: ${parameters.join(", ")}` : `did you mean ${nearest}?`,
    );
  }
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    throw unusable(label, `is named with the parameter ${twice} more than once`, "give it once");
  }
}

/** The driver takes any text as a port, and several hosts as a single host name. */
function refusePlace(url: URL, label: string, env: NodeJS.ProcessEnv): void {
  const port = url.searchParams.get("port") || url.port || env["PGPORT"] || "5432";
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535) {
    throw unusable(label, `is named with a port that is not a number from 1 to 65535: ${port}`, addressHint);
  }
  const host = url.searchParams.get("host") || url.hostname || env["PGHOST"] || "";
  if (host.includes(",")) {
    throw unusable(label, "is named with several hosts", "give one that always leads to the primary");
  }
}

/** The driver alone would ignore the files that the environment names, and check less or more than `psql` does. */
function readTls(asked: URLSearchParams, label: string, env: NodeJS.ProcessEnv): void {
  const find = (name: string) => asked.get(name) ?? env[`PG${name.toUpperCase()}`] ?? "";
  const mode = find("sslmode");
  refuseNegotiation(find("sslnegotiation"), mode, label);
  if (mode === "") return;
  if (!modes.includes(mode)) {
    throw unusable(label, "is asked for with an unknown sslmode", `it is one of ${modes.join(", ")}`);
  }
  for (const name of certificateFiles) {
    const file = find(name);
    if (file === "" || mode === "disable") asked.delete(name);
    else asked.set(name, file);
  }
  if (mode === "verify-ca" && !asked.has("sslrootcert")) {
    throw unusable(
      label,
      "is named with sslmode=verify-ca, which needs sslrootcert=FILE",
      "add sslrootcert=FILE",
    );
  }
  asked.set("sslmode", mode);
  // The driver then reads sslmode as psql does.
  asked.set("uselibpqcompat", "true");
}

/** As in libpq: direct negotiation must not end without TLS. */
function refuseNegotiation(negotiation: string, mode: string, label: string): void {
  if (negotiation === "" || negotiation === "postgres") return;
  if (negotiation !== "direct") {
    throw unusable(label, "is asked for with an unknown sslnegotiation", "it is postgres or direct");
  }
  if (["", "disable", "prefer"].includes(mode)) {
    const hint = "add sslmode=require, verify-ca or verify-full";
    throw unusable(label, "is asked for with sslnegotiation=direct, but without TLS", hint);
  }
}
