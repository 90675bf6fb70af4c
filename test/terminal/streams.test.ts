import { expect, it } from "vitest";
import { ClosedPipeError, type OutputStream, write } from "../../src/terminal/streams.ts";

function failing(code: string): OutputStream {
  return {
    write(_text, done) {
      done(Object.assign(new Error(`${code}: sorry`), { code }));
      return false;
    },
  };
}

it.each(["EPIPE", "EOF", "ERR_STREAM_DESTROYED"])("takes %s for a reader that went away", async (code) => {
  await expect(write(failing(code), "x")).rejects.toBeInstanceOf(ClosedPipeError);
});

it("says why the output can't be written", async () => {
  await expect(write(failing("ENOSPC"), "x")).rejects.toMatchObject({
    exitCode: 11,
    message: "the output can't be written: ENOSPC: sorry",
  });
});

it("waits until the stream took the text", async () => {
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
