import { expect, it } from "vitest";
import { blocksOf, patternOf, playBlocks } from "./session.ts";

const page = `
\`\`\`sh
export NAME=Ada
false
echo "one $NAME"
\`\`\`

\`\`\`text
one ...
\`\`\`

\`\`\`console
$ not run
\`\`\`

\`\`\`sh
false | cat || echo "caught"
echo "two $NAME" >&2
\`\`\`

Words, and then

\`\`\`text
not an output
\`\`\`
`;

it("the runner of guides finds the blocks to paste, and the output right after one", () => {
  expect(blocksOf(page)).toEqual([
    { script: 'export NAME=Ada\nfalse\necho "one $NAME"\n', shown: "one ...\n" },
    { script: 'false | cat || echo "caught"\necho "two $NAME" >&2\n', shown: undefined },
  ]);
});

it("the runner of guides runs them in one shell, keeps both streams, and names what failed unexpectedly", async () => {
  expect(await playBlocks(blocksOf(page))).toEqual([
    { output: "one Ada\n", failed: ["false"] },
    { output: "caught\ntwo Ada\n", failed: [] },
  ]);
});

it("the runner of guides compares whole outputs, in which dots stand for the rest of a line at most", () => {
  const pattern = patternOf("port ... (1)\nend\n");
  const outputs = [
    "port 4010 (1)\nend\n",
    "port 1\n2 (1)\nend\n",
    "port 1 (1)\nend\nmore\n",
    "port 1 x1x\nend\n",
  ];
  expect(outputs.map((output) => pattern.test(output))).toEqual([true, false, false, false]);
});
