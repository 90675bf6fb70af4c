import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

interface SlowList {
  /** How many entries there are, in pages of a hundred. */
  readonly total: number;
  readonly entryAt: (index: number) => unknown;
  /** Milliseconds before each page. */
  readonly pause: number;
  /** The service's clock, in milliseconds since the epoch; that of this machine unless given. */
  readonly now?: number;
  /** Where each answered page began. */
  readonly asked?: number[];
}

const pageSize = 100;

/** A slow list, so that there is time to kill a reader of it. */
export async function startSlowList({ total, entryAt, pause, now, asked }: SlowList): Promise<Server> {
  const list = createServer(async (request, response) => {
    const { searchParams } = new URL(request.url ?? "", "http://list.example");
    const start = Number(searchParams.get("cursor") ?? 0);
    asked?.push(start);
    await sleep(pause);
    const items = Array.from({ length: Math.min(pageSize, total - start) }, (_, index) =>
      entryAt(start + index),
    );
    const next = start + pageSize < total ? String(start + pageSize) : null;
    response.setHeader("content-type", "application/json");
    if (now !== undefined) response.setHeader("date", new Date(now).toUTCString());
    response.end(JSON.stringify({ items, limit: pageSize, next_cursor: next, previous_cursor: null }));
  });
  await once(list.listen(0, "127.0.0.1"), "listening");
  return list;
}

/** Ends it, even if it is still being read. */
export function stopSlowList(list: Server): void {
  list.close();
  list.closeAllConnections();
}
