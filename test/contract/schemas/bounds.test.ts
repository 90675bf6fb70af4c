import { examples } from "../../../src/contract/examples.ts";
import { createAccountUpdaterJob } from "../../../src/contract/schemas/account-updater.ts";
import { listAuditLogs } from "../../../src/contract/schemas/audit-logs.ts";
import { listBuyers } from "../../../src/contract/schemas/buyers.ts";
import { registerDomain } from "../../../src/contract/schemas/digital-wallets.ts";
import { fetchGiftCardBalances } from "../../../src/contract/schemas/gift-cards.ts";
import { networkToken, provisionCryptogram } from "../../../src/contract/schemas/network-tokens.ts";
import { listThreeDsConfigurations } from "../../../src/contract/schemas/three-ds-configurations.ts";
import { absent, checkBounds, id, instant, otherId } from "./check-bounds.ts";

const uuids = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`);

checkBounds("the query of a paged list", { schema: listBuyers.query, valid: {} }, [
  { field: "limit", accepts: [absent, 1, 100], refuses: [0, 101, 1.5, "20", null] },
  { field: "cursor", accepts: [absent, "c", "c".repeat(1000)], refuses: ["", "c".repeat(1001), null] },
  { field: "search", accepts: [absent, "Ada", ""], refuses: [1, null] },
  { field: "external_identifier", accepts: [absent, "A-1"], refuses: [1, null] },
]);

checkBounds("the query of the audit logs", { schema: listAuditLogs.query, valid: {} }, [
  { field: "user_id", accepts: [absent, id, id.toUpperCase()], refuses: ["", "ada", `${id}0`] },
  { field: "action", accepts: [absent, "created", "anything"], refuses: [1] },
  { field: "resource_type", accepts: [absent, "user", "anything"], refuses: [1] },
]);

checkBounds(
  "the envelope of a page",
  { schema: listBuyers.response, valid: { items: [], limit: 20, next_cursor: null, previous_cursor: null } },
  [
    { field: "items", accepts: [[]], refuses: [absent, null, {}] },
    { field: "limit", accepts: [1, 100], refuses: [absent, 0, 101, null] },
    { field: "next_cursor", accepts: [absent, null, "c", "c".repeat(1000)], refuses: ["", "c".repeat(1001)] },
    { field: "previous_cursor", accepts: [absent, null, "c"], refuses: ["", 1] },
  ],
);

checkBounds("a network token", { schema: networkToken, valid: examples.suspendNetworkToken?.response }, [
  { field: "type", accepts: [absent, "network-token"], refuses: ["token", null] },
  { field: "id", accepts: [otherId], refuses: [absent, "1", null] },
  {
    field: "expiration_date",
    accepts: ["01/00"],
    refuses: [absent, "1/30", "12/2030", "12-30", "12/30\n"],
  },
  { field: "payment_method_id", accepts: [id], refuses: [absent, "1"] },
  { field: "status", accepts: ["inactive", "suspended", "deleted"], refuses: [absent, null] },
  { field: "token", accepts: ["t".repeat(300)], refuses: [absent, "", "t".repeat(301), null] },
  { field: "created_at", accepts: ["2026-03-01T13:00:00+01:00"], refuses: [absent, "2026-03-01", 1] },
  { field: "updated_at", accepts: [instant], refuses: [absent, "yesterday"] },
  { field: "colour", accepts: [absent], refuses: ["red"] },
]);

checkBounds(
  "the body of a cryptogram request",
  { schema: provisionCryptogram.body, valid: { merchant_initiated: true } },
  [
    { field: "merchant_initiated", accepts: [true, false], refuses: [absent, null, "true", 1] },
    { field: "reason", accepts: [absent], refuses: ["none"] },
  ],
);

checkBounds(
  "the body of a domain registration",
  { schema: registerDomain.body, valid: { domain_name: "shop.example" } },
  [
    {
      field: "domain_name",
      accepts: [
        "a.b",
        "SHOP.Example",
        "xn--bcher-kva.example",
        `${"a".repeat(63)}.example`,
        `${"a.".repeat(126)}a`,
      ],
      refuses: [
        absent,
        null,
        "",
        "localhost",
        "https://shop.example",
        "shop.example/pay",
        "shop.example:443",
        "shop..example",
        ".shop.example",
        "shop.example.",
        "-shop.example",
        "shop-.example",
        "shop_1.example",
        "bücher.example",
        "shop.example\n",
        `${"a".repeat(64)}.example`,
        `${"a.".repeat(126)}ab`,
      ],
    },
    { field: "path", accepts: [absent], refuses: ["/"] },
  ],
);

const card = { number: "4".repeat(16), pin: "1" };

checkBounds(
  "the body of a balance request",
  { schema: fetchGiftCardBalances.body, valid: { items: [card] } },
  [
    {
      field: "items",
      accepts: [[{ id }], [card, { id }, card], Array.from({ length: 10 }, () => card)],
      refuses: [absent, null, [], {}, Array.from({ length: 11 }, () => card)],
    },
    {
      field: "items.0",
      accepts: [{ id }],
      refuses: [
        null,
        {},
        { id: "1" },
        { ...card, id },
        { id, extra: 1 },
        { ...card, number: 4_444_444_444_444_444 },
        { ...card, pin: 1234 },
        { ...card, pin: null },
        { number: card.number },
      ],
    },
    {
      field: "items.0.number",
      accepts: ["1".repeat(17), "1".repeat(19)],
      refuses: ["1".repeat(15), "1".repeat(20), `${"1".repeat(15)}x`, "١".repeat(16)],
    },
    { field: "items.0.pin", accepts: ["9", "long pin"], refuses: [""] },
  ],
);

checkBounds(
  "the body of an account updater job",
  { schema: createAccountUpdaterJob.body, valid: { payment_method_ids: [id] } },
  [
    {
      field: "payment_method_ids",
      accepts: [[id, otherId], uuids(100)],
      refuses: [absent, null, [], uuids(101), ["1"], [id, id], [id, id.toUpperCase()], id],
    },
    { field: "note", accepts: [absent], refuses: ["hello"] },
  ],
);

checkBounds("the query of the 3DS configurations", { schema: listThreeDsConfigurations.query, valid: {} }, [
  { field: "currency", accepts: [absent, "EUR"], refuses: ["", "eur", "EURO", "EU", "EUR\n", 978] },
]);
