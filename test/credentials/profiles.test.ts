import { chmod, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { freshFolder } from "../helpers/shared.ts";
import { failureOf } from "./failure.ts";
import { openIn } from "./store.ts";

const shop = { baseUrl: "https://shop.example.com" };
const live = { baseUrl: "https://live.example.com", merchantAccount: "m-1", key: "thumb", protected: true };

async function modeOf(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8);
}

it("there are no profiles at first, and reading creates no file", async () => {
  const directory = join(freshFolder(), "payctl");
  const profiles = openIn(directory);
  expect(profiles.path).toBe(join(directory, "config.json"));
  expect(await profiles.list()).toEqual({});
  expect(await profiles.current()).toBeUndefined();
  expect(await profiles.find("shop")).toBeUndefined();
  await expect(stat(directory)).rejects.toThrow("ENOENT");
});

it("a home folder that is not a folder, such as /dev/null, has no profiles", async () => {
  const file = join(freshFolder(), "plain");
  await writeFile(file, "");
  expect(await openIn(join(file, ".config", "payctl")).list()).toEqual({});
});

it("the next change of profiles sweeps what a killed writer left behind", async () => {
  const directory = freshFolder();
  await writeFile(join(directory, "config.json.tmp-1234567890abcdef"), "half");
  await writeFile(join(directory, "config.json.mine"), "kept");
  await openIn(directory).add("shop", shop);
  expect((await readdir(directory)).toSorted()).toEqual(["config.json", "config.json.mine"]);
});

it("profiles are kept in a file of their owner, under dotted names too", async () => {
  const directory = join(freshFolder(), "deep", "payctl");
  const profiles = openIn(directory);
  await profiles.add("shop.eu-1_a", shop);
  await profiles.add("live", live);
  expect(await openIn(directory).list()).toEqual({ "shop.eu-1_a": shop, live });
  expect(await modeOf(directory)).toBe("700");
  expect(await modeOf(profiles.path)).toBe("600");
  expect(await readdir(directory)).toEqual(["config.json"]);
  expect(JSON.parse(await readFile(profiles.path, "utf8"))).toEqual({
    current: "shop.eu-1_a",
    profiles: { "shop.eu-1_a": shop, live },
  });
});

it("profiles narrow the mode of a file that was open to others", async () => {
  const directory = freshFolder();
  const path = join(directory, "config.json");
  await writeFile(path, "{}");
  await chmod(path, 0o644);
  await openIn(directory).add("shop", shop);
  expect(await modeOf(path)).toBe("600");
});

it("the current profile is the first, or the one that was chosen last", async () => {
  const profiles = openIn(freshFolder());
  await profiles.add("shop", shop);
  await profiles.add("live", live);
  expect(await profiles.current()).toBe("shop");
  await profiles.use("live");
  expect(await profiles.current()).toBe("live");
  await profiles.remove("shop");
  expect(await profiles.current()).toBe("live");
  await profiles.remove("live");
  expect(await profiles.contents()).toEqual({ current: undefined, profiles: new Map() });
});

it("a profile is overwritten only with put", async () => {
  const profiles = openIn(freshFolder());
  await profiles.put("shop", shop);
  await profiles.put("shop", live);
  expect(await profiles.find("shop")).toEqual(live);
  expect(await failureOf(() => profiles.add("shop", shop))).toEqual({
    exitCode: 2,
    message: "profile shop exists",
    hint: "use another name, or remove it first: payctl profile remove shop",
  });
});

it("every change refuses a profile that does not exist", async () => {
  const profiles = openIn(freshFolder());
  await profiles.add("shop", shop);
  const changes = [() => profiles.use("x"), () => profiles.remove("x")];
  for (const change of changes) {
    expect(await failureOf(change)).toEqual({
      exitCode: 3,
      message: 'there is no profile "x"',
      hint: "existing profiles: shop; to add one: payctl profile add NAME --base-url URL",
    });
  }
});

it.each(["", "a b", "../a", "a\n", "x".repeat(65)])("a profile is never named %j", async (name) => {
  const profiles = openIn(freshFolder());
  const refusal = {
    exitCode: 2,
    message: `${JSON.stringify(name)} is not a valid profile name`,
    hint: "a name has 1 to 64 letters, digits, dots, underscores and hyphens",
  };
  expect(await failureOf(() => profiles.add(name, shop))).toEqual(refusal);
});

it("profile names that every object inherits are accepted", async () => {
  const profiles = openIn(freshFolder());
  expect(await profiles.find("constructor")).toBeUndefined();
  await profiles.add("__proto__", shop);
  await profiles.add("constructor", live);
  expect(await profiles.find("__proto__")).toEqual(shop);
  expect(await profiles.find("constructor")).toEqual(live);
  expect(Object.keys(await profiles.list())).toEqual(["__proto__", "constructor"]);
});

it("profiles come back as they were written", async () => {
  const directory = freshFolder();
  const name = fc.stringMatching(/^[A-Za-z0-9._-]{1,64}$/);
  // The home folder stands in for a tilde.
  const path = fc.string().filter((text) => !text.startsWith("~"));
  const profile = fc.record(
    { baseUrl: fc.webUrl(), merchantAccount: fc.string(), keyFile: path, protected: fc.boolean() },
    { requiredKeys: ["baseUrl"] },
  );
  await fc.assert(
    fc.asyncProperty(name, profile, async (name, profile) => {
      await openIn(directory).put(name, profile);
      expect(await openIn(directory).find(name)).toEqual({ ...profile });
    }),
    { numRuns: 40 },
  );
});

it("profiles keep what a later version wrote into them", async () => {
  const directory = freshFolder();
  const newer = { ...shop, colour: "red" };
  await writeFile(join(directory, "config.json"), JSON.stringify({ profiles: { newer } }));
  const profiles = openIn(directory);
  await profiles.add("live", live);
  expect(await profiles.find("newer")).toEqual(newer);
});

it("profiles are read from a file that an editor put a byte order mark in front of", async () => {
  const directory = freshFolder();
  await writeFile(join(directory, "config.json"), `\uFEFF${JSON.stringify({ profiles: { shop } })}`);
  const profiles = openIn(directory);
  await profiles.add("live", live);
  expect(await profiles.list()).toEqual({ shop, live });
});

it.each([
  ["", "it is not JSON"],
  ['{"profiles":', "it is not JSON"],
  ["[]", "it is not a JSON object"],
  ['{"profiles":[]}', "profiles is not an object"],
  ['{"current":1}', "current is not a string"],
  ['{"profiles":{"a":"https://x.example"}}', 'profile "a" is not valid'],
  ['{"profiles":{"a":{"baseUrl":"u","key":1}}}', 'profile "a" is not valid'],
  ['{"profiles":{"a":{"baseUrl":"u","protected":"no"}}}', 'profile "a" is not valid'],
])("a config.json damaged as %j is reported and left alone", async (text, reason) => {
  const directory = freshFolder();
  const path = join(directory, "config.json");
  await writeFile(path, text);
  const profiles = openIn(directory);
  for (const work of [() => profiles.list(), () => profiles.add("shop", shop)]) {
    expect(await failureOf(work)).toEqual({
      exitCode: 3,
      message: `${path} is damaged: ${reason}`,
      hint: `fix it in an editor, or start over: mv '${path}' '${path}.damaged'`,
    });
  }
  expect(await readFile(path, "utf8")).toBe(text);
  expect(await readdir(directory)).toEqual(["config.json"]);
});

it("a config.json that is a folder is reported", async () => {
  const directory = freshFolder();
  const path = join(directory, "config.json");
  await mkdir(path);
  expect(await failureOf(() => openIn(directory).list())).toEqual({
    exitCode: 3,
    message: `${path} can't be read`,
    hint: `check: ls -l '${path}'`,
  });
});
