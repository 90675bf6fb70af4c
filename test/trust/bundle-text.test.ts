import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import type { Exchange } from "../../src/contract/exchange.ts";
import { formats } from "../../src/terminal/output.ts";
import { serveHttp } from "../client/servers.ts";
import { anyToken } from "../helpers/keys.ts";
import { commandLine } from "../helpers/program.ts";
import { run } from "../helpers/run.ts";

/** Names that a spreadsheet would run or only seems to, that control a terminal, and of wide letters. */
const names = [
  ..."＝1+1 ＋1 －1 ＠SUM =1+1 -1 ïle ¼ Zoë 漢字 👩\u200d👩\u200d👧 می\u200cخواهم".split(" "),
  'x;=HYPERLINK("http://127.0.0.1")',
  "x; ＝1",
  "a\tb\nc\r=1",
  "\u001b[2J\u009b31m\u0007\u0085\u007f",
  "\u202eevil\u2066 \u200b\ufeff\u2028\u00ad",
  "lone \ud800 tag \u{e0041}",
];

const body = JSON.stringify({
  items: names.map((name, index) => ({
    id: `c1000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
    display_name: name,
    external_identifier: name,
  })),
  limit: 100,
  next_cursor: null,
});

/** What the built program writes. */
async function built(line: string): Promise<string> {
  const port = await serveHttp((_, response) =>
    response.setHeader("content-type", "application/json").end(body),
  );
  const env = {
    PATH: process.env["PATH"] ?? "",
    PAYCTL_CONFIG_DIR: "/nowhere",
    PAYCTL_BASE_URL: `http://127.0.0.1:${port}`,
    PAYCTL_TOKEN: anyToken("buyers.read"),
  };
  const { stdout } = await promisify(execFile)(...commandLine(line.split(" ")), { env });
  return stdout;
}

const service: Exchange = async () => ({ status: 200, headers: {}, body });

it.each(formats)(
  "the bundle writes the same bytes as the source, whatever names hold: %s",
  async (format) => {
    const line = `buyers list -o ${format}`;
    const { stdout } = await run(line, { exchange: service });
    expect(await built(line)).toBe(stdout);
  },
);

it("the bundle defuses formulas in CSV, of full-width signs too, and nothing else", async () => {
  const lines = (await built("buyers list -o csv --fields display_name --no-header")).split("\n");
  expect(lines.slice(0, 9)).toEqual(["'＝1+1", "'＋1", "'－1", "'＠SUM", "'=1+1", "-1", "ïle", "¼", "Zoë"]);
  expect(lines).toContain(`"x;'=HYPERLINK(""http://127.0.0.1"")"`);
  expect(lines).toContain("x;' ＝1");
});
