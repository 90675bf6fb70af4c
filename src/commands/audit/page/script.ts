/**
 * Filters and sorts the entries. The view is the page's address, as in #person=ID&staff=no&sort=-who, so that it can be
 * shared and the browser's back button works. Every bar and every name is a link to the view of what it names.
 */
export const script = `
const list = document.querySelector("#list tbody");
if (list !== null) {
  const byId = (id) => document.getElementById(id);
  const [field, shown, active, staff, sort] = ["filter", "shown", "active", "staff", "sort"].map(byId);
  const columns = ["time", "who", "action", "type", "resource", "account"];
  const links = [...document.querySelectorAll("a[href^='#']")];
  // A link within SVG has no hash property.
  const parse = (hash) => new URLSearchParams(hash.slice(1));
  const facets = ["person", "action", "type", "hours"];
  const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
  const rows = [...list.rows].map((row, index) => {
    const values = {};
    for (const link of row.querySelectorAll("a")) for (const [key, value] of parse(link.getAttribute("href"))) values[key] = value;
    const cells = [...row.cells].map((cell) => cell.textContent);
    const isStaff = row.querySelector(".mark") !== null;
    // A time that can't be read is in no day and no hour.
    const [, day, hour] = /^(\\d{4}-\\d\\d-\\d\\d) (\\d\\d):\\d\\d:\\d\\d(?:Z|[+-]\\d\\d:\\d\\d)$/.exec(cells[0]) ?? [];
    if (day !== undefined) values.hours = weekdays[new Date(day).getUTCDay()] + "-" + hour;
    return { row, index, values, cells, isStaff, day, text: cells.join(" ").toLowerCase() };
  });
  const read = () => parse(location.hash);

  function matches(view) {
    const words = (view.get("filter") ?? "").toLowerCase().split(/\\s+/).filter((word) => word !== "");
    const [first, last] = (view.get("days") ?? "").split("..");
    const wanted = view.get("staff");
    return (entry) =>
      words.every((word) => entry.text.includes(word)) &&
      facets.every((key) => !view.has(key) || entry.values[key] === view.get(key)) &&
      (!view.has("days") || (entry.day >= first && entry.day <= (last ?? first))) &&
      (wanted === null || entry.isStaff === (wanted === "yes"));
  }

  function order(text) {
    const isDown = text.startsWith("-");
    const column = columns.indexOf(isDown ? text.slice(1) : text);
    const way = isDown ? -1 : 1;
    // The list comes newest first.
    if (column <= 0) return (a, b) => -way * (a.index - b.index);
    return (a, b) => way * a.cells[column].localeCompare(b.cells[column]) || a.index - b.index;
  }

  let sorted = "-time";
  function apply() {
    const view = read();
    const isShown = matches(view);
    let count = 0;
    for (const entry of rows) {
      entry.row.hidden = !isShown(entry);
      if (!entry.row.hidden) count += 1;
    }
    const by = view.get("sort") ?? "-time";
    if (by !== sorted) list.append(...rows.toSorted(order(by)).map(({ row }) => row));
    sorted = by;
    for (const head of document.querySelectorAll("#list th")) {
      const name = head.firstElementChild.value;
      const isBy = by.replace("-", "") === name;
      head.setAttribute("aria-sort", isBy ? (by.startsWith("-") ? "descending" : "ascending") : "none");
    }
    const text = view.get("filter") ?? "";
    if (field.value !== text) field.value = text;
    sort.value = by;
    for (const choice of staff.querySelectorAll("input")) choice.checked = choice.value === (view.get("staff") ?? "");
    showActive(view);
    const isFiltered = [...view.keys()].some((key) => key !== "sort");
    shown.textContent = isFiltered ? count.toLocaleString("en-US") + " " + shown.dataset.matching : "";
  }

  function showActive(view) {
    const chosen = [...view].filter(([key]) => facets.includes(key) || key === "days");
    active.replaceChildren(...chosen.map(([key, value]) => {
      const chip = document.createElement("button");
      chip.type = "button";
      chip.textContent = { person: "Who", action: "Action", type: "Resource type", days: "Days", hours: "Hour" }[key] + ": " + nameOf(key, value);
      chip.setAttribute("aria-label", chip.textContent + ", remove");
      chip.addEventListener("click", () => go({ [key]: null }));
      return chip;
    }));
    for (const link of links) {
      const isCurrent = [...parse(link.getAttribute("href"))].every(([key, value]) => view.get(key) === value);
      if (isCurrent) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }

  function nameOf(key, value) {
    if (key === "days") return [...new Set(value.split(".."))].join(" to ");
    const link = links.find((each) => each.dataset.name !== undefined && parse(each.getAttribute("href")).get(key) === value);
    return link?.dataset.name ?? (value || "(none)");
  }

  function go(change, isTyping) {
    const view = read();
    for (const [key, value] of Object.entries(change)) {
      if (value === null) view.delete(key);
      else view.set(key, value);
    }
    const address = view.size === 0 ? location.pathname + location.search : "#" + view;
    if (isTyping) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
    apply();
  }

  function follow(event) {
    const link = event.target.closest("a[href^='#']");
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const view = read();
    const wanted = [...parse(link.getAttribute("href"))];
    const isOn = wanted.every(([key, value]) => view.get(key) === value);
    go(Object.fromEntries(wanted.map(([key, value]) => [key, isOn ? null : value])));
    if (!isOn && link.closest("#list") === null) byId("entries").scrollIntoView();
  }

  /** The arrow keys lead through the days or hours of a chart, of which only one is a stop of the Tab key. */
  function move(event) {
    const chart = event.target.closest("svg[data-row]");
    if (chart === null) return;
    const stops = [...chart.querySelectorAll("a")];
    const row = Number(chart.dataset.row);
    const here = stops.indexOf(event.target);
    const last = stops.length - 1;
    const next = { ArrowLeft: here - 1, ArrowRight: here + 1, ArrowUp: here - row, ArrowDown: here + row, Home: 0, End: last }[event.key];
    if (here < 0 || next === undefined) return;
    event.preventDefault();
    if (next < 0 || next > last) return;
    stops[here].setAttribute("tabindex", "-1");
    stops[next].setAttribute("tabindex", "0");
    stops[next].focus();
  }

  function toggleSort(name) {
    const by = read().get("sort") ?? "-time";
    const next = by === name ? "-" + name : name;
    go({ sort: next === "-time" ? null : next });
  }

  byId("controls").hidden = false;
  for (const button of document.querySelectorAll("#list th button")) {
    button.disabled = false;
    button.addEventListener("click", () => toggleSort(button.value));
  }
  field.addEventListener("input", () => go({ filter: field.value || null }, true));
  staff.addEventListener("change", (event) => go({ staff: event.target.value || null }));
  sort.addEventListener("change", () => go({ sort: sort.value === "-time" ? null : sort.value }));
  document.addEventListener("click", follow);
  document.addEventListener("keydown", move);
  addEventListener("hashchange", apply);
  addEventListener("popstate", apply);
  apply();
  if ([...read().keys()].some((key) => key !== "sort")) byId("entries").scrollIntoView();
}
`;
