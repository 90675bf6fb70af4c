declare module "*/payctl.bash" {
  const text: string;

  export { text as default };
}
declare module "*/_payctl" {
  const text: string;

  export { text as default };
}
declare module "*/payctl.fish" {
  const text: string;

  export { text as default };
}
declare module "*/payctl.ps1" {
  const text: string;

  export { text as default };
}
