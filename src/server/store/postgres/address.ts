import { readPostgresUrl, usualSchema } from "../../../values/database-address.ts";
import { suggest } from "../../../values/suggest.ts";
import { unusable } from "./failures.ts";

/** What an address says, for the driver and for us. */
export interface DatabaseAddress {
  readonly url: string;
  readonly schema: string;
}

/** What `psql` knows under the same name in an address and, as `PGSSLMODE` and so on, in the environment. */
const certificateFiles = ["sslrootcert", "sslcert", "sslkey"] as const;

/** The schema is ours; the driver does something with all others, and ignores what is not listed. */
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

/** Takes what is ours out of an address; the driver reads the rest. */
export function readAddress(
  address: string,
  label: string,
  env: NodeJS.ProcessEnv = process.env,
): DatabaseAddress {
  const url = readPostgresUrl(address);
  refuseUnknown(url.searchParams, label);
  const schema = url.searchParams.get("schema") ?? usualSchema;
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) {
    throw unusable(label, "names a schema that is not lower-case letters, digits and _", addressHint);
  }
  if (schema.startsWith("pg_")) {
    throw unusable(label, "names a schema that PostgreSQL reserves for itself", "use one without pg_");
  }
  url.searchParams.delete("schema");
  readTls(url.searchParams, label, env);
  return { url: url.href, schema: `"${schema}"` };
}

/** A misspelt sslmode would otherwise send the password unencrypted. */
function refuseUnknown(asked: URLSearchParams, label: string): void {
  const unknown = [...asked.keys()].find((name) => !parameters.includes(name));
  if (unknown === undefined) return;
  const nearest = suggest(unknown, parameters);
  throw unusable(
    label,
    `is named with an unknown parameter, ${unknown}`,
    nearest === undefined ? `these are known: ${parameters.join(", ")}` : `did you mean ${nearest}?`,
  );
}

/** The driver alone would ignore the files that the environment names, and check less or more than `psql` does. */
function readTls(asked: URLSearchParams, label: string, env: NodeJS.ProcessEnv): void {
  const find = (name: string) => asked.get(name) ?? env[`PG${name.toUpperCase()}`] ?? "";
  const mode = find("sslmode");
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
    throw unusable(label, "is to be checked with sslmode=verify-ca by no authority", "add sslrootcert=FILE");
  }
  asked.set("sslmode", mode);
  // It then means what it means to psql.
  asked.set("uselibpqcompat", "true");
}
