import { crc32 } from "node:zlib";

const signatureLength = 8;
/** Length, type and checksum around the data of a chunk. */
const overhead = 12;

/** The picture with a text of its own, by keyword, before the last chunk. */
export function addPngText(png: Buffer, keyword: string, text: string): Buffer {
  const end = png.length - overhead;
  return Buffer.concat([png.subarray(0, end), chunk(`${keyword}\0${text}`), png.subarray(end)]);
}

/** The text of the keyword; undefined where the picture has none. */
export function findPngText(png: Buffer, keyword: string): string | undefined {
  for (let at = signatureLength; at + overhead <= png.length; at += overhead + png.readUInt32BE(at)) {
    const [type, data] = [png.toString("latin1", at + 4, at + 8), at + 8];
    const text = png.toString("latin1", data, data + png.readUInt32BE(at));
    if (type === "tEXt" && text.startsWith(`${keyword}\0`)) return text.slice(keyword.length + 1);
  }
  return undefined;
}

function chunk(text: string): Buffer {
  const body = Buffer.from(`tEXt${text}`, "latin1");
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(body.length - 4, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}
