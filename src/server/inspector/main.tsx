import { batch } from "@preact/signals";
import { render } from "preact";
import { addressOf, parseAddress } from "./address.ts";
import { App } from "./app.tsx";
import { createPageControl } from "./control-client.ts";
import { createInspector, InspectorContext, type KnownOperation } from "./inspector.ts";
import { createState, forgetWorld } from "./state.ts";

/** Something in front of the server may have put a path before all of its own. */
const [, base = "", within] = /^(.*?)(?:\/_worlds\/([^/]+))?\/_reference\//.exec(location.pathname) ?? [];

const place = document.getElementById("inspector");
if (within !== undefined) location.replace(`${base}/_reference/${addressOf({ world: within })}`);
else if (place !== null) start(place);

function start(place: HTMLElement): void {
  const state = createState(parseAddress(location.hash));
  const operations: readonly KnownOperation[] = JSON.parse(place.dataset["operations"] ?? "[]");
  const control = createPageControl(base, fetch.bind(globalThis));
  const page = createInspector({ control, go, operations, root: `${location.origin}${base}`, state });

  function go(address: string, how?: "replace"): void {
    if (how === "replace") history.replaceState(null, "", address);
    else history.pushState(null, "", address);
    arrive();
  }

  /** The browser reports a new address later, and what is typed meanwhile would belong to the old one. */
  function followLink(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest("a[href^='#/']") : null;
    const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (link === null || !isPlain) return;
    event.preventDefault();
    go(link.getAttribute("href") ?? "");
  }

  function arrive(): void {
    const view = parseAddress(location.hash);
    const isOther = view.world !== state.view.value.world;
    batch(() => {
      state.view.value = view;
      state.problem.value = undefined;
      if (!isOther) return;
      forgetWorld(state);
      page.answers.forget();
      state.connection.value = "connecting";
    });
    // The page follows another world by itself.
    if (!isOther) void page.reload();
  }

  addEventListener("hashchange", arrive);
  document.addEventListener("click", followLink);
  render(
    <InspectorContext.Provider value={page}>
      <App />
    </InspectorContext.Provider>,
    place,
  );
}
