import { expect, it } from "vitest";
import { run } from "../helpers/run.ts";
import { freshFolder } from "../helpers/shared.ts";

const create = "merchants create shop-oslo --display-name 'Shop Oslo' --color never";

/** A folder with a protected profile; the key of the environment is left to sign. */
async function protectedProfile(): Promise<string> {
  const configDirectory = freshFolder();
  await run("profile add live --base-url http://localhost:4010 --protected", { configDirectory });
  return configDirectory;
}

it("a command asks before a write on a protected profile, and says which service it would change", async () => {
  const configDirectory = await protectedProfile();
  const { code, stderr, requests } = await run(create, { configDirectory, terminal: 100, stdin: "n\n" });
  expect({ code, requests }).toEqual({ code: 130, requests: [] });
  expect(stderr).toContain("Profile live (http://localhost:4010) is protected. Write to it?");
});

it("a command refuses the write if there is no terminal to ask on, with the words that permit it", async () => {
  const configDirectory = await protectedProfile();
  const { code, stderr, requests } = await run(create, { configDirectory });
  expect({ code, requests }).toEqual({ code: 2, requests: [] });
  expect(JSON.parse(stderr).error).toMatchObject({
    message: "profile live is protected",
    hint: "to write to live, add: --yes --confirm live",
  });
  const permitted = await run(`${create} --yes --confirm live`, { configDirectory });
  expect([permitted.code, permitted.requests.length]).toEqual([0, 1]);
});

it.each([
  ["--yes", "profile live is protected"],
  ["--confirm live", "profile live is protected"],
  ["--yes --confirm other", "--confirm other names another profile"],
])("a command refuses a write on a protected profile with %s alone: %s", async (words, message) => {
  const configDirectory = await protectedProfile();
  const { code, stdout, stderr, requests } = await run(`${create} ${words}`, { configDirectory });
  expect({ code, stdout, requests }).toEqual({ code: 2, stdout: "", requests: [] });
  expect(JSON.parse(stderr).error).toMatchObject({
    message,
    hint: expect.stringMatching(/^to write to (it|live), add: --yes --confirm live$/),
  });
});
