import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createExchange } from "../../../src/server/running/ask-server.ts";
import { selfSigned } from "../../client/self-signed.ts";
import { allowOldTls, serveTls } from "../../client/servers.ts";
import { freshFolder } from "../../helpers/shared.ts";

it("a server is asked by TLS 1.2 or newer, even if Node was told to speak older versions", async () => {
  const certificate = selfSigned("localhost");
  const folder = freshFolder();
  await mkdir(folder, { recursive: true });
  const caFile = join(folder, "ca.pem");
  await writeFile(caFile, certificate.cert);
  allowOldTls();
  const ask = async (versions: object) => {
    const port = await serveTls(certificate, (_, response) => response.end("{}"), versions);
    return createExchange(`https://localhost:${port}`, { caFile })({
      method: "GET",
      target: "/",
      headers: {},
    });
  };
  expect(await ask({ minVersion: "TLSv1.2", maxVersion: "TLSv1.2" })).toMatchObject({ status: 200 });
  await expect(ask({ minVersion: "TLSv1", maxVersion: "TLSv1.1" })).rejects.toMatchObject({
    cause: { message: expect.stringContaining("alert protocol version") },
  });
});
