import type { Context } from "../../context.ts";
import { type AnyOperation, allOperations, findOperation } from "../../contract/operations.ts";
import { UsageError } from "../../errors.ts";
import { terminalWidth } from "../../terminal/streams.ts";
import { suggest } from "../../terminal/suggest.ts";
import { recordShape } from "../shape.ts";
import { onePage } from "../show-list.ts";
import { commands } from "../table.ts";
import { operationPage } from "./operation-page.ts";
import { describeOperation, loadJsonSchemas } from "./operation-schemas.ts";
import { findSkeleton } from "./skeletons.ts";

/** What is to be explained; no words are the whole API. */
interface Asked {
  readonly words: readonly string[];
  /** A body to start from instead. */
  readonly skeleton: boolean;
}

/** Shows one operation, or all of them. */
export async function showExplanation(context: Context, { words, skeleton }: Asked): Promise<undefined> {
  if (words.length === 0 && skeleton) {
    throw new UsageError("--skeleton needs an operation", { hint: "see the list: payctl explain" });
  }
  if (words.length === 0) {
    await listOperations(context);
    return;
  }
  const operation = getNamedOperation(words);
  if (skeleton) await showSkeleton(context, operation);
  else await showOperation(context, operation);
}

const columns = [
  { title: "OPERATION", field: "name" },
  { title: "METHOD", field: "method" },
  { title: "PATH", field: "path", shrinks: true },
  { title: "SCOPE", field: "scope" },
];

/** Every operation of the API, a row each. */
async function listOperations({ output }: Context): Promise<void> {
  const items = allOperations.map(({ name, summary, method, path, scope }) => {
    return { name, summary, method, path, scope };
  });
  const results = await output.results(recordShape(columns, ["summary"]));
  await results.list(onePage(items));
}

/** A page to people, data to scripts. */
async function showOperation(context: Context, operation: AnyOperation): Promise<void> {
  const { output } = context;
  if (output.format === "table") return showPage(context, operation);
  const results = await output.results(recordShape([], ["*"]));
  await results.record(await describeOperation(operation));
}

/** A body to start from. */
async function showSkeleton({ output }: Context, { name }: AnyOperation): Promise<void> {
  const body = findSkeleton(name);
  if (body === undefined) throw new UsageError(`${name} takes no body`, { hint: `payctl explain ${name}` });
  await output.text(JSON.stringify(body, null, 2));
}

/** An operation, and the commands that call it, as wide as the terminal. */
async function showPage({ host, output }: Context, operation: AnyOperation): Promise<void> {
  const calling = commands.filter((one) => one.operation?.name === operation.name);
  const page = operationPage(operation, await loadJsonSchemas(operation), {
    commands: calling.map(({ words }) => words.join(" ")),
    columns: terminalWidth(host.stdout, host.env),
  });
  await output.text(page);
}

/**
 * The operation that the words name: by its own name, by the words of a command, or by method and path.
 * Throws UsageError, with a suggestion where one is near.
 */
function getNamedOperation(words: readonly string[]): AnyOperation {
  const text = words.join(" ").trim();
  const found = findByName(text) ?? findByPath(text) ?? findByCommand(text);
  if (found !== undefined) return found;
  const names = allOperations.map(({ name }) => name);
  const paths = allOperations.map(({ method, path }) => `${method} ${path}`);
  const lines = commands.filter(({ operation }) => operation).map((command) => command.words.join(" "));
  const meant = suggest(text, [...names, ...lines, ...paths]);
  throw new UsageError(`there is no operation ${text}`, {
    hint: meant === undefined ? "see the list: payctl explain" : `did you mean: payctl explain ${meant}`,
  });
}

function findByName(text: string): AnyOperation | undefined {
  return allOperations.find(({ name }) => name.toLowerCase() === text.toLowerCase());
}

function findByPath(text: string): AnyOperation | undefined {
  const [method = "", path = "", ...rest] = text.split(" ");
  return rest.length > 0 ? undefined : findOperation(method.toUpperCase(), path);
}

function findByCommand(text: string): AnyOperation | undefined {
  const command = commands.find(({ words }) => words.join(" ") === text);
  return allOperations.find(({ name }) => name === command?.operation?.name);
}
