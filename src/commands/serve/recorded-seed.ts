import { generateKeyPairSync } from "node:crypto";
import type { Context } from "../../context.ts";
import { type Recorded, readHar, splitSittings } from "../../recording/read-har.ts";
import { seedFromRecording } from "../../recording/seed-of.ts";
import { checkSeed } from "../../server/seed/parse.ts";
import type { Seed } from "../../server/seed/seed.ts";
import { readInputFile } from "../read-input-file.ts";

/** MiB; a test suite that lists much makes recordings of this size. */
export const largestRecording = 256;

/** The data that a recording shows, of all its sittings together. */
export async function readRecordedSeed(context: Context, file: string): Promise<Seed> {
  const text = await readInputFile(context, file, largestRecording);
  return recordedSeed(splitSittings(readHar(text, { file, baseUrl: undefined })));
}

/** PEM, of a key pair whose private half is thrown away. */
export function newPublicKey(): string {
  const { publicKey } = generateKeyPairSync("ec", {
    namedCurve: "P-521",
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  return publicKey;
}

/** What a recording shows of the data before it, without what contradicts something else in it. */
export async function recordedSeed(sittings: readonly (readonly Recorded[])[]): Promise<Seed> {
  let document: Readonly<Record<string, readonly unknown[]>> = seedFromRecording(sittings, newPublicKey);
  for (;;) {
    const { problems, seed } = await checkSeed(document);
    if (problems.length === 0) return seed;
    const wrong = new Set(problems.map(({ field }) => field.split(".").slice(0, 2).join(".")));
    const rest = Object.entries(document).map(([list, entries]) => [
      list,
      entries.filter((_, index) => !wrong.has(`${list}.${index}`)),
    ]);
    document = Object.fromEntries(rest);
  }
}
