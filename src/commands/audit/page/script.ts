// Filters and sorts the entries, in the browser. The view is the page's address, as in #person=ID&staff=no&sort=-who, so
// that it can be shared and the back button works. Every bar and every name is a link to the view of what it names.
import type { Facet } from "./view.ts";

interface Entry {
  readonly row: HTMLTableRowElement;
  /** Its place in the page, which lists the newest first. */
  readonly index: number;
  /** What its links and its time say that it can be filtered by. */
  readonly facets: ReadonlyMap<string, string>;
  readonly cells: readonly string[];
  readonly isStaff: boolean;
  /** Undefined for a time that can't be read. */
  readonly day: string | undefined;
  /** Everything in it, in lower case. */
  readonly text: string;
}

/** Each with the name that the page shows for it. */
const facetNames: Readonly<Record<Facet, string>> = {
  person: "Who",
  action: "Action",
  type: "Resource type",
  days: "Days",
  hours: "Hour",
};

/** Those that are one value of an entry. */
const listedFacets = ["person", "action", "type", "hours"] as const satisfies readonly Facet[];

/** In the order of the cells. */
const columns = ["time", "who", "action", "type", "resource", "account"];
const newestFirst = "-time";
const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

const list = document.querySelector<HTMLTableSectionElement>("#list tbody");
if (list !== null) start(list);

function start(list: HTMLTableSectionElement): void {
  const entries = Array.from(list.rows, readEntry);
  const field = find("#filter", HTMLInputElement);
  const staff = find("#staff", HTMLElement);
  const sort = find("#sort", HTMLSelectElement);
  let sorted = newestFirst;

  function apply(): void {
    const view = readView();
    const isShown = matching(view);
    for (const entry of entries) entry.row.hidden = !isShown(entry);
    const by = view.get("sort") ?? newestFirst;
    if (by !== sorted) list.append(...entries.toSorted(order(by)).map(({ row }) => row));
    sorted = by;
    const text = view.get("filter") ?? "";
    if (field.value !== text) field.value = text;
    sort.value = by;
    for (const choice of staff.querySelectorAll("input"))
      choice.checked = choice.value === (view.get("staff") ?? "");
    showOrder(by);
    showFacets(view, go);
    showCount(view, entries.filter(({ row }) => !row.hidden).length);
  }

  function go(change: Change, isTyping = false): void {
    const address = addressOf(change);
    if (isTyping) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
    apply();
  }

  find("#controls", HTMLElement).hidden = false;
  for (const { button, name } of heads()) {
    button.disabled = false;
    button.addEventListener("click", () => go({ sort: toggled(name) }));
  }
  field.addEventListener("input", () => go({ filter: field.value || null }, true));
  staff.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement) go({ staff: target.value || null });
  });
  sort.addEventListener("change", () => go({ sort: sort.value === newestFirst ? null : sort.value }));
  document.addEventListener("click", (event) => followLink(event, go));
  document.addEventListener("keydown", moveInChart);
  addEventListener("hashchange", apply);
  addEventListener("popstate", apply);
  apply();
  if (isFiltered(readView())) showEntries();
}

/** What a step changes of the view; null takes a part away. */
type Change = Readonly<Record<string, string | null>>;
type Go = (change: Change) => void;

function find<Kind extends Element>(selector: string, kind: new () => Kind): Kind {
  const found = document.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`This page has no ${selector}`);
  return found;
}

function readView(): URLSearchParams {
  return new URLSearchParams(location.hash.slice(1));
}

function addressOf(change: Change): string {
  const view = readView();
  for (const [key, value] of Object.entries(change)) {
    if (value === null) view.delete(key);
    else view.set(key, value);
  }
  return view.size === 0 ? location.pathname + location.search : `#${view}`;
}

function isFiltered(view: URLSearchParams): boolean {
  return [...view.keys()].some((key) => key !== "sort");
}

function showEntries(): void {
  find("#entries", HTMLElement).scrollIntoView();
}

const anyLink = "a[href^='#']";

/** The view that a link leads to. A link within SVG has no `hash`. */
function viewOfLink(link: Element): URLSearchParams {
  return new URLSearchParams(link.getAttribute("href")?.slice(1));
}

function isOn(link: Element, view: URLSearchParams): boolean {
  return [...viewOfLink(link)].every(([key, value]) => view.get(key) === value);
}

function readEntry(row: HTMLTableRowElement, index: number): Entry {
  const facets = new Map(Array.from(row.querySelectorAll("a"), (link) => [...viewOfLink(link)]).flat());
  const cells = Array.from(row.cells, (cell) => cell.textContent);
  const isStaff = row.querySelector(".mark") !== null;
  // A time that can't be read is in no day and no hour.
  const [, day, hour] = /^(\d{4}-\d\d-\d\d) (\d\d):\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/.exec(cells[0] ?? "") ?? [];
  if (day !== undefined) facets.set("hours", `${weekdays[new Date(day).getUTCDay()]}-${hour}`);
  return { row, index, facets, cells, isStaff, day, text: cells.join(" ").toLowerCase() };
}

/** Which entries a view shows. */
function matching(view: URLSearchParams): (entry: Entry) => boolean {
  const words = (view.get("filter") ?? "")
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const days = view.get("days");
  const staff = view.get("staff");
  return (entry) =>
    words.every((word) => entry.text.includes(word)) &&
    listedFacets.every((facet) => !view.has(facet) || entry.facets.get(facet) === view.get(facet)) &&
    (days === null || isWithin(entry.day, days)) &&
    (staff === null || entry.isStaff === (staff === "yes"));
}

/** `days` is one day, or the first and the last with two dots between them. */
function isWithin(day: string | undefined, days: string): boolean {
  const [first = "", last = first] = days.split("..");
  return day !== undefined && day >= first && day <= last;
}

/** `by` is a column; with a minus it is the other way round. */
function order(by: string): (a: Entry, b: Entry) => number {
  const column = columns.indexOf(by.replace(/^-/, ""));
  const way = by.startsWith("-") ? -1 : 1;
  if (column <= 0) return (a, b) => -way * (a.index - b.index);
  const text = (entry: Entry) => entry.cells[column] ?? "";
  return (a, b) => way * text(a).localeCompare(text(b)) || a.index - b.index;
}

/** The head of each column, with its button and the column's name. */
function heads() {
  return Array.from(document.querySelectorAll("#list th"), (head) => {
    const button = head.querySelector("button");
    if (button === null) throw new Error("A column has no button to sort by");
    return { head, button, name: button.value };
  });
}

function toggled(name: string): string | null {
  const by = readView().get("sort") ?? newestFirst;
  const next = by === name ? `-${name}` : name;
  return next === newestFirst ? null : next;
}

function showOrder(by: string): void {
  const way = by.startsWith("-") ? "descending" : "ascending";
  for (const { head, name } of heads())
    head.setAttribute("aria-sort", by.replace("-", "") === name ? way : "none");
}

function showCount(view: URLSearchParams, count: number): void {
  const shown = find("#shown", HTMLElement);
  const text = `${count.toLocaleString("en-US")} ${shown.dataset["matching"]}`;
  shown.textContent = isFiltered(view) ? text : "";
}

/** Shows what the list is filtered by: as buttons that end it, and in every link to it. */
function showFacets(view: URLSearchParams, go: Go): void {
  const chips = [...view].flatMap(([key, value]) => (isFacet(key) ? [chip(key, value, go)] : []));
  find("#active", HTMLElement).replaceChildren(...chips);
  for (const link of document.querySelectorAll(anyLink)) {
    if (isOn(link, view)) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

function isFacet(key: string): key is Facet {
  return Object.hasOwn(facetNames, key);
}

function chip(facet: Facet, value: string, go: Go): HTMLButtonElement {
  const button = document.createElement("button");
  const text = `${facetNames[facet]}: ${nameOf(facet, value)}`;
  button.type = "button";
  button.textContent = text;
  button.setAttribute("aria-label", `${text}, remove`);
  button.addEventListener("click", () => go({ [facet]: null }));
  return button;
}

/** Only a chart's links say how the page shows a value. */
function nameOf(facet: Facet, value: string): string {
  if (facet === "days") return [...new Set(value.split(".."))].join(" to ");
  const links = [...document.querySelectorAll<HTMLElement | SVGElement>("[data-name]")];
  const named = links.find((link) => link.matches(anyLink) && viewOfLink(link).get(facet) === value);
  return named?.dataset["name"] ?? (value || "(none)");
}

/** A link adds what it names to the view, or removes it if all of it is on already. */
function followLink(event: MouseEvent, go: Go): void {
  const link = event.target instanceof Element ? event.target.closest(anyLink) : null;
  if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const wasOn = isOn(link, readView());
  go(Object.fromEntries(Array.from(viewOfLink(link), ([key, value]) => [key, wasOn ? null : value])));
  if (!wasOn && link.closest("#list") === null) showEntries();
}

/** The arrow keys lead through the days or hours of a chart, of which only one is a stop of the Tab key. */
function moveInChart(event: KeyboardEvent): void {
  const { target } = event;
  if (!(target instanceof SVGElement)) return;
  const chart = target.closest<SVGElement>("svg[data-row]");
  if (chart === null) return;
  const stops = [...chart.querySelectorAll<SVGElement>("a")];
  const row = Number(chart.dataset["row"]);
  const here = stops.indexOf(target);
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: here - 1,
    ArrowRight: here + 1,
    ArrowUp: here - row,
    ArrowDown: here + row,
    Home: 0,
    End: stops.length - 1,
  };
  const to = moves[event.key];
  if (here < 0 || to === undefined) return;
  event.preventDefault();
  const next = stops[to];
  if (next === undefined) return;
  stops[here]?.setAttribute("tabindex", "-1");
  next.setAttribute("tabindex", "0");
  next.focus();
}
