import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse as parseYaml } from "yaml";
import type { ApiResponse, Exchange } from "../../src/contract/exchange.ts";
import { formats } from "../../src/terminal/output.ts";
import { type Ran, type RunOptions, run } from "../helpers/run.ts";
import { fresh, shared } from "../helpers/shared.ts";
import { thorough } from "../helpers/thorough.ts";
import { readCsv } from "../terminal/render/read-csv.ts";
import { openStage, sending } from "./stage.ts";

const span = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join("");

/** Everything that controls a terminal or hides, between visible words. */
const hostile = [
  "C0",
  span(0x00, 0x1f),
  "DEL\u007f C1",
  span(0x80, 0x9f),
  "\u001b]0;owned\u0007\u001b[2J\u001b[1A\u001bP\u001b\\\u009b31m",
  "bidi \u061c\u200e\u200f",
  span(0x202a, 0x202e),
  span(0x2066, 0x2069),
  " zero \u200b\u2060\ufeff\u00ad\u180e\u034f",
  " lines \u2028\u2029\u0085",
  " tags ",
  String.fromCodePoint(0xe0001, 0xe0041, 0xe007f),
  " lone \ud800 \udfff \udc00\ud800 end",
].join("");

const steering =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]|\u034f/u;

/** Where a format is read: without a terminal, and on one; only tables are drawn to fit its width. */
const terminalsOf = (format: string) => (format === "table" ? [undefined, 80, 120] : [undefined, 80]);

/** Colours of our own would be found, too. */
function on(terminal: number | undefined): RunOptions {
  return { env: { NO_COLOR: "1" }, ...(terminal === undefined ? {} : { terminal }) };
}
const stage = await shared(openStage());

/** The reference server, except that every text is hostile, including the names of unknown fields. */
function hostileService(reference = stage.reference): {
  readonly exchange: Exchange;
  readonly answers: ApiResponse[];
} {
  const answers: ApiResponse[] = [];
  return {
    answers,
    async exchange(request) {
      const { body, status } = await reference.exchange(request);
      const headers = { "content-type": "application/json", server: hostile, "retry-after": hostile };
      const spoilt = body === "" ? "" : JSON.stringify(spoil(JSON.parse(body)));
      answers.push({ status, headers, body: spoilt });
      return { status, headers, body: spoilt };
    },
  };
}

function spoil(value: unknown): unknown {
  if (typeof value === "string") return `${value} ${hostile}`;
  if (Array.isArray(value)) return value.map(spoil);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    name === "next_cursor" ? inner : spoil(inner),
  ]);
  return { ...Object.fromEntries(entries), ...("id" in value ? { [`x ${hostile}`]: `=${hostile}` } : {}) };
}

/** What a format may contain unescaped besides line feeds: in CSV, only inside quotes. */
function withoutAllowed(text: string, format: string): string {
  if (format === "csv")
    return text.replace(/"(?:[^"]|"")*"/g, (cell) => cell.replace(/[\r\n\t]/g, "")).replaceAll("\n", "");
  return text.replace(format === "tsv" || format === "id" ? /[\n\t]/g : /\n/g, "");
}

function expectHarmless({ stdout, stderr }: Ran, format: string): void {
  expect(withoutAllowed(stdout, format)).not.toMatch(steering);
  // Progress redraws its line by a sequence of its own, which no hostile text contains.
  expect(stderr.replaceAll(/\n|\r\u001b\[K/g, "")).not.toMatch(steering);
}

/** A line as in the help, in a format of the test's own choice. */
function inFormat(line: string, format: string): string {
  return `${line.replace(/ -o \w+/, "")} -o ${format}`;
}

const errorFormats = thorough<readonly string[]>(["json", "table"], formats);

/** Commands that end on their own; a refusal ends a tail. */
const ending = sending.filter(({ name }) => name !== "audit tail");

describe.each(formats)("hostile texts of the service in %s", (format) => {
  it.each(ending)("are left harmless by $name", async (example) => {
    for (const terminal of terminalsOf(format)) {
      const { exchange } = hostileService();
      const line = inFormat(example.line, format);
      const ran = await stage.run({ ...example, line }, { exchange, ...on(terminal) });
      expectHarmless(ran, format);
      expect(ran.code).not.toBe(1);
    }
  });

  it("are left harmless by a tail and by the error that ends it", async () => {
    for (const terminal of terminalsOf(format)) {
      const { exchange } = hostileService();
      let count = 0;
      const ran = await run(`audit tail -o ${format}`, {
        reference: stage.reference,
        exchange: async (request) => {
          count += 1;
          return count < 3
            ? exchange(request)
            : { status: 401, headers: {}, body: JSON.stringify({ message: hostile }) };
        },
        ...on(terminal),
      });
      expectHarmless(ran, format);
      expect(ran.code).toBe(7);
    }
  });

  // An error is JSON or words, whatever the format of the data.
  if (!errorFormats.includes(format)) return;

  it.each([400, 401, 403, 404, 409, 422, 429, 500])(
    "are left harmless in the error of a %i",
    async (status) => {
      const problem = { location: hostile, pointer: `/${hostile}`, message: hostile, type: hostile };
      const body = {
        type: hostile,
        code: hostile,
        status,
        message: hostile,
        resource_id: hostile,
        details: [problem],
        detail: [
          {
            loc: ["body", hostile],
            msg: hostile,
            type: hostile,
            input: hostile,
            ctx: { [hostile]: hostile },
          },
        ],
      };
      const headers = { date: hostile, "retry-after": hostile, "x-request-id": hostile, server: hostile };
      const exchange: Exchange = async () => ({ status, headers, body: JSON.stringify(body) });
      for (const debug of ["", "--debug", "--debug=http"]) {
        for (const terminal of terminalsOf(format)) {
          const ran = await run(`buyers list --retries 1 -o ${format} ${debug}`, {
            reference: stage.reference,
            exchange,
            ...on(terminal),
          });
          expectHarmless(ran, format);
          expect(ran.stdout).toBe("");
          if (terminal !== undefined || !["json", "ndjson", "yaml"].includes(format)) continue;
          const { error } = JSON.parse(ran.stderr.trimEnd().split("\n").at(-1) ?? "");
          expect(error).toMatchObject({ message: hostile, code: hostile, status, resource_id: hostile });
          expect(error.fields).toContainEqual({ field: `body.${hostile}`, message: hostile });
        }
      }
    },
  );

  it("are left harmless in a configuration that was edited by hand", async () => {
    const profile = {
      baseUrl: `https://x.example/${hostile}`,
      merchantAccount: hostile,
      keyFile: hostile,
      key: hostile,
    };
    const config = JSON.stringify({ current: hostile, profiles: { [hostile]: profile } });
    await writeFile(join(stage.configDirectory, "config.json"), config);
    for (const line of [
      "profile list",
      "profile show",
      "profile use nobody",
      "buyers list",
      "auth status",
      "keys show",
    ]) {
      for (const terminal of terminalsOf(format)) {
        const ran = await run(`${line} -o ${format} --no-input`, {
          configDirectory: stage.configDirectory,
          signedOut: true,
          reference: stage.reference,
          ...on(terminal),
        });
        expectHarmless(ran, format);
        expect(ran.code).not.toBe(1);
      }
    }
  });

  it("are left harmless among the words of the command line", async () => {
    for (const words of [
      ["buyers", hostile],
      [hostile],
      ["buyers", "list", `--${hostile}`],
      ["buyers", "list", "--fields", hostile],
      ["buyers", "list", "--query", hostile],
      ["-p", hostile, "buyers", "list"],
      ["api", "GET", hostile],
      ["tokens", "suspend", hostile, hostile],
      ["profile", "add", hostile, "--base-url", "http://localhost"],
      ["audit", "list", "--since", hostile],
      ["explain", hostile],
    ]) {
      const line = words.map((word) => (word === hostile ? `"${word}"` : word)).join(" ");
      const ran = await run(`${line} -o ${format}`, { reference: stage.reference });
      expectHarmless(ran, format);
      expect(ran.code).toBeGreaterThan(1);
    }
  });
});

describe("what programs read", () => {
  const own = [
    ...["audit tail", "audit export", "audit summary", "auth status", "doctor", "merchants apply"],
    ...["audit show", "keys delete", "wallets register-domain"],
  ];
  const resources = sending.filter(({ name }) => !own.includes(name));

  it.each(resources)(
    "the command $name prints exactly what the service sent, in JSON, NDJSON and YAML",
    async (example) => {
      for (const format of ["json", "ndjson", "yaml"]) {
        const own = await fresh(openStage());
        const { answers, exchange } = hostileService(own.reference);
        const { stdout, stderr } = await own.run(
          { ...example, line: inFormat(example.line, format) },
          { exchange },
        );
        const [answer] = answers.map(({ body }) => JSON.parse(body));
        const expected = "items" in answer ? answer.items : [answer];
        expect(expected.length, stderr).toBeGreaterThan(0);
        expect(rowsOf(stdout, format)).toEqual(expected);
      }
    },
  );

  function rowsOf(stdout: string, format: string): unknown {
    if (format === "ndjson")
      return stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
    const value = format === "json" ? JSON.parse(stdout) : parseYaml(stdout);
    return "items" in value ? value.items : [value];
  }

  it("hostile texts come back from CSV cell by cell", async () => {
    const { answers, exchange } = hostileService();
    const fields = ["id", "display_name", "external_identifier", "account_number", "updated_at"];
    const { stdout } = await run(`buyers list --pii -o csv --fields ${fields.join(",")}`, {
      reference: stage.reference,
      exchange,
    });
    const [header, ...rows] = readCsv(stdout);
    const { items } = JSON.parse(answers[0]?.body ?? "");
    expect(header).toEqual(fields);
    expect(rows.map((row) => row.map(unescaped))).toEqual(
      items.map((item: Record<string, string | null>) => fields.map((field) => item[field] ?? "")),
    );
  });

  /** The hostile text has no backslash besides those of two terminal sequences, which no u follows. */
  function unescaped(cell: string): string {
    return cell.replace(/\\u(?:\{([0-9a-f]+)\}|([0-9a-f]{4}))/g, (_, long, short) =>
      String.fromCodePoint(Number.parseInt(long ?? short, 16)),
    );
  }
});
