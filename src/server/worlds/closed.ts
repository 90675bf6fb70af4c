import type { Closing } from "../../contract/control/words.ts";
import type { Journal } from "../journal/journal.ts";
import type { ClosedWorld, WorldRecord } from "./record.ts";

const most = 20;

/** The worlds that this server closed last. Of each only its journal is kept: its data may be large. */
export function createClosedWorlds(now: () => Date) {
  const latest: ClosedWorld[] = [];
  return {
    /** The latest first. */
    latest,
    remember(
      { createdAt, name, publicKey, settings }: WorldRecord,
      closedBy: Closing,
      journal: Journal,
    ): void {
      const { from, idle, key } = settings;
      const closedAt = now().toISOString();
      const world = {
        name,
        createdAt,
        publicKey,
        settings: { from, idle, key },
        closedAt,
        closedBy,
        journal,
      };
      latest.unshift(world);
      latest.splice(most);
    },
  };
}
