/** Filters the table by words; a filter in the address, as in #filter=deleted, applies at once and leads to the table. */
export const script = `
const field = document.getElementById("filter");
const shown = document.getElementById("shown");
const rows = [...document.querySelectorAll("tbody tr")];
const texts = rows.map((row) => [...row.cells].map((cell) => cell.textContent).join(" ").toLowerCase());
function apply() {
  const words = field.value.toLowerCase().split(/\\s+/).filter((word) => word !== "");
  let count = 0;
  rows.forEach((row, index) => {
    row.hidden = !words.every((word) => texts[index].includes(word));
    if (!row.hidden) count += 1;
  });
  shown.textContent = words.length === 0 ? "" : count.toLocaleString("en-US") + " match";
}
function readAddress() {
  const filter = new URLSearchParams(location.hash.slice(1)).get("filter");
  if (filter !== null) field.value = filter;
  apply();
  if (filter !== null) document.getElementById("entries").scrollIntoView();
}
if (field !== null) {
  field.closest("p").hidden = false;
  field.addEventListener("input", apply);
  addEventListener("hashchange", readAddress);
  readAddress();
}
`;
