import { expect, it } from "vitest";
import { bodyOf } from "../../helpers/body-of.ts";
import { refused } from "../../helpers/refused.ts";
import { run } from "../../helpers/run.ts";
import { fresh } from "../../helpers/shared.ts";
import { ids, startSmallCompany } from "../../helpers/small-company.ts";
import { withoutRequestIds } from "../../helpers/words.ts";
import { faulty } from "../merchants/faulty.ts";

const full = { number: "6006490000000001", pin: "1234" };

it("giftcards balances shows the balance of a stored card", async () => {
  const { code, stdout, stderr } = await run(`giftcards balances --id ${ids.fullGiftCard} -o table`);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatchInlineSnapshot(`
      "ID                                    BIN     LAST 4    BALANCE  CURRENCY  EXPIRES               ERROR
      e0000000-0000-4000-8000-000000000001  600649  0001    25.00 EUR  EUR       2027-12-31T00:00:00Z  -
      "
    `);
});

it("giftcards balances names a currency once, and when the card expires, at 80 columns", async () => {
  const { stdout } = await run(`giftcards balances --id ${ids.fullGiftCard} --color never`, { terminal: 80 });
  const [head = "", , row = ""] = stdout.split("\n");
  expect(head.trim().split(/ {2,}/)).toEqual(["ID", "LAST 4", "BALANCE", "EXPIRES (UTC)"]);
  expect(row).toContain("25.00 EUR  2027-12-31");
});

it.each([
  ["csv", "balance,currency\n2500,EUR\n"],
  ["tsv", "balance\tcurrency\n2500\tEUR\n"],
  ["ndjson", '{"balance":2500,"currency":"EUR"}\n'],
  ["yaml", "items:\n  - balance: 2500\n    currency: EUR\n"],
])("giftcards balances writes the amount as %s as the service sent it", async (format, text) => {
  const line = `giftcards balances --id ${ids.fullGiftCard} --fields balance,currency -o ${format}`;
  expect(await run(line)).toMatchObject({ code: 0, stdout: text });
});

it("giftcards balances gives every card in the order asked, and exits with 11 when a balance could not be fetched", async () => {
  const line = `giftcards balances --id ${ids.expiredGiftCard} --id ${ids.fullGiftCard} --quiet`;
  const { code, stdout, stderr } = await run(line);
  expect(code).toBe(11);
  expect(JSON.parse(stdout).items).toMatchObject([
    { id: ids.expiredGiftCard, balance: null, balance_error_code: "expired_card" },
    { id: ids.fullGiftCard, balance: 2500, currency: "EUR" },
  ]);
  expect(JSON.parse(stderr).error).toMatchObject({
    class: "PartialError",
    message: "1 of 2 balances could not be fetched",
    exit_code: 11,
  });
});

it.each([
  ["cards.csv", `number,pin\n${full.number},${full.pin}\n`],
  ["cards.json", JSON.stringify([full])],
  ["cards.ndjson", `${JSON.stringify(full)}\n`],
])("giftcards balances reads cards from %s", async (file, text) => {
  const ran = await run(`giftcards balances --file ${file}`, { files: { [file]: text } });
  expect(ran.code).toBe(0);
  expect(bodyOf(ran)).toEqual({ items: [full] });
  expect(JSON.parse(ran.stdout).items).toMatchObject([{ last4: "0001", balance: 2500 }]);
  expect(ran.stdout + ran.stderr).not.toContain(full.number);
});

it.each(["--file -", "-", "- --file -"])(
  "giftcards balances reads cards from standard input, as %s",
  async (words) => {
    const ran = await run(`giftcards balances ${words} --format csv`, {
      stdin: `number,pin\n${full.number},1234\n`,
    });
    expect(ran.code).toBe(0);
    expect(bodyOf(ran)).toEqual({ items: [full] });
  },
);

it.each([
  [1, "error: 1 of 2 balances could not be fetched\n"],
  [
    3,
    "the service answered 1 balance more than it was asked for\nerror: 2 of 2 balances could not be fetched\n",
  ],
])(
  "giftcards balances counts cards and not answers, of which there are %i for two cards",
  async (count, stderr) => {
    const failed = { id: null, last4: "0001", balance: count === 1 ? 7 : null };
    const body = JSON.stringify({ items: Array.from({ length: count }, () => failed) });
    const ran = await run("giftcards balances -f cards.json -o table", {
      files: { "cards.json": JSON.stringify([full, full]) },
      exchange: async () => ({ status: 200, headers: {}, body }),
    });
    expect({ code: ran.code, stderr: ran.stderr }).toEqual({ code: 11, stderr });
  },
);

it("giftcards balances takes no card from the command line, and does not repeat it", async () => {
  expect(await refused(`giftcards balances ${full.number}`)).toMatchInlineSnapshot(`
      "error: a gift card can't be given as an argument
      hint: use --id for a stored card; give numbers and PINs with --file, with - on standard input, or when asked
      "
    `);
});

it("giftcards balances names a stored card that does not exist, alone and among many", async () => {
  const file = [...Array.from({ length: 10 }, () => full), { id: ids.ada }, full];
  const files = { "many.ndjson": file.map((card) => JSON.stringify(card)).join("\n") };
  const many = await run("giftcards balances -f many.ndjson -o table", { files });
  expect(many.code).toBe(11);
  expect(withoutRequestIds(many.stderr)).toMatchInlineSnapshot(`
    "error: 2 of 12 balances could not be fetched
      a0000000-0000-4000-8000-000000000001: No stored gift card has this id (404 not_found, request ID)
      ...0001: refused along with another (404 not_found, request ID)
    "
  `);
  const alone = await run(`giftcards balances --id ${ids.fullGiftCard} --id ${ids.ada} -o table`);
  expect(alone.code).toBe(8);
  expect(alone.stderr.replace(/request [\w-]{36}/, "request ID")).toMatchInlineSnapshot(`
      "error: The resource could not be found (404 not_found, request ID)
        body.items.1: No stored gift card has this id: a0000000-0000-4000-8000-000000000001
      hint: check the id, and which merchant account is in use: payctl auth status
      "
    `);
});

it("giftcards balances says of a wrong --id what an id is", async () => {
  expect(await refused("giftcards balances --id card-1")).toMatchInlineSnapshot(`
      "error: not every gift card is valid; none was sent
        --id 1.id: must be a UUID
      "
    `);
});

it("giftcards balances makes several requests of more than ten cards", async () => {
  const file = Array.from({ length: 11 }, () => JSON.stringify({ id: ids.fullGiftCard })).join("\n");
  const files = { "many.ndjson": file };
  const { stdout, requests } = await run("giftcards balances -f many.ndjson", { files });
  expect(requests).toHaveLength(2);
  expect(JSON.parse(stdout).items).toHaveLength(11);
});

it("giftcards balances loses with a request that fails its own cards alone, named by their last four digits", async () => {
  const reference = await fresh(startSmallCompany());
  const exchange = faulty(reference.exchange, (count) => (count === 2 ? "500" : undefined));
  const line = JSON.stringify(full);
  const ran = await run("giftcards balances -f many.ndjson --retries 0", {
    reference,
    exchange,
    files: { "many.ndjson": Array.from({ length: 21 }, () => line).join("\n") },
  });
  expect(ran.code).toBe(11);
  expect(JSON.parse(ran.stdout).items).toHaveLength(11);
  const names = Array.from({ length: 10 }, () => "...0001").join(", ");
  expect(JSON.parse(ran.stderr).error).toMatchObject({
    message: "10 of 21 balances could not be fetched",
    fields: [{ field: names, message: "the service answered 500 without saying why (500 server_error)" }],
  });
});

it("giftcards balances names every wrong card by its place and never by its digits", async () => {
  const files = { "bad.csv": "number,pin\n123456789,1234\n6006490000000001,\n" };
  expect(await refused("giftcards balances -f bad.csv", { files })).toMatchInlineSnapshot(`
      "error: not every gift card is valid; none was sent
        line 2.number: must be 16 to 19 digits
        line 3.pin: is missing
      "
    `);
});

it("giftcards balances shows nothing of a file whose first line is a card instead of the header", async () => {
  const files = { "cards.csv": "6006490000000001,abcd\n6006490000000002,efgh\n" };
  expect(await refused("giftcards balances -f cards.csv", { files })).toMatchInlineSnapshot(`
      "error: cards.csv is not valid CSV
        line 1: must be a header with names such as number, pin, id
      "
    `);
});

it("giftcards balances exits with 2 when no card is given and there is no terminal to ask on", async () => {
  expect(await refused("giftcards balances")).toMatchInlineSnapshot(`
      "error: no gift card was given
      hint: name one with --id, or a file with --file; - reads standard input
      "
    `);
});
