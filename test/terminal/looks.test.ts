import { expect, it } from "vitest";
import { listing } from "../helpers/audit-lists.ts";
import { type RunOptions, run } from "../helpers/run.ts";

const long = "A resource with a name that no narrow window shows in full, however one shrinks the others";
const entries = ["deleted", "created", "updated"].map((action, index) => ({
  id: `e${index}`,
  timestamp: `2026-01-15T11:00:0${index}Z`,
  action,
  merchant_account_id: "default",
  resource: { type: "rule", id: "r", name: long },
  user: { id: "u", name: "deleted", is_staff: false },
}));

function ask(line: string, options: RunOptions = {}) {
  return run(line, { exchange: listing(entries), ...options });
}

it.each([50, 80])(
  "--wide cuts nothing and leaves out no column on a terminal of %i columns",
  async (terminal) => {
    const { stdout, stderr } = await ask("audit list --wide --color never", { terminal });
    const [head, ...rows] = stdout.trimEnd().split("\n");
    expect(head).toMatch(/^TIME \(UTC\) +WHO +ACTION +RESOURCE TYPE +RESOURCE +ACCOUNT +ID$/);
    expect(rows).toHaveLength(3);
    for (const row of rows)
      expect(row).toMatch(new RegExp(`Z  deleted  \\w+  rule +${long}  default  e\\d$`));
    expect(stderr).toBe("");
  },
);

it("--wide is named if a column found no room", async () => {
  const { stderr } = await ask("audit list --color never", { terminal: 70 });
  expect(stderr).toBe(
    "hidden for lack of space: WHO, RESOURCE TYPE, ACCOUNT, ID (use --wide\nor --fields)\n",
  );
});

const line = "audit list --no-header --fields action,user.name --color never";

it("--no-header leaves the rows of a table, on a terminal and off one", async () => {
  for (const options of [{ terminal: 80 }, { env: { PAYCTL_OUTPUT: "table" } }]) {
    const { stdout } = await ask(line, options);
    const rows = stdout.replace(/ +$/gm, "").replace(/ +/g, " ");
    expect(rows).toBe("deleted deleted\ncreated deleted\nupdated deleted\n");
  }
});

it.each([
  ["csv", ","],
  ["tsv", "\t"],
])("--no-header leaves the rows of %s", async (format, mark) => {
  const { stdout } = await ask(`${line} -o ${format}`);
  expect(stdout).toBe(["deleted", "created", "updated"].map((word) => `${word}${mark}deleted\n`).join(""));
  const empty = await ask(`${line} -o ${format}`, { exchange: listing([]) });
  expect(empty.stdout).toBe("");
});

const painted = ["\u001b[31mdeleted\u001b[39m", "\u001b[32mcreated\u001b[39m", "updated"];

it.each<[string, RunOptions, string]>([
  ["in a table", { terminal: 120 }, ""],
  ["in a table that is cut", { terminal: 70 }, ""],
  ["on cards", { terminal: 45 }, ""],
  ["in a wide table", { terminal: 70 }, "--wide"],
  ["in a file, where colour is asked for", { env: { PAYCTL_OUTPUT: "table" } }, ""],
])("words for states have their colours %s, and no other word has one", async (_, options, flags) => {
  const { stdout } = await ask(`audit list --color always ${flags}`, options);
  for (const word of painted) expect(stdout).toContain(word);
  const colours = stdout.match(/\u001b\[3\dm\w+/g);
  expect(colours).toEqual(["\u001b[31mdeleted", "\u001b[32mcreated"]);
});

it("the colours of states take no room of their own", async () => {
  const plain = await ask("audit list --color never", { terminal: 100 });
  const coloured = await ask("audit list --color always", { terminal: 100 });
  expect(coloured.stdout.replace(/\u001b\[\d+m/g, "")).toBe(plain.stdout);
});
