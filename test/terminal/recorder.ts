import { createOutput } from "../../src/terminal/create-output.ts";
import type { Column, ListPage, OutputSettings, Shape } from "../../src/terminal/output.ts";
import type { OutputStream } from "../../src/terminal/streams.ts";
import { stringifyJson } from "../../src/values/json.ts";

/** Two streams and what was written to them. */
export interface Recorder {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly written: { stdout: string; stderr: string };
}

export function createRecorder(terminal: { columns?: number } | undefined): Recorder {
  const written = { stdout: "", stderr: "" };
  const stream = (name: keyof typeof written): OutputStream => ({
    ...(terminal === undefined ? {} : { isTTY: true, ...terminal }),
    write(text, done) {
      written[name] += text;
      setImmediate(done);
      return true;
    },
  });
  return { stdout: stream("stdout"), stderr: stream("stderr"), written };
}

export interface Shown {
  readonly stdout: string;
  readonly stderr: string;
}

type Options = Partial<OutputSettings> & { readonly terminal?: { readonly columns?: number } };

export function openOutput({ terminal, ...settings }: Options) {
  const recorder = createRecorder(terminal);
  const output = createOutput({
    stdout: recorder.stdout,
    stderr: recorder.stderr,
    env: {},
    now: () => 0,
    later: () => () => {},
    format: "json",
    fields: undefined,
    query: undefined,
    color: "never",
    zone: async () => undefined,
    quiet: false,
    reveal: false,
    secretFields: ["private_key"],
    json: { stringify: stringifyJson },
    ...settings,
  });
  return { output, written: recorder.written };
}

export function shapeOf(columns: readonly Column[], names: readonly string[] = ["*"]): Shape {
  return { columns, fieldNames: async () => names };
}

/** What a record looks like. */
export async function showRecord(value: unknown, options: Options, shape = shapeOf([])): Promise<Shown> {
  const { output, written } = openOutput(options);
  await (await output.results(shape)).record(value);
  return written;
}

/** What a list looks like that comes in these pages. */
export async function showList(
  pages: readonly (readonly unknown[])[],
  options: Options,
  shape = shapeOf([]),
): Promise<Shown> {
  const { output, written } = openOutput(options);
  await (await output.results(shape)).list(pagesOf(pages));
  return written;
}

export async function* pagesOf(pages: readonly (readonly unknown[])[]): AsyncGenerator<ListPage> {
  for (const [index, items] of pages.entries()) {
    yield { items, limit: 2, nextCursor: index === pages.length - 1 ? null : `c${index + 1}` };
  }
}
