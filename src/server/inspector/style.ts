/** The inspector's own layout; colours and type are those of every page. */
export const inspectorStyle = `
html, body { height: 100%; }
body { overflow: hidden; }
#inspector { height: 100%; display: flex; flex-direction: column; font-variant-numeric: tabular-nums; }
noscript { display: block; padding: 1.5rem; }
h1 { margin: 0; font-size: 1.25rem; }
h2 { margin: 0; font-size: 1.0625rem; overflow-wrap: anywhere; }
h3 { margin: 1.25rem 0 0.35rem; font-size: 0.8125rem; color: var(--faint); font-weight: 600; }
h3 .faint { font-weight: 400; }
p { margin: 0 0 0.5rem; }
ul { margin: 0; padding: 0; list-style: none; }
code, pre, .json { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; font-size: 0.8125rem; }
pre { margin: 0 0 0.75rem; padding: 0.5rem 0.75rem; background: var(--soft); border: 1px solid var(--line); border-radius: 6px; overflow-x: auto; }
mark { background: var(--bad-soft); color: var(--bad); border: 1px solid currentColor; border-radius: 4px; padding: 0 0.3rem; font: 0.8125rem ui-monospace, Menlo, Consolas, monospace; margin-right: 0.4rem; }

.head { flex: none; display: flex; flex-wrap: wrap; align-items: center; gap: 0 1.5rem; padding: 0 1.25rem; border-bottom: 1px solid var(--line); background: var(--soft); }
.brand { display: flex; align-items: baseline; gap: 0.75rem; white-space: nowrap; }
.brand a { text-decoration: none; }
.light { font-size: 0.8125rem; color: var(--faint); }
.light::before { content: ""; display: inline-block; width: 0.5rem; height: 0.5rem; border-radius: 50%; margin-right: 0.35rem; background: var(--faint); }
.light.live::before { background: var(--bar); }
.light.away, .light.nowhere { color: var(--bad); }
.light.away::before, .light.nowhere::before { background: var(--bad); }
.sections { display: flex; gap: 0.25rem; overflow-x: auto; scrollbar-width: none; }
.sections a { padding: 0.7rem 0.6rem 0.55rem; text-decoration: none; white-space: nowrap; border-bottom: 3px solid transparent; }
.sections a:focus-visible { outline-offset: -3px; }
.sections a[aria-current] { border-bottom-color: var(--bar); font-weight: 600; }
.signs { margin-left: auto; display: flex; gap: 0.5rem; }
.head .field { flex-direction: row; align-items: center; gap: 0.5rem; }
.head select { height: 1.75rem; padding: 0.1rem 0.35rem; max-width: 12rem; }

main { flex: 1; min-height: 0; display: flex; flex-direction: column; }
.section { flex: 1; min-height: 0; overflow: auto; padding: 1rem 1.25rem 2rem; display: flex; flex-direction: column; gap: 0.75rem; }
.section:has(.split) { overflow: hidden; padding-bottom: 0; }
.section-head { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 0.75rem; }
.section-head h1 { margin-right: auto; }
.summary { margin: 0; color: var(--faint); display: flex; gap: 0.75rem; }
.refused-count { color: var(--bad); }
.refused-count[aria-current] { font-weight: 650; }
.banner { margin: 0; padding: 0.5rem 1.25rem; background: var(--bad-soft); color: var(--bad); border-bottom: 1px solid currentColor; }

button, .button { border: 1px solid var(--line); background: var(--paper); border-radius: 6px; padding: 0.25rem 0.7rem; cursor: pointer; text-decoration: none; white-space: nowrap; }
button:hover:not(:disabled), .button:hover { border-color: var(--faint); }
button:disabled { color: var(--faint); opacity: 0.6; cursor: default; }
.primary:not(:disabled) { background: var(--link); border-color: var(--link); color: var(--paper); }
.danger { background: var(--bad); border-color: var(--bad); color: var(--paper); }
.id { border: 0; background: none; padding: 0; border-radius: 2px; font: 0.8125rem ui-monospace, Menlo, Consolas, monospace; color: inherit; text-decoration: underline dotted; text-underline-offset: 0.2em; white-space: normal; overflow-wrap: anywhere; }
.buttons { display: flex; flex-wrap: wrap; gap: 0.5rem; }
.end { justify-content: flex-end; margin-top: 1rem; }

.field { display: flex; flex-direction: column; gap: 0.15rem; min-width: 0; }
.field > label { font-size: 0.8125rem; color: var(--faint); }
input:not([type="radio"]), select, textarea { width: 100%; background: var(--paper); border: 1px solid var(--faint); border-radius: 6px; padding: 0.3rem 0.5rem; }
input:not([type="radio"]), select, .inline button { height: 2.125rem; }
textarea { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 0.8125rem; resize: vertical; }
::placeholder { color: var(--faint); opacity: 1; }
input[type="radio"] { accent-color: var(--bar); }
.filters { display: flex; flex-wrap: wrap; gap: 0.5rem 0.75rem; }
.filters .field { flex: 1 1 8rem; max-width: 14rem; }
.filters .field:has([type="search"]) { flex-grow: 3; max-width: 28rem; }
.inline { display: flex; gap: 0.5rem; align-items: flex-end; margin-bottom: 0.35rem; }
.inline .field { flex: 1; max-width: 28rem; }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 0.75rem 2rem; }
.choices { border: 0; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; }
.choices legend { padding: 0; color: var(--faint); font-size: 0.8125rem; }
.problem { color: var(--bad); background: var(--bad-soft); border-left: 3px solid currentColor; padding: 0.4rem 0.75rem; overflow-wrap: anywhere; }
.problem ul { list-style: disc; padding-left: 1.25rem; }
main > .problem { margin: 0.75rem 1.25rem 0; }

.empty { padding: 2.5rem 1rem; text-align: center; color: var(--faint); max-width: 44rem; margin: 0 auto; }
.empty-title { font-size: 1.0625rem; color: var(--ink); }
.empty pre { display: table; max-width: 100%; margin: 0 auto 0.75rem; text-align: left; color: var(--ink); white-space: pre-wrap; overflow-wrap: anywhere; }
.pad { padding: 1rem 0; }

.split { flex: 1; min-height: 0; display: grid; grid-template-columns: minmax(0, 1fr); margin: 0 -1.25rem; border-top: 1px solid var(--line); }
.split.open { grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); }
.split-list { min-height: 0; overflow: auto; display: flex; flex-direction: column; }
.split-detail { min-height: 0; overflow: auto; border-left: 1px solid var(--line); padding: 1rem 1.25rem 3rem; display: flex; flex-direction: column; }
.split-detail > * { flex: none; }
.close { position: sticky; top: 0; align-self: flex-end; margin-bottom: -2rem; z-index: 1; }
.split-detail > h2 { padding-right: 5rem; }
.split-detail > .form { margin-top: 0.75rem; }
.facts { display: flex; flex-wrap: wrap; gap: 0 1rem; margin: 0.35rem 0 0.75rem; font-size: 0.875rem; }

.rows { flex: 1; overflow: auto; min-height: 0; overflow-anchor: none; }
.rows ul { position: relative; }
.rows li { position: absolute; left: 0; right: 0; }
.row { display: grid; height: 100%; align-content: center; padding: 0 1.25rem; border-bottom: 1px solid var(--line); text-decoration: none; overflow: hidden; }
.row:hover { background: var(--soft); color: inherit; }
.row:focus-visible { outline-offset: -2px; }
.row[aria-current] { background: var(--good-soft); box-shadow: inset 3px 0 var(--bar); }
.row:not(.cells) { grid-template-columns: 3.75rem minmax(0, 1fr) max-content; gap: 0.1rem 0.75rem; align-items: baseline; }
.row .status { grid-row: 1 / 3; align-self: center; text-align: center; }
.what, .why, .cell { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.what b { font-weight: 600; font-size: 0.8125rem; color: var(--faint); }
.when, .took, .why { font-size: 0.875rem; }
.when, .took { text-align: right; color: var(--faint); }
.refused .reason { color: var(--bad); }
.refused { box-shadow: inset 3px 0 var(--bad); }
.refused[aria-current] { background: var(--bad-soft); box-shadow: inset 3px 0 var(--bad); }
.cells { grid-auto-flow: column; grid-auto-columns: minmax(0, 1fr); gap: 1rem; align-items: center; }
.heads { flex: none; margin: 0; height: 2rem; color: var(--faint); font-size: 0.8125rem; }
.heads:hover { background: none; }
.split.open .cells .cell:nth-child(n + 4) { display: none; }
.cell:first-child { font-weight: 500; }
.status { font-weight: 650; border-radius: 6px; padding: 0.1rem 0.45rem; background: var(--soft); white-space: nowrap; font-size: 0.875rem; }
.s2 { color: var(--link); background: var(--good-soft); }
.s4, .s5 { color: var(--bad); background: var(--bad-soft); }
.tag { font-style: normal; font-size: 0.75rem; border: 1px solid currentColor; border-radius: 1rem; padding: 0 0.5rem; margin-right: 0.4rem; text-decoration: none; white-space: nowrap; }
.tag.fault, .tag.warn { color: var(--warn); }

.request-title { display: flex; gap: 0.6rem; align-items: baseline; }
.callout { border-left: 3px solid; padding: 0.6rem 0.9rem; margin-bottom: 0.75rem; border-radius: 0 6px 6px 0; overflow-wrap: anywhere; }
.callout > :last-child { margin-bottom: 0; }
.callout.bad { border-color: var(--bad); background: var(--bad-soft); }
.callout.bad strong { color: var(--bad); }
.callout.warn { border-color: var(--warn); background: var(--warn-soft); }
.callout li { margin-top: 0.25rem; }
.code { color: var(--faint); margin-left: 0.6rem; }
.pairs { margin: 0; }
.pairs > div { display: grid; grid-template-columns: minmax(7rem, 14rem) minmax(0, 1fr); gap: 0 0.75rem; padding: 0.1rem 0.5rem; font-size: 0.875rem; }
.pairs dt { overflow-wrap: anywhere; }
.pairs .bad { background: var(--bad-soft); }
.remark { color: var(--bad); font-size: 0.8125rem; margin-left: 0.75rem; }
.json { background: var(--soft); border: 1px solid var(--line); border-radius: 6px; padding: 0.5rem 0; overflow-wrap: anywhere; margin-top: 0.25rem; }
.line { padding-right: 0.5rem; line-height: 1.6; }
.line.bad { background: var(--bad-soft); box-shadow: inset 3px 0 var(--bad); }
.line.unread { background: var(--warn-soft); box-shadow: inset 3px 0 var(--warn); }
.line .remark { font-family: system-ui, sans-serif; }
.line.unread .remark { color: var(--warn); }
.key { color: var(--link); }
.number, .boolean, .null { color: var(--warn); }

.lists { display: flex; flex-wrap: wrap; gap: 0.35rem; }
.lists a, .chip { border: 1px solid var(--line); border-radius: 1rem; padding: 0.05rem 0.7rem; text-decoration: none; font-size: 0.875rem; white-space: nowrap; }
.lists a[aria-current] { background: var(--link); border-color: var(--link); color: var(--paper); }
.chips { display: flex; flex-wrap: wrap; gap: 0.35rem; margin-bottom: 0.5rem; }
.chip { display: inline-block; margin: 0 0.35rem 0.35rem 0; }
.chips .chip { margin: 0; }
.chip.met { background: var(--good-soft); border-color: transparent; color: var(--link); }
.chip.never { border-style: dashed; color: var(--faint); }
.cards { border-top: 1px solid var(--line); }
.cards li { display: flex; flex-wrap: wrap; align-items: center; gap: 0.35rem 1rem; padding: 0.6rem 0; border-bottom: 1px solid var(--line); }
.cards li > :first-child { flex: 1 1 16rem; overflow-wrap: anywhere; }
.cards .spent code { color: var(--faint); text-decoration: line-through; }
.cards .current .name, .name { font-weight: 500; }
.section > h2 { margin-top: 1rem; }
.face { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.25rem 1rem; margin: 0.5rem 0; }
.face time { font-size: 1.5rem; }
.operations a { display: grid; grid-template-columns: minmax(0, 1fr) max-content 10rem; gap: 0 1rem; align-items: center; padding: 0.55rem 1.25rem; border-bottom: 1px solid var(--line); text-decoration: none; }
.operations a:hover { background: var(--soft); color: inherit; }
.operations a:focus-visible { outline-offset: -2px; }
.operations a[aria-current] { background: var(--good-soft); box-shadow: inset 3px 0 var(--bar); }
.operations .name { overflow: hidden; text-overflow: ellipsis; }
meter { display: block; width: 100%; height: 0.5rem; appearance: none; background: var(--line); border-radius: 1rem; overflow: hidden; border: 0; }
/* Chromium gives a bar the middle row of three. */
meter::-webkit-meter-bar { grid-row: 1 / -1; background: none; border: 0; }
meter::-webkit-meter-optimum-value { background: var(--bar); border-radius: 1rem; }
meter::-moz-meter-bar { background: var(--bar); border-radius: 1rem; }
details { margin-bottom: 0.35rem; font-size: 0.875rem; }
details ul { list-style: disc; padding-left: 1.25rem; }
summary { cursor: pointer; }

dialog { border: 1px solid var(--line); border-radius: 10px; padding: 1.25rem; background: var(--paper); color: var(--ink); width: min(28rem, calc(100vw - 2rem)); }
dialog h2 { margin-bottom: 0.5rem; }
dialog::backdrop { background: rgb(0 0 0 / 0.4); }
.notices { position: fixed; left: 0; right: 0; bottom: 1rem; display: grid; justify-items: center; pointer-events: none; padding: 0 1rem; }
.notice { pointer-events: auto; display: flex; align-items: center; gap: 0.75rem; margin: 0; padding: 0.5rem 0.6rem 0.5rem 1rem; background: var(--ink); color: var(--paper); border-radius: 8px; max-width: 100%; overflow-wrap: anywhere; box-shadow: 0 4px 16px rgb(0 0 0 / 0.2); }
.notice button { background: none; border-color: currentColor; color: inherit; padding: 0.05rem 0.6rem; }
.notice button:focus-visible { outline-color: currentColor; }

@media (max-width: 51rem) {
  .head { padding: 0 0.75rem; gap: 0 0.75rem; }
  .brand { padding: 0.4rem 0; }
  .wide-only, .head .field > label { display: none; }
  .head select { max-width: 8rem; }
  .sections { order: 1; width: calc(100% + 1.5rem); margin: 0 -0.75rem; padding: 0 0.5rem; }
  .sections { gap: 0; justify-content: space-between; }
  .sections a { padding: 0.5rem 0.3rem 0.4rem; font-size: 0.875rem; }
  .section { padding: 0.75rem 0.75rem 2rem; }
  .split { margin: 0 -0.75rem; }
  .split.open { grid-template-columns: minmax(0, 1fr); }
  /* It keeps its place for when the other is closed. */
  .split.open > * { grid-area: 1 / 1; }
  .split.open .split-list { visibility: hidden; }
  .split-detail { border: 0; padding: 0.75rem 0.75rem 3rem; }
  .section:has(.split.open) > :not(.split) { display: none; }
  .row { padding: 0 0.75rem; }
  .row:not(.cells) { grid-template-columns: 3.25rem minmax(0, 1fr) max-content; gap: 0.1rem 0.6rem; }
  .filters .field { flex: 1 1 6rem; }
  .filters .field:has([type="search"]) { flex-basis: 100%; max-width: none; }
  .cells .cell:nth-child(n + 4) { display: none; }
  .lists { flex-wrap: nowrap; overflow-x: auto; margin: 0 -0.75rem; padding: 0 0.75rem 0.25rem; scrollbar-width: none; }
  .pairs > div { grid-template-columns: minmax(0, 1fr); padding-bottom: 0.3rem; }
  .operations a { grid-template-columns: minmax(0, 1fr) max-content; padding: 0.55rem 0.75rem; }
  .operations meter { grid-column: 1 / 3; }
}
@media (max-height: 34rem) {
  body { overflow: auto; }
  .rows, .split-detail { min-height: 20rem; }
}
`;
