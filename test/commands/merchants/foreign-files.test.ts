import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Exchange } from "../../../src/contract/exchange.ts";
import { createMerchantAccount } from "../../../src/contract/schemas/merchant-accounts.ts";
import { foreignFiles } from "../../helpers/foreign-files.ts";
import { run } from "../../helpers/run.ts";
import { shared, sharedFolder } from "../../helpers/shared.ts";
import { startSmallCompany } from "../../helpers/small-company.ts";

const fields = Object.keys(createMerchantAccount.body.shape);

const reference = await shared(startSmallCompany());
const folder = sharedFolder();

/** A service that creates whatever it is asked for, and repeats it. */
const agreeing: Exchange = async ({ body }) => {
  return { status: 201, headers: {}, body: Buffer.from(body ?? []).toString() };
};

const record = fc.record({
  id: fc.stringMatching(/^[a-z]{12}$/),
  display_name: fc.stringMatching(/^[A-Z]{1,9}$/),
});
const records = fc.uniqueArray(record, { selector: ({ id }) => id, minLength: 1, maxLength: 4 });
const { bytes, ending } = foreignFiles(records);

it("a file from anywhere is refused, or each of its records is sent once", async () => {
  await fc.assert(
    fc.asyncProperty(bytes, ending, async (content, name) => {
      const path = `a.${name}`;
      const ran = await run(`merchants apply -f ${path} -o ndjson --quiet`, {
        reference,
        exchange: agreeing,
        alter: (host) => ({ ...host, readFile: async () => content }),
      });
      const sent = ran.requests.map(({ body }) => JSON.parse(Buffer.from(body ?? []).toString()).id);
      expect([ran.code, new Set(sent).size]).toEqual([ran.code === 2 ? 2 : 0, sent.length]);
      expect(ran.stdout.split("\n").length - 1).toBe(sent.length);
      for (const id of sent) expect(content.toString()).toContain(id);
      // Only a list that says that it is empty has nothing to do.
      if (ran.code === 0 && sent.length === 0) expect(content.toString()).toMatch(/\[\s*\]/);
      if (ran.code === 2) expect(sent).toEqual([]);
    }),
    { numRuns: 120 },
  );
});

it("a file from anywhere gets no secret of this machine shown, by whichever field and stream", async () => {
  const secret = "a-marked-secret-of-this-machine";
  const reference_ = fc.constantFrom({ env: "CI_SECRET" }, { file: "secret.txt" });
  const account = fc.dictionary(fc.constantFrom(...fields), reference_, { maxKeys: 4 });
  const command = fc.constantFrom("apply -f a.json", "create shop-1 --display-name Shop -f one.json");
  const output = fc.constantFrom("table", "json", "csv", "yaml", "id");
  const mode = fc.constantFrom("", "--dry-run", "--debug", "--debug=http");
  const status = fc.constantFrom(201, 409, 422, 500);
  await fc.assert(
    fc.asyncProperty(account, command, output, mode, status, async (fields, words, format, flags, code) => {
      const whole = { id: "shop-1", display_name: "Shop", ...fields };
      const results = words.startsWith("apply") ? `--results ${join(folder, "r.ndjson")}` : "";
      const ran = await run(`merchants ${words} ${results} -o ${format} --retries 0 ${flags}`, {
        reference,
        env: { CI_SECRET: secret },
        exchange: async (request) => ({ ...(await agreeing(request)), status: code }),
        files: {
          "a.json": JSON.stringify([whole]),
          "one.json": JSON.stringify(fields),
          "secret.txt": `${secret}\n`,
        },
      });
      expect(ran.code).not.toBe(1);
      const names = await readdir(folder);
      const stored = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
      expect([ran.stdout, ran.stderr, ...stored].join("\n")).not.toContain(secret);
    }),
    { numRuns: 120 },
  );
});
