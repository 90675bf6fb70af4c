import fc from "fast-check";
import { expect, it } from "vitest";
import { groups, loadCommands } from "../../src/commands/table.ts";
import { globalFlags } from "../../src/globals.ts";
import { type Candidates, completionKinds, findCandidates } from "../../src/help/candidates.ts";
import { optionNames } from "../../src/terminal/words.ts";
import { lines } from "../completions/lines.ts";
import { splitWords } from "../helpers/words.ts";

const commands = await loadCommands();

const tree = { groups, commands, named: commands, flags: globalFlags };
const profiles = ["live", "local"];

/** What may complete the end of a line whose last word is empty. */
function find(line: string): Candidates & { readonly current: string } {
  const words = splitWords(line).slice(1);
  const current = line.endsWith(" ") ? "" : (words.pop() ?? "");
  return { ...findCandidates(tree, { words, current, profiles }), current };
}

/** What a shell would offer, in order. */
function offered(line: string): readonly string[] {
  const found = find(line);
  if (found.kind === "files") return ["files"];
  const words = found.candidates.map(({ word }) => word);
  return words.filter((word) => word.startsWith(found.current)).toSorted();
}

const withoutFiles = lines.filter(({ offers }) => !offers.some((word) => word.includes("rule.json")));

it.each(withoutFiles)("the candidates are the same as in every shell: $line", ({ line, offers }) => {
  expect(offered(line)).toEqual(offers.toSorted());
});

it.each([
  "payctl merchants create --file ",
  "payctl merchants create -f ",
  "payctl merchants create --file=ru",
  "payctl --key-file ",
  "payctl keys import ",
  "payctl audit export --out ",
  "payctl serve -- ",
  "payctl buyers list -- ",
])("the candidates are files for: %s", (line) => {
  expect(find(line).kind).toBe("files");
});

it("the candidates are a list for --fields alone, if a comma may follow", () => {
  expect(find("payctl buyers list --fields ").kind).toBe("list");
  expect(find("payctl buyers list --fields=id,").kind).toBe("list");
  expect(find("payctl buyers list -o ").kind).toBe("words");
  expect(offered("payctl buyers list --fields id,display_n")).toEqual(["id,display_name"]);
  expect(offered("payctl buyers list --fields=id,display_n")).toEqual(["--fields=id,display_name"]);
});

it("the candidates include the names below a field, and those of the rows if a command prints rows", () => {
  expect(offered("payctl buyers list --fields billing_details.address.ci")).toEqual([
    "billing_details.address.city",
  ]);
  expect(offered("payctl tokens suspend --fields st")).toEqual(["status"]);
  expect(offered("payctl audit summary --fields days")).toEqual(["days", "days.count", "days.day"]);
});

it("the candidates have a description if a name alone does not say it all", () => {
  const { candidates } = { candidates: [], ...find("payctl explain list") };
  expect(candidates).toContainEqual({ word: "listBuyers", about: "List and search buyers" });
  expect({ candidates: [], ...find("payctl -p ") }.candidates).toEqual([{ word: "live" }, { word: "local" }]);
});

it("the candidates are known for everything that an option or an argument says of itself", () => {
  const specs = [globalFlags, ...commands.flatMap(({ arguments: places, flags }) => [places, flags])];
  const named = specs.flatMap((some) => Object.values(some)).flatMap(({ completes }) => completes ?? []);
  expect(named.filter((name) => !completionKinds.includes(name))).toEqual([]);
  expect(new Set(named)).toEqual(new Set(completionKinds));
});

it("the candidates include all the options of each command, and those of every command", () => {
  for (const { words, flags } of commands) {
    const own = Object.entries({ ...globalFlags, ...flags }).flatMap(([key, flag]) => {
      const { long, opposite, short } = optionNames(key, flag);
      return [long, opposite, short].filter((name) => name !== undefined);
    });
    const all = [...own, "--help", "-h", "--version", "-V"];
    expect(offered(`payctl ${words.join(" ")} -`)).toEqual([...new Set(all)].toSorted());
  }
});

it("the candidates are found for any words at all, each once, and each fit for a line of its own", () => {
  const options = commands.flatMap(({ flags }) => Object.keys(flags).map((key) => `--${key}`));
  const word = fc.oneof(
    fc.string(),
    fc.constantFrom("", "-", "--", "-p", "-o", "--fields", "--fields=", "--debug", "--file=a", "--x=y"),
    fc.constantFrom(...options),
    fc.constantFrom(...[...groups, ...commands].flatMap(({ words }) => words)),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 6 }), word, (words, current) => {
      const found = findCandidates(tree, { words, current: current.replace(/\s/g, ""), profiles });
      if (found.kind === "files") return;
      const rows = found.candidates.map((candidate) => candidate.word);
      expect(new Set(rows).size).toBe(rows.length);
      expect(rows.filter((row) => row === "" || /[\s\p{Cc}]/u.test(row))).toEqual([]);
      expect(found.candidates.filter(({ about }) => /[\t\n]/.test(about ?? ""))).toEqual([]);
    }),
  );
});
