import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { quoted } from "../helpers/program.ts";
import { freshFolder } from "../helpers/shared.ts";

const execute = promisify(execFile);
const isRoot = process.getuid?.() === 0;
/** A namespace with mounts of its own, which end with it. */
const canMount =
  spawnSync("unshare", ["--mount", "sh", "-c", "mount -t tmpfs tmpfs /mnt && umount /mnt"]).status === 0;

let server: Server;
let folder: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    if (request.method === "POST") {
      response.writeHead(201).end('{"type":"merchant-account","id":"shop","display_name":"Shop"}');
      return;
    }
    const timestamp = "2026-01-15T12:00:00Z";
    const entry = { id: "e1", type: "audit-log", timestamp, action: "updated", note: "x".repeat(9000) };
    response.end(JSON.stringify({ items: [entry], limit: 1, next_cursor: null }));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(async () => {
  folder = freshFolder();
  await writeFile(join(folder, "accounts.yaml"), "- id: shop\n  display_name: Shop\n");
});

function environment(config: string) {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    PATH: process.env["PATH"],
    PAYCTL_CONFIG_DIR: config,
    PAYCTL_BASE_URL: `http://127.0.0.1:${port}`,
    PAYCTL_TOKEN: "a.b.c",
  };
}

/** Runs a command on a full disk and again on one with space; prints both codes and the final files. */
const script = `
disk=$1; shift
mkdir "$disk" && mount -t tmpfs -o size=128k tmpfs "$disk" && mkdir "$disk/config" || exit 99
eval "$PAYCTL" profile add before --base-url http://localhost:4010 > /dev/null 2>&1
dd if=/dev/zero of="$disk/filler" bs=1k > /dev/null 2>&1
eval "$PAYCTL" '"$@"' > /dev/null 2>&1; full=$?
rm "$disk/filler"
eval "$PAYCTL" '"$@"' > /dev/null 2>&1; free=$?
echo "$full $free" $(cd "$disk" && find . -type f | sort)
`;

describe.skipIf(!isRoot || !canMount)("on a full disk", () => {
  it.each([
    ["profile add shop --base-url http://localhost:4010", 3, []],
    ["keys generate -p before", 3, ["./config/keys/KEY.pem"]],
    ["audit export --out DISK/audit.ndjson", 2, ["./audit.ndjson"]],
    ["audit summary --html DISK/page.html", 11, ["./page.html"]],
    ["merchants apply -f accounts.yaml --results DISK/results.ndjson", 2, ["./results.ndjson"]],
  ])("%s ends with %i, and succeeds once there is space", async (line, code, files) => {
    const disk = join(folder, "disk");
    const words = line.replace("DISK", disk).split(" ");
    const env = { ...environment(join(disk, "config")), PAYCTL: quoted };
    const { stdout } = await execute("unshare", ["--mount", "sh", "-c", script, "sh", disk, ...words], {
      cwd: folder,
      env,
    });
    const seen = stdout.trim().replace(/[\w-]{43}(?=\.pem)/, "KEY");
    expect(seen).toBe([code, 0, ...["./config/config.json", ...files].toSorted()].join(" "));
  });
});
