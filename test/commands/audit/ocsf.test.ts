import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import { toOcsf } from "../../../src/commands/audit/ocsf.ts";
import { version } from "../../../src/version.ts";
import { listing } from "../../helpers/audit-lists.ts";
import { run } from "../../helpers/run.ts";
import { freshFolder, shared } from "../../helpers/shared.ts";
import { startSmallCompany } from "../../helpers/small-company.ts";
import schema from "./ocsf-entity-management.json" with { type: "json" };

/**
 * Made from OCSF 1.7.0 (Apache License 2.0) by ocsf-json-schema 1.2.0, without descriptions and without the optional
 * attributes that payctl does not write.
 */
const isEvent = new Ajv2020({ strict: false, allErrors: true }).compile(schema);
const reference = await shared(startSmallCompany());

const entry = {
  type: "audit-log",
  id: "e14841ce-c272-82e5-8623-9fdf3350999f",
  merchant_account_id: "default",
  timestamp: "2026-01-15T12:00:00.250Z",
  action: "updated",
  resource: { type: "buyer", id: "b1", name: "Ada Lovelace" },
  user: {
    type: "user",
    id: "u1",
    name: "Grace Hopper",
    email_address: "grace@shop.example",
    is_staff: false,
  },
};

function validate(event: unknown): unknown {
  isEvent(event);
  return isEvent.errors ?? [];
}

it("an audit log becomes an event of Entity Management, with the entry itself beside it", () => {
  const event = toOcsf(entry);
  expect(event).toEqual({
    activity_id: 3,
    activity_name: "Update",
    category_name: "Identity & Access Management",
    category_uid: 3,
    class_name: "Entity Management",
    class_uid: 3004,
    type_name: "Entity Management: Update",
    type_uid: 300403,
    severity: "Informational",
    severity_id: 1,
    time: Date.parse(entry.timestamp),
    message: "Grace Hopper updated buyer Ada Lovelace",
    actor: {
      user: { uid: "u1", name: "Grace Hopper", email_addr: "grace@shop.example", type: "User", type_id: 1 },
    },
    entity: { uid: "b1", name: "Ada Lovelace", type: "buyer", type_id: 99 },
    metadata: {
      version: "1.7.0",
      product: { name: "payctl", vendor_name: "payctl", version, feature: { name: "audit-logs" } },
      log_name: "audit-logs",
      uid: entry.id,
      original_time: entry.timestamp,
      tenant_uid: "default",
    },
    unmapped: entry,
  });
  expect(validate(event)).toEqual([]);
});

it.each([
  ["created", 1, "Create", "Entity Management: Create"],
  ["updated", 3, "Update", "Entity Management: Update"],
  ["deleted", 4, "Delete", "Entity Management: Delete"],
  ["captured", 99, "captured", "Entity Management: Other"],
  [null, 0, "Unknown", "Entity Management: Unknown"],
])("the activity of an entry with the action %s is %d", (action, id, name, type) => {
  const event = toOcsf({ ...entry, action });
  expect(event).toMatchObject({
    activity_id: id,
    activity_name: name,
    type_uid: 300_400 + id,
    type_name: type,
  });
  expect(validate(event)).toEqual([]);
});

it("a person of the service's staff is marked in an event", () => {
  const event = toOcsf({ ...entry, user: { ...entry.user, is_staff: true } });
  expect(event).toMatchObject({ actor: { user: { type: "Staff", type_id: 99 } } });
  expect(validate(event)).toEqual([]);
});

it.each([
  ["no user", { user: null }],
  ["a user without a name and an id", { user: { is_staff: true } }],
  ["an e-mail address that the schema does not know", { user: { ...entry.user, email_address: "nobody" } }],
  ["no resource", { resource: undefined }],
  ["a resource without a name and an id", { resource: { type: "buyer", id: null, name: "" } }],
  ["no time that can be read", { timestamp: "soon" }],
  ["neither an id nor an account", { id: null, merchant_account_id: null }],
])("an entry with %s is a valid event, too", (_, parts) => {
  expect(validate(toOcsf({ ...entry, ...parts }))).toEqual([]);
});

it("an entry that is no object is a valid event, too", () => {
  expect(validate(toOcsf("an entry"))).toEqual([]);
});

it("list, tail and export write the same events, a line each", async () => {
  const out = join(freshFolder(), "events.ndjson");
  const [listed, followed, exported] = [
    await run("audit list --all -o ocsf", { reference }),
    await run("audit tail --since 2020-01-01 --once -o ocsf", { reference }),
    await run(`audit export -o ocsf --out ${out}`, { reference }),
  ];
  expect([listed.code, followed.code, exported.code]).toEqual([0, 0, 0]);
  const lines = listed.stdout.trimEnd().split("\n");
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.flatMap((line) => validate(JSON.parse(line)))).toEqual([]);
  expect(followed.stdout.trimEnd().split("\n")).toEqual(lines.toReversed());
  expect(await readFile(out, "utf8")).toBe(listed.stdout);
});

it("an event keeps every digit of its entry", async () => {
  const exchange = async (request: Parameters<ReturnType<typeof listing>>[0]) => {
    const answer = await listing([{ ...entry, amount: "DIGITS" }])(request);
    return { ...answer, body: String(answer.body).replace('"DIGITS"', "12345678901234567890.10") };
  };
  const { stdout } = await run("audit list -o ocsf", { reference, exchange });
  expect(stdout).toContain('"amount":12345678901234567890.10}}\n');
});

it.each([
  "audit list -o ocsf --fields id",
  "audit list -o ocsf --query items",
  "audit tail -o ocsf --fields id",
  "audit export -o ocsf --fields id --out events.ndjson",
])("%s is refused, because an event is written whole", async (line) => {
  const { code, stderr, requests } = await run(line, { reference });
  expect([code, requests, JSON.parse(stderr).error]).toEqual([
    2,
    [],
    expect.objectContaining({
      message: "events are written whole, without --fields and --query",
      hint: "choose from the lines instead: --output ocsf | jq EXPRESSION",
    }),
  ]);
});

it("no other command writes events", async () => {
  const { code, stderr } = await run("buyers list -o ocsf", { reference });
  expect(code).toBe(2);
  expect(JSON.parse(stderr).error.message).toBe(
    "--output ocsf: must be one of table, json, ndjson, yaml, csv, tsv, id",
  );
});
