import { isUuid } from "../values/text.ts";
import type { Flow, FlowAction, flowActions } from "./flow-actions.ts";
import type { Parsed } from "./operation.ts";
import type { Operations } from "./operations.ts";

type RuleChange = Parsed<Operations["updateFlowRule"]>["body"];
export type FlowCondition = NonNullable<RuleChange["conditions"]>[number];
export type FlowOutcome = NonNullable<RuleChange["outcome"]>;

/** Where a rule belongs, as given by the path of an update. */
export interface FlowAndAction {
  readonly flow: Flow;
  readonly action: FlowAction;
}

/** A part of a change that does not fit where the rule belongs. */
export interface Incompatibility {
  /** A JSON pointer into the body of the update. */
  readonly pointer: string;
  readonly message: string;
}

type OutcomeTable = {
  readonly [F in Flow]: { readonly [A in (typeof flowActions)[F][number]]: readonly FlowOutcome["type"][] };
};

/** The types of outcome that each flow and action take. */
const outcomeTypes: OutcomeTable = {
  checkout: { "select-payment-options": ["list"] },
  "card-transaction": {
    "route-transaction": ["card-routing"],
    "skip-3ds": ["boolean", "three-d-secure"],
    "decline-early": ["boolean"],
  },
  "non-card-transaction": { "decline-early": ["boolean"] },
  "redirect-transaction": { "route-transaction": ["list"] },
};

/** What the items of a list outcome are; the other flows take no list. */
const listItems: Readonly<Partial<Record<Flow, "payment method" | "payment service id">>> = {
  checkout: "payment method",
  "redirect-transaction": "payment service id",
};

/** Conditions that only one action takes, by name and operator. */
const boundConditions: Readonly<Record<string, Readonly<Record<string, FlowAction>>>> = {
  payment_method: {
    equal_to: "route-transaction",
    is_one_of: "decline-early",
    is_not_one_of: "decline-early",
  },
};

/** Conditions that a rule stores and answers leave out (specification, section 2.10). */
export const requestOnlyConditions: readonly string[] = [
  "gift_card_bin",
  "has_gift_cards",
] satisfies FlowCondition["name"][];

/** Every part of a change that does not fit the rule's flow and action. */
export function incompatibilities(target: FlowAndAction, change: RuleChange): readonly Incompatibility[] {
  const conditions = change.conditions ?? [];
  return [
    ...conditions.flatMap((condition, index) => conditionProblems(target, condition, index)),
    ...(change.outcome === undefined ? [] : outcomeProblems(target, change.outcome)),
  ];
}

function conditionProblems(
  target: FlowAndAction,
  condition: FlowCondition,
  index: number,
): Incompatibility[] {
  const { name, operator } = condition;
  const action = boundConditions[name]?.[operator];
  if (action === undefined || action === target.action) return [];
  const message = `The condition ${name} with the operator ${operator} needs the action ${action}`;
  return [{ pointer: `/conditions/${index}`, message }];
}

function outcomeProblems(target: FlowAndAction, outcome: FlowOutcome): Incompatibility[] {
  const taken = typesTaken(target);
  if (!taken.includes(outcome.type)) {
    const message = `The flow ${target.flow} and action ${target.action} take an outcome of type ${taken.join(" or ")}`;
    return [{ pointer: "/outcome/type", message }];
  }
  if (outcome.type === "list") return listProblems(target.flow, outcome.result);
  if (outcome.type === "card-routing") return routeProblems(outcome.result);
  return [];
}

function typesTaken({ flow, action }: FlowAndAction): readonly FlowOutcome["type"][] {
  const row: Readonly<Partial<Record<FlowAction, readonly FlowOutcome["type"][]>>> = outcomeTypes[flow];
  return row[action] ?? [];
}

function listProblems(flow: Flow, items: readonly string[]): Incompatibility[] {
  const wanted = listItems[flow];
  return items.flatMap((item, index) => {
    const given = isUuid(item) ? "payment service id" : "payment method";
    if (given === wanted) return [];
    const message = `Each item in a list of the flow ${flow} must be a ${wanted}, not a ${given}`;
    return [{ pointer: `/outcome/result/${index}`, message }];
  });
}

type CardRoute = Extract<FlowOutcome, { type: "card-routing" }>["result"][number];

function routeProblems(routes: readonly CardRoute[]): Incompatibility[] {
  return routes.flatMap((route, index) => {
    const names = route.transformations.map((transformation) => transformation.name);
    if (route.instrument !== "network_token" || !names.includes("use_additional_scheme")) return [];
    const message = "The transformation use_additional_scheme excludes the instrument network_token";
    const at = names.indexOf("use_additional_scheme");
    return [{ pointer: `/outcome/result/${index}/transformations/${at}`, message }];
  });
}
