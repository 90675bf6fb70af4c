import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { payctlIn, stopDetached } from "../../helpers/payctl.ts";
import { sharedFolder } from "../../helpers/shared.ts";

let url: string;

const payctl = (words: readonly string[], more?: Readonly<Record<string, string>>) =>
  payctlIn(folder, words, more);

/** What a verb of `payctl serve` prints as JSON. */
async function told(...words: string[]) {
  const { code, stderr, stdout } = await payctl(["serve", ...words]);
  expect([stderr, code]).toEqual([expect.stringMatching(/^(?:changed the server at \S+ \(.*\)\n)?$/), 0]);
  return JSON.parse(stdout);
}

/** The exit code and the message of a verb that fails. */
async function refused(...words: string[]): Promise<readonly [number, string]> {
  const { code, stderr } = await payctl(["serve", ...words]);
  return [code, JSON.parse(stderr.trim().split("\n").at(-1) ?? "").error.message];
}

const folder = sharedFolder();

beforeAll(async () => {
  const words = ["serve", "--detach", "--port", "0", "--database", join(folder, "one.db")];
  url = JSON.parse((await payctl(words)).stdout).url;
});
afterAll(stopDetached);

it("the verbs of a running server make a world with every option, list it, and delete it", async () => {
  const seed = join(folder, "seed.yaml");
  await writeFile(seed, "buyers: [{ display_name: Mary Somerville }]\n");
  const said = ["--from", "empty", "--seed", seed, "--clock", "2030-01-02T03:04:05Z", "--deterministic", "7"];
  const world = await told("world", "create", "shop", ...said);
  expect(world).toMatchObject({
    name: "shop",
    url: `${url}/_worlds/shop`,
    from: "empty",
  });
  const buyers = await payctl(["buyers", "list", "--base-url", world.url, "--key-file", world.key_file]);
  expect(JSON.parse(buyers.stdout).items).toMatchObject([
    { display_name: "Mary Somerville", created_at: "2030-01-02T03:04:05.000Z" },
  ]);
  expect(await told("world", "list")).toEqual({ items: [world] });
  expect(await told("world", "delete", "shop")).toEqual({ name: "shop", deleted: true });
  expect(await told("world", "list")).toEqual({ items: [] });
});

it("the verbs of a running server save, list, restore and delete snapshots, of the server or of a world", async () => {
  await told("world", "create", "two", "--from", "empty");
  for (const place of [[], ["--world", "two"], ["--url", `${url}/_worlds/two`]]) {
    const saved = await told("snapshot", "save", "before", ...place);
    expect(saved).toEqual({ name: "before", taken_at: expect.any(String), rows: expect.any(Number) });
    expect(await told("snapshot", "list", ...place)).toMatchObject({ items: [saved] });
    expect(await told("snapshot", "restore", "before", ...place)).toEqual(saved);
    expect(await told("snapshot", "delete", "before", ...place)).toEqual({ name: "before", deleted: true });
    expect(await refused("snapshot", "restore", "before", ...place)).toEqual([
      8,
      'the reference server refused: No snapshot has the name "before"',
    ]);
  }
  await told("world", "delete", "two");
});

it("the verbs of a running server print the names of worlds and snapshots as ids", async () => {
  const id = async (...words: string[]) => (await payctl(["serve", ...words, "-o", "id"])).stdout;
  expect(await id("world", "create", "five")).toBe("five\n");
  expect(await id("world", "list")).toBe("five\n");
  const five = ["--world", "five"];
  expect(await id("snapshot", "save", "before", ...five)).toBe("before\n");
  expect(await id("snapshot", "list", ...five)).toBe("before\n");
  expect(await id("snapshot", "restore", "before", ...five)).toBe("before\n");
  expect(await id("snapshot", "delete", "before", ...five)).toBe("before\n");
  expect(await id("world", "delete", "five")).toBe("five\n");
});

it("the verbs of a running server name an unknown snapshot, without a character that controls a terminal", async () => {
  const name = "be\u001b[2Jfore\u202e";
  const { code, stderr } = await payctl(["serve", "snapshot", "restore", name], { PAYCTL_OUTPUT: "table" });
  expect(code).toBe(8);
  expect(stderr).toContain('No snapshot has the name "be\\u001b[2Jfore\\u202e"');
});

it("the verbs of a running server say what is wrong, with the exit code of its kind", async () => {
  const noWorld = 'the reference server refused: No world has the name "none"';
  expect(await refused("world", "delete", "none")).toEqual([8, noWorld]);
  expect(await refused("snapshot", "list", "--world", "none")).toEqual([8, noWorld]);
  await told("world", "create", "three");
  expect(await refused("world", "delete", "thre")).toEqual([
    8,
    `${noWorld.replace("none", "thre")}; did you mean three?`,
  ]);
  expect(await refused("world", "create", "three", "--from", "empty")).toEqual([
    9,
    "the reference server refused: The world three was made with other options; delete it first, or use another name",
  ]);
  await told("world", "delete", "three");
  expect((await refused("world", "create", "four", "--seed", "none.yaml"))[0]).toBe(2);
});

it("the verbs of a running server reach a world with --world, and the whole server from a world's address", async () => {
  const { url: below } = await told("world", "create", "four", "--from", "empty");
  expect((await told("world", "list", "--url", below)).items).toMatchObject([{ name: "four" }]);
  expect(await told("clock", "freeze", "--world", "four")).toMatchObject({ frozen: true });
  expect(await told("clock")).toMatchObject({ frozen: false });
  expect(await told("clock", "--url", below)).toMatchObject({ frozen: true });
  await told("world", "delete", "four", "--url", below);
});
