// What a page holds as text; tools/bundle/options.js and vitest.config.ts make it.

/** A program for a browser, bundled. */
declare module "*?script" {
  const text: string;

  export { text as default };
}

/** A file as it is. */
declare module "*.css?raw" {
  const text: string;

  export { text as default };
}
