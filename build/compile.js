// Lets the built program run a few command lines, and leaves what V8 compiled for them beside the program.
import { spawn } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../bin/payctl.js", import.meta.url));
const recorder = new URL("record.js", import.meta.url).href;

/** What people start most often, and what of the program they have in common. */
const commandLines = [
  ["--help"],
  ["buyers", "list", "--help"],
  ["__complete", "0"],
  ["buyers", "list"],
  ["serve", "--no-profile", "--", process.execPath, "-e", "0"],
];

/** @param {string} folder that `bin/payctl.js` looks into */
export async function compile(folder) {
  mkdirSync(folder, { recursive: true });
  const server = createServer((_, response) => response.end('{"items":[{"id":"b1"}],"limit":100}'));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-521" });
  const env = {
    // Windows needs it for sockets and keys.
    SystemRoot: process.env["SystemRoot"],
    COMPILED: folder,
    PAYCTL_CONFIG_DIR: folder,
    PAYCTL_BASE_URL: `http://127.0.0.1:${port}`,
    PAYCTL_PRIVATE_KEY: privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
  };
  // Each goes on from what the one before it left.
  for (const words of commandLines) {
    const child = spawn(process.execPath, ["--import", recorder, program, ...words], { env });
    child.stdout.resume();
    child.stderr.pipe(process.stderr);
    await once(child, "exit");
  }
  server.close();
}
