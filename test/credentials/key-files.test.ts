import { chmod, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { thumbprint } from "../../src/contract/thumbprint.ts";
import { openKeyFiles } from "../../src/credentials/key-files.ts";
import { generatePrivateKey, publicParts, toPrivatePem } from "../../src/credentials/private-key.ts";
import { hintText } from "../../src/errors.ts";
import { isExposed, openToOthers } from "../../src/files/private.ts";
import { freshFolder } from "../helpers/shared.ts";
import { failureOf } from "./failure.ts";

const openIn = (directory: string) => openKeyFiles({ directory, platform: "linux" });

async function modeOf(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8);
}

it("stored keys are named by thumbprint and readable only by their owner", async () => {
  const directory = join(freshFolder(), "payctl");
  const files = openIn(directory);
  const key = await generatePrivateKey();
  const path = await files.save(key);
  expect(path).toBe(join(directory, "keys", `${await thumbprint(key)}.pem`));
  expect(files.pathOf(await thumbprint(key))).toBe(path);
  expect([await modeOf(directory), await modeOf(join(directory, "keys")), await modeOf(path)]).toEqual([
    "700",
    "700",
    "600",
  ]);
  expect((await files.read(path)).equals(key)).toBe(true);
});

it("stored keys are replaced whole and leave nothing else behind", async () => {
  const directory = freshFolder();
  const files = openIn(directory);
  const key = await generatePrivateKey();
  await Promise.all([files.save(key), files.save(key), files.save(key, "words")]);
  expect(await readdir(join(directory, "keys"))).toEqual([`${await thumbprint(key)}.pem`]);
});

it("stored keys are removed, whether they are there or not", async () => {
  const directory = freshFolder();
  const files = openIn(directory);
  const [key, other] = [await generatePrivateKey(), await generatePrivateKey()];
  await files.save(key);
  await files.save(other);
  await files.remove(await thumbprint(key));
  await files.remove(await thumbprint(key));
  expect(await readdir(join(directory, "keys"))).toEqual([`${await thumbprint(other)}.pem`]);
});

it("stored keys can't be saved if a file is in the way", async () => {
  const directory = join(freshFolder(), "payctl");
  await writeFile(directory, "");
  const files = openIn(directory);
  const key = await generatePrivateKey();
  expect(await failureOf(() => files.save(key))).toEqual({
    exitCode: 3,
    message: `${files.pathOf(await thumbprint(key))} can't be written`,
    hint: "check the folder's owner and mode, or set PAYCTL_CONFIG_DIR to another folder",
  });
});

async function keyFile(mode: number): Promise<string> {
  const path = join(freshFolder(), "key.pem");
  await writeFile(path, toPrivatePem(await generatePrivateKey(), undefined));
  await chmod(path, mode);
  return path;
}

const elsewhere = openIn("/nowhere");

it.each(["0644", "0640"])(
  "a key file of mode %s is refused with the command that fixes it",
  async (shown) => {
    const path = await keyFile(Number.parseInt(shown, 8));
    expect(await failureOf(() => elsewhere.read(path))).toEqual({
      exitCode: 3,
      message: `${path} is accessible to others (mode ${shown})`,
      hint: `make it yours alone: chmod 600 '${path}'`,
    });
  },
);

const file = { isFile: () => true, uid: 0, gid: 2000, mode: 0o100440 };
const reader = { uid: 1000, groups: [1000, 2000] };

it.each([
  ["a mounted secret: root's, for one of our groups to read", {}, {}, false],
  ["one that root alone may change, too", { mode: 0o100640 }, {}, false],
  ["one that everybody reads", { mode: 0o100444 }, {}, true],
  ["one that the group may change", { mode: 0o100660 }, {}, true],
  ["one that another group reads", { gid: 3000 }, {}, true],
  ["one that another user may change", { uid: 1001 }, {}, true],
  ["one of our own", { uid: 1000 }, {}, true],
  ["one that root itself reads", {}, { uid: 0 }, true],
  ["one for its owner alone", { mode: 0o100400, uid: 1001 }, {}, false],
  ["a pipe", { isFile: () => false, mode: 0o010666 }, {}, false],
])("a file is refused, or not, for its mode: %s", (_, changed, us, refused) => {
  expect(isExposed({ ...file, ...changed }, { ...reader, ...us })).toBe(refused);
});

it.each([
  ["its owner", { uid: 1000 }, {}, "make it yours alone: chmod 600 'k.pem'"],
  ["root", {}, { uid: 0 }, "make it yours alone: chmod 600 'k.pem'"],
  [
    "anybody else",
    {},
    {},
    "it belongs to another user, so use a copy that only you can read: install -m 600 'k.pem' COPY",
  ],
])("a file that is refused has a hint that %s can follow", (_, changed, us, hint) => {
  const stats = { ...file, mode: 0o100644, ...changed };
  const { message, hint: shown = "" } = openToOthers("k.pem", stats, { ...reader, ...us });
  expect([message, hintText(shown)]).toEqual(["k.pem is accessible to others (mode 0644)", hint]);
});

it("a key file with a public key is reported as one, whatever its mode", async () => {
  const path = await keyFile(0o644);
  await writeFile(path, (await publicParts(await generatePrivateKey())).pem);
  expect(await failureOf(() => elsewhere.read(path))).toEqual({
    exitCode: 3,
    message: `${path} contains a public key, not a private key`,
    hint: "use the file with the private key instead",
  });
});

it("a key file with a private key besides is refused for its mode", async () => {
  const path = await keyFile(0o644);
  const certificate = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";
  await writeFile(path, `${certificate}${await readFile(path, "utf8")}`);
  expect((await failureOf(() => elsewhere.read(path))).message).toContain("is accessible to others");
});

it("a key file has no such mode on Windows", async () => {
  const windows = openKeyFiles({ directory: "/nowhere", platform: "win32" });
  expect((await windows.read(await keyFile(0o644))).type).toBe("private");
});
