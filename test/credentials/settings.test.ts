import { expect, it } from "vitest";
import { requireBaseUrl, requireCredential, type Settings } from "../../src/credentials/settings.ts";
import { failureOf } from "./failure.ts";

const nothing: Settings = {
  profile: undefined,
  baseUrl: undefined,
  merchantAccount: undefined,
  credential: undefined,
  timeout: { value: 30_000, source: { kind: "default" } },
  deadline: undefined,
  retries: { value: 4, source: { kind: "default" } },
  caFile: undefined,
  clientCertificate: undefined,
  protection: undefined,
  ceilings: [],
  notes: [],
};

it("a missing base URL says how to set one", async () => {
  expect(await failureOf(() => requireBaseUrl(nothing))).toEqual({
    exitCode: 3,
    message: "no base URL is set",
    hint: "set PAYCTL_BASE_URL, or make a profile: payctl init",
  });
});

it("a missing key says how to get one, with and without a profile", async () => {
  expect(await failureOf(() => requireCredential(nothing))).toEqual({
    exitCode: 3,
    message: "no key and no token is set",
    hint: "set PAYCTL_PRIVATE_KEY or PAYCTL_PRIVATE_KEY_FILE, or make a profile: payctl init",
  });
  const profile = { value: "local", source: { kind: "flag", name: "--profile" } } as const;
  expect(await failureOf(() => requireCredential({ ...nothing, profile }))).toEqual({
    exitCode: 3,
    message: "profile local has no key",
    hint: "import the one that you have, or make one: payctl keys generate -p local",
  });
});
