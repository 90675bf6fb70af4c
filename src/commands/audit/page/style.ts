import { look } from "../../../page/look.ts";

export const auditStyle = `${look}
body { margin: 0 auto; padding: 1.5rem; max-width: 72rem; }
h1 { margin: 0 0 0.25rem; font-size: 1.5rem; overflow-wrap: anywhere; }
h2 { margin: 2rem 0 0.5rem; font-size: 1.0625rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; margin: 1rem 0; }
a:hover rect { opacity: 0.75; }
a[aria-current], a[aria-current] text { font-weight: 650; }
a[aria-current] text { fill: var(--link); }
a[aria-current] .bar, a[aria-current] .none { stroke: var(--link); stroke-width: 2; }
.total { font-size: 1.125rem; margin: 0; }
.charts { columns: 30rem; column-gap: 2rem; margin-top: 1rem; }
.charts section { break-inside: avoid; padding: 1rem 0; }
.charts h2 { margin-top: 0; }
svg { display: block; width: 100%; overflow: visible; }
/* From right to left, so that a window too narrow for it shows its end. */
.broad { overflow-x: auto; direction: rtl; }
.broad svg { min-width: 48rem; overflow: hidden; direction: ltr; }
.hint { display: none; }
.heat { display: flex; }
.heat svg { min-width: 0; }
.heat .days { flex: none; width: 5.5rem; }
svg text { fill: var(--ink); font: 12px system-ui, sans-serif; }
svg .faint { fill: var(--faint); }
svg .bar { fill: var(--bar); }
svg .staff { fill: var(--staff); }
svg .axis { stroke: var(--line); }
svg .none { fill: var(--line); fill-opacity: 0.4; }
svg .whole { fill: transparent; }
table { border-collapse: collapse; width: 100%; }
.wide { overflow-x: auto; }
th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.75rem 0.3rem 0; border-bottom: 1px solid var(--line); }
thead th { color: var(--faint); font-weight: 600; }
td { overflow-wrap: anywhere; }
#list thead th { position: sticky; top: 0; background: var(--paper); white-space: nowrap; }
#list td { min-width: 6rem; }
#list td:first-child { white-space: nowrap; font-variant-numeric: tabular-nums; }
#matrix th[scope="row"] { font-weight: 400; }
#matrix td, #matrix thead th:not(:first-child) { text-align: right; font-variant-numeric: tabular-nums; }
.mark { color: var(--staff); }
#controls { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; align-items: center; margin: 0.75rem 0; }
input[type="search"], select { background: var(--paper); border: 1px solid var(--faint); border-radius: 4px; padding: 0.3rem 0.5rem; }
input[type="search"] { width: min(20rem, 100%); }
fieldset { border: 0; margin: 0; padding: 0; display: flex; gap: 0.25rem 0.75rem; flex-wrap: wrap; }
legend { float: left; margin-right: 0.75rem; padding: 0; }
input[type="radio"] { accent-color: var(--bar); }
button { background: none; border: 0; padding: 0; cursor: pointer; }
thead button { font-weight: 600; }
th[aria-sort="ascending"] button::after { content: " ↑"; }
th[aria-sort="descending"] button::after { content: " ↓"; }
#active { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 0.5rem 0; }
#active button { background: var(--soft); border: 1px solid var(--line); border-radius: 1rem; padding: 0.1rem 0.75rem; overflow-wrap: anywhere; text-align: left; }
#active button::after { content: " ×"; color: var(--faint); }
.narrow { display: none; }
@media (max-width: 51rem) {
  .hint { display: block; margin: 0; }
  .narrow { display: inline; }
  .between { display: none; }
}
/* A row is a card, with a line for each field. */
@media screen and (max-width: 51rem) {
  body { padding: 1rem; }
  dl { grid-template-columns: 1fr; }
  dd { margin-bottom: 0.35rem; }
  table, tbody, tr, td, tbody th { display: block; }
  thead, td:empty { display: none; }
  tr { padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
  td, tbody th { padding: 0 0 0 8rem; border: 0; }
  td::before { float: left; margin-left: -8rem; width: 7.5rem; color: var(--faint); content: attr(data-name); text-align: left; overflow-wrap: anywhere; }
  #matrix td, #matrix th { padding-left: 8rem; text-align: left; }
  #matrix tbody th { padding-left: 0; font-weight: 600; }
  #list td:nth-child(1)::before { content: "Time"; }
  #list td:nth-child(2)::before { content: "Who"; }
  #list td:nth-child(3)::before { content: "Action"; }
  #list td:nth-child(4)::before { content: "Resource type"; }
  #list td:nth-child(5)::before { content: "Resource"; }
  #list td:nth-child(6)::before { content: "Account"; }
}
@media print { #controls, .hint { display: none; } .broad, .wide { overflow: visible; } }
`;
