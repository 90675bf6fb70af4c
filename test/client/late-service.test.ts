import { expect, it } from "vitest";
import { TransportError } from "../../src/client/transport-error.ts";
import type { Exchange } from "../../src/contract/exchange.ts";
import { run } from "../helpers/run.ts";
import { startSmallCompany } from "../helpers/small-company.ts";

const absent = () => new TransportError("absent", "localhost:4010 refused the connection (ECONNREFUSED)");

it.each([
  ["updater create 11111111-1111-4111-8111-111111111111 --retries 8", {}],
  ["updater create 11111111-1111-4111-8111-111111111111", { PAYCTL_RETRIES: "8" }],
  ["buyers list --retries 8", {}],
])("a service of this machine that is not up yet is waited for by %s %j", async (line, env) => {
  const reference = await startSmallCompany();
  let tries = 0;
  const exchange: Exchange = async (request) => {
    tries += 1;
    if (tries <= 3) throw absent();
    return reference.exchange(request);
  };
  const ran = await run(line, { reference, exchange, env });
  expect(ran.code).not.toBe(10);
  expect(tries).toBe(4);
  await reference.close();
});

it("nothing that does not listen on this machine is waited for unless retries are asked for", async () => {
  let tries = 0;
  const exchange: Exchange = async () => {
    tries += 1;
    throw absent();
  };
  expect((await run("buyers list", { exchange })).code).toBe(10);
  expect(tries).toBe(1);
});
