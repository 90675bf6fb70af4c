import { onePage } from "../commands/one-page.ts";
import { recordShape } from "../commands/record-shape.ts";
import type { Context } from "../context.ts";
import { allOperations } from "../contract/operations.ts";

const columns = [
  { title: "OPERATION", field: "name" },
  { title: "METHOD", field: "method" },
  { title: "PATH", field: "path", shrinks: true },
  { title: "SCOPE", field: "scope" },
];

/** Every operation of the API, a row each. */
export async function listOperations({ output }: Context): Promise<void> {
  const items = allOperations.map(({ name, summary, method, path, scope }) => {
    return { name, summary, method, path, scope };
  });
  const results = await output.results(recordShape(columns, ["summary"]));
  await results.list(onePage(items));
}
