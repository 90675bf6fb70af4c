import { expect, it } from "vitest";
import { type Ran, run } from "../helpers/run.ts";
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

const address = "http://localhost:4010";
const toLive = `leads to ${address}, the address of profile live, which is protected`;

const pair = "7f6e5d4c-3b2a-4190-8f7e-6d5c4b3a291";

function lastError({ stderr }: Ran): unknown {
  return JSON.parse(stderr.trimEnd().split("\n").at(-1) ?? "").error;
}

it.each([
  ["an option", `${create} --base-url ${address}`, {}, `--base-url ${toLive}`],
  ["a variable", create, { PAYCTL_BASE_URL: address }, `PAYCTL_BASE_URL ${toLive}`],
  ["another profile", `${create} -p copy`, {}, `profile copy ${toLive}`],
  [
    "a bulk command",
    `keys delete ${pair}0 ${pair}1 --self --yes`,
    { PAYCTL_BASE_URL: address },
    `PAYCTL_BASE_URL ${toLive}`,
  ],
  ["payctl api", "api POST /merchant-accounts -d {} -p copy", {}, `profile copy ${toLive}`],
  ["keys rotate", "keys rotate -p copy", {}, `profile copy ${toLive}`],
  [
    "init --register",
    `init -p new --base-url ${address} --generate-key --register`,
    {},
    `profile new ${toLive}`,
  ],
])("the address of a protected profile is protected when %s leads there", async (_, line, env, message) => {
  const configDirectory = await protectedProfile();
  await run(`profile add copy --base-url ${address}/`, { configDirectory });
  await run("keys generate -p copy", { configDirectory });
  await run("profile add elsewhere --base-url https://else.example.com", { configDirectory });
  await run("profile use elsewhere", { configDirectory });
  const refused = await run(line, { configDirectory, env });
  expect(refused.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  expect(refused.code).toBe(2);
  expect(lastError(refused)).toMatchObject({
    message,
    hint: "to write to live, add: --yes --confirm live",
  });
});

it("a write to the address of a protected profile is confirmed with that profile's name, or on a terminal", async () => {
  const configDirectory = await protectedProfile();
  await run("profile add copy --base-url http://localhost:4010", { configDirectory });
  await run("keys generate -p copy", { configDirectory });
  const other = await run(`${create} -p copy --yes --confirm copy`, { configDirectory });
  expect(other.code).toBe(2);
  expect(lastError(other)).toMatchObject({ message: "--confirm copy names another profile" });
  const asked = await run(`${create} -p copy`, { configDirectory, terminal: 200, stdin: "n\n" });
  expect({ code: asked.code, requests: asked.requests }).toEqual({ code: 130, requests: [] });
  expect(asked.stderr).toContain(`Profile copy ${toLive}. Write to it?`);
  const sent = await run(`${create} -p copy --yes --confirm live`, { configDirectory });
  expect(sent.requests.map(({ method }) => method)).toEqual(["POST"]);
});
