import type { Context } from "../../context.ts";
import { bounds } from "../../contract/control/bounds.ts";
import { UsageError } from "../../errors.ts";
import { isOrigin } from "../../server/cors.ts";
import type { ServeOptions } from "../../server/running/serve.ts";
import { roomInLine, writeAside } from "../../terminal/streams.ts";
import { isPostgresUrl } from "../../values/database-address.ts";
import { readRfc3339 } from "../../values/time.ts";
import { readInputFile } from "../read-input-file.ts";
import { readControlToken } from "./control-token.ts";
import { databasePath, shownDatabase } from "./database-place.ts";
import type { ServeInput } from "./flags.ts";

/** Everything that a start needs except the administrator's key, and what ends it. */
export interface ServerPlan extends Omit<ServeOptions, "data" | "stopWanted"> {
  readonly data: Omit<ServeOptions["data"], "administrator">;
}

/** Reads the flags and the seed; a seed that is wrong is a UsageError that names every problem. */
export async function planServer(context: Context, input: ServeInput): Promise<ServerPlan> {
  const { flags, rest } = input;
  const { host } = context;
  const address = flags.host ?? "127.0.0.1";
  if (address === "") throw noHost();
  const database = databasePath(input, context);
  if (flags.deterministic !== undefined && isPostgresUrl(database)) throw notAlone();
  return {
    host: address,
    cors: readOrigins(flags.cors ?? []),
    // A command gets a server of its own, on any free port.
    port: flags.port ?? (rest.length > 0 ? 0 : 4010),
    certificate: await readTls(flags),
    database,
    data: {
      seed: await readSeed(flags.seed, context),
      reset: flags.reset ?? false,
      keepsData: readIfEmpty(flags, () => void context.output.note(leftAlone)),
      administratorLeaves: rest.length > 0,
      mustBeNew: flags.deterministic !== undefined,
    },
    faults: await readFaults(flags.fault ?? []),
    clock: flags.clock === undefined ? undefined : readClock(flags.clock),
    deterministic: flags.deterministic,
    controlToken: await readControlToken(context, flags.controlTokenFile),
    embedLimit: flags.embedLimit ?? 50,
    log: flags.log ?? (rest.length > 0 ? "off" : "text"),
    room: () => roomInLine(host.stderr, host.env),
    now: () => new Date(host.now()),
    newId: () => host.randomUuid(),
    // Nobody can be told once standard error is closed.
    write: (lines) => void writeAside(host.stderr, lines),
  };
}

const leftAlone = "the database has data, and is left as it is: --if-empty";

/** Files that can't be used, or do not belong together, are a ConfigurationError. */
async function readTls({
  tlsCa,
  tlsCert,
  tlsKey,
}: ServeInput["flags"]): Promise<ServeOptions["certificate"]> {
  if ((tlsCa ?? tlsCert ?? tlsKey) === undefined) return undefined;
  if (tlsCert === undefined || tlsKey === undefined) {
    throw new UsageError("https needs --tls-cert and --tls-key", {
      hint: { text: "give both", command: "payctl serve --tls-cert FILE --tls-key FILE" },
    });
  }
  const { readCertificate } = await import("../../server/running/certificate.ts");
  return readCertificate({ cert: tlsCert, key: tlsKey, ca: tlsCa });
}

/** What keeps data that is there; undefined if it is to be refused. */
function readIfEmpty({ ifEmpty, reset, seed }: ServeInput["flags"], keepsData: () => void) {
  if (!ifEmpty) return undefined;
  if (reset) throw new UsageError("--if-empty and --reset can't be used together", { hint: "use only one" });
  if (seed !== undefined) return keepsData;
  throw new UsageError("--if-empty needs --seed", {
    hint: { text: "for example", command: "payctl serve --seed demo --if-empty" },
  });
}

/** All that a dry run does of a start. */
export async function noteStart({ output }: Context, plan: ServerPlan): Promise<undefined> {
  const { database, host, port } = plan;
  const place = port === 0 ? `a free port of ${host}` : `port ${port} of ${host}`;
  await output.note(`would start a reference server on ${place} with the data in ${shownDatabase(database)}`);
}

/** Node would listen on every address. */
function noHost(): UsageError {
  return new UsageError("--host must name an address of this machine", {
    hint: "drop it for this machine alone, or use 0.0.0.0 for every address",
  });
}

/** Other servers of the database would draw from the same number. */
function notAlone(): UsageError {
  return new UsageError("--deterministic needs a database that no other server uses", {
    hint: { text: "drop it, or use a file", command: "--database FILE" },
  });
}

function readOrigins(texts: readonly string[]): readonly string[] {
  const wrong = texts.find((text) => !isOrigin(text));
  if (wrong === undefined) return texts;
  throw new UsageError(`--cors ${wrong}: must be an origin, as in http://localhost:3000, or *`);
}

/** The seed that a flag names, checked; undefined leaves the choice to the database. */
async function readSeed(name: string | undefined, context: Context): Promise<ServeOptions["data"]["seed"]> {
  if (name === undefined || name === "demo") return name;
  if (name === "empty") return {};
  const { parseSeed } = await import("../../server/seed/parse.ts");
  return parseSeed(await readInputFile(context, name, bounds.document), name);
}

async function readFaults(texts: readonly string[]) {
  if (texts.length === 0) return [];
  const { parseFaults } = await import("../../server/faults/parse-fault.ts");
  return parseFaults(texts);
}

function readClock(text: string): Date {
  const time = readRfc3339(text);
  if (time !== undefined && time.getTime() >= 0) return time;
  throw new UsageError(`--clock ${text}: must be a time in RFC 3339, as in 2030-01-31T12:00:00Z`);
}
