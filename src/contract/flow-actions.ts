/** Which actions a flow takes (specification, section 4.9). */
export const flowActions = {
  checkout: ["select-payment-options"],
  "card-transaction": ["route-transaction", "skip-3ds", "decline-early"],
  "non-card-transaction": ["decline-early"],
  "redirect-transaction": ["route-transaction"],
} as const;

export type Flow = keyof typeof flowActions;
export type FlowAction = (typeof flowActions)[Flow][number];

// TypeScript types an object's keys as any string; the table is complete and nothing adds to it.
export const flows = Object.keys(flowActions) as readonly Flow[];

export const actions = [
  "select-payment-options",
  "decline-early",
  "route-transaction",
  "skip-3ds",
] as const satisfies readonly FlowAction[];

export function flowTakes(flow: Flow, action: FlowAction): boolean {
  const taken: readonly string[] = flowActions[flow];
  return taken.includes(action);
}
