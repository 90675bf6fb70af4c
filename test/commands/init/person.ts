import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import type { Host } from "../../../src/context.ts";

/** What a person waits for on the terminal, and types then. */
type Step = readonly [seen: string | undefined, keys: string];

/** A person at a terminal, who types each time something new appears. */
export function personWho(steps: readonly Step[]) {
  const keyboard = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} });
  const waiting = [...steps];
  let screen = "";
  let unread = "";
  const look = (text: string): void => {
    screen += text;
    unread += text;
    const [seen = "", keys] = waiting[0] ?? [];
    if (keys === undefined || !unread.includes(seen)) return;
    waiting.shift();
    unread = "";
    // A question takes keys once it is on the screen.
    setImmediate(() => setImmediate(() => keyboard.write(keys)));
  };
  return {
    alter: (host: Host): Host => ({
      ...host,
      stdin: keyboard,
      stderr: {
        ...host.stderr,
        write: (text, done) => {
          look(text);
          return host.stderr.write(text, done);
        },
      },
    }),
    /** All that was on the screen, without cursor movements. */
    seen: () => stripVTControlCharacters(screen),
  };
}
