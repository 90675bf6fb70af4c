/** Both colour schemes; contrast of text is 4.5 and more in each. */
export const style = `
:root {
  color-scheme: light dark;
  --paper: #fff; --ink: #1b1f24; --faint: #59636e; --line: #d1d9e0; --bar: #1f6f54; --staff: #9a5b00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171a; --ink: #e6e9ec; --faint: #9aa4ae; --line: #353c43; --bar: #4fbf95; --staff: #e8a33d;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 1.5rem; max-width: 72rem;
  background: var(--paper); color: var(--ink); font: 0.9375rem/1.5 system-ui, sans-serif;
}
h1 { margin: 0 0 0.25rem; font-size: 1.5rem; }
h2 { margin: 2rem 0 0.5rem; font-size: 1.0625rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; margin: 1rem 0; }
dt, .faint { color: var(--faint); }
dd { margin: 0; overflow-wrap: anywhere; }
.total { font-size: 1.125rem; margin: 0; }
.charts { columns: 30rem; column-gap: 2rem; margin-top: 1rem; }
.charts section { break-inside: avoid; padding: 1rem 0; }
.charts h2 { margin-top: 0; }
svg { display: block; width: 100%; height: auto; }
.broad { overflow-x: auto; }
.broad svg { min-width: 48rem; }
svg text { fill: var(--ink); font: 12px system-ui, sans-serif; }
svg .faint { fill: var(--faint); }
svg .bar { fill: var(--bar); }
svg .staff { fill: var(--staff); }
svg .axis { stroke: var(--line); }
svg .none { fill: var(--line); fill-opacity: 0.4; }
table { border-collapse: collapse; width: 100%; }
.wide { overflow-x: auto; }
th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.75rem 0.3rem 0; border-bottom: 1px solid var(--line); }
th { position: sticky; top: 0; background: var(--paper); color: var(--faint); font-weight: 600; }
td { overflow-wrap: anywhere; min-width: 6rem; }
td:first-child { white-space: nowrap; font-variant-numeric: tabular-nums; }
.mark { color: var(--staff); }
input { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--faint); border-radius: 4px; padding: 0.3rem 0.5rem; width: min(24rem, 100%); }
@media print { input, label { display: none; } .broad, .wide { overflow: visible; } }
`;
