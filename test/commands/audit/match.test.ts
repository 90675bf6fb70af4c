import { expect, it } from "vitest";
import { type Criteria, createMatch } from "../../../src/commands/audit/filters.ts";

const people = {
  jose: {
    id: "b0000000-0000-4000-8000-00000000000a",
    name: "José Núñez",
    email_address: "jose@shop.example",
    is_staff: false,
  },
  josephine: {
    id: "b0000000-0000-4000-8000-00000000000b",
    name: "Josephine Baker",
    email_address: "jb@shop.example",
    is_staff: true,
  },
};

const route = {
  type: "rule",
  id: "f2000000-0000-4000-8000-000000000001",
  name: "Route “Crème” to Zürich",
};
const account = { type: "merchant-account", id: "Shop-Berlin", name: null };

const entries = {
  routed: { action: "updated", user: people.jose, resource: route },
  opened: { action: "created", user: people.josephine, resource: account },
  anonymous: { action: "deleted", resource: route },
  odd: { action: 7, user: "somebody", resource: [] },
  none: null,
};

function kept(criteria: Criteria): string[] {
  const { keeps } = createMatch(criteria);
  return Object.entries(entries).flatMap(([name, entry]) => (keeps(entry) ? [name] : []));
}

it.each<[Criteria, string[]]>([
  [{}, ["routed", "opened", "anonymous", "odd", "none"]],
  [{ notAction: ["ÚPDATED", "created"] }, ["anonymous", "odd", "none"]],
  [{ user: ["jose nunez"] }, ["routed"]],
  [{ user: ["JOSE"] }, ["routed", "opened"]],
  [{ user: ["jb@SHOP"] }, ["opened"]],
  [{ user: ["nobody", "baker"] }, ["opened"]],
  [{ user: [people.jose.id.toUpperCase()] }, ["routed"]],
  [{ user: [people.jose.id, "Baker"] }, ["routed", "opened"]],
  [{ user: [people.jose.id.slice(0, 20)] }, []],
  [{ user: ["\u0301"] }, []],
  [{ staff: true }, ["opened"]],
  [{ staff: false }, ["routed", "anonymous", "odd", "none"]],
  [{ resource: ["zurich"] }, ["routed", "anonymous"]],
  [{ resource: ["shop-berlin"] }, ["opened"]],
  [{ resource: ["shop"] }, []],
  [{ resource: [route.id] }, ["routed", "anonymous"]],
  [{ resource: [route.id.slice(0, 8).toUpperCase()] }, ["routed", "anonymous"]],
  [{ resource: [route.id.slice(0, 7)] }, []],
  [{ resource: [route.id.slice(1, 12)] }, []],
  [{ resource: ["zurich"], staff: false, user: ["jose"] }, ["routed"]],
])("a filter keeps the entries that fit all of it: %j", (criteria, expected) => {
  expect(kept(criteria)).toEqual(expected);
});

function person(number: number) {
  return { user: { id: `id-${number}`, name: `Ann ${number}`, email_address: `ann${number}@shop.example` } };
}

it("a text that fits several people is said with those whose entries were kept", () => {
  const match = createMatch({ user: ["ann", "baker"] });
  match.see([person(1), person(1)]);
  expect(match.namesakes()).toEqual([]);
  match.see([person(2)]);
  expect(match.namesakes()).toEqual([
    "--user ann matches several people: Ann 1 <ann1@shop.example>, Ann 2 <ann2@shop.example>; an e-mail address or a UUID selects one",
  ]);
  match.see([person(3)]);
  expect(match.namesakes()[0]).toMatch(/^--user ann matches several people: Ann 1 .*, Ann 2 .*, Ann 3 </);
});

it("a text that fits several people names a few of many", () => {
  const match = createMatch({ user: ["ann"] });
  match.see(Array.from({ length: 1000 }, (_, index) => person(index)));
  expect(match.namesakes()).toEqual([
    expect.stringMatching(
      /^--user ann matches several people: (?:Ann \d+ <[^>]*>, ){4}Ann \d+ <[^>]*> and others;/,
    ),
  ]);
});

it("a text that fits several people has nothing to say of a UUID", () => {
  const match = createMatch({ user: [people.jose.id] });
  match.see([{ user: people.jose }, { user: { ...people.jose, name: "Other" } }]);
  expect(match.namesakes()).toEqual([]);
});
