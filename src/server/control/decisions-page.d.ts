declare module "*/decisions.md" {
  const text: string;

  export { text as default };
}
