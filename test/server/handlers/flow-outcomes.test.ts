import { expect, it } from "vitest";
import { id, openWorld } from "./world.ts";

const service = "fe26475d-ec3e-4884-9553-f7356683f7f9";

const places = {
  methods: ["checkout", "select-payment-options"],
  routing: ["card-transaction", "route-transaction"],
  secure: ["card-transaction", "skip-3ds"],
  decline: ["card-transaction", "decline-early"],
  services: ["redirect-transaction", "route-transaction"],
} as const;

type Place = keyof typeof places;

const boolean = { type: "boolean", result: true };
const methods = { type: "list", result: ["card", "gift-card", "apple_pay"] };
const services = { type: "list", result: [service] };

const starting: Readonly<Record<Place, object>> = {
  methods,
  routing: { type: "card-routing", version: 2, result: [] },
  secure: boolean,
  decline: boolean,
  services,
};

/** Answers an update of a fresh rule at a place. */
async function update(place: Place, outcome: unknown) {
  const [flow, action] = places[place];
  const fresh = { id: id(801), flow, action, position: 0, conditions: [], outcome: starting[place] };
  const { ask } = await openWorld({ flow_rules: [fresh] });
  return ask("PUT", `/flows/${flow}/actions/${action}/rules/${id(801)}`, { body: { position: 0, outcome } });
}

function routing(...result: object[]) {
  return { type: "card-routing", version: 2, result };
}

function route(instrument: string, ...names: string[]) {
  return { payment_service_id: service, instrument, transformations: names.map((name) => ({ name })) };
}

// Which outcome goes where is in a table of the contract; here is one of each kind.
it.each<[Place, unknown]>([
  ["decline", boolean],
  ["secure", { type: "three-d-secure", result: "attempt" }],
  ["methods", methods],
  ["services", services],
  ["routing", routing(route("pan"), route("network_token", "force_mit"))],
])("the outcome at %s can be %j, and is answered so", async (place, outcome) => {
  const { body, status } = await update(place, outcome);
  expect([status, body.outcome]).toEqual([200, outcome]);
});

it.each<[Place, unknown, string]>([
  ["decline", { type: "three-d-secure", result: "skip" }, "/outcome/type"],
  ["methods", services, "/outcome/result/0"],
  [
    "routing",
    routing(route("network_token", "force_mit", "use_additional_scheme")),
    "/outcome/result/0/transformations/1",
  ],
])("the outcome at %s does not go with %j", async (place, outcome, pointer) => {
  const { body, status } = await update(place, outcome);
  expect([status, body.code]).toEqual([400, "bad_request"]);
  const problem = { location: "body", pointer, message: body.message, type: "value_error" };
  expect(body.details[0]).toEqual(problem);
});
