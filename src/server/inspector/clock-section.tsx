import type { ControlInput } from "../../contract/control/client.ts";
import { useInspector } from "./inspector.ts";
import { Button, FieldForm, Section, ShownProblem, useNow } from "./parts.tsx";
import { clockOf, type KnownClock, leadWords, shortTime, shownAt } from "./times.ts";

/** The time that the server shows. */
export function ClockSection() {
  const { advance, backToRealTime, clock, freeze, setTo, unfreeze } = useClock();
  const now = useNow();
  return (
    <Section title="Clock">
      {clock !== undefined && <Face clock={clock} now={now} />}
      <div class="buttons">
        {clock?.frozen ? (
          <Button onClick={unfreeze}>Let it run</Button>
        ) : (
          <Button onClick={freeze}>Freeze</Button>
        )}
        <Button onClick={() => advance("1h", "an hour")}>Forward an hour</Button>
        <Button onClick={() => advance("1d", "a day")}>Forward a day</Button>
        <Button onClick={backToRealTime}>Back to real time</Button>
      </div>
      <ShownProblem form="clock" />
      <FieldForm
        name="set-clock"
        label="Set to"
        placeholder={`${shortTime(now).replace(" ", "T")}Z`}
        verb="Set"
        send={setTo}
      />
      <p class="faint">
        The clock drives the times in the data, limits and ids. Tokens are judged by the time of day, so an
        application that signs with it is not locked out.
      </p>
    </Section>
  );
}

function useClock() {
  const { answers, attempt, call } = useInspector();
  const change = (form: string, text: string, body: NonNullable<ControlInput<"changeClock">["body"]>) =>
    attempt(form, async () => {
      await call("changeClock", { body });
      return { text };
    });
  const set = change.bind(undefined, "clock");
  return {
    clock: clockOf(answers.latest("readHealth", {}).value),
    setTo: (time: string) => change("set-clock", `Set the clock to ${time}`, { time: time.trim() }),
    freeze: () => set("Froze the clock", { frozen: true }),
    unfreeze: () => set("The clock is running again", { frozen: false }),
    backToRealTime: () => set("Set the clock back to real time", { time: null, frozen: false }),
    advance: (by: string, words: string) =>
      attempt("clock", async () => {
        await call("advanceClock", { body: { by } });
        return { text: `Moved the clock forward ${words}` };
      }),
  };
}

function Face({ clock, now }: { readonly clock: KnownClock; readonly now: number }) {
  const time = shownAt(clock, now);
  const [date, rest] = shortTime(time).split(" ");
  return (
    <p class="face">
      <time dateTime={new Date(time).toISOString()}>
        <span>{date}</span> <b>{rest}</b> <span class="faint">UTC</span>
      </time>
      <span class={clock.frozen ? "tag warn" : "faint"}>{clock.frozen ? "stands still" : "runs"}</span>
      <span class="faint">{leadWords(time - now)}</span>
    </p>
  );
}
