import { render } from "preact";
import { createActions } from "./actions.ts";
import { addressOf, parseAddress } from "./address.ts";
import { App } from "./app.tsx";
import { createPageControl } from "./control-client.ts";
import { createLive } from "./live.ts";
import { createStore, worldless } from "./state.ts";

/** Something in front of the server may have put a path before all of its own. */
const [, base = "", within] = /^(.*?)(?:\/_worlds\/([^/]+))?\/_reference\//.exec(location.pathname) ?? [];

const place = document.getElementById("inspector");
if (within !== undefined) location.replace(`${base}/_reference/${addressOf({ world: within })}`);
else if (place !== null) start(place);

function start(place: HTMLElement): void {
  const store = createStore(parseAddress(location.hash));
  const control = createPageControl(base, fetch.bind(globalThis));
  const actions = createActions(store, control, go);
  const live = createLive(store, control, actions.refresh);

  function go(address: string): void {
    history.pushState(null, "", address);
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
    const isOther = view.world !== store.state.view.world;
    store.set(isOther ? { ...worldless, view, connection: "connecting" } : { view, problem: undefined });
    if (isOther) live.start();
    else void actions.reload();
  }

  let isWaiting = false;
  function draw(): void {
    isWaiting = false;
    const root = `${location.origin}${base}`;
    render(<App state={store.state} actions={actions} follow={live.start} root={root} />, place);
  }
  // However much changes at once, it is drawn once.
  store.watch(() => {
    if (!isWaiting) queueMicrotask(draw);
    isWaiting = true;
  });
  addEventListener("hashchange", arrive);
  document.addEventListener("click", followLink);
  draw();
  live.start();
}
