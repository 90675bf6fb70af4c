import { expect, it } from "vitest";
import { fillPage } from "../../../tools/tour/fill-page.ts";
import { includeScript } from "../../../tools/tour/include-script.ts";

const fence = "```";

it("a page with sessions gets the output of its commands as it is now, in place of what was there", async () => {
  const page = `Before.\n\n${fence}console\n$ payctl --version\nsomething old\n$ payctl buyers lst\n${fence}\n\nAfter.\n`;
  expect(await fillPage(page)).toBe(
    `Before.\n\n${fence}console\n$ payctl --version\n0.1.0\n$ payctl buyers lst\nerror: unknown command 'lst'\nhint: did you mean list?\n${fence}\n\nAfter.\n`,
  );
});

it("a page with sessions runs them all in one world, with the files that it writes out", async () => {
  const accounts = `\`a.yaml\`:\n\n${fence}yaml\n- { id: shop, display_name: Shop }\n${fence}\n`;
  const line = "payctl merchants apply -f a.yaml -o csv";
  const session = `${fence}console\n$ ${line}\n${fence}\n`;
  const filled = await fillPage(`${accounts}\n${session}\n${session}`);
  expect(filled.match(/^shop,.*$/gm)).toEqual(["shop,created,201,", "shop,exists,409,"]);
});

it("a page is not filled with what a broken command says", async () => {
  const page = `${fence}console\n$ rm -rf /\n${fence}\n`;
  await expect(fillPage(page)).rejects.toThrow("the tour runs payctl alone, not: rm -rf /");
});

it("a page takes in a script as it is, dollars and all", () => {
  const page = `One.\n\n${fence}bash\nold\n${fence}\n\nTwo.\n`;
  expect(includeScript(page, "echo $& $1\n")).toBe(`One.\n\n${fence}bash\necho $& $1\n${fence}\n\nTwo.\n`);
});
