import { expect, it } from "vitest";
import { type RunOptions, run } from "../../helpers/run.ts";
import { freshFolder } from "../../helpers/shared.ts";
import { ids } from "../../helpers/small-company.ts";

const cards = [ids.activeCard, ids.inactiveCard].join("\n");
const pairs = [
  `${ids.activeCard} ${ids.activeToken}`,
  `${ids.activeCard} ${ids.suspendedToken}`,
  `${ids.activeCard} ${ids.activeToken}`,
].join("\n");
const accounts = "id,display_name\nshop-a,A\nshop-b,B\n";
const files = { "cards.txt": cards, "pairs.txt": pairs, "accounts.csv": accounts };

/** Every command that changes many things, with two to change. */
const bulk = [
  ["tokens suspend --file pairs.txt", "network tokens"],
  ["tokens resume --file pairs.txt", "network tokens"],
  ["updater create --file cards.txt", "payment methods"],
  ["merchants apply -f accounts.csv", "merchant accounts"],
  [`keys delete ${ids.ada} ${ids.grace} --yes`, "key pairs"],
] as const;

it.each(bulk)("%s changes nothing when there is more to change than allowed", async (line, items) => {
  for (const more of ["", " --dry-run"]) {
    const { code, stderr, requests } = await run(`${line} --max-changes 1${more}`, { files });
    expect({ code, requests }).toEqual({ code: 2, requests: [] });
    expect(JSON.parse(stderr).error).toMatchObject({
      message: `2 ${items} would be changed; --max-changes allows 1`,
      hint: "nothing was sent; check the input, or allow it: --max-changes 2",
    });
  }
});

it.each([
  `tokens suspend ${ids.activeCard} ${ids.activeToken}`,
  `updater create ${ids.activeCard}`,
  `keys delete ${ids.ada} --yes`,
])("%s counts a single change too", async (line) => {
  const { code, requests } = await run(`${line} --max-changes 0`);
  expect({ code, requests }).toEqual({ code: 2, requests: [] });
});

it("what an earlier run has done does not count", async () => {
  const results = `${freshFolder()}/results.ndjson`;
  const only = { "accounts.csv": "id,display_name\nshop-a,A\n" };
  await run(`merchants apply -f accounts.csv --results ${results}`, { files: only });
  const { code, requests } = await run(
    `merchants apply -f accounts.csv --results ${results} --max-changes 1`,
    {
      files,
    },
  );
  expect({ code, sent: requests.length }).toEqual({ code: 0, sent: 1 });
});

const onTerminal: RunOptions = { files, terminal: 200 };

it("what is said before many things change says how many, by which profile, at which service and for which account", async () => {
  const configDirectory = freshFolder();
  const options = { ...onTerminal, configDirectory };
  await run("profile add live --base-url http://localhost:4010 -m default", options);
  const { stderr } = await run("tokens suspend --file pairs.txt", {
    ...options,
    env: { PAYCTL_BASE_URL: "" },
  });
  expect(stderr.split("\n")[0]).toBe(
    "about to change 2 network tokens: profile live, localhost:4010, merchant account default",
  );
});

it("what is said before many things change names no account if none is sent, off a terminal too", async () => {
  for (const options of [onTerminal, { files }])
    expect((await run("merchants apply -f accounts.csv", options)).stderr.split("\n")[0]).toBe(
      "about to change 2 merchant accounts: no profile, localhost:4010",
    );
});

it.each([
  ["with --quiet", "tokens suspend --file pairs.txt -q", onTerminal],
  ["for a dry run", "tokens suspend --file pairs.txt -n", onTerminal],
  ["for one change", `tokens suspend ${ids.activeCard} ${ids.activeToken}`, onTerminal],
])("what is said before many things change is not shown %s", async (_, line, options) => {
  expect((await run(line, options)).stderr).not.toContain("about to change");
});
