import { expect, it } from "vitest";
import { refused } from "../../helpers/refused.ts";
import { run } from "../../helpers/run.ts";

it("merchants three-ds shows the configurations of an account", async () => {
  const { code, stdout, stderr } = await run("merchants three-ds default -o table");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatchInlineSnapshot(`
      "ID                                    SCHEME      CURRENCY  MERCHANT NAME  ACQUIRER BIN  ACQUIRER ID      COUNTRY
      f1000000-0000-4000-8000-000000000002  mastercard  -         Example Shop   516327        123456789012345  DE
      f1000000-0000-4000-8000-000000000001  visa        EUR       Example Shop   516327        123456789012345  DE
      "
    `);
});

it("merchants three-ds gives the service's own objects as JSON, without cursors", async () => {
  const { stdout } = await run("merchants three-ds default --currency USD");
  const answer = JSON.parse(stdout);
  expect(Object.keys(answer)).toEqual(["items"]);
  expect(answer.items).toMatchObject([{ scheme: "mastercard", currency: null }]);
});

it.each(["--currency euro", "--currency eur", "--currency ''"])(
  "merchants three-ds refuses %s",
  async (flags) => {
    expect(await refused(`merchants three-ds default ${flags}`)).toMatch(
      /^error: --currency.*: must be three capital letters, as in EUR\n$/,
    );
  },
);
