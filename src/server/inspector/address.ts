/** The parts of the page, in the order of its navigation. */
export const sections = ["requests", "data"] as const;

/** What the page shows; the address of the page says the same, so that every view can be saved and shared. */
export interface View {
  readonly section: (typeof sections)[number];
  /** What is open in it: the id of a request, a list and the id of a record. */
  readonly open: readonly string[];
  readonly filters: Readonly<Record<string, string>>;
}

/** Reads the part of an address after `#`: `/requests/ID?status=4xx`. */
export function parseAddress(hash: string): View {
  const [path = "", query = ""] = hash.replace(/^#/, "").split(/\?(.*)/s, 2);
  const [name, ...open] = path.split("/").filter((part) => part !== "");
  const section = sections.find((known) => known === name) ?? "requests";
  return { section, open: open.map(decodePart), filters: Object.fromEntries(new URLSearchParams(query)) };
}

export function addressOf({ filters = {}, open = [], section = "requests" }: Partial<View>): string {
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ""));
  const path = [section, ...open].map(encodeURIComponent).join("/");
  return `#/${path}${query.size === 0 ? "" : `?${query}`}`;
}

/** An address can be any text. */
function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
