import { expect, it } from "vitest";
import {
  ClosedPipeError,
  type OutputStream,
  roomInLine,
  terminalWidth,
  write,
} from "../../src/terminal/streams.ts";
import { createRecorder } from "./recorder.ts";

function failing(code: string): OutputStream {
  return {
    write(_text, done) {
      done(Object.assign(new Error(`${code}: sorry`), { code }));
      return false;
    },
  };
}

it.each(["EPIPE", "EOF", "ERR_STREAM_DESTROYED"])(
  "a stream takes %s for a reader that went away",
  async (code) => {
    await expect(write(failing(code), "x")).rejects.toBeInstanceOf(ClosedPipeError);
  },
);

it("a stream says why the output can't be written", async () => {
  await expect(write(failing("ENOSPC"), "x")).rejects.toMatchObject({
    exitCode: 11,
    message: "the output can't be written: ENOSPC: sorry",
  });
});

it("a write waits until the stream took the text", async () => {
  let take: () => void = () => {};
  const stream: OutputStream = {
    write(_text, done) {
      take = done;
      return false;
    },
  };
  let isTaken = false;
  const written = write(stream, "x").then(() => {
    isTaken = true;
  });
  await new Promise(setImmediate);
  expect(isTaken).toBe(false);
  take();
  await written;
  expect(isTaken).toBe(true);
});

it.each<[string, { columns?: number }, Record<string, string>, number]>([
  ["asks the terminal", { columns: 120 }, {}, 120],
  ["prefers COLUMNS", { columns: 120 }, { COLUMNS: "66" }, 66],
  ["ignores a COLUMNS that is no number", { columns: 120 }, { COLUMNS: "wide" }, 120],
  ["ignores an empty COLUMNS", { columns: 120 }, { COLUMNS: "" }, 120],
  ["takes 80 where nobody knows", {}, {}, 80],
  ["takes 80 for a terminal that says 0", { columns: 0 }, {}, 80],
])("terminalWidth %s", (_, terminal, env, width) => {
  expect(terminalWidth(createRecorder(terminal).stdout, env)).toBe(width);
});

it("a file keeps its lines as long as they are, whatever COLUMNS says", () => {
  expect(roomInLine(createRecorder(undefined).stderr, { COLUMNS: "66" })).toBe(Number.POSITIVE_INFINITY);
  expect(roomInLine(createRecorder({ columns: 120 }).stderr, { COLUMNS: "66" })).toBe(66);
});
