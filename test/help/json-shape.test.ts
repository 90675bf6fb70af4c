import { expect, it } from "vitest";
import { loadCommands } from "../../src/commands/table.ts";
import { jsonShape } from "../../src/help/json-shape.ts";
import { run } from "../helpers/run.ts";
import { freshFolder } from "../helpers/shared.ts";

const commands = await loadCommands();

function shapeOf(name: string): string | undefined {
  const command = commands.find(({ words }) => words.join(" ") === name);
  if (command === undefined) throw new Error(`there is no command ${name}`);
  return jsonShape(command);
}

/** The outermost names of an object, as help writes them. */
function sketch(value: object): string {
  return `{${Object.keys(value).join(", ")}}`;
}

it("the JSON shape is a page for a list in pages, a bare list for one that comes whole, and the object for the rest", () => {
  expect(shapeOf("audit list")).toBe(
    '{"items": [{id, type, timestamp, action, merchant_account_id, resource, user}], "limit", "next_cursor"}',
  );
  expect(shapeOf("giftcards balances")).toMatch(/^\{"items": \[\{id, merchant_account_id, .*, type\}\]\}$/);
  expect(shapeOf("merchants create")).toMatch(/^\{id, display_name, .*, \.\.\.\}$/);
  expect(shapeOf("tokens cryptogram")).toBe("{cryptogram, type}");
});

it("a command without a result shows no JSON", () => {
  expect(shapeOf("keys delete")).toBeUndefined();
  expect(shapeOf("completion")).toBeUndefined();
});

it.each(["profile show", "keys show", "auth status", "keys generate -p local", "profile list"])(
  "the JSON shape is what %s gives",
  async (name) => {
    const configDirectory = freshFolder();
    await run("profile add local --base-url http://localhost:4010", { configDirectory });
    const { stdout } = await run(`${name} -o json`, { configDirectory });
    const { items, ...object } = JSON.parse(stdout);
    expect(items === undefined ? sketch(object) : `{"items": [${sketch(items[0])}]}`).toBe(
      shapeOf(name.replace(" -p local", ""))?.replace(/(key_pair): \{.*?\}/, "$1"),
    );
  },
);

it("the help shows the JSON that auth inspect prints", async () => {
  const { stdout: token } = await run("auth token --scope buyers.read -o table");
  const { stdout } = await run(`auth inspect ${token.trim()} -o json`);
  expect(sketch(JSON.parse(stdout))).toBe(shapeOf("auth inspect"));
});
