import { render } from "preact";
import type { PageData } from "./audit-page.ts";
import { Bars, Hours } from "./charts.tsx";
import { List } from "./list.tsx";

const root = document.getElementById("audit");
if (root !== null) {
  render(<Page {...JSON.parse(root.dataset["page"] ?? "{}")} />, root);
  if (location.hash !== "") document.getElementById("entries")?.scrollIntoView();
}

function Page({ charts, covers, entries, notes, title, totals, weekdays }: PageData) {
  const rows = covers.map(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name}:`}>{value}</dd>]);
  const bars = charts.map((chart) => <Bars key={chart.noun} {...chart} />);
  return (
    <>
      <h1>{title}</h1>
      <p class="total">{totals}</p>
      <p class="faint" id="notes">
        {notes}
      </p>
      <dl>{rows}</dl>
      {entries.length > 0 && (
        <>
          <div class="charts">{bars}</div>
          <Hours weekdays={weekdays} />
          <h2 id="entries">Entries</h2>
          <List entries={entries} />
        </>
      )}
    </>
  );
}
