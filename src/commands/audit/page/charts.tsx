import { grouped } from "../../../values/text.ts";
import type { PageData } from "./audit-page.ts";
import { Link, selection } from "./selection.tsx";

/** What the bars of a chart filter the list by; those of a day, a week or a month by days. */
const names: Readonly<Record<string, string>> = {
  person: "person",
  action: "action",
  "resource type": "type",
};

/** A bar for the rest would dwarf the others. */
export function Bars({ bars, noun, rest }: PageData["charts"][number]) {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const name = names[noun] ?? "days";
  return (
    <section class="bars" aria-label={`Entries by ${noun}`}>
      <h2>Entries by {noun}</h2>
      {bars.map(({ key = "", label, count, isStaff }) => (
        <Link
          key={key}
          name={name}
          value={key}
          isOn={selection.value[name] === key}
          title={`${label}: ${grouped(count)}`}
        >
          <span class="label">
            {label}
            {isStaff && " (staff)"}
          </span>
          <span class={isStaff ? "bar staff" : "bar"} style={{ width: `${(count / most) * 50}%` }} />
          <span class="faint">{grouped(count)}</span>
        </Link>
      ))}
      {rest && (
        <p>
          {rest.label} <span class="faint">{grouped(rest.count)}</span>
        </p>
      )}
    </section>
  );
}

function hourName(hours: string): string {
  const [weekday = "", hour = ""] = hours.split("-");
  return `${weekday.slice(0, 1).toUpperCase()}${weekday.slice(1)} ${hour}:00`;
}

/** Squares, darker the higher their count. */
export function Hours({ weekdays }: Pick<PageData, "weekdays">) {
  return (
    <section aria-label="Entries by weekday and hour">
      <h2>Entries by weekday and hour</h2>
      <table class="heat">
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
          {weekdays.map(({ weekday, hours }) => (
            <tr key={weekday}>
              <th scope="row">{weekday}</th>
              {hours.map(({ key, count, level }) => (
                <td key={key}>
                  <Link
                    name="hours"
                    value={key}
                    isOn={selection.value["hours"] === key}
                    title={`${hourName(key)}: ${grouped(count)}`}
                  >
                    <span style={{ "--share": `${level * 25}%` }} />
                  </Link>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
