import { readdirSync, readFileSync } from "node:fs";
import { parse } from "node:path";
import { expect, it } from "vitest";
import { evidence } from "../../src/contract/evidence.ts";
import { allOperations } from "../../src/contract/operations.ts";

const folder = new URL("../parts/openapi/clients/", import.meta.url);
const clients = readdirSync(folder)
  .filter((name) => /\.(?:go|py|ts)$/.test(name))
  .map((name) => ({ name: parse(name).name, text: readFileSync(new URL(name, folder), "utf8") }));

it.each(allOperations)("the clients of $name are those whose tests call it", ({ name, path }) => {
  // In the language of each generator the name has another form, and one writes paths instead.
  const spelled = new RegExp(name.replace(/[A-Z]/g, "_?$&"), "i");
  const written = new RegExp(path.includes("{") ? `"${path.split("{")[0]}` : `"${path}["?]`);
  const calling = clients.filter(({ text }) => spelled.test(text) || written.test(text));
  expect(evidence[name].clients.toSorted()).toEqual(calling.map((client) => client.name).toSorted());
});
