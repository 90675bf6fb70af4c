import type { ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { CommandBody } from "../../src/commands/command.ts";
import { resultSchema } from "../../src/commands/explain/result-schema.ts";
import { readCommandLine } from "../../src/program.ts";

const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, allowUnionTypes: true });
formats.default(ajv);

const validators = new WeakMap<CommandBody["run"], Promise<ValidateFunction | undefined>>();

interface Ended {
  readonly argv: readonly string[];
  /** The format if no option names one. */
  readonly usual: string | undefined;
  readonly stdout: string;
}

/** Throws if the JSON that a command printed does not match its result schema; returns whether it printed any. */
export async function checkResult({ argv, usual, stdout }: Ended): Promise<boolean> {
  const request = await readCommandLine(argv, 80).catch(() => undefined);
  if (request?.kind !== "run") return false;
  const { command, globals, input } = request.invocation;
  const format = input.flags["output"] ?? globals.output ?? usual;
  const isWhole = globals.fields === undefined && globals.query === undefined && !globals.dryRun;
  const isText = input.flags["skeleton"] || input.flags["outputSchema"];
  if (format !== "json" || !isWhole || isText || stdout === "" || !/^[{[]/.test(stdout)) return false;
  const validate = await validatorOf(command);
  if (validate === undefined) throw new Error(`payctl ${argv.join(" ")} has a result, but no schema for it`);
  if (validate(parseRows(stdout))) return true;
  throw new Error(`payctl ${argv.join(" ")}: ${ajv.errorsText(validate.errors)}`);
}

function validatorOf(command: CommandBody): Promise<ValidateFunction | undefined> {
  const known = validators.get(command.run);
  if (known !== undefined) return known;
  const compiled = resultSchema(command).then((schema) => schema && ajv.compile(schema));
  validators.set(command.run, compiled);
  return compiled;
}

/** The first of the rows that are printed one per line. */
function parseRows(stdout: string): unknown {
  try {
    return JSON.parse(stdout);
  } catch {
    return JSON.parse(stdout.split("\n")[0] ?? "");
  }
}
