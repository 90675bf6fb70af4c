import type { Context } from "../../context.ts";
import { bounds } from "../../contract/control/bounds.ts";
import { type Advice, UsageError } from "../../errors.ts";
import { isOrigin } from "../../server/cors.ts";
import type { ServeOptions } from "../../server/running/serve.ts";
import { writeAside } from "../../terminal/streams.ts";
import { isPostgresUrl } from "../../values/database-address.ts";
import { readRfc3339 } from "../../values/time.ts";
import { readInputFile } from "../read-input-file.ts";
import { readControlToken } from "./control-token.ts";
import { databasePath, shownDatabase } from "./database.ts";
import { isStandardInput, type ServeInput } from "./flags.ts";

/** Everything that a start needs except the administrator's key, and what ends it. */
export interface ServerPlan extends Omit<ServeOptions, "data" | "stopWanted"> {
  readonly data: Omit<ServeOptions["data"], "administrator">;
}

/** Reads the flags and the seed; a seed that is wrong is a UsageError that names every problem. */
export async function planServer(context: Context, input: ServeInput): Promise<ServerPlan> {
  const { flags, rest } = input;
  const { host } = context;
  const database = databasePath(input, context);
  refuseOptions(input, database);
  const onExistingData = () =>
    void context.output.note("--if-empty: the database has data, and is left as it is");
  return {
    host: flags.host ?? "127.0.0.1",
    cors: flags.cors ?? [],
    // A command gets a server of its own, on any free port.
    port: flags.port ?? (rest.length > 0 ? 0 : 4010),
    certificate: await readTls(flags),
    database,
    data: {
      seed: await readSeed(flags.seed, context),
      reset: flags.reset ?? false,
      onExistingData: flags.ifEmpty ? onExistingData : undefined,
      administratorLeaves: rest.length > 0,
      mustBeNew: flags.deterministic !== undefined,
    },
    faults: await readFaults(flags.fault),
    clock: flags.clock === undefined ? undefined : readClock(flags.clock),
    deterministic: flags.deterministic,
    controlToken: await readControlToken(context, flags.controlTokenFile),
    embedLimit: flags.embedLimit ?? 50,
    log: flags.log ?? (rest.length > 0 ? "off" : "text"),
    now: () => new Date(host.now()),
    newId: () => host.randomUuid(),
    // Nobody can be told once standard error is closed.
    write: (lines) => void writeAside(host.stderr, lines),
  };
}

/** Options that are wrong, or contradict each other: whether they were given, what is wrong, and what to do. */
function refuseOptions({ flags, rest }: ServeInput, database: string): void {
  const { cors = [], detach, host, ifEmpty, reset, seed, tlsCa, tlsCert, tlsKey } = flags;
  const isTls = (tlsCa ?? tlsCert ?? tlsKey) !== undefined;
  const page = cors.find((text) => !isOrigin(text));
  const refusals: readonly (readonly [boolean | undefined, message: string, hint: Advice])[] = [
    [
      // Node would listen on every address.
      host === "",
      "--host must name an address of this machine",
      "drop it for this machine alone, or use 0.0.0.0 for every address",
    ],
    [
      page !== undefined,
      `--cors ${page}: must be an origin, as in http://localhost:3000, or *`,
      "name scheme, host and port",
    ],
    [
      isTls && (tlsCert === undefined || tlsKey === undefined),
      "https needs --tls-cert and --tls-key",
      { text: "give both", command: "payctl serve --tls-cert FILE --tls-key FILE" },
    ],
    [
      // Other servers of the database would draw from the same number.
      flags.deterministic !== undefined && isPostgresUrl(database),
      "--deterministic needs a database that no other server uses",
      { text: "drop it, or use a file", command: "--database FILE" },
    ],
    [ifEmpty && reset, "--if-empty and --reset can't be used together", "use only one"],
    [
      ifEmpty && seed === undefined,
      "--if-empty needs --seed",
      { text: "for example", command: "payctl serve --seed demo --if-empty" },
    ],
    [
      detach && rest.length > 0,
      "--detach and -- COMMAND can't be used together",
      "a server that runs a command stops with it: drop --detach",
    ],
    [
      detach && flags.exitWithParent,
      "--detach and --exit-with-parent can't be used together",
      "a detached server outlives the command that starts it: drop one of them",
    ],
    [
      detach && isStandardInput(seed),
      "a detached server can't read standard input",
      { text: "name a file", command: "--seed FILE" },
    ],
  ];
  const [, message, hint] = refusals.find(([isGiven]) => isGiven) ?? [];
  if (message !== undefined) throw new UsageError(message, { hint });
}

/** Files that can't be used, or do not belong together, are a ConfigurationError. */
async function readTls({ tlsCa, tlsCert, tlsKey }: ServeInput["flags"]) {
  if (tlsCert === undefined || tlsKey === undefined) return undefined;
  const { readCertificate } = await import("../../server/running/certificate.ts");
  return readCertificate({ cert: tlsCert, key: tlsKey, ca: tlsCa });
}

/** All that a dry run does of a start. */
export async function noteStart({ output }: Context, plan: ServerPlan): Promise<undefined> {
  const { database, host, port } = plan;
  const address = port === 0 ? `a free port of ${host}` : `port ${port} of ${host}`;
  await output.note(
    `would start a reference server on ${address} with the data in ${shownDatabase(database)}`,
  );
}

/** The seed that a flag names, checked; undefined leaves the choice to the database. */
async function readSeed(name: string | undefined, context: Context): Promise<ServeOptions["data"]["seed"]> {
  if (name === undefined || name === "demo") return name;
  if (name === "empty") return {};
  const { parseSeed } = await import("../../server/seed/parse.ts");
  return parseSeed(await readInputFile(context, name, bounds.document), name);
}

async function readFaults(texts: readonly string[] = []) {
  if (texts.length === 0) return [];
  const { parseFaults } = await import("../../server/faults/parse-fault.ts");
  return parseFaults(texts);
}

function readClock(text: string): Date {
  const time = readRfc3339(text);
  if (time !== undefined && time.getTime() >= 0) return time;
  throw new UsageError(`--clock ${text}: must be a time in RFC 3339, as in 2030-01-31T12:00:00Z`);
}
