import { expect, it } from "vitest";
import { covers, embedScope, isScope, operationScopes } from "../../src/contract/scopes.ts";

it("a scope is an area with read or write, or embed", () => {
  const accepted = [
    ...operationScopes,
    embedScope,
    "*.read",
    "*.write",
    "transactions.read",
    "three-ds.write",
  ];
  const refused = [
    "",
    "buyers",
    "read",
    ".read",
    "*",
    "*.*",
    "*.delete",
    "buyers.*",
    "buyers.read ",
    "embed.read.",
  ];
  const misspelt = ["buyers.read\n", "Buyers.read", "buyers..read", "-buyers.read", "buyers.readwrite"];
  expect([...accepted, ...refused, ...misspelt].filter(isScope)).toEqual(accepted);
});

it("covers finds the wanted scope among those granted", () => {
  expect(covers(["flows.write", "buyers.read"], "buyers.read")).toBe(true);
});

it("covers does not take one scope for another", () => {
  expect(covers(["buyers.read", "buyers.write"], "buyers.billing-details.read")).toBe(false);
  expect(covers(["buyers.billing-details.read"], "buyers.read")).toBe(false);
});

it("an empty grant covers nothing, and the scope embed no other scope", () => {
  expect(operationScopes.filter((scope) => covers([], scope) || covers([embedScope], scope))).toEqual([]);
});

it("the scope *.read covers every reading scope, personal data included", () => {
  expect(operationScopes.filter((scope) => covers(["*.read"], scope))).toEqual([
    "api-key-pairs.read",
    "audit-logs.read",
    "buyers.read",
    "buyers.billing-details.read",
    "gift-cards.read",
    "merchant-accounts.read",
  ]);
});

it("the scope *.write covers every writing scope and none that reads", () => {
  expect(operationScopes.filter((scope) => covers(["*.write"], scope))).toEqual([
    "api-key-pairs.write",
    "payment-methods.write",
    "digital-wallets.write",
    "merchant-accounts.write",
    "flows.write",
  ]);
});

it("the scope embed has to be granted by name", () => {
  expect(covers(["*.read", "*.write"], embedScope)).toBe(false);
  expect(covers([embedScope], embedScope)).toBe(true);
});
