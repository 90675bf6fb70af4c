import type { Renderer, RenderSettings } from "./renderer.ts";

export function createNdjson({ stringify }: RenderSettings): Renderer {
  const line = (value: unknown): string => `${stringify(value)}\n`;
  return {
    inRows: true,
    one: line,
    list: () => ({
      page: (items) => items.map(line).join(""),
      end: () => "",
    }),
  };
}
