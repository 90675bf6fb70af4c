import type { Exchange } from "../contract/exchange.ts";
import { answering } from "./answer.ts";
import { type AppParts, createApp } from "./app.ts";
import type { Clock } from "./clock.ts";
import type { ControlAccess } from "./control/access.ts";
import { type ControlParts, controlRoutes } from "./control/routes.ts";
import { createControl } from "./control.ts";

export interface ReferenceParts extends AppParts, ControlParts {
  /** Undefined: the control interface is off. */
  readonly access: ControlAccess | undefined;
  readonly store: ControlParts["store"];
  /** For what is no request to the API. */
  newControlId(): string;
}

/** The whole reference server as a function: the API, and the control interface beside it. */
export function createReference(parts: ReferenceParts): Exchange {
  const api = dated(createApp(parts), parts.sources.tokenClock);
  const control = createControl(controlRoutes(parts), parts.access);
  const controlled = answering(control.answer, { newId: () => parts.newControlId(), report: parts.report });
  return (request) => (control.covers(request.target) ? controlled(request) : api(request));
}

/** Where the clock is not the time of day, answers say so, as a server with such a clock would. */
function dated(exchange: Exchange, clock: Clock): Exchange {
  return async (request) => {
    const answer = await exchange(request);
    if (!clock.isMoved()) return answer;
    return { ...answer, headers: { ...answer.headers, date: clock.now().toUTCString() } };
  };
}
