import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Exchange } from "../../../src/contract/exchange.ts";
import { run } from "../../helpers/run.ts";
import { sharedFolder } from "../../helpers/shared.ts";
import { ids } from "../../helpers/small-company.ts";

const folder = sharedFolder();
const file = join(folder, "report.xml");

/** A service that refuses one account, in words that would break the report if they were markup. */
const refusing: Exchange = async ({ body }) => {
  const { id } = JSON.parse(Buffer.from(body ?? []).toString());
  const message = 'a < b & "c" \u001b]0;x\u0007\uffff';
  const refusal = JSON.stringify({ type: "error", code: "bad_request", status: 400, message, details: [] });
  return id === "shop-2"
    ? { status: 400, headers: { "x-request-id": "r2" }, body: refusal }
    : { status: 201, headers: {}, body: JSON.stringify({ id }) };
};

it("--report junit=FILE shows each item as a test, with its place and why it failed", async () => {
  const files = { "a.csv": "id,display_name\nshop-1,One\nshop-2,Two\n" };
  const ran = await run(`merchants apply -f a.csv --concurrency 1 --report junit=${file}`, {
    files,
    exchange: refusing,
  });
  expect(ran.code).toBe(11);
  expect(await readFile(file, "utf8")).toBe(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<testsuites tests="2" failures="1" errors="0" skipped="0">',
      '<testsuite name="payctl merchants apply" tests="2" failures="1" errors="0" skipped="0">',
      '<testcase classname="payctl merchants apply" name="shop-1" file="a.csv" line="2"/>',
      '<testcase classname="payctl merchants apply" name="shop-2" file="a.csv" line="3"><failure type="failed" message="a &lt; b &amp; &quot;c&quot; \\u001b]0;x\\u0007\\uffff (400 bad_request, request r2)"/></testcase>',
      "</testsuite>",
      "</testsuites>",
      "",
    ].join("\n"),
  );
});

it("--report says of each item that it was skipped where continuing was pointless", async () => {
  const exchange: Exchange = async () => ({ status: 401, headers: {}, body: "" });
  const files = { "a.csv": "id,display_name\nshop-1,One\nshop-2,Two\nshop-3,Three\n" };
  const line = `merchants apply -f a.csv --concurrency 1 --report junit=${file}`;
  expect((await run(line, { files, exchange })).code).toBe(7);
  const text = await readFile(file, "utf8");
  expect(text).toContain('tests="3" failures="1" errors="0" skipped="2"');
  expect(text).toContain('name="shop-3" file="a.csv" line="4"><skipped/></testcase>');
});

it.each([
  `tokens suspend ${ids.activeCard} ${ids.activeToken}`,
  `updater create ${ids.activeCard}`,
  `keys delete ${ids.ada} --yes`,
])("%s writes a report for a single item too", async (line) => {
  const path = join(folder, `${line.split(" ")[0]}.xml`);
  await run(`${line} --report junit=${path}`);
  expect(await readFile(path, "utf8")).toContain(`<testsuites tests="1" `);
});

it.each(["results.xml", "html=results.html"])(
  "--report %s is refused before anything is sent",
  async (value) => {
    const ran = await run(`merchants apply -f a.csv --report ${value} -o table`);
    expect(ran).toMatchObject({ code: 2, requests: [] });
    expect(ran.stderr).toContain(`--report ${value}: must be junit=FILE, as in junit=results.xml\n`);
  },
);

it("a report that can't be written is refused before anything is sent", async () => {
  const files = { "a.csv": "id,display_name\nshop-1,One\n" };
  const ran = await run(`merchants apply -f a.csv --report junit=${folder} -o table`, { files });
  expect(ran).toMatchObject({ code: 2, requests: [] });
  expect(ran.stderr).toContain(`error: ${folder} is a folder\n`);
});
