import { grouped } from "../../../values/text.ts";
import type { PageData } from "./audit-page.ts";
import { ChartLink } from "./selection.tsx";

/** A bar for the rest would dwarf the others. */
export function Bars({ about, bars, name, note, rest }: PageData["charts"][number]) {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <section class="bars" aria-label={about}>
      <h2>{about}</h2>
      {note && <p class="faint">{note}</p>}
      {bars.map(({ key, label, count, isStaff }) => (
        <ChartLink key={key} name={name} value={key} title={`${label}: ${grouped(count)}`}>
          <span class="label">{label}</span>
          <span class={isStaff ? "bar staff" : "bar"} style={{ width: `${(count / most) * 50}%` }} />
          <span class="faint">{grouped(count)}</span>
        </ChartLink>
      ))}
      {rest && (
        <p>
          {rest.label} <span class="faint">{grouped(rest.count)}</span>
        </p>
      )}
    </section>
  );
}

export function hourName(hours: string): string {
  const [weekday = "", hour = ""] = hours.split("-");
  return `${weekday.slice(0, 1).toUpperCase()}${weekday.slice(1)} ${hour}:00`;
}

/** Squares, darker the higher their count. */
export function Hours({ about, note, scale, weekdays }: PageData["hours"]) {
  return (
    <section aria-label={about}>
      <h2>{about}</h2>
      {note && <p class="faint">{note}</p>}
      <table class="heat" onKeyDown={moveInChart}>
        <thead>
          <tr>
            <td />
            {Array.from({ length: 24 }, (_, hour) => (
              <th key={String(hour)} scope="col">
                {hour % 3 === 0 ? hour : ""}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weekdays.map(({ weekday, hours }, row) => (
            <tr key={weekday}>
              <th scope="row">{weekday}</th>
              {hours.map(({ key, count, level }, hour) => (
                <td key={key}>
                  <ChartLink
                    name="hours"
                    value={key}
                    tabIndex={row + hour === 0 ? 0 : -1}
                    title={`${hourName(key)}: ${grouped(count)}`}
                  >
                    <span class={`level${level}`} />
                  </ChartLink>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="faint">{scale}</p>
    </section>
  );
}

/** The hours of a week would be 168 stops of the Tab key: they are one stop, and the arrow keys lead to the others. */
function moveInChart(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const stops = [...event.currentTarget.querySelectorAll("a")];
  const here = stops.findIndex((stop) => stop.tabIndex === 0);
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: here - 1,
    ArrowRight: here + 1,
    ArrowUp: here - 24,
    ArrowDown: here + 24,
    Home: 0,
    End: stops.length - 1,
  };
  const to = moves[event.key];
  if (to === undefined) return;
  event.preventDefault();
  const next = stops[to];
  if (next === undefined) return;
  stops[here]?.setAttribute("tabindex", "-1");
  next.setAttribute("tabindex", "0");
  next.focus();
}
