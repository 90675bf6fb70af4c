import type { Context } from "../context.ts";
import { type AnyOperation, allOperations } from "../contract/operations.ts";
import { UsageError } from "../errors.ts";
import { restArgument } from "../terminal/arguments.ts";
import { switchFlag } from "../terminal/flags.ts";
import { terminalWidth } from "../terminal/width.ts";
import { command } from "./command.ts";
import { recordShape } from "./record-shape.ts";

const columns = [
  { title: "OPERATION", field: "name" },
  { title: "METHOD", field: "method" },
  { title: "PATH", field: "path", shrinks: true },
  { title: "SCOPE", field: "scope" },
];

export const explain = command({
  words: ["explain"],
  summary: "Explain an operation of the API: fields, scope, limits",
  about:
    "An operation is named by its own name, by the words of a command, or by method and path; without any, all are listed.",
  shape: "{name, summary, method, path, scope, ..., request: {path, query, body}, response}",
  arguments: {
    operation: restArgument("the operation: its name, a command, or METHOD PATH", {
      completes: "operation",
    }),
  },
  flags: { skeleton: switchFlag("print a body to start from, as JSON") },
  examples: [
    { command: "payctl explain createMerchantAccount -o table", about: "a page for people" },
    {
      command: "payctl explain merchants create --skeleton",
      about: "a body to fill in, for merchants create -f",
    },
    { command: "payctl explain POST /gift-cards/balances -o json", about: "its JSON Schemas" },
  ],
  run: async (context, { arguments: { operation: words }, flags }) => {
    if (words.length === 0 && flags.skeleton) {
      throw new UsageError("--skeleton needs an operation", { hint: "see the list: payctl explain" });
    }
    if (words.length === 0) await showAll(context);
    else if (flags.skeleton) await showSkeleton(context, await findByWords(words));
    else if (context.output.format === "table") await showPage(context, await findByWords(words));
    else await showSchemas(context, await findByWords(words));
    return undefined;
  },
});

async function findByWords(words: readonly string[]): Promise<AnyOperation> {
  const [{ commands }, { findOperation }] = await Promise.all([
    import("./table.ts"),
    import("../explain/find-operation.ts"),
  ]);
  return findOperation(words, commands);
}

async function showAll({ output }: Context): Promise<void> {
  const items = allOperations.map(({ name, summary, method, path, scope }) => {
    return { name, summary, method, path, scope };
  });
  const results = await output.results(recordShape(columns, ["summary"]));
  await results.list(onePage(items));
}

async function* onePage(items: readonly unknown[]) {
  yield { items, limit: undefined, nextCursor: undefined };
}

async function showSkeleton({ output }: Context, { name }: AnyOperation): Promise<void> {
  const { findSkeleton } = await import("../explain/skeletons.ts");
  const body = findSkeleton(name);
  if (body === undefined) throw new UsageError(`${name} takes no body`, { hint: `payctl explain ${name}` });
  await output.text(JSON.stringify(body, null, 2));
}

async function showPage({ host, output }: Context, operation: AnyOperation): Promise<void> {
  const [{ commands }, { operationPage }, { loadJsonSchemas }] = await Promise.all([
    import("./table.ts"),
    import("../explain/operation-page.ts"),
    import("../explain/operation-schemas.ts"),
  ]);
  const calling = commands.filter((one) => one.operation?.name === operation.name);
  const page = operationPage(operation, await loadJsonSchemas(operation), {
    commands: calling.map(({ words }) => words.join(" ")),
    columns: terminalWidth(host.stdout, host.env),
  });
  await output.text(page);
}

async function showSchemas({ output }: Context, operation: AnyOperation): Promise<void> {
  const { describeOperation } = await import("../explain/operation-schemas.ts");
  const results = await output.results(recordShape([], ["*"]));
  await results.record(await describeOperation(operation));
}
