/** A file or folder that payctl keeps. */
export interface Place {
  readonly path: string;
  readonly meaning: string;
}

/** Where things are kept, as long as no variable names another folder. */
export const places: readonly Place[] = [
  { path: "~/.config/payctl/config.json", meaning: "the profiles; no secrets" },
  { path: "~/.config/payctl/keys/THUMBPRINT.pem", meaning: "the private keys, one file each" },
  { path: "~/.local/share/payctl/reference.db", meaning: "the data of the reference server" },
  {
    path: "~/.local/share/payctl/reference.db.log",
    meaning: "what a reference server that was started with --detach has to say",
  },
];
