import { describe, expect, it } from "vitest";
import { bodyOf } from "../../helpers/body-of.ts";
import { run } from "../../helpers/run.ts";
import { ids, startSmallCompany } from "../../helpers/small-company.ts";

describe("updater create", () => {
  it("creates a job with an inquiry for each card that qualifies", async () => {
    const { code, stdout } = await run(`updater create ${ids.activeCard} ${ids.inactiveCard}`);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      type: "account-updater-job",
      inquiries: [{ payment_method_id: ids.activeCard }],
    });
  });

  it("shows the job as a table", async () => {
    const { stdout } = await run(`updater create ${ids.activeCard} -o table`);
    expect(stdout.replace(/[0-9a-f-]{36}/, "ID")).toMatchInlineSnapshot(`
      "type                 account-updater-job
      id                   ID
      merchant_account_id  default
      inquiries            1
      created_at           2026-01-15T12:00:00Z
      updated_at           2026-01-15T12:00:00Z
      "
    `);
  });

  it("adds up arguments, a file and standard input, and sends each id once", async () => {
    const ran = await run(`updater create ${ids.activeCard} - -f ids.txt`, {
      stdin: `${ids.activeCard}\n`,
      files: { "ids.txt": `${ids.inactiveCard}\n${ids.activeCard.toUpperCase()}\n` },
    });
    expect(ran.code).toBe(0);
    expect(bodyOf(ran)).toEqual({ payment_method_ids: [ids.activeCard, ids.inactiveCard] });
  });

  it("splits more than a hundred ids into jobs, and lists them", async () => {
    const cards = Array.from({ length: 101 }, (_, index) => ({
      id: `c1000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
      kind: "card",
      status: "active",
    }));
    const reference = await startSmallCompany({ payment_methods: cards, network_tokens: [] });
    const stdin = cards.map(({ id }) => id).join("\n");
    const { code, stdout, requests } = await run("updater create -", { reference, stdin });
    await reference.close();
    expect(code).toBe(0);
    expect(requests).toHaveLength(2);
    expect(JSON.parse(stdout).items.map((job: { inquiries: unknown[] }) => job.inquiries.length)).toEqual([
      100, 1,
    ]);
  });

  it("says so when no card qualified", async () => {
    const { code, stdout, stderr } = await run(`updater create ${ids.inactiveCard}`);
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: "",
      stderr: "no card qualified; no job was created\n",
    });
  });

  it("ends with 8 for a card that does not exist", async () => {
    const { code, stderr } = await run(`updater create ${ids.ada} -o table`);
    expect(code).toBe(8);
    expect(stderr).toMatchInlineSnapshot(`
      "error: The resource could not be found
        body.payment_method_ids.0: No payment method has this id
      hint: check the id, and the merchant account that it belongs to: payctl auth status
      "
    `);
  });

  it("ends with 2 without an id", async () => {
    const { code, stderr } = await run("updater create -o table");
    expect(code).toBe(2);
    expect(stderr).toMatchInlineSnapshot(`
      "error: no payment method ids were given
      hint: payctl updater create PAYMENT_METHOD_ID...
      "
    `);
  });

  it("ends with 2 for a word that is no id, and sends nothing", async () => {
    const ran = await run("updater create card-1 -o table");
    expect({ code: ran.code, requests: ran.requests }).toEqual({ code: 2, requests: [] });
    expect(ran.stderr).toBe("error: card-1 is no payment method id: it must be a UUID\n");
  });

  it("ends with 2 for a file with what is no id, and names the lines alone", async () => {
    const text = `${ids.activeCard}\n6006490000000001\n`;
    const ran = await run("updater create -f ids.txt -o table", { files: { "ids.txt": text } });
    expect({ code: ran.code, requests: ran.requests }).toEqual({ code: 2, requests: [] });
    expect(ran.stderr).toBe("error: ids.txt holds what is no payment method id\n  line 2: must be a UUID\n");
  });
});
