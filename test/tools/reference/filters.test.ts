import { expect, it } from "vitest";
import { listFlags } from "../../../src/commands/show-list.ts";
import { loadCommands } from "../../../src/commands/table.ts";
import { flagName } from "../../../src/terminal/words.ts";
import { filtersOf } from "../../../tools/reference/command-page.ts";
import { run } from "../../helpers/run.ts";

const commands = await loadCommands();

const reading = commands.filter(({ operation }) => operation?.method === "GET");

/** Options of lists that are not filters, neither of the service nor of payctl. */
const others = [
  "--format",
  "--html",
  "--interval",
  "--limit",
  "--merchant-account",
  "--once",
  "--open",
  "--out",
  "--output",
  "--pii",
  "--settle",
  "--state",
  "--title",
  "--top",
];

it.each(reading)(
  "the filters of $words are all that is neither paging nor a file nor about looks",
  async (command) => {
    const { payctl, service } = await filtersOf(command);
    const left = Object.keys(command.flags)
      .filter((key) => !Object.hasOwn(listFlags, key))
      .map((key) => `--${flagName(key)}`)
      .filter((name) => !others.includes(name));
    expect([...service, ...payctl].toSorted()).toEqual(left.toSorted());
  },
);

it("a command that changes something has no filters", async () => {
  const changing = commands.filter(({ operation }) => operation?.method !== "GET");
  const found = await Promise.all(changing.map(filtersOf));
  expect(found.every(({ payctl, service }) => payctl.length + service.length === 0)).toBe(true);
});

it.each([
  ["buyers list --search Ada --external-identifier a", ["search", "external_identifier"]],
  ["audit list --action created --resource-type rule", ["action", "resource_type"]],
  ["audit list --since 24h --until 1h", []],
  ["audit list --user Mary --no-staff --not-action updated --resource Ada", []],
  ["keys list --inactive --unused-since 90d", []],
  ["merchants three-ds default --currency EUR", ["currency"]],
])("filters are sent, or not, as they say: %s", async (line, sent) => {
  const { requests } = await run(line);
  const query = new URL(requests[0]?.target ?? "", "http://localhost").searchParams;
  expect([...query.keys()].filter((name) => name !== "limit")).toEqual(sent);
});
