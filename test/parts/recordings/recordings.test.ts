import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { listen } from "../../../src/server/http/listen.ts";
import { generateKey } from "../../helpers/keys.ts";
import { recordEverything, recordedSeed } from "../../helpers/recorded.ts";
import { run } from "../../helpers/run.ts";
import { startReference } from "../../helpers/server.ts";
import { shared, sharedFolder } from "../../helpers/shared.ts";
import { partFolder } from "../part.js";

const loadFromPart = createRequire(join(partFolder("recordings"), "package.json"));
const redocly = join(partFolder("openapi"), "node_modules/.bin/redocly");
const description = resolve(import.meta.dirname, "../../../openapi.json");
const folder = sharedFolder();
const service = await shared(startReference({ seed: recordedSeed(generateKey().publicPem) }));
const har = await recordEverything(service);

/** It may not check for updates or report its use. */
const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", CI: "true" };

function start(...words: readonly string[]): ChildProcess {
  return spawn(redocly, words, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
}

it("a validator of others finds our recordings valid, and one without its version not", async () => {
  const validator = loadFromPart("har-validator");
  await expect(validator.har(JSON.parse(har))).resolves.toBeTruthy();
  const { log } = JSON.parse(har);
  await expect(validator.har({ log: { ...log, version: undefined } })).rejects.toThrow();
});

/** What Redocly finds different from the public description, without the tokens that no recording has. */
async function drift(name: string, recording: string): Promise<readonly string[]> {
  await writeFile(join(folder, name), recording);
  const child = start(
    "drift",
    name,
    "--api",
    description,
    "--server",
    "https://service.invalid",
    "--format",
    "json",
  );
  const [output] = await Promise.all([text(child.stdout ?? process.stdin), once(child, "exit")]);
  const { problems } = JSON.parse(output.slice(output.indexOf("{"), output.lastIndexOf("}") + 1));
  const others = problems.filter((problem: { category: string }) => problem.category !== "security");
  return others.map(
    ({ operationId, status }: { operationId: string; status: number }) => `${operationId} ${status}`,
  );
}

it("a comparer of others finds a field of the wrong type where we find it", async () => {
  const before = new Set(await drift("fine.har", har));
  const copy = JSON.parse(har);
  const { content } = copy.log.entries[27].response;
  content.text = content.text.replace(/"account_updater_enabled":\w+/, '"account_updater_enabled":"perhaps"');
  const text = JSON.stringify(copy);
  const found = new Set((await drift("wrong.har", text)).filter((problem) => !before.has(problem)));
  const { stdout } = await run("serve replay a.har", { files: { "a.har": text }, reference: service });
  const different = JSON.parse(stdout).items.filter(
    ({ verdict }: { verdict: string }) => verdict === "different",
  );
  const ours = different.map(
    ({ operation, status }: { operation: string; status: number }) => `${operation} ${status}`,
  );
  expect([...found]).toEqual(["createMerchantAccount 201"]);
  expect(ours).toEqual(["createMerchantAccount 201"]);
});

it("a recording that a proxy of others has made is read, and is the same when it is replayed", async () => {
  const listener = await listen(service.exchange, { host: "127.0.0.1", port: 0, newId: () => "0" });
  const proxy = start("proxy", "--target", listener.url, "--port", "0", "--har", "theirs.har");
  let said = "";
  proxy.stderr?.on("data", (chunk) => {
    said += chunk;
  });
  await expect.poll(() => said).toContain("Press Ctrl+C");
  const [url = ""] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
  const headers = { authorization: `Bearer ${service.token()}` };
  for (const target of ["/buyers?limit=2", "/audit-logs?limit=3", "/buyers?limit=0"])
    await (await fetch(`${url}${target}`, { headers })).text();
  proxy.kill("SIGINT");
  await once(proxy, "exit");
  await listener.close(0);
  const theirs = await readFile(join(folder, "theirs.har"), "utf8");
  const options = { files: { "theirs.har": theirs }, reference: service };
  const { code, stderr } = await run(`serve replay theirs.har --base-url ${listener.url}`, options);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "3 exchanges: 3 same\n" });
});
