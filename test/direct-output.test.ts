import { execFileSync } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openOutput } from "../src/direct-output.ts";
import type { OutputStream } from "../src/terminal/streams.ts";

/** What a stream that stands by was given. */
function standBy() {
  const parts: Uint8Array[] = [];
  const stream = {
    isTTY: true,
    write(part: string | Uint8Array, done: (error?: Error | null) => void) {
      parts.push(Buffer.from(part));
      done();
      return true;
    },
  };
  return { parts, stream };
}

function writeAll(output: OutputStream, texts: readonly string[]): (Error | null | undefined)[] {
  const errors: (Error | null | undefined)[] = [];
  for (const text of texts) output.write(text, (error) => errors.push(error));
  return errors;
}

function never(): never {
  throw new Error("no stream was expected");
}

describe("an output", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "payctl-output-"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it("goes to a file without a stream, in order and whole", () => {
    const path = join(folder, "file");
    const descriptor = openSync(path, "w");
    const texts = ["Zoë\n", "", "x".repeat(1_000_000), "\n🎉\n"];
    expect(writeAll(openOutput(descriptor, never), texts)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    closeSync(descriptor);
    expect(readFileSync(path, "utf8")).toBe(texts.join(""));
  });

  it("is the stream itself where it leads to a device, or nowhere", () => {
    const { stream } = standBy();
    const descriptor = openSync("/dev/null", "w");
    expect(openOutput(descriptor, () => stream)).toBe(stream);
    closeSync(descriptor);
    expect(openOutput(descriptor, () => stream)).toBe(stream);
  });

  it("tells of what can't be written", () => {
    const path = join(folder, "read-only");
    closeSync(openSync(path, "w"));
    const descriptor = openSync(path, "r");
    expect(writeAll(openOutput(descriptor, never), ["text"])).toEqual([
      expect.objectContaining({ code: "EBADF" }),
    ]);
    closeSync(descriptor);
  });

  it("leaves the rest to the stream when a pipe is full, not a byte lost", () => {
    const path = join(folder, "pipe");
    execFileSync("sh", ["-c", `mkfifo "$0"`, path]);
    const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const writer = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    const { parts, stream } = standBy();
    const text = "ë".repeat(100_000);
    expect(
      writeAll(
        openOutput(writer, () => stream),
        [text, "end"],
      ),
    ).toEqual([undefined, undefined]);
    closeSync(writer);
    const inPipe = readFileSync(reader);
    closeSync(reader);
    expect(inPipe.length).toBeGreaterThan(0);
    expect(parts).toHaveLength(2);
    expect(Buffer.concat([inPipe, ...parts]).toString()).toBe(`${text}end`);
  });
});
