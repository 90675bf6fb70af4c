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

it("serve names the fault that is wrong, and starts nothing", async () => {
  const { code, stderr, stdout } = await serving(`${start} --fault 'GET /buyers 503' --fault 'GET /nix 503'`);
  expect([code, stdout, problem(stderr)]).toEqual([
    2,
    "",
    expect.stringMatching(
      /^--fault 'GET \/nix 503': path "\/nix" is not the path of an operation\. Known: \//,
    ),
  ]);
});

it("serve starts its clock at the time that --clock names", async () => {
  await serving(`${start} --clock 2030-01-31T12:00:00+02:00`, async (url) => {
    const { time } = (await get(`${url}/_reference/clock`)).json;
    expect(time).toMatch(/^2030-01-31T10:0/);
  });
});

it.each(["tomorrow", "2030-01-31", "2030-02-31T25:00:00Z", "1960-01-01T00:00:00Z"])(
  "serve refuses the time %s",
  async (time) => {
    const { code, stderr } = await serving(`${start} --clock ${time}`);
    expect([code, problem(stderr)]).toEqual([
      2,
      `--clock ${time}: must be a time in RFC 3339, as in 2030-01-31T12:00:00Z`,
    ]);
  },
);

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

it("serve opens the control interface on any address to anyone who has the token of a file", async () => {
  const file = join(folder, "token");
  await writeFile(file, "0123456789abcdef0123456789abcdef\n", { mode: 0o600 });
  const line = `${start} --host 0.0.0.0 --control-token-file ${file}`;
  const { stderr } = await serving(line, async (url) => {
    const token = { authorization: "Bearer 0123456789abcdef0123456789abcdef" };
    expect((await get(`${url}/_reference/health`)).status).toBe(403);
    expect((await get(`${url}/_reference/health`, token)).json).toMatchObject({ status: "ok" });
  });
  expect(stderr).toBe(
    "warning: anyone who can reach 0.0.0.0 can use this server; its control interface requires the token\n",
  );
});

it("serve takes the token from PAYCTL_CONTROL_TOKEN, unless a file has one", async () => {
  const [inVariable, inFile] = ["0123456789abcdef-variable", "0123456789abcdef-file"];
  const file = join(folder, "token");
  await writeFile(file, `${inFile}\n`, { mode: 0o600 });
  const statuses = async (line: string) => {
    const seen: number[] = [];
    const { stderr, stdout } = await serving(
      line,
      async (url) => {
        for (const token of [inVariable, inFile]) {
          const headers = { authorization: `Bearer ${token}` };
          seen.push((await get(`${url}/_reference/health`, headers)).status);
        }
      },
      { PAYCTL_CONTROL_TOKEN: inVariable },
    );
    expect(stdout + stderr).not.toContain("0123456789abcdef");
    return seen;
  };
  expect(await statuses(start)).toEqual([200, 403]);
  expect(await statuses(`${start} --control-token-file ${file}`)).toEqual([403, 200]);
});

it("serve refuses a short PAYCTL_CONTROL_TOKEN without showing it, and ignores an empty one", async () => {
  const { code, stderr } = await serving(start, async () => {}, {
    PAYCTL_CONTROL_TOKEN: "fifteen-letters",
  });
  expect([code, problem(stderr)]).toEqual([
    3,
    "PAYCTL_CONTROL_TOKEN does not contain a token of at least 16 characters",
  ]);
  expect(stderr).not.toContain("fifteen-letters");
  const reached = async (url: string) => {
    expect((await get(`${url}/_reference/health`)).status).toBe(200);
  };
  expect((await serving(start, reached, { PAYCTL_CONTROL_TOKEN: "" })).code).toBe(0);
});

it("serve refuses a token that is short, or readable by others", async () => {
  const file = join(folder, "token");
  await writeFile(file, "short\n", { mode: 0o600 });
  const line = `${start} --control-token-file ${file}`;
  const short = await serving(line);
  expect([short.code, problem(short.stderr)]).toEqual([
    3,
    `${file} does not contain a token of at least 16 characters`,
  ]);
  await chmod(file, 0o644);
  const open = await serving(line);
  expect([open.code, problem(open.stderr)]).toEqual([3, `${file} is accessible to others (mode 0644)`]);
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

it("serve stop and serve status refuse options of serve", async () => {
  const { code, stderr } = await serving("serve stop --port 1");
  expect([code, problem(stderr)]).toEqual([2, "unknown option '--port'"]);
});
