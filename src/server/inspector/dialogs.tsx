import { batch } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { isInClear } from "../../values/loopback.ts";
import { useInspector } from "./inspector.ts";
import { Button, Field, Form, Text, TextArea } from "./parts.tsx";
import type { Question } from "./state.ts";

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
    // A long text is read from its beginning.
    dialog.current?.querySelector("textarea")?.setSelectionRange(0, 0);
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="question"
      onCancel={(event) => close === undefined && event.preventDefault()}
      onClose={close}
    >
      <h2 id="question">
        <Text text={title} />
      </h2>
      {children}
    </dialog>
  );
}

/** Asks before something is lost, or for a text. */
export function Ask({ question }: { readonly question: Question }) {
  const { answer, field, lines, text: about, title, verb } = question;
  const page = useInspector();
  const [text, setText] = useState(lines ?? "");
  const close = () =>
    batch(() => {
      page.question.value = undefined;
      page.problem.value = undefined;
    });
  return (
    <Dialog title={title} close={close}>
      <p>
        <Text text={about} />
      </p>
      <Form name="question" submit={() => answer(text)}>
        {field !== undefined && lines === undefined && <Field label={field} value={text} set={setText} />}
        {field !== undefined && lines !== undefined && <TextArea label={field} value={text} set={setText} />}
        <div class="buttons end">
          <Button onClick={close}>Cancel</Button>
          <button
            type="submit"
            class={field === undefined ? "danger" : "primary"}
            disabled={field !== undefined && text === ""}
          >
            {verb}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}

export function AskToken() {
  const { connection, control, problem, root } = useInspector();
  const [token, setToken] = useState("");
  const submit = () => {
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
      <Form name="token" submit={submit}>
        <Field label="Token" type="password" value={token} set={setToken} />
        <div class="buttons end">
          <button type="submit" class="primary" disabled={token === ""}>
            Open
          </button>
        </div>
      </Form>
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
      const isTyping = event.target instanceof Element && event.target.matches("input, select, textarea");
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
