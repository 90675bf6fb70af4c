import {
  firstVersion,
  newestOf,
  type Printing,
  printSchema,
  type Steps,
  stepsFrom,
} from "../print-schema.ts";
import { type Connection, unlimited } from "./connections.ts";
import { unusable } from "./failures.ts";

/** Text is compared byte by byte, as SQLite does, so that lists have the same order on both engines. */
const text = 'text COLLATE "C"';

const printing: Printing = {
  types: {
    text: `${text} NOT NULL`,
    "text?": text,
    integer: "integer NOT NULL",
    "integer?": "integer",
    bytes: "bytea NOT NULL",
  },
  bigint: "bigint NOT NULL",
  serial: "bigint GENERATED ALWAYS AS IDENTITY",
  unlogged: "UNLOGGED ",
  ending: () => "",
  // Rows that change often find room on their page.
  busyEnding: " WITH (fillfactor = 50)",
};

/** Each runs where the schema is the search path. */
export const migrations: Steps = [printSchema(printing)];

/** The version of the newest schema. */
export const schemaVersion = newestOf(migrations);

interface Target {
  readonly connection: Connection;
  readonly schema: string;
  readonly label: string;
}

/** Brings a new or older schema up to date, completely or not at all; one server at a time, while others serve. */
export async function migrate(target: Target, steps: Steps = migrations): Promise<void> {
  const { connection, schema } = target;
  // Another server's migration of many rows may take longer than the time limit for a lock.
  await connection.query("BEGIN; SET LOCAL lock_timeout = 0");
  try {
    const lock = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))";
    await connection.query({ text: lock, values: [`payctl ${schema}`], ...unlimited });
    const version = await findVersion(target);
    const newest = newestOf(steps);
    if (version > 0 && version < firstVersion) throw tooOld(target);
    if (version > newest) throw tooNew(target, version, newest);
    if (version < newest) await apply(target, steps, version);
    await connection.query("COMMIT");
  } catch (error) {
    await connection.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

async function apply({ connection, schema }: Target, steps: Steps, version: number) {
  await connection.query(`SET LOCAL search_path = ${schema}`);
  for (const text of stepsFrom(version, steps)) await connection.query({ text, ...unlimited });
  await connection.query(`DELETE FROM ${schema}.schema_version`);
  await connection.query(`INSERT INTO ${schema}.schema_version VALUES ($1)`, [newestOf(steps)]);
}

/** Creates the schema if there is none, which needs a right that is not needed later. */
async function findVersion({ connection, label, schema }: Target): Promise<number> {
  const name = schema.slice(1, -1);
  const found = await connection.query("SELECT 1 FROM pg_namespace WHERE nspname = $1", [name]);
  if (found.rows.length === 0) await connection.query(`CREATE SCHEMA ${schema}`);
  const { rows: tables } = await connection.query<{ name: string; columns: string | null }>(
    `SELECT relname AS name, (SELECT string_agg(attname || ' ' || atttypid::regtype, ', ' ORDER BY attnum)
        FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum > 0) AS columns
      FROM pg_class WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = $1)`,
    [name],
  );
  // Other programs may have a table of this name, too.
  const own = tables.find((table) => table.name === "schema_version");
  if (tables.length > 0 && own?.columns !== "version integer") {
    const hint = "name another one: postgres://HOST/DATABASE?schema=NAME";
    throw unusable(label, `has a schema ${name} of another program`, hint);
  }
  await connection.query(`CREATE TABLE IF NOT EXISTS ${schema}.schema_version (version integer NOT NULL)`);
  const { rows } = await connection.query<{ version: number }>(
    `SELECT version FROM ${schema}.schema_version`,
  );
  return rows[0]?.version ?? 0;
}

function tooOld({ label }: Target) {
  const hint =
    "export its data with the payctl that made it, and start on another schema: postgres://HOST/DATABASE?schema=NAME with --seed EXPORT";
  return unusable(label, "has the format of an earlier payctl", hint);
}

function tooNew({ label }: Target, version: number, known: number) {
  const what = `was made by a newer payctl (version ${version}, known up to ${known})`;
  return unusable(label, what, "use that payctl, or another schema: postgres://HOST/DATABASE?schema=NAME");
}
