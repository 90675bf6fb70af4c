import { expect, it } from "vitest";
import { targetHint } from "../src/globals.ts";
import { run } from "./helpers/run.ts";

const certificates = { caFile: "ca.pem", clientCert: "cert.pem", clientKey: "key.pem" };

it.each([
  ["payctl doctor", {}, "payctl doctor"],
  [
    "payctl keys show",
    { profile: "live", keyFile: "my key.pem" },
    "payctl keys show -p live --key-file 'my key.pem'",
  ],
  [
    "payctl doctor",
    certificates,
    "payctl doctor --ca-file ca.pem --client-cert cert.pem --client-key key.pem",
  ],
  // A profile alone belongs to what shows one.
  [
    "payctl profile show",
    { profile: "live", baseUrl: "https://api.example.com" },
    "payctl profile show -p live",
  ],
  // What names its own target keeps it.
  ["payctl auth status -p other", { profile: "live" }, "payctl auth status -p other"],
])(
  "targetHint completes the command %s with the target of the command line %j",
  (command, target, completed) => {
    expect(targetHint({ text: "find out why", command }, target)).toEqual({
      text: "find out why",
      command: completed,
    });
  },
);

it("targetHint tells a person to look where the failed command looked", async () => {
  const { stderr } = await run("buyers list -m nobody", { terminal: 100 });
  expect(stderr).toContain(
    " check the merchant account, and where it comes from: payctl auth status -m nobody\n",
  );
});

it("targetHint tells a program the same", async () => {
  const { stderr } = await run("buyers list -m nobody");
  expect(JSON.parse(stderr).error.hint).toMatch(/payctl auth status -m nobody$/);
});

it.each([
  ["buyers list --timeout 0s", "--timeout 0s: must be from 1ms to 24d"],
  ["buyers list --deadline 25d", "--deadline 25d: must be from 1ms to 24d"],
  ["keys rotate --interval 0s", "--interval 0s: must be from 100ms to 24d"],
])("%s is refused with its value and what may stand there", async (line, message) => {
  const { code, stderr, requests } = await run(line);
  expect({ code, requests }).toEqual({ code: 2, requests: [] });
  expect(JSON.parse(stderr).error.message).toBe(message);
});

it("a duration exactly at its bounds is taken", async () => {
  expect((await run("buyers list --timeout 24d --deadline 24d")).code).toBe(0);
});
