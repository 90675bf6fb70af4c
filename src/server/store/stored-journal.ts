import type { JournalEntry } from "../../contract/control/schemas/requests.ts";
import type { Engine } from "./engine.ts";

const mostEntries = 1000;

/** Bytes of all entries together. */
const mostBytes = 16 * 1024 * 1024;

/** Bytes of new entries after which those that are too old are deleted; until then, they are only not shown. */
const deleteAfter = mostBytes / 16;

/** Entries that are read together: reading the newest must not cost what reading all of them does. */
const batchSize = 100;

/** The latest entries of a dataset, newest first. */
export function createStoredJournal(engine: Engine, dataset: number) {
  const { all, flush, schema, writeSoon } = engine;
  const journal = `${schema}.journal`;
  // If the dataset is gone, so is its journal.
  const addition = `INSERT INTO ${journal} (dataset, id, bytes, entry)
    SELECT id, ?, ?, ? FROM ${schema}.datasets WHERE id = ?`;
  /** The newest first, each with its rank among them and the bytes up to it. */
  const ranked = `SELECT number, count(*) OVER newest AS rank, sum(bytes) OVER newest AS total
    FROM ${journal} WHERE dataset = ? WINDOW newest AS (ORDER BY number DESC)`;
  const oldest = `(SELECT coalesce(max(number), 0) FROM (${ranked}) AS ranked
    WHERE rank > ${mostEntries} OR total > ${mostBytes})`;
  let added = 0;

  return {
    /** The entry of a request as JSON. */
    async add(id: JournalEntry["id"], text: string): Promise<void> {
      const bytes = Buffer.byteLength(text);
      await writeSoon(addition, id, bytes, text, dataset);
      added += bytes;
      if (added > deleteAfter) {
        added = 0;
        await writeSoon(`DELETE FROM ${journal} WHERE dataset = ? AND number <= ${oldest}`, dataset, dataset);
      }
    },
    /** Read as far as they are asked for; with `after`, only what came after that entry, or everything if it is not there. */
    async *newest(after?: string): AsyncGenerator<JournalEntry, void, void> {
      await flush();
      let next = Number.MAX_SAFE_INTEGER;
      for (;;) {
        const rows = await all<{ number: number; entry: string }>(
          `SELECT number, entry FROM ${journal} WHERE dataset = ? AND number < ? AND number > ${oldest} AND number >
          (SELECT coalesce(max(number), 0) FROM ${journal} WHERE dataset = ? AND id = ?)
          ORDER BY number DESC LIMIT ${batchSize}`,
          ...[dataset, next, dataset, dataset, after ?? null],
        );
        for (const { entry } of rows) yield JSON.parse(entry) as JournalEntry;
        if (rows.length < batchSize) return;
        next = rows.at(-1)?.number ?? 0;
      }
    },
    async clear(): Promise<void> {
      await writeSoon(`DELETE FROM ${journal} WHERE dataset = ?`, dataset);
      await flush();
    },
  };
}
