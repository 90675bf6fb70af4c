import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { everyField } from "../../../src/commands/audit/audit-logs.ts";
import { run } from "../../helpers/run.ts";
import { freshFolder } from "../../helpers/shared.ts";

it("the format for lnav names every field of an audit log", async () => {
  const { code, stdout, requests } = await run("audit lnav-format", { signedOut: true });
  expect({ code, requests }).toEqual({ code: 0, requests: [] });
  const { payctl_audit_log: format } = JSON.parse(stdout);
  const names = everyField.map((field) => field.replaceAll(".", "/")).filter((name) => name !== "timestamp");
  expect(Object.keys(format.value)).toEqual(expect.arrayContaining(names));
});

function hasLnav(): boolean {
  try {
    execFileSync("lnav", ["-V"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

it.runIf(hasLnav())("lnav takes the format in, and shows a list in the order of time", async () => {
  const HOME = freshFolder();
  const [format, logs] = [join(HOME, "payctl.json"), join(HOME, "audit.ndjson")];
  writeFileSync(format, (await run("audit lnav-format", { signedOut: true })).stdout);
  writeFileSync(logs, (await run("audit list -o ndjson --limit 2")).stdout);
  const lnav = (...words: string[]) =>
    execFileSync("lnav", words, { env: { PATH: process.env["PATH"], HOME, TERM: "dumb" }, stdio: "pipe" });
  lnav("-i", format);
  expect(lnav("-n", logs).toString()).toBe(
    [
      "2026-01-14T11:00:00.000 Katherine Johnson    updated  buyer            Ada Lovelace (default)\n",
      "2026-01-15T11:00:00.000 Mary Jackson         created  buyer            Ada Lovelace (default)\n",
    ].join(""),
  );
  const query = `;SELECT log_level, action, "user/name" FROM payctl_audit_log`;
  expect(lnav("-n", "-c", query, "-c", ":write-csv-to -", logs).toString()).toBe(
    "log_level,action,user/name\ninfo,updated,Katherine Johnson\nnotice,created,Mary Jackson\n",
  );
});
