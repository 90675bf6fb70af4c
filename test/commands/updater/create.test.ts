import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Exchange } from "../../../src/contract/exchange.ts";
import { bodyOf } from "../../helpers/body-of.ts";
import { refused } from "../../helpers/refused.ts";
import { headOf, lastRows } from "../../helpers/results-file.ts";
import { type RunOptions, run } from "../../helpers/run.ts";
import type { Reference } from "../../helpers/server.ts";
import { fresh, freshFolder } from "../../helpers/shared.ts";
import { ids, startSmallCompany } from "../../helpers/small-company.ts";
import { withoutRequestIds } from "../../helpers/words.ts";
import { type Fault, faulty } from "../merchants/faulty.ts";

/** What precedes the work on all cards. */
const about =
  "about to change 250 payment methods: no profile, localhost:4010, the default merchant account\n";

/** All of them active but the 250th. */
const cardsOf = (length: number) =>
  Array.from({ length }, (_, index) => ({
    id: `c1000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
    kind: "card",
    status: index === 249 ? "inactive" : "active",
  }));

it("updater create creates a job with an inquiry for each card that qualifies", async () => {
  const { code, stdout } = await run(`updater create ${ids.activeCard} ${ids.inactiveCard}`);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    type: "account-updater-job",
    inquiries: [{ payment_method_id: ids.activeCard }],
  });
});

it("updater create shows the job as a table", async () => {
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

it("updater create adds up arguments, a file and standard input, and sends each id once", async () => {
  const ran = await run(`updater create ${ids.activeCard} - -f ids.txt`, {
    stdin: `${ids.activeCard}\n`,
    files: { "ids.txt": `${ids.inactiveCard}\n${ids.activeCard.toUpperCase()}\n` },
  });
  expect(ran.code).toBe(0);
  expect(bodyOf(ran)).toEqual({ payment_method_ids: [ids.activeCard, ids.inactiveCard] });
});

it("updater create splits more than a hundred ids into jobs, and lists them", async () => {
  const cards = cardsOf(101);
  const reference = await fresh(startSmallCompany({ payment_methods: cards, network_tokens: [] }));
  const stdin = cards.map(({ id }) => id).join("\n");
  const { code, stdout, requests } = await run("updater create -", { reference, stdin });
  expect(code).toBe(0);
  expect(requests).toHaveLength(2);
  expect(JSON.parse(stdout).items.map((job: { inquiries: unknown[] }) => job.inquiries.length)).toEqual([
    100, 1,
  ]);
});

it("updater create says so when no card qualified", async () => {
  const { code, stdout, stderr } = await run(`updater create ${ids.inactiveCard}`);
  expect({ code, stdout, stderr }).toEqual({
    code: 0,
    stdout: "",
    stderr: "no card qualified; no job was created\n",
  });
});

it("updater create exits with 8 for a card that does not exist", async () => {
  const { code, stderr } = await run(`updater create ${ids.ada} -o table`);
  expect(code).toBe(8);
  expect(withoutRequestIds(stderr)).toMatchInlineSnapshot(`
      "error: The resource could not be found (404 not_found, request ID)
        body.payment_method_ids.0: No payment method has this id: a0000000-0000-4000-8000-000000000001
      hint: check the id, and which merchant account is in use: payctl auth status
      "
    `);
});

it("updater create exits with 2 for a word that is not an id, and sends nothing", async () => {
  const said = "error: card-1 is not a payment method id: it must be a UUID\n";
  expect(await refused("updater create card-1")).toBe(said);
});

it("updater create exits with 2 for a file with what is not an id, and names the lines alone", async () => {
  const text = `${ids.activeCard}\n6006490000000001\n`;
  expect(await refused("updater create -f ids.txt", { files: { "ids.txt": text } })).toMatchInlineSnapshot(`
      "error: ids.txt contains more than payment method ids
        line 2: must be a UUID
      hint: give ids of payment methods, one per line
      "
    `);
});

describe("updater create of several jobs", () => {
  const cards = cardsOf(250);
  const stdin = cards.map(({ id }) => id).join("\n");
  let reference: Reference;
  let folder: string;
  let file: string;

  beforeEach(async () => {
    reference = await fresh(startSmallCompany({ payment_methods: cards, network_tokens: [] }));
    folder = freshFolder();
    file = join(folder, "r.ndjson");
  });

  /** Runs the command over all cards, with results, at the service or at one that is worse. */
  const createAll = (flags = "", options: RunOptions = {}) =>
    run(`updater create - --results ${file} ${flags}`, { reference, stdin, ...options });
  const losingSecond = (fault: Fault) => ({
    exchange: faulty(reference.exchange, (count) => (count === 2 ? fault : undefined)),
  });

  /** The number of cards in the results, by result. */
  async function counts(): Promise<Record<string, number>> {
    const found: Record<string, number> = {};
    for (const { result } of await lastRows(file)) {
      found[result] = (found[result] ?? 0) + 1;
    }
    return found;
  }

  async function jobs(): Promise<number> {
    const { json } = await reference.request("GET", "/audit-logs?resource_type=account-updater-job");
    return json.items.length;
  }

  it("writes a row for each card", async () => {
    const ran = await createAll();
    const stderr = `${about}payment methods: 249 created, 1 not qualified\n`;
    expect(ran).toMatchObject({ code: 0, stderr });
    const [job] = JSON.parse(ran.stdout).items;
    const [first] = await lastRows(file);
    const row = { id: cards[0]?.id, result: "created", status: 201, error: null, job_id: job.id };
    expect(first).toEqual(row);
  });

  it("never sends again a job whose answer was lost, nor when it is resumed", async () => {
    const ran = await createAll("-o table", losingSecond("after"));
    expect({ code: ran.code, requests: ran.requests.length }).toEqual({ code: 11, requests: 3 });
    expect(ran.stderr.replaceAll(folder, "")).toMatchInlineSnapshot(`
      "about to change 250 payment methods: no profile, localhost:4010, the default merchant account
      payment methods: 149 created, 100 unknown, 1 not qualified
      error: 100 of 250 payment methods were not known to be scheduled
        c1000000-0000-4000-8000-000000000100 and 99 more: localhost:4010 closed the connection without an answer
      hint: unknown cards may have been accepted: find out, then write "created" in their last rows of /r.ndjson, or take all of their rows out, and run it again
      "
    `);
    expect(await counts()).toEqual({ created: 149, sending: 100, not_qualified: 1 });
    const again = await createAll("-o table");
    expect(again).toMatchObject({ code: 11, requests: [] });
    expect(again.stderr.replaceAll(folder, "")).toMatchInlineSnapshot(`
      "150 of 250 are done in /r.ndjson and not sent again
      payment methods: 100 unknown
      error: 100 of 100 payment methods were not known to be scheduled
        c1000000-0000-4000-8000-000000000100 and 99 more: it was being sent when an earlier run ended
      hint: unknown cards may have been accepted: find out, then write "created" in their last rows of /r.ndjson, or take all of their rows out, and run it again
      "
    `);
    expect(await jobs()).toBe(3);
  });

  it("ends well once somebody has found out what became of unknown cards", async () => {
    await createAll("", losingSecond("after"));
    await writeFile(file, (await readFile(file, "utf8")).replaceAll('"sending"', '"created"'));
    const again = await createAll();
    expect(again).toMatchObject({ code: 0, requests: [] });
  });

  it("names the ids of unknown cards if no results are kept", async () => {
    const line = "updater create - -o table";
    const ran = await run(line, { reference, stdin, ...losingSecond("after") });
    expect(ran.code).toBe(11);
    const lost = cards.slice(100, 200).map(({ id }) => id);
    expect(ran.stderr).toContain(`find out before you send them again: ${lost.join(" ")}\n`);
  });

  it("says of each card of a refused job whether it was the cause", async () => {
    const missing = "c2000000-0000-4000-8000-000000000000";
    const ran = await run(`updater create ${missing} - --results ${file} -o table`, { reference, stdin });
    expect(ran.code).toBe(11);
    expect(withoutRequestIds(ran.stderr.replaceAll(folder, ""))).toMatchInlineSnapshot(`
      "about to change 251 payment methods: no profile, localhost:4010, the default merchant account
      payment methods: 100 failed, 150 created, 1 not qualified
      error: 100 of 251 payment methods were not known to be scheduled
        c2000000-0000-4000-8000-000000000000: No payment method has this id (404 not_found, request ID)
        c1000000-0000-4000-8000-000000000000 and 98 more: refused along with another (404 not_found, request ID)
      hint: once that is fixed, run it again with --results /r.ndjson; what is already done is not repeated
      "
    `);
    const rows = (await lastRows(file)).slice(0, 2);
    expect(rows.map(({ result, error }) => ({ result, error: withoutRequestIds(String(error)) }))).toEqual([
      { result: "failed", error: "No payment method has this id (404 not_found, request ID)" },
      { result: "failed", error: "refused along with another (404 not_found, request ID)" },
    ]);
  });

  it.each(["null", '{"inquiries":[null]}', '{"id":"a job","inquiries":7}', "[]"])(
    "counts a job whose answer can't be read, and never sends it again: %s",
    async (body) => {
      const exchange: Exchange = async () => ({ status: 201, headers: {}, body });
      const ran = await createAll("-o table", { exchange });
      expect({ code: ran.code, requests: ran.requests.length }).toEqual({ code: 11, requests: 3 });
      expect(ran.stderr).toContain(
        "and 249 more: the job was created, but the service's answer about it is incomplete\n",
      );
      expect(await counts()).toEqual({ unknown: 250 });
      const again = await createAll("", { exchange });
      expect(again).toMatchObject({ code: 11, requests: [] });
      const single = await run(`updater create ${cards[0]?.id} -o table`, { reference, exchange });
      expect(single.code).toBe(0);
      expect(single.stderr).toBe("the job was created, but the service's answer about it is incomplete\n");
    },
  );

  it("knows its cards in an answer that writes their ids in upper case", async () => {
    const exchange: Exchange = async (request) => {
      const answer = await reference.exchange(request);
      const body = answer.body.replace(/(?<="payment_method_id":")[^"]+/g, (id) => id.toUpperCase());
      return { ...answer, body };
    };
    const ran = await createAll("", { exchange });
    expect(ran.code).toBe(0);
    expect(await counts()).toEqual({ created: 249, not_qualified: 1 });
  });

  it("sends again a job that failed for certain", async () => {
    expect((await createAll("--retries 0", losingSecond("503"))).code).toBe(11);
    expect(await counts()).toEqual({ created: 149, failed: 100, not_qualified: 1 });
    expect((await createAll()).code).toBe(0);
    expect(await counts()).toEqual({ created: 249, not_qualified: 1 });
    expect(await jobs()).toBe(3);
  });

  it("calls unknown what was being sent when an earlier run was killed", async () => {
    const begun = cards.slice(0, 100).map(({ id }) => `${JSON.stringify({ id, result: "sending" })}\n`);
    await writeFile(file, headOf("updater create") + begun.join(""));
    const ran = await createAll();
    expect({ code: ran.code, requests: ran.requests.length }).toEqual({ code: 11, requests: 2 });
    expect(await counts()).toEqual({ unknown: 100, created: 149, not_qualified: 1 });
    expect((await createAll()).requests).toEqual([]);
  });

  it("stops if answers are lost one after the other", async () => {
    const exchange = faulty(reference.exchange, () => "reset");
    const ran = await createAll("", { exchange });
    expect({ code: ran.code, requests: ran.requests.length }).toEqual({ code: 10, requests: 2 });
    expect(await counts()).toEqual({ sending: 200, skipped: 50 });
  });

  it("says of a single job that it may have been taken", async () => {
    const exchange = faulty(reference.exchange, () => "after");
    const ran = await run(`updater create ${cards[0]?.id} -o table`, { reference, exchange });
    expect({ code: ran.code, requests: ran.requests.length }).toEqual({ code: 10, requests: 1 });
    expect(ran.stderr).toMatchInlineSnapshot(`
      "unknown: the service may have accepted the job, so it was not sent again
      error: localhost:4010 closed the connection without an answer
      hint: find out why: payctl doctor
      "
    `);
  });
});
