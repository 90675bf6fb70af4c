import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { instant } from "../../helpers/host.ts";
import { buildToken, ecdsa, generateKey } from "../../helpers/keys.ts";
import { run } from "../../helpers/run.ts";
import { freshFolder } from "../../helpers/shared.ts";

const key = generateKey();
const second = instant / 1000;
const header = { alg: "ES512", typ: "JWT", kid: key.thumbprint };
const claims = { iss: "demo", nbf: second - 30, exp: second + 300, jti: "j-1", scopes: ["buyers.read"] };
const make = (changed: object = {}) =>
  buildToken({ header, claims: { ...claims, ...changed }, sign: ecdsa(key) });
const alone = { signedOut: true } as const;

it("auth inspect decodes the token that is named, or that standard input holds", async () => {
  const expected = {
    issuer: "demo",
    thumbprint: key.thumbprint,
    scopes: ["buyers.read"],
    not_before: "2026-01-15T11:59:30.000Z",
    expires_at: "2026-01-15T12:05:00.000Z",
    problems: [],
    header,
    claims,
  };
  for (const [line, stdin] of [
    [`auth inspect ${make()}`, ""],
    ["auth inspect -", `${make()}\n`],
    ["auth inspect", make()],
    [`auth inspect 'Bearer ${make()}'`, ""],
    ["auth inspect -", `Authorization: bearer ${make()}\r\n`],
  ] as const) {
    const { code, stdout, stderr, requests } = await run(line, { stdin });
    expect({ code, stderr, requests }).toEqual({ code: 0, stderr: "", requests: [] });
    expect(JSON.parse(stdout)).toEqual(expected);
  }
});

it("auth inspect decodes the ready-made token in use", async () => {
  const path = join(freshFolder(), "token");
  await writeFile(path, make({ iss: "file" }), { mode: 0o600 });
  const env = { PAYCTL_TOKEN: make({ iss: "variable" }) };
  const issuer = async (line: string) =>
    JSON.parse((await run(`${line} --fields issuer`, { ...alone, env })).stdout);
  expect(await issuer("auth inspect")).toEqual({ issuer: "variable" });
  expect(await issuer(`auth inspect --token-file ${path}`)).toEqual({ issuer: "file" });
});

it.each([
  [
    { exp: second - 60, nbf: second - 300, scopes: "buyers.read", jti: undefined },
    ["jti is missing", "it expired at 2026-01-15T11:59:00.000Z", "scopes is not a list"],
  ],
  [{ scopes: ["buyers.read", "foo.write"] }, ['"foo.write" is not a scope that payctl knows']],
  [{ nbf: second, exp: second + 1 }, []],
])("auth inspect names what the service would refuse: %j", async (changed, problems) => {
  const { code, stdout } = await run(`auth inspect ${make(changed)} --fields problems`, alone);
  expect({ code, ...JSON.parse(stdout) }).toEqual({ code: 0, problems });
});

it("auth inspect shows a line per field to people, and nothing that steers their terminal", async () => {
  const { stdout } = await run(
    `auth inspect ${make({ iss: "demo\u001b[2J" })} -o table --fields issuer,scopes`,
  );
  expect(stdout).toMatchInlineSnapshot(`
      "issuer  demo\\u001b[2J
      scopes  buyers.read
      "
    `);
});

it("auth inspect refuses what is not a token, without repeating it", async () => {
  const { code, stdout, stderr } = await run("auth inspect hunter2", alone);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(JSON.parse(stderr).error.message).toBe("this is not a token");
  expect(stderr).not.toContain("hunter2");
  const empty = await run("auth inspect -", alone);
  expect(JSON.parse(empty.stderr).error.message).toBe("standard input is empty");
});
