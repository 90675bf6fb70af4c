import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { storedLists } from "../../src/contract/control/words.ts";
import { parseSeed } from "../../src/server/seed/parse.ts";
import { shared } from "../helpers/shared.ts";
import { withoutRequestIds } from "../helpers/words.ts";
import { openPlace } from "./place.ts";

const page = readFileSync(new URL("../../docs/reference-server.md", import.meta.url), "utf8");

function blocks(language: string): readonly string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm"))].map(
    ([, text = ""]) => text,
  );
}

const hasTools = ["bash", "curl"].every((name) => spawnSync(name, ["--version"]).status === 0);

const { env, folder, work } = await shared(openPlace());

describe.runIf(hasTools)("the session of the page", () => {
  const outputs: string[] = [];
  let complaints: string;

  beforeAll(async () => {
    const script = join(folder, "session.sh");
    // In one shell, as a reader pastes them; a block that fails at its end fails the test.
    const body = blocks("bash").map((block) => `${block}code=$?; echo; echo "=== $code"\n`);
    await writeFile(script, `trap 'payctl -p local serve stop' EXIT\n${body.join("")}trap - EXIT\n`);
    const { stdout, stderr } = await promisify(execFile)("bash", [script], { cwd: work, env });
    outputs.push(...stdout.split(/^=== /m));
    complaints = stderr;
  });

  it("runs to its end, each block with success", () => {
    const codes = outputs.slice(1).map((output) => output.split("\n")[0]);
    expect(codes).toEqual(blocks("bash").map(() => "0"));
  });

  it("shows the retries and the journal that the page shows", () => {
    const [retries = "", journal = ""] = blocks("text");
    const shape = (text: string) =>
      text.match(/^[>~<] .*$/gm)?.map((line) => withoutRequestIds(line).replace(/\d+ (?:ms|bytes)/g, "N"));
    expect(shape(complaints)?.slice(0, 8)).toEqual(shape(retries));
    expect(outputs[2]).toContain(journal);
  });

  it("loses the answer, not the change, and forgets it with the snapshot", () => {
    expect(outputs[3]).toMatch(/exit code 10\n1\n\n$/);
    expect(outputs[4]).toMatch(/no shop\n\{\s+"status": "ok"\s+\}\n\n$/);
  });

  it("keeps tokens good when the clock of the data has moved", () => {
    expect(outputs[5]).toMatch(/\}\n[\da-f-]{36}\n\{/);
  });

  it("ends with its own data, and without a server", () => {
    expect(outputs[6]).toContain('"buyers": 1');
    expect(outputs[6]).toContain("display_name\nMary Somerville\n");
    expect(outputs[6]).toContain('"running": true');
  });
});

it("the page shows a seed that is right and uses its lists", async () => {
  const [text = ""] = blocks("yaml");
  const seed = await parseSeed(text, "the page");
  const lists = storedLists.filter((name) => name !== "api_key_pairs");
  expect(Object.keys(seed).toSorted()).toEqual([...lists, "generate"].toSorted());
  expect(page).toContain("`api_key_pairs` are public keys");
});
