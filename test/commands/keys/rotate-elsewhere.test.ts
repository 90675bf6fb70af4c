import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { writePrinter } from "../../credentials/programs.ts";
import { generateKey } from "../../helpers/keys.ts";
import { type RunOptions, run } from "../../helpers/run.ts";
import { freshFolder } from "../../helpers/shared.ts";
import { startSmallCompany } from "../../helpers/small-company.ts";
import { profileIn } from "./local-keys.ts";

const baseUrl = "http://localhost:4010";

/** A profile `live` whose key is elsewhere; PRINTER, FILE and PUBLIC stand for what the options name. */
async function startElsewhere(words: string) {
  const reference = await startSmallCompany();
  const [configDirectory, folder] = [freshFolder(), freshFolder()];
  const printer = await writePrinter(freshFolder(), reference.administrator.privateKey);
  const [file, publicKey] = [join(folder, "key.pem"), join(folder, "public.pem")];
  await writeFile(file, generateKey().privatePem, { mode: 0o600 });
  const fill = (text: string): string =>
    text.replace("PRINTER", printer.command).replace("FILE", file).replace("PUBLIC", publicKey);
  const options: RunOptions = { reference, configDirectory, signedOut: true };
  const added = await run(`profile add live --base-url ${baseUrl} ${fill(words)}`, options);
  expect(added).toMatchObject({ code: 0 });
  return { reference, configDirectory, options, printer, fill };
}

it.each([
  ["--key-file FILE", "FILE"],
  ["--key-command 'PRINTER'", "the output of the command PRINTER"],
  ["--signer-command 'sign it' --public-key PUBLIC", "the command sign it signs; its public key is PUBLIC"],
])("keys rotate refuses to replace the key of %s, and says how to use another", async (words, place) => {
  const { reference, configDirectory, options, printer, fill } = await startElsewhere(words);
  const before = await profileIn(configDirectory, "live");
  for (const line of ["", "--dry-run", "--delete-old --yes"]) {
    const { code, stderr, stdout, requests } = await run(`keys rotate -p live ${line}`, options);
    const { message, hint } = JSON.parse(stderr).error;
    expect({ code, message, hint, stdout, requests }).toEqual({
      code: 2,
      message: `payctl does not store the key of profile live: ${fill(place)}`,
      hint: "put a new key there and register it; to use one in another place: payctl profile set live --key-file FILE",
      stdout: "",
      requests: [],
    });
  }
  expect(await printer.runs()).toEqual([]);
  expect(await profileIn(configDirectory, "live")).toEqual(before);
  await reference.close();
});

it("keys rotate --abort forgets a next key even if the key of the profile has moved elsewhere", async () => {
  const { reference, configDirectory, options, printer } = await startElsewhere("");
  await run("keys import - -p live", { ...options, stdin: reference.administrator.privateKey });
  const exchange: RunOptions["exchange"] = async (request) =>
    request.target.startsWith("/_reference/")
      ? { status: 404, headers: {}, body: "" }
      : reference.exchange(request);
  expect((await run("keys rotate -p live --deadline 1s", { ...options, exchange })).code).toBe(7);
  expect((await run(`profile set live --key-command '${printer.command}'`, options)).code).toBe(0);
  expect((await run("keys rotate --abort -p live", options)).code).toBe(0);
  expect(await profileIn(configDirectory, "live")).toEqual({ baseUrl, keyCommand: printer.command });
  await reference.close();
});
