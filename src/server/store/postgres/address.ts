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
  "host",
  "port",
  "user",
  "password",
  "application_name",
  "options",
];

/** `allow` and the fallback of `prefer` would hide whether a connection is encrypted. */
const modes = ["disable", "prefer", "require", "verify-ca", "verify-full"];

/** Takes our own parameters out of an address; the driver reads the rest. */
export function readAddress(
  address: string,
  label: string,
  env: NodeJS.ProcessEnv = process.env,
): DatabaseAddress {
  const url = readPostgresUrl(address);
  refuseParameters(url.searchParams, label);
  const schema = url.searchParams.get("schema") ?? usualSchema;
  refuseSchema(schema, label);
  url.searchParams.delete("schema");
  readTls(url.searchParams, label, env);
  return { url: url.href, schema: `"${schema}"` };
}

/** PostgreSQL would cut a longer name, and reserves those with pg_ for itself. */
function refuseSchema(schema: string, label: string): void {
  if (/^(?!pg_)[a-z_][a-z0-9_]{0,62}$/.test(schema)) return;
  const hint = "use up to 63 lower-case letters, digits and _, and nothing that begins with pg_ or a digit";
  throw unusable(label, "is named with a schema that can't be used", hint);
}

/** A misspelt sslmode would otherwise send the password unencrypted, and if two differ, one would be ignored. */
function refuseParameters(asked: URLSearchParams, label: string): void {
  const names = [...asked.keys()];
  // It may be the rest of a password that was not escaped, and the driver would send or show it.
  if (names.slice(0, -1).includes("password")) {
    const hint =
      "put the password last, or set PGPASSWORD instead; in a password, write & as %26 and = as %3D";
    throw unusable(label, "is named with a parameter after its password", hint);
  }
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
