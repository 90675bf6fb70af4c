import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { type Block, blocksOf, hasTools, type Outcome, patternOf, playBlocks } from "./session.ts";

const folder = new URL("../../docs/", import.meta.url);
/** Pages with a test of their own, which knows what they need. */
const others = ["audit.md", "provisioning.md"];

const guides = ["", "developers/"]
  .flatMap((part) => readdirSync(new URL(part, folder)).map((name) => `${part}${name}`))
  .filter((name) => name.endsWith(".md") && !others.includes(name))
  .map((name) => ({ name, blocks: blocksOf(readFileSync(new URL(name, folder), "utf8")) }))
  .filter(({ blocks }) => blocks.length > 0);

/** A title in one line. */
const titleOf = ({ script }: Block) => script.trimEnd().replaceAll("\n", "; ");

it("the guides with commands to paste are all run", () => {
  expect(guides.map(({ name }) => name)).toEqual([
    "audit-feed.md",
    "first-steps.md",
    "keys-elsewhere.md",
    "profiles-and-keys.md",
    "scripting.md",
    "security.md",
    "support-team.md",
    "troubleshooting.md",
    "worlds.md",
  ]);
});

describe.runIf(hasTools).each(guides)("$name, pasted into bash with curl, jq and openssl", ({ blocks }) => {
  let outcomes: readonly Outcome[];

  beforeAll(async () => {
    outcomes = await playBlocks(blocks);
    // Some forty starts of the program, on a machine that may be busy.
  });

  it.for(blocks.map((block, index) => ({ title: titleOf(block), block, index })))(
    "a block of the guide runs, and shows what it says: $title",
    ({ block, index }) => {
      const { failed = [], output = "" } = outcomes[index] ?? {};
      const bugs = output.match(/bug in payctl/g) ?? [];
      expect({ failed, bugs, output }).toEqual({ failed: [], bugs: [], output });
      if (block.shown !== undefined) expect(output).toMatch(patternOf(block.shown));
    },
  );
});
