import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The variable with the folder of a test run, in which whoever needs a temporary file makes it. */
const variable = "PAYCTL_TEST_TEMPORARY";

/** Called before all test files, by each project of the configuration. */
export function setup(): void {
  if (process.env[variable] !== undefined) return;
  const folder = mkdtempSync(join(tmpdir(), "payctl-run-"));
  // The user that runs PostgreSQL instead of root must reach its own folder inside it.
  chmodSync(folder, 0o711);
  process.env[variable] = folder;
  process.env["TMPDIR"] = folder;
}

/** Called after all of them. */
export function teardown(): void {
  rmSync(process.env[variable] ?? "", { recursive: true, force: true, maxRetries: 20 });
}
