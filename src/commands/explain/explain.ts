import type { Context } from "../../context.ts";
import type { Input } from "../../contract/operation.ts";
import {
  type AnyOperation,
  allOperations,
  findOperation,
  type OperationName,
  type Operations,
} from "../../contract/operations.ts";
import { unsetAccount } from "../../contract/unset-account.ts";
import { UsageError } from "../../errors.ts";
import { restArgument } from "../../terminal/arguments.ts";
import { type FlagValues, switchFlag } from "../../terminal/flags.ts";
import { terminalWidth } from "../../terminal/streams.ts";
import { safeLines } from "../../values/safe-text.ts";
import { suggest } from "../../values/suggest.ts";
import { command } from "../command.ts";
import {
  boolean,
  group,
  integers,
  object,
  orMissing,
  orNull,
  record,
  rowsOf,
  shapeOf,
  string,
} from "../result.ts";
import { onePage } from "../show-list.ts";
import { loadCommands } from "../table.ts";
import { operationPage } from "./operation-page.ts";
import { describeOperation, loadJsonSchemas } from "./operation-schemas.ts";
import { operationResultSchema, resultSchema } from "./result-schema.ts";

const flags = {
  skeleton: switchFlag("print a template of the body, as JSON"),
  outputSchema: switchFlag("print the JSON Schema of the result"),
} as const;

const listResult = rowsOf(
  record({
    name: string("OPERATION"),
    summary: string(),
    method: string("METHOD"),
    path: string("PATH", { shrinks: true }),
    scope: string("SCOPE"),
  }),
);

const operationResult = record({
  name: string(),
  summary: string(),
  method: string(),
  path: string(),
  scope: string(),
  widening_scope: orMissing(string()),
  merchant_account_header: boolean(),
  success: integers(),
  repeatable: boolean(),
  paged: boolean(),
  request: group({ path: orMissing(object()), query: orMissing(object()), body: orMissing(object()) }),
  response: orNull(object()),
});

export const explain = command({
  document: true,
  about:
    "Takes the name of an operation, the words of a command, or a method and a path; without any, all are listed.",
  result: listResult,
  otherwise: { when: "with OPERATION", result: operationResult },
  arguments: {
    operation: restArgument("the operation: its name, a command, or METHOD PATH", {
      completes: "operation",
    }),
  },
  flags,
  examples: [
    { command: "payctl explain createMerchantAccount", about: "a page to read" },
    {
      command: "payctl explain merchants create --skeleton",
      about: "a body to fill in, for merchants create -f",
    },
    { command: "payctl explain POST /gift-cards/balances -o json", about: "its JSON Schemas" },
    {
      command: "payctl explain listBuyers --output-schema",
      about: "the JSON Schema of what buyers list prints",
    },
  ],
  run: (context, { arguments: { operation: words }, flags }) => showExplanation(context, words, flags),
});

/** Shows one operation, or without words all of them. */
async function showExplanation(
  context: Context,
  words: readonly string[],
  { skeleton, outputSchema }: FlagValues<typeof flags>,
): Promise<void> {
  if (skeleton && outputSchema) throw new UsageError("--skeleton and --output-schema can't be used together");
  if (words.length === 0 && (skeleton || outputSchema)) {
    const hint = { text: "see the list", command: "payctl explain" };
    throw new UsageError(`${skeleton ? "--skeleton" : "--output-schema"} needs an operation`, { hint });
  }
  if (words.length === 0) return listOperations(context);
  if (outputSchema) return showOutputSchema(context, words);
  const operation = await getNamedOperation(words);
  return skeleton ? showSkeleton(context, operation) : showOperation(context, operation);
}

/** Every operation of the API, a row each. */
async function listOperations({ output }: Context): Promise<void> {
  const items = allOperations.map(({ name, summary, method, path, scope }) => {
    return { name, summary, method, path, scope };
  });
  await (await output.results(shapeOf(listResult))).list(onePage(items));
}

/** A page for people, data for scripts. */
async function showOperation(context: Context, operation: AnyOperation): Promise<void> {
  const { host, output } = context;
  if (output.format !== "table") {
    const results = await output.results({ ...shapeOf(operationResult), describes: true });
    return results.record(await describeOperation(operation));
  }
  const calling = (await loadCommands()).filter((row) => row.operation?.name === operation.name);
  const page = operationPage(operation, await loadJsonSchemas(operation), {
    commands: calling.map(({ words }) => words.join(" ")),
    columns: terminalWidth(host.stdout, host.env),
  });
  await output.document(safeLines(page));
}

async function showSkeleton({ output }: Context, { name }: AnyOperation): Promise<void> {
  const body = findSkeleton(name);
  if (body === undefined)
    throw new UsageError(`${name} has no body`, {
      hint: { text: "to see the operation", command: `payctl explain ${name}` },
    });
  await output.text(JSON.stringify(body, null, 2));
}

/** For a command, whose words name the operation, the result may differ. */
async function showOutputSchema({ output }: Context, words: readonly string[]): Promise<void> {
  const text = words.join(" ").trim();
  const command = (await loadCommands()).find((row) => row.words.join(" ") === text);
  const schema =
    command === undefined
      ? await operationResultSchema(await getNamedOperation(words))
      : await resultSchema(command);
  if (schema === undefined) {
    throw new UsageError(`${text} has no result`, {
      hint: { text: "to see the operation", command: `payctl explain ${text}` },
    });
  }
  await output.text(JSON.stringify(schema, null, 2));
}

/**
 * The operation that the words name: by its own name, by the words of a command, or by method and path.
 * Throws UsageError, with a suggestion if one is near.
 */
async function getNamedOperation(words: readonly string[]): Promise<AnyOperation> {
  const text = words.join(" ").trim();
  const commands = await loadCommands();
  const [method = "", path = "", ...rest] = text.split(" ");
  const named = commands.find((row) => row.words.join(" ") === text);
  const found =
    allOperations.find(({ name }) => name.toLowerCase() === text.toLowerCase()) ??
    (rest.length === 0 ? findOperation(method.toUpperCase(), path) : undefined) ??
    allOperations.find(({ name }) => name === named?.operation?.name);
  if (found !== undefined) return found;
  const names = allOperations.map(({ name }) => name);
  const paths = allOperations.map(({ method, path }) => `${method} ${path}`);
  const lines = commands.filter(({ operation }) => operation).map((row) => row.words.join(" "));
  const meant = suggest(text, [...names, ...lines, ...paths]);
  throw new UsageError(`there is no operation ${text}`, {
    hint:
      meant === undefined
        ? { text: "see the list", command: "payctl explain" }
        : { text: "did you mean", command: `payctl explain ${meant}` },
  });
}

type BodyOf<Name extends OperationName> = Input<Operations[Name]>["body"];

type Skeletons = {
  readonly [Name in OperationName as BodyOf<Name> extends undefined ? never : Name]: BodyOf<Name>;
};

/** A body for each operation that takes one: valid, with every field that a caller may want to fill in. */
const skeletons: Skeletons = {
  provisionCryptogram: { merchant_initiated: false },
  registerDomain: { domain_name: "shop.example.com" },
  fetchGiftCardBalances: {
    items: [{ id: "7f6e5d4c-3b2a-4190-8f7e-6d5c4b3a2910" }, { number: "6000000000000000", pin: "0000" }],
  },
  createAccountUpdaterJob: { payment_method_ids: ["7f6e5d4c-3b2a-4190-8f7e-6d5c4b3a2910"] },
  createMerchantAccount: {
    id: "shop-berlin",
    display_name: "Shop Berlin",
    account_updater_enabled: false,
    async_network_tokens_enabled: false,
    ...unsetAccount,
  },
  updateFlowRule: {
    position: 0,
    description: "Decline cards of other countries",
    conditions: [{ name: "card_country", operator: "is_not_one_of", value: ["DE"] }],
    outcome: { type: "boolean", result: true },
    error_code: "flow_decline_country",
  },
};

/** Undefined for an operation without a body. */
export function findSkeleton(name: OperationName): object | undefined {
  const all: Readonly<Partial<Record<OperationName, object>>> = skeletons;
  return all[name];
}
