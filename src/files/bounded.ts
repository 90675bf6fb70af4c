/** The most that an input may have, in bytes. */
const largestInput = 32 * 1024 * 1024;

/** Everything that a stream gives; a device gives without end, so more than 32 MiB is an error with the code EFBIG. */
export async function readBounded(stream: AsyncIterable<Uint8Array | string>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    size += bytes.length;
    if (size > largestInput) throw Object.assign(new Error("larger than 32 MiB"), { code: "EFBIG" });
  }
  return Buffer.concat(chunks);
}
