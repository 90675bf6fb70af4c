import { join } from "node:path";
import type { Context } from "../../context.ts";
import { disk } from "../../files/disk.ts";
import { makePassingFolder } from "../../files/passing-folder.ts";
import type { ListPage } from "../../terminal/output.ts";
import { stringifyJson } from "../../values/json.ts";
import { readPages } from "./converting.ts";
import { makeFile } from "./growing-file.ts";

/** The rows of a list in the opposite order; until all have come they wait in a file, so that memory stays flat. */
export async function* oldestFirst(
  { host: { signal }, output }: Context,
  pages: AsyncIterable<ListPage>,
): AsyncGenerator<ListPage> {
  const folder = await makePassingFolder("order");
  const path = join(folder, "entries.ndjson");
  const progress = output.progress({ done: "read" });
  let last: ListPage | undefined;
  try {
    await makeFile(path, async (write) => {
      for await (const page of pages) {
        last = page;
        const lines = page.items.map((item) => `${stringifyJson(item)}\n`);
        if (lines.length > 0) await write(Buffer.from(lines.join("")));
        await progress.advance(lines.length);
      }
    });
    await progress.end();
    if (last === undefined) return;
    const { items: _, ...envelope } = last;
    for await (const items of readPages(path, { signal, lastFirst: true })) yield { ...envelope, items };
    yield { ...envelope, items: [] };
  } finally {
    await progress.end();
    await disk.rm(folder, { recursive: true, force: true });
  }
}
