import fc from "fast-check";
import { expect, it } from "vitest";
import type { Exchange } from "../../src/contract/exchange.ts";
import { formats } from "../../src/terminal/output.ts";
import { shared } from "../helpers/shared.ts";
import { openStage, sending } from "./stage.ts";

const stage = await shared(openStage());

/** JSON of any shape, much of it nearly right. */
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.record(
    {
      items: fc.oneof(
        fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 4 }),
        fc.jsonValue({ maxDepth: 1 }),
      ),
      limit: fc.jsonValue({ maxDepth: 1 }),
      next_cursor: fc.oneof(fc.constant(null), fc.jsonValue({ maxDepth: 1 })),
      details: fc.jsonValue({ maxDepth: 3 }),
      detail: fc.jsonValue({ maxDepth: 3 }),
      message: fc.jsonValue({ maxDepth: 1 }),
      resource_id: fc.jsonValue({ maxDepth: 1 }),
      roles: fc.jsonValue({ maxDepth: 2 }),
    },
    { requiredKeys: [] },
  ),
);
const status = fc.constantFrom(200, 201, 204, 299, 400, 401, 404, 409, 422, 429, 500);
const headers = fc.dictionary(fc.constantFrom("retry-after", "date", "content-type"), fc.string());
const deep = `${"[".repeat(5_000)}${"]".repeat(5_000)}`;
const bodies = fc.oneof(
  { weight: 8, arbitrary: anything.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.string() },
  {
    weight: 1,
    arbitrary: fc.constantFrom("", " ", "null", "{", deep, `{"items":${deep}}`, `{"items":[{"id":${deep}}]}`),
  },
);

it.each(sending.filter(({ name }) => name !== "audit tail"))(
  "a hostile answer is never taken for a bug: $name",
  async (example) => {
    await fc.assert(
      fc.asyncProperty(
        status,
        headers,
        bodies,
        fc.constantFrom(...formats),
        async (code, fields, body, format) => {
          let count = 0;
          const exchange: Exchange = async () => {
            count += 1;
            // A list that never ends is not a bug, but takes a while.
            return count > 5
              ? { status: 404, headers: {}, body: "" }
              : { status: code, headers: fields, body };
          };
          const line = `${example.line.replace(/ -o \w+/, "")} -o ${format} --retries 1`;
          const ran = await stage.run({ ...example, line }, { exchange });
          expect({ code: ran.code, stderr: ran.code === 1 ? ran.stderr : "" }).toEqual({
            code: expect.any(Number),
            stderr: "",
          });
        },
      ),
      { numRuns: 40 },
    );
  },
);

it.each([199, 5_000, 100_000])("an answer nested %i times is never taken for a bug", async (depth) => {
  const nested = `${"[".repeat(depth)}${"]".repeat(depth)}`;
  const exchange: Exchange = async () => ({
    status: 200,
    headers: {},
    body: `{"id":"a","deep":${nested}}`,
  });
  for (const format of formats) {
    const { code, stderr } = await stage.run(
      { name: "api", line: `payctl api GET /buyers -o ${format}` },
      { exchange },
    );
    expect({ code, stderr }).toEqual(
      depth < 200 ? { code: 0, stderr: "" } : { code: 5, stderr: expect.stringContaining("error") },
    );
  }
});
