// A million audit logs to a file: undisturbed, then killed three times at random and resumed; both must be equal byte
// for byte.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { row } from "../measure.js";
import { run, startServer } from "../processes.js";

const count = 1_000_000;
const kills = 3;

/** @param {import("../installed.js").Installed} payctl */
export async function measureExport(payctl) {
  const database = payctl.path("audit.db");
  const server = await startServer(payctl, { database, seed: { generate: { audit_logs: count } } });
  const env = { PAYCTL_BASE_URL: server.url, PAYCTL_PRIVATE_KEY: server.privateKey };
  let peak = 0;

  /** @param {string} out @param {number} [after] seconds after which it is killed */
  const exportTo = async (out, after) => {
    const words = ["audit", "export", "--out", payctl.path(out), "--until", "2999-01-01"];
    const kill = { during: payctl.path(`${out}.progress`), after: after ?? 0 };
    const wanted = { env, ...(after !== undefined && { kill }) };
    const exported = await run(payctl, [payctl.program, ...words], wanted);
    peak = Math.max(peak, exported.peak);
    return exported;
  };

  const whole = await exportTo("whole.ndjson");
  let seconds = 0;
  for (let kill = 1; kill <= kills; kill += 1) {
    seconds += (await exportTo("killed.ndjson", whole.seconds * Math.random() * 0.25)).seconds;
  }
  const last = await exportTo("killed.ndjson");
  const [digest, resumed] = await Promise.all(
    ["whole.ndjson", "killed.ndjson"].map((name) => sha256(payctl.path(name))),
  );
  if (digest !== resumed) throw new Error("the resumed export differs from the undisturbed one");
  if (!last.errors.includes(digest ?? "-")) throw new Error(`the digest told is wrong: ${last.errors}`);
  const what = "an export of 1,000,000, killed three times and resumed, relative to undisturbed";
  return [
    row(what, (seconds + last.seconds) / whole.seconds),
    row("peak memory of an export of 1,000,000", peak, { unit: " MiB" }),
  ];
}

/** @param {string} path */
async function sha256(path) {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
}
