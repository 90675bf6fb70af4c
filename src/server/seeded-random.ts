import { createHash } from "node:crypto";

/** Draws so many bytes. */
export type Draw = (size: number) => Uint8Array;

/** The same bytes in the same order for the same name; good for tests, and for nothing that must stay secret. */
export function createDraw(name: string): Draw {
  let count = 0;

  function block(): Buffer {
    count += 1;
    return createHash("sha256").update(`payctl ${name} ${count}`).digest();
  }

  return (size) => {
    const blocks = Array.from({ length: Math.ceil(size / 32) }, block);
    return Buffer.concat(blocks).subarray(0, size);
  };
}

/** UUIDs of version 4 from such bytes. */
export function createDrawnIds(name: string): () => string {
  const draw = createDraw(name);
  return () => {
    const hex = Buffer.from(draw(16)).toString("hex");
    const variant = "89ab".charAt(Number.parseInt(hex.charAt(16), 16) % 4);
    const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, variant + hex.slice(17, 20)];
    return [...parts, hex.slice(20)].join("-");
  };
}
