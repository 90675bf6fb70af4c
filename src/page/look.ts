/** The look of every page: colours, type and focus. Contrast of text is 4.5 and more in both colour schemes. */
export const look = `
:root {
  color-scheme: light dark;
  --paper: #fff; --ink: #1b1f24; --faint: #59636e; --line: #d1d9e0; --soft: #f3f6f8;
  --bar: #1f6f54; --link: #17593f; --staff: #9a5b00;
  --bad: #b42318; --bad-soft: #fdf1f0; --warn: #8a5200; --warn-soft: #fdf6e7; --good-soft: #e9f5f0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171a; --ink: #e6e9ec; --faint: #9aa4ae; --line: #353c43; --soft: #1d2226;
    --bar: #4fbf95; --link: #7fd6b5; --staff: #e8a33d;
    --bad: #ff8f85; --bad-soft: #331d1c; --warn: #e8b04f; --warn-soft: #2e2718; --good-soft: #17302a;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 0.9375rem/1.5 system-ui, sans-serif; }
a { color: inherit; text-decoration-color: var(--line); text-underline-offset: 0.2em; }
a:hover { color: var(--link); text-decoration-color: currentColor; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 2px; }
input, select, textarea, button { font: inherit; color: inherit; }
dd { margin: 0; overflow-wrap: anywhere; }
dt, .faint { color: var(--faint); }
@media (prefers-reduced-motion: no-preference) { a, button { transition: color 0.12s, background-color 0.12s, border-color 0.12s; } }
`;
