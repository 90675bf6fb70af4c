import { expect, it } from "vitest";
import { type RunOptions, run } from "../../helpers/run.ts";
import { startReference } from "../../helpers/server.ts";
import { freshFolder, shared, sharedFolder } from "../../helpers/shared.ts";

const url = "http://127.0.0.1:4010";
const home = sharedFolder();
const reference = await shared(startReference({ seed: {} }));

/** The server answers at every address. */
function payctl(line: string, options: RunOptions = {}) {
  const files = { "seed.json": '{"buyers": [{"display_name": "Mary"}]}' };
  return run(line, { reference, files, ...options, env: { XDG_DATA_HOME: home, ...options.env } });
}

function failure({ code, requests, stderr }: Awaited<ReturnType<typeof run>>) {
  const { error } = JSON.parse(stderr.trim().split("\n").at(-1) ?? "");
  return { code, requests, message: error.message, hint: error.hint };
}

const changes = [
  "seed seed.json",
  "reset",
  "snapshot save before",
  "snapshot restore before",
  "snapshot delete before",
  "world create one",
  "world delete one",
  "fault add 'GET /buyers 503'",
  "fault remove 1",
  "fault clear",
  "clock set 2030-01-01T00:00:00Z",
  "clock advance 1d",
  "clock freeze",
  "clock real",
  "requests --clear",
  "stop",
];

it.each(changes)("serve %s sends nothing below a ceiling, whoever sets it", async (verb) => {
  const configDirectory = freshFolder();
  await payctl(`profile add guarded --base-url ${url} --read-only`, { configDirectory });
  const line = `serve ${verb} --url ${url}`;
  const words = verb.replace(/ .*/, "");
  const refused = [
    await payctl(`${line} --read-only`),
    await payctl(`${line} --scopes buyers.write,*.read`),
    await payctl(line, { env: { PAYCTL_READ_ONLY: "1" } }),
    await payctl(line, { env: { PAYCTL_SCOPES: "*.read" } }),
    await payctl(line, { configDirectory }),
    await payctl(`${line} -p guarded`, { configDirectory, signedOut: true }),
  ].map(failure);
  const sources = ["--read-only", "--scopes", "PAYCTL_READ_ONLY", "PAYCTL_SCOPES", "profile guarded"];
  expect(refused).toEqual(
    [...sources, "profile guarded"].map((source) => ({
      code: 2,
      requests: [],
      message: expect.stringMatching(
        new RegExp(`^serve ${words}.* needs \\*\\.write, which ${source} does not allow`),
      ),
      hint: expect.any(String),
    })),
  );
});

it("serve reads below a ceiling, and rehearses what it would change", async () => {
  for (const verb of ["snapshot list", "world list", "fault list", "clock", "requests", "data buyers"]) {
    expect([verb, (await payctl(`serve ${verb} --url ${url} --read-only`)).code]).toEqual([verb, 0]);
  }
  const rehearsed = await payctl(`serve reset --url ${url} --read-only --dry-run`);
  expect([rehearsed.code, rehearsed.requests]).toEqual([0, []]);
  const allowed = await payctl(`serve reset --url ${url} --scopes '*.write'`);
  expect(allowed.code).toBe(0);
});

it.each([
  ["--read-only", "'*.write'", "serve token needs *.write, which --read-only does not allow (*.read)"],
  [
    "--read-only",
    "buyers.read --scope embed",
    "serve token needs embed, which --read-only does not allow (*.read)",
  ],
  [
    "--scopes buyers.read",
    "'*.read' --flaw expired",
    "serve token needs *.read, which --scopes does not allow (buyers.read)",
  ],
])("serve token %s --scope %s is above the ceiling", async (ceiling, scope, message) => {
  const ran = await payctl(`serve token --url ${url} ${ceiling} --scope ${scope}`);
  expect(failure(ran)).toEqual({
    code: 2,
    requests: [],
    message,
    hint: `leave out ${ceiling.replace(/ .*/, "")}`,
  });
});

it("serve token and serve env give what a ceiling allows", async () => {
  const token = await payctl(`serve token --url ${url} --read-only --scope buyers.read -o json`);
  expect([token.code, JSON.parse(token.stdout).scopes]).toEqual([0, ["buyers.read"]]);
  const env = await payctl(`serve env --url ${url} --scopes 'buyers.read,flows.write' -o json`);
  const [, claims = ""] = JSON.parse(env.stdout).PAYCTL_TOKEN.split(".");
  expect(JSON.parse(Buffer.from(claims, "base64url").toString()).scopes).toEqual([
    "buyers.read",
    "flows.write",
  ]);
});

it.each(["reset", "seed seed.json", "world create two"])(
  "serve %s asks before it changes the server of a protected profile",
  async (verb) => {
    const configDirectory = freshFolder();
    await payctl(`profile add shared --base-url ${url} --protected`, { configDirectory });
    await payctl("profile add other --base-url http://127.0.0.1:4011", { configDirectory });
    await payctl("profile use other", { configDirectory });
    const alone = { configDirectory, signedOut: true } as const;
    const byProfile = await payctl(`serve ${verb} -p shared`, alone);
    expect([byProfile.code, JSON.parse(byProfile.stderr).error.message]).toEqual([
      2,
      "profile shared is protected",
    ]);
    const byAddress = await payctl(`serve ${verb} --url ${url}`, alone);
    expect([byAddress.code, JSON.parse(byAddress.stderr).error.message]).toEqual([
      2,
      `--url leads to ${url}, the address of profile shared, which is protected`,
    ]);
    const asked = [...byProfile.requests, ...byAddress.requests].map(({ method }) => method);
    expect(new Set(asked)).toEqual(new Set(["HEAD"]));
    expect((await payctl(`serve ${verb} --url ${url} --yes --confirm shared`, alone)).code).toBe(0);
    expect((await payctl("serve fault list -p shared", alone)).code).toBe(0);
  },
);

const registering = "init -p new --base-url http://127.0.0.1:4010 --generate-key --no-input --register";

it.each([
  ["--read-only", {}],
  ["--scopes buyers.read", {}],
  ["PAYCTL_READ_ONLY", { PAYCTL_READ_ONLY: "1" }],
  ["PAYCTL_SCOPES", { PAYCTL_SCOPES: "buyers.read" }],
])("init --register makes and sends nothing below %s", async (source, env) => {
  const configDirectory = freshFolder();
  const line = `${registering} ${source.startsWith("--") ? source : ""}`;
  expect(failure(await payctl(line, { configDirectory, signedOut: true, env }))).toMatchObject({
    code: 2,
    requests: [],
    message: expect.stringContaining(
      `init --register needs api-key-pairs.write, which ${source.replace(/ .*/, "")} does not allow`,
    ),
  });
  expect((await payctl("profile show new", { configDirectory })).code).toBe(3);
});

it("init --register is bounded by the profile that it replaces, and not by another one", async () => {
  const configDirectory = freshFolder();
  const alone = { configDirectory, signedOut: true } as const;
  await payctl(`profile add new --base-url ${url} --read-only`, alone);
  expect(failure(await payctl(`${registering} --yes`, alone)).message).toBe(
    "init --register needs api-key-pairs.write, which profile new does not allow (*.read)",
  );
  expect((await payctl(registering.replace("-p new", "-p newer"), alone)).code).toBe(0);
});

it("commands and help say which verbs a ceiling forbids", async () => {
  const { stdout } = await payctl("commands --read-only -o json");
  const { commands } = JSON.parse(stdout) as { commands: { words: string[]; allowed: boolean }[] };
  const allowed = (words: string) => commands.find((each) => each.words.join(" ") === words)?.allowed;
  expect(["serve reset", "serve seed", "serve stop", "serve snapshot save"].map(allowed)).toEqual(
    Array(4).fill(false),
  );
  expect(["serve token", "serve fault", "serve snapshot list"].map(allowed)).toEqual(Array(3).fill(true));
  expect((await payctl("serve reset --read-only --help")).stdout).toContain(
    "Not allowed here: it needs *.write",
  );
});
