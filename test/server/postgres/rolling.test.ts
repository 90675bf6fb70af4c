import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { commandLine } from "../../helpers/program.ts";
import { lastRows } from "../../helpers/results-file.ts";
import { freshFolder } from "../../helpers/shared.ts";
import { startBalancer } from "./balancer.ts";
import { freshAddress } from "./servers.ts";

interface Server {
  readonly port: number;
  readonly keyFile: string;
  stop(): Promise<number | null>;
}

/** Each server has a machine of its own, as far as files go. */
async function start(home: string, database: string): Promise<Server> {
  mkdirSync(home, { recursive: true });
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    XDG_DATA_HOME: home,
    XDG_CONFIG_HOME: home,
    PAYCTL_DATABASE: database,
  };
  const words = ["serve", "--port", "0", "--no-profile", "--log", "off"];
  const child = spawn(...commandLine(words), { env, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const [line] = await once(createInterface(child.stdout), "line");
  const { key_file: keyFile, url } = JSON.parse(String(line));
  const stop = async () => {
    child.kill("SIGTERM");
    return (await ended)[0];
  };
  onTestFinished(() => void child.kill("SIGKILL"));
  return { port: Number(new URL(url).port), keyFile, stop };
}

const count = 1500;

test("servers are replaced one by one under load, and no request of payctl fails", async () => {
  const folder = freshFolder();
  const database = await freshAddress();
  const servers = [await start(join(folder, "0"), database), await start(join(folder, "1"), database)];
  const balancer = await startBalancer();
  onTestFinished(() => balancer.close());
  const show = () => balancer.setServers(servers.map(({ port }) => port));
  show();

  let replaced = 0;
  // However fast this machine starts servers, each client that runs meanwhile must not notice.
  for (let batch = 0; replaced < 2; batch += 1) {
    const { client, results } = apply(batch, folder, balancer.url, servers[0]?.keyFile ?? "");
    const said = text(client.stderr);
    const ended = once(client, "exit");
    while (client.exitCode === null && replaced < 6) {
      const place = replaced % 2;
      const old = servers[place];
      // The new one is up before the old one stops, as in a rolling deploy.
      servers[place] = await start(join(folder, String(place)), database);
      show();
      expect(await old?.stop()).toBe(0);
      replaced += 1;
    }
    expect([(await ended)[0], await said]).toEqual([0, expect.any(String)]);
    expect(await lastRows(results)).toHaveLength(count);
  }
  for (const server of servers) expect(await server.stop()).toBe(0);
});

/** Starts to create a batch of accounts. */
function apply(batch: number, folder: string, url: string, keyFile: string) {
  const [file, results] = [join(folder, `${batch}.ndjson`), join(folder, `${batch}.results.ndjson`)];
  const rows = Array.from(
    { length: count },
    (_, number) => `{"id":"rolled-${batch}-${number}","display_name":"R"}\n`,
  );
  writeFileSync(file, rows.join(""));
  const words = ["merchants", "apply", "-f", file, "--results", results, "--concurrency", "4"];
  const client = spawn(...commandLine([...words, "--base-url", url, "--key-file", keyFile]), {
    env: { PATH: process.env["PATH"] ?? "", HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ["ignore", "ignore", "pipe"],
  });
  return { client, results };
}
