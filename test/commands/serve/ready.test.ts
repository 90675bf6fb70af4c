import { expect, it } from "vitest";
import { type Ready, sayReady } from "../../../src/commands/serve/ready.ts";
import type { Context } from "../../../src/context.ts";
import { openOutput } from "../../terminal/recorder.ts";

const ready: Ready = {
  event: "ready",
  url: "http://127.0.0.1:4010",
  pid: 1,
  database: ":memory:",
  profile: "local",
  key_file: "/home/ada/key.pem",
  thumbprint: "thumbprint",
};

const words =
  "The reference server answers at http://127.0.0.1:4010\n  data   :memory:\n  try    payctl -p local buyers list\n";
const look = "  look   http://127.0.0.1:4010/_reference/\n";

async function said(
  terminal: object | undefined,
  detach: true | undefined,
  control: "off" | "on" = "on",
): Promise<string> {
  const { output, written } = openOutput({ ...(terminal === undefined ? {} : { terminal }), format: "json" });
  const settings = async () => ({ baseUrl: { value: "http://127.0.0.1:4010", source: "--base-url" } });
  await sayReady(
    { output, settings } as unknown as Context,
    { flags: { detach, log: undefined, noProfile: undefined } },
    ready,
    control,
  );
  return written.stdout;
}

it("the ready line tells a person at a terminal how to try the server, and how to end one that is attached", async () => {
  expect(await said({}, undefined)).toBe(`${words}${look}  stop   Ctrl-C, or payctl serve stop\n`);
  expect(await said({}, true)).toBe(`${words}${look}`);
});

it("the ready line names the inspector only if there is one", async () => {
  expect(await said({}, true, "off")).toBe(words);
});

it("the ready line tells a program the same in one line of JSON", async () => {
  for (const detach of [true, undefined] as const) {
    expect(JSON.parse(await said(undefined, detach))).toEqual(ready);
  }
});
