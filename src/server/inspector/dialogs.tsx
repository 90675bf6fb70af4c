import { batch } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { isInClear } from "../../values/loopback.ts";
import { useInspector } from "./inspector.ts";
import { Button, Field, ShownProblem } from "./parts.tsx";

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Left out for one that can't be closed. */
  readonly close?: () => void;
}

function Dialog({ children, close, title }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="question"
      onCancel={(event) => close === undefined && event.preventDefault()}
      onClose={close}
    >
      <h2 id="question">{title}</h2>
      {children}
    </dialog>
  );
}

/** Asks before the requests are lost. */
export function AskToClear({ close }: { close(): void }) {
  const { clearRequests } = useInspector();
  return (
    <Dialog title="Clear the requests?" close={close}>
      <p>The journal of this world and what this page has seen of it are forgotten.</p>
      <div class="buttons end">
        <Button onClick={close}>Cancel</Button>
        <Button class="danger" onClick={() => clearRequests().then(close)}>
          Clear
        </Button>
      </div>
    </Dialog>
  );
}

export function AskToken() {
  const { connection, control, problem, root } = useInspector();
  const [token, setToken] = useState("");
  const submit = (event: Event) => {
    event.preventDefault();
    control.useToken(token);
    batch(() => {
      problem.value = undefined;
      connection.value = "connecting";
    });
  };
  if (isInClear(root)) {
    return (
      <Dialog title="This server is locked">
        <p>
          Its token would be sent unencrypted. Open this page by https, or through a tunnel such as ssh -L
          4010:127.0.0.1:4010 HOST.
        </p>
      </Dialog>
    );
  }
  return (
    <Dialog title="This server is locked">
      <p>
        Anyone with its token can control this server. The page keeps it in memory, until it is closed or
        reloaded.
      </p>
      <form class="form" onSubmit={submit}>
        <ShownProblem />
        <Field label="Token" type="password" value={token} set={setToken} />
        <div class="buttons end">
          <button type="submit" class="primary" disabled={token === ""}>
            Open
          </button>
        </div>
      </form>
    </Dialog>
  );
}

const keys = [
  ["/", "go to the search"],
  ["\u2191 \u2193", "move in a list, and what is open with it"],
  ["Page Up, Page Down, Home, End", "move further"],
  ["Enter", "open"],
  ["Escape", "close"],
  ["\u2192 \u2190", "expand and collapse equal requests"],
  ["?", "show the keys"],
] as const;

/** A button that shows what the keys of the page do, which are heard wherever nothing is being typed. */
export function Keys() {
  const [isShown, show] = useState(false);
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.matches("input, select");
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const goal = goalOf(event.key);
      if (event.key === "?") show(true);
      if (goal === undefined) return;
      document.querySelector<HTMLElement>(goal)?.focus();
      event.preventDefault();
    };
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
  }, []);
  const close = () => show(false);
  return (
    <>
      <Button class="round" aria-label="Keys" title="Keys (?)" onClick={() => show(true)}>
        ?
      </Button>
      {isShown && (
        <Dialog title="Keys" close={close}>
          <dl class="pairs">
            {keys.map(([key, what]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
          <div class="buttons end">
            <Button onClick={close}>Close</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

/** What a key gives the focus to; arrows belong to whatever has it. */
function goalOf(key: string): string | undefined {
  if (key === "/") return "input[type='search']";
  const isArrow = key === "ArrowDown" || key === "ArrowUp";
  return isArrow && document.activeElement === document.body ? ".rows [tabindex='0']" : undefined;
}
