import { render } from "preact";
import type { PageData } from "./audit-page.ts";
import { Bars, Hours } from "./charts.tsx";
import { List } from "./list.tsx";
import { selection, showEntries } from "./selection.tsx";

const place = document.getElementById("audit");
if (place !== null) {
  render(<Page {...JSON.parse(place.dataset["page"] ?? "{}")} />, place);
  if (Object.keys(selection.value).length > 0) showEntries();
}

function Page(page: PageData) {
  return (
    <>
      <h1>{page.title}</h1>
      <p class="total">{page.totals}</p>
      {page.leftOut && <p class="faint">{page.leftOut}</p>}
      <dl>
        {page.covers.map(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name}:`}>{value}</dd>])}
      </dl>
      {page.entries.length > 0 && (
        <>
          <div class="charts">
            {page.charts.map((chart) => (
              <Bars key={chart.name} {...chart} />
            ))}
          </div>
          <Hours {...page.hours} />
        </>
      )}
      <h2 id="entries">Entries</h2>
      <p class="faint">{page.extent}</p>
      {page.entries.length > 0 && <List {...page} />}
    </>
  );
}
