import type { Command } from "../commands/command.ts";

/** A page of `docs/` that shows commands at work. */
interface Guide {
  readonly title: string;
  readonly link: string;
}

const keys: Guide = { title: "Profiles and keys", link: "profiles-and-keys.md" };
const manyAtOnce: Guide = { title: "Scripting: many at once", link: "scripting.md#many-at-once" };

/** By a command's words, or by its first one. */
const guides: Readonly<Record<string, Guide>> = {
  audit: { title: "Audit logs", link: "audit.md" },
  auth: keys,
  buyers: { title: "Scripting: long lists", link: "scripting.md#long-lists" },
  doctor: { title: "Troubleshooting", link: "troubleshooting.md" },
  giftcards: manyAtOnce,
  init: keys,
  keys,
  "merchants apply": { title: "Provisioning", link: "provisioning.md" },
  profile: keys,
  serve: { title: "The reference server", link: "reference-server.md" },
  tokens: manyAtOnce,
  updater: manyAtOnce,
};

/** The guide that a command belongs to, where there is one. */
export function findGuide({ words }: Command): Guide | undefined {
  return guides[words.join(" ")] ?? guides[words[0]];
}
