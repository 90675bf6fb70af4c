/** The parts of the page, in the order of its navigation. */
export const sections = ["requests", "data"] as const;

export type SectionName = (typeof sections)[number];

/** What the page shows; the address of the page says the same, so that every state can be saved and shared. */
export interface View {
  readonly section: SectionName;
  /** What is open in it: the id of a request, a list and the id of a record. */
  readonly open: readonly string[];
  /** The name of a world; undefined for the one at the root. */
  readonly world: string | undefined;
  readonly filters: Filters;
}

export type Filters = Readonly<Record<string, string>>;

/** Reads the part of an address after `#`: `/requests/ID?status=4xx&world=NAME`. */
export function parseAddress(hash: string): View {
  const [path = "", query = ""] = hash.replace(/^#/, "").split(/\?(.*)/s, 2);
  const [name, ...open] = path.split("/").filter((part) => part !== "");
  const { world, ...filters } = Object.fromEntries(new URLSearchParams(query));
  const section = sections.find((known) => known === name) ?? "requests";
  return { section, open: open.map(decoded), world: world || undefined, filters };
}

/** The address of a view, for a link or to navigate to. */
export function addressOf({ filters = {}, open = [], section, world }: Partial<View>): string {
  const given = Object.entries(filters).filter(([, value]) => value !== "");
  const query = new URLSearchParams(world === undefined ? given : [...given, ["world", world]]);
  const path = [section ?? "requests", ...open].map(encodeURIComponent).join("/");
  return `#/${path}${query.size === 0 ? "" : `?${query}`}`;
}

/** An address can be any text. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Whether a text has all the words of a search, in any order and case. */
export function finding(search: string): (text: string) => boolean {
  const words = search.toLowerCase().split(/\s+/);
  return (text) => {
    const lower = text.toLowerCase();
    return words.every((word) => lower.includes(word));
  };
}
