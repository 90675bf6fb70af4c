declare module "*.tsx?script" {
  const text: string;

  export { text as default };
}
