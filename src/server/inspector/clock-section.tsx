import type { Actions } from "./actions.ts";
import { ProblemText, Section, useNow } from "./parts.tsx";
import { clockAt, type KnownClock, type PageState } from "./state.ts";
import { durationWords } from "./words.ts";

interface Props {
  readonly state: PageState;
  readonly actions: Actions;
}

/** The time that the server shows, and what judges tokens. */
export function ClockSection({ actions, state: { clock, problem } }: Props) {
  const now = useNow();
  return (
    <Section title="Clock">
      {clock !== undefined && <Face clock={clock} now={now} />}
      <div class="buttons">
        {clock?.frozen ? (
          <button type="button" onClick={actions.unfreeze}>
            Let it run
          </button>
        ) : (
          <button type="button" onClick={actions.freeze}>
            Freeze
          </button>
        )}
        <button type="button" onClick={() => actions.forward("1h", "an hour")}>
          Forward an hour
        </button>
        <button type="button" onClick={() => actions.forward("1d", "a day")}>
          Forward a day
        </button>
        <button type="button" onClick={actions.backToRealTime}>
          Back to real time
        </button>
      </div>
      {problem?.form === "clock" && <ProblemText problem={problem} />}
      <fieldset class="choices">
        <legend>Tokens are judged by</legend>
        {(["real", "server"] as const).map((tokens) => (
          <label key={tokens}>
            <input
              type="radio"
              name="tokens"
              checked={clock?.tokens === tokens}
              onChange={() => actions.judgeTokensBy(tokens)}
            />
            {tokens === "real" ? "the time of day" : "this clock"}
          </label>
        ))}
      </fieldset>
      <p class="faint">
        The clock drives the times in the data, limits and ids. An application that signs with the real time
        is not locked out unless this clock judges tokens too, as tests of expiry need it to.
      </p>
    </Section>
  );
}

function Face({ clock, now }: { readonly clock: KnownClock; readonly now: number }) {
  const time = clockAt(clock, now);
  const [date = "", rest = ""] = new Date(time).toISOString().split("T");
  return (
    <p class="face">
      <time dateTime={new Date(time).toISOString()}>
        <span>{date}</span> <b>{rest.slice(0, 8)}</b> <span class="faint">UTC</span>
      </time>
      <span class={clock.frozen ? "tag warn" : "faint"}>{clock.frozen ? "stands still" : "runs"}</span>
      <span class="faint">{leadWords(time - now)}</span>
    </p>
  );
}

/** A few seconds are the round trip over the network. */
const unnoticed = 5000;

export function leadWords(lead: number): string {
  if (Math.abs(lead) < unnoticed) return "the same as this machine's clock";
  return `${durationWords(Math.abs(lead))} ${lead > 0 ? "ahead of" : "behind"} this machine's clock`;
}
