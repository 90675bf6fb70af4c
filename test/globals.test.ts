import { expect, it } from "vitest";
import { aimHint } from "../src/globals.ts";
import { run } from "./helpers/run.ts";

it("aimHint leaves a hint alone when the command line aimed at nothing", () => {
  expect(aimHint("find out why: payctl doctor", {})).toBe("find out why: payctl doctor");
});

it("aimHint aims each command of a hint, and quotes what a shell would take apart", () => {
  const hint = "register the public key with the service: payctl keys show; for more: payctl doctor";
  expect(aimHint(hint, { profile: "live", keyFile: "my key.pem" })).toBe(
    "register the public key with the service: payctl keys show -p live --key-file 'my key.pem'; " +
      "for more: payctl doctor -p live --key-file 'my key.pem'",
  );
});

it("aimHint repeats the certificates of a connection", () => {
  const aim = { caFile: "ca.pem", clientCert: "cert.pem", clientKey: "key.pem" };
  expect(aimHint("find out why: payctl doctor", aim)).toBe(
    "find out why: payctl doctor --ca-file ca.pem --client-cert cert.pem --client-key key.pem",
  );
});

it("aimHint hands a profile alone to what shows a profile", () => {
  const aim = { profile: "live", baseUrl: "https://api.example.com" };
  expect(aimHint("check the address: payctl profile show", aim)).toBe(
    "check the address: payctl profile show -p live",
  );
});

it("aimHint leaves alone a command that names what it looks at", () => {
  const hint = "register the public key, then: payctl auth status -p other";
  expect(aimHint(hint, { profile: "live" })).toBe(hint);
});

it("aimHint tells a person to look where the failed command looked", async () => {
  const { stderr } = await run("buyers list -m nobody", { terminal: 100 });
  expect(stderr).toContain(
    " check the merchant account, and where it comes from: payctl auth status -m nobody\n",
  );
});

it("aimHint tells a program the same", async () => {
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
