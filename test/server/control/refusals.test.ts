import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { emptySeed } from "../../../src/server/seed/seed.ts";
import { type Reference, startReference } from "../../helpers/server.ts";

let reference: Reference;
beforeAll(async () => {
  reference = await startReference({ seed: emptySeed() });
});
afterAll(() => reference.close());

describe("a call that the control interface refuses", () => {
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
});
