import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { freshFolder } from "../../helpers/shared.ts";
import { serveIn } from "./serving.ts";

let folder: string;
beforeEach(() => {
  folder = freshFolder();
});

/** Serves as long as the work takes; resolves to what was written, and the exit code. */
async function serving(
  line: string,
  work: (url: string) => Promise<void> = async () => {},
  env: Record<string, string> = {},
) {
  const { code, stop, written } = serveIn(folder, line, { env });
  let isOver = false;
  void code.finally(() => {
    isOver = true;
  });
  await expect.poll(() => isOver || written.stdout !== "").toBe(true);
  if (!isOver) await work(JSON.parse(written.stdout).url);
  return { code: await stop(), ...written };
}

async function get(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers });
  return { status: response.status, json: JSON.parse(await response.text()) };
}

const start = "serve --port 0 --no-profile --log off --database :memory:";

function problem(stderr: string) {
  return JSON.parse(stderr).error.message;
}

it("serve begins with the faults of the command line", async () => {
  const faults = "--fault 'GET /buyers 503 x2' --fault 'listAuditLogs 429 retry-after=3'";
  await serving(`${start} ${faults}`, async (url) => {
    expect((await get(`${url}/_reference/faults`)).json).toEqual({
      items: [
        { id: "1", method: "GET", path: "/buyers", status: 503, times: 2, hits: 0 },
        { id: "2", operation: "listAuditLogs", status: 429, retry_after: 3, hits: 0 },
      ],
    });
  });
});

it("serve starts its clock at the time that --clock names", async () => {
  await serving(`${start} --clock 2030-01-31T12:00:00+02:00`, async (url) => {
    const { time } = (await get(`${url}/_reference/clock`)).json;
    expect(time).toMatch(/^2030-01-31T10:0/);
  });
});

it("serve --deterministic has the same data every time", async () => {
  const lists: unknown[] = [];
  for (const number of [7, 7, 8]) {
    await serving(`${start} --deterministic ${number}`, async (url) => {
      const { items } = (await get(`${url}/_reference/data/api_key_pairs`)).json;
      const rules = (await get(`${url}/_reference/data/flow_rules`)).json;
      lists.push([items.map(({ id }: { id: string }) => id), rules]);
    });
  }
  expect(lists[0]).toEqual(lists[1]);
  expect(lists[0]).not.toEqual(lists[2]);
});

it("serve --deterministic needs a new database", async () => {
  const line = "serve --port 0 --no-profile --log off --seed empty";
  await serving(line);
  const again = "serve --port 0 --no-profile --log off --deterministic 1";
  const { code, stderr } = await serving(again);
  expect([code, problem(stderr)]).toEqual([
    2,
    "the database already has data, so the answers would not be repeatable",
  ]);
  expect((await serving(`${again} --reset`)).code).toBe(0);
});

it("serve goes back to the seed of an earlier start, down to its ids", async () => {
  const line = "serve --port 0 --no-profile --log off";
  const ids = async (url: string) =>
    (await get(`${url}/_reference/data/api_key_pairs`)).json.items.map(({ id }: { id: string }) => id);
  const before: unknown[] = [];
  await serving(line, async (url) => {
    before.push(await ids(url), (await get(`${url}/_reference/data/audit_logs`)).json);
  });
  await serving(line, async (url) => {
    const body = JSON.stringify({ buyers: [{}], audit_logs: [] });
    await fetch(`${url}/_reference/seed`, { method: "POST", body });
    await fetch(`${url}/_reference/reset`, { method: "POST" });
    expect([await ids(url), (await get(`${url}/_reference/data/audit_logs`)).json]).toEqual(before);
  });
});

it("serve opens the control interface on any address to anyone who has the token of a file or a variable", async () => {
  const [inVariable, inFile] = ["0123456789abcdef-variable", "0123456789abcdef-file"];
  const file = join(folder, "token");
  await writeFile(file, `${inFile}\n`, { mode: 0o600 });
  const statuses = async (more: string) => {
    const seen: number[] = [];
    const look = async (url: string) => {
      for (const token of [inVariable, inFile, "none"]) {
        const headers = { authorization: `Bearer ${token}` };
        seen.push((await get(`${url}/_reference/health`, headers)).status);
      }
    };
    const line = `${start} --host 0.0.0.0 ${more}`;
    const { stderr, stdout } = await serving(line, look, { PAYCTL_CONTROL_TOKEN: inVariable });
    expect(stdout).not.toContain("0123456789abcdef");
    expect(stderr).toBe(
      "warning: anyone who can reach 0.0.0.0 can use this server; its control interface requires the token\n",
    );
    return seen;
  };
  expect(await statuses("")).toEqual([200, 403, 403]);
  expect(await statuses(`--control-token-file ${file}`)).toEqual([403, 200, 403]);
});

it("serve warns of an address that others can reach, and ignores an empty control token", async () => {
  const { stderr } = await serving(`${start} --host 0.0.0.0`, undefined, { PAYCTL_CONTROL_TOKEN: "" });
  expect(stderr).toBe(
    "warning: anyone who can reach 0.0.0.0 can use this server; its control interface is off\n",
  );
});

const notATime = "must be a time in RFC 3339, as in 2030-01-31T12:00:00Z";

it.each([
  [
    "--fault 'GET /buyers 503' --fault 'GET /nix 503'",
    "--fault 'GET /nix 503': path \"/nix\" is not the path of",
  ],
  ...["tomorrow", "2030-01-31", "2030-02-31T25:00:00Z", "1960-01-01T00:00:00Z"].map((time) => [
    `--clock ${time}`,
    `--clock ${time}: ${notATime}`,
  ]),
  ["--host ''", "--host must name an address of this machine"],
  ["--host '' --detach", "--host must name an address of this machine"],
  ["--cors localhost:3000", "--cors localhost:3000: must be an origin, as in http://localhost:3000, or *"],
  ["--if-empty", "--if-empty needs --seed"],
  ["--if-empty --seed demo --reset", "--if-empty and --reset can't be used together"],
  ["--exit-with-parent --detach", "--detach and --exit-with-parent can't be used together"],
  ["--detach -- true", "--detach and -- COMMAND can't be used together"],
  ["--detach --seed -", "a detached server can't read standard input"],
  ["--seed nowhere.json", "nowhere.json can't be read"],
  ["--tls-cert server.pem", "https needs --tls-cert and --tls-key"],
  ["-- no-such-command-here", "the command no-such-command-here can't be started"],
])("serve %s is wrong usage, and starts nothing", async (words, message) => {
  const { code, stderr, stdout } = await serving(`${start} ${words}`);
  expect([code, stdout, problem(stderr)]).toEqual([2, "", expect.stringContaining(`${message}`)]);
});

it("serve refuses a control token that is short, without showing it, or readable by others", async () => {
  const file = join(folder, "token");
  const line = `${start} --control-token-file ${file}`;
  await writeFile(file, "fifteen-letters\n", { mode: 0o600 });
  const refused = [await serving(line)];
  refused.push(await serving(start, undefined, { PAYCTL_CONTROL_TOKEN: "fifteen-letters" }));
  await chmod(file, 0o644);
  refused.push(await serving(line));
  const short = "does not contain a token of at least 16 characters";
  expect(refused.map(({ code, stderr }) => [code, problem(stderr)])).toEqual([
    [3, `${file} ${short}`],
    [3, `PAYCTL_CONTROL_TOKEN ${short}`],
    [3, `${file} is accessible to others (mode 0644)`],
  ]);
  expect(refused.map(({ stderr }) => stderr).join()).not.toContain("fifteen-letters");
});
