declare module "*/demo.yaml" {
  const seed: import("./seed.ts").Seed;

  export { seed as default };
}
