import { findOperation } from "../contract/find-operation.ts";
import { type AnyOperation, allOperations } from "../contract/operations.ts";
import { UsageError } from "../errors.ts";
import { suggest } from "../terminal/suggest.ts";

/** A command and the operation that it calls. */
export interface CallingCommand {
  readonly words: readonly string[];
  readonly operation?: { readonly name: string };
}

/**
 * The operation that the words name: by its own name, by the words of a command, or by method and path.
 * Throws UsageError, with a suggestion where one is near.
 */
export function getNamedOperation(
  words: readonly string[],
  commands: readonly CallingCommand[],
): AnyOperation {
  const text = words.join(" ").trim();
  const found = findByName(text) ?? findByPath(text) ?? findByCommand(text, commands);
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

function findByCommand(text: string, commands: readonly CallingCommand[]): AnyOperation | undefined {
  const command = commands.find(({ words }) => words.join(" ") === text);
  return allOperations.find(({ name }) => name === command?.operation?.name);
}
