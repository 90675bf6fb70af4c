import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openExchange } from "../../../src/client/http.ts";
import { registerServer } from "../../../src/server/running/registry.ts";
import { run } from "../../helpers/run.ts";
import { sharedFolder } from "../../helpers/shared.ts";

let child: ChildProcess;
let pid: number;
const url = "http://127.0.0.1:1";

const folder = sharedFolder();

beforeAll(async () => {
  // Stands in for a server that is busy.
  child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  await once(child, "spawn");
  pid = child.pid ?? 0;
  const servers = join(folder, "payctl", "servers");
  await registerServer(servers, { pid, url, instance: "1", database: "/shop.db" });
});
afterAll(async () => {
  child.kill();
});

function serve(words: string) {
  return run(`serve ${words}`, {
    signedOut: true,
    env: { XDG_DATA_HOME: folder },
    alter: (host) => ({ ...host, connect: openExchange }),
  });
}

const note = () => `the server at ${url}, process ${pid}, does not answer\n`;
const status = () => ({ running: false, url, pid, database: "/shop.db", log: null });

// Other systems don't say when a process started, so that it can't be told from any other.
describe.skipIf(process.platform !== "linux")("a server that runs but does not answer", () => {
  it("is listed as such", async () => {
    const { code, stderr, stdout } = await serve("status --all");
    expect([code, stderr, JSON.parse(stdout)]).toEqual([3, note(), { items: [status()] }]);
    expect(await serve("status --all -o id")).toMatchObject({ code: 3, stderr: note(), stdout: "" });
  });

  it.each(["--url http://127.0.0.1:1", "--database /shop.db", ""])(
    "is described as such: serve status %s",
    async (which) => {
      const { code, stderr, stdout } = await serve(`status ${which}`);
      expect([code, stderr, JSON.parse(stdout)]).toEqual([3, note(), status()]);
      const text = `The reference server at ${url}, process ${pid}, does not answer.\n`;
      expect((await serve(`status ${which} -o table`)).stdout).toBe(text);
    },
  );

  it("is not what a command talks to", async () => {
    const { code, stderr } = await serve("reset");
    expect([code, JSON.parse(stderr).error.message]).toEqual([
      10,
      `no reference server answers at ${url}: 127.0.0.1:1 refused the connection`,
    ]);
  });

  it.each(["--all", "--url http://127.0.0.1:1", "--database /shop.db"])(
    "is not stopped: serve stop %s",
    async (which) => {
      const { code, stderr } = await serve(`stop ${which}`);
      expect([code, JSON.parse(stderr).error]).toMatchObject([
        3,
        {
          message: `the server at ${url}, process ${pid}, does not answer and was not stopped`,
          hint: `to end the process: kill ${pid}`,
        },
      ]);
      expect([child.exitCode, child.signalCode]).toEqual([null, null]);
    },
  );
});
