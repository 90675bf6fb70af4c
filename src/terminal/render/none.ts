import type { Renderer } from "./renderer.ts";

const nothing = (): string => "";

export function createNone(): Renderer {
  return { inRows: true, one: nothing, list: () => ({ page: nothing, end: nothing }) };
}
