import { signal } from "@preact/signals";
import { addressOf, parseAddress, type View } from "./address.ts";

export const view = signal(parseAddress(location.hash));

addEventListener("hashchange", () => {
  view.value = parseAddress(location.hash);
});

/**
 * Goes to another view, which keeps what is not given; with `replace`, no way back leads to the one before. The address
 * is up to date even between the click on a link and its event.
 */
export function show(change: Partial<View>, how: "push" | "replace" = "push"): void {
  view.value = { ...parseAddress(location.hash), ...change };
  history[`${how}State`](null, "", addressOf(view.value));
}

/** Typing leaves no way back for each letter. */
export function filter(filters: View["filters"], how: "push" | "replace"): void {
  show({ filters: { ...parseAddress(location.hash).filters, ...filters } }, how);
}
