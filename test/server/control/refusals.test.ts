import { expect, it } from "vitest";
import { openapiDocument } from "../../../src/contract/openapi.ts";
import { startReference } from "../../helpers/server.ts";
import { shared } from "../../helpers/shared.ts";

const reference = await shared(startReference({ seed: {} }));

it("a path and a method of the control interface that do not exist are refused in the shape of every failure", async () => {
  const control = (method: string, path: string) =>
    reference.request(method, `/_reference/${path}`, { token: null });
  const unknown = await control("GET", "nothing");
  const wrong = await control("POST", "health");
  expect([unknown.status, unknown.json.code]).toEqual([404, "not_found"]);
  expect([wrong.status, wrong.json.code, wrong.headers["allow"]]).toEqual([405, "method_not_allowed", "GET"]);
});

it("the API's own description is given to anybody, from everywhere", async () => {
  const headers = { origin: "https://docs.example" };
  const { json, status } = await reference.request("GET", "/openapi.json", { token: null, headers });
  expect([status, json]).toEqual([200, await openapiDocument()]);
});

it.each([
  ["GET", "requests?limit=x", undefined, ["query", "limit"], "must be a number", "int_parsing"],
  ["GET", "requests?limit=0", undefined, ["query", "limit"], "must be at least 1", "greater_than_equal"],
  ["PUT", "clock", { frozen: "yes" }, ["body", "frozen"], "must be true or false", "bool_type"],
  ["PUT", "clock", { time: 1 }, ["body", "time"], "must be text", "string_type"],
  ["POST", "tokens", { expires_in: "2d" }, ["body", "expires_in"], "must be from 1s to 24h", "value_error"],
  [
    "POST",
    "seed",
    { buyers: [{ x: 1 }] },
    ["body", "buyers", "0", "x"],
    "is not a known field",
    "value_error",
  ],
])("a refused %s %s %j says where, what and of which type, and no more", async (...call) => {
  const [method, path, body, loc, msg, type] = call;
  const { json, status } = await reference.request(method, `/_reference/${path}`, { token: null, body });
  expect([status, json.detail]).toEqual([422, [{ loc, msg, type }]]);
});
