import { defaultAccountId } from "../../store/built-in.ts";
import type { Seed } from "../seed.ts";
import { type Draw, drawFor, mixed, type RowName } from "./draw.ts";

/** How many rows to make up, none if not given, and which of all possible ones. */
export type GenerationPlan = NonNullable<Seed["generate"]>;

export type GeneratedList = "audit_logs" | "buyers" | "merchant_accounts" | "payment_methods" | "users";

/** A plan with the instant before which everything happened. */
export interface Generation {
  readonly plan: GenerationPlan;
  readonly now: Date;
}

const usualSeed = 1;

export function seedOf(plan: GenerationPlan): number {
  return plan.seed ?? usualSeed;
}

export function drawRow(plan: GenerationPlan, list: GeneratedList, index: number): Draw {
  return drawFor({ seed: seedOf(plan), list, index });
}

export function generatedId(plan: GenerationPlan, list: GeneratedList, index: number): string {
  return idFor({ seed: seedOf(plan), list, index });
}

/**
 * The id of a thing, whatever other things there are; a UUID of version 8, whose contents RFC 9562 leaves to its maker.
 * It starts with a count: rows in the order of their ids are appended to an index, while random ones would touch all of
 * it.
 */
export function idFor({ index, list, seed }: RowName): string {
  const { hex } = drawFor({ seed, list: `id of ${list}`, index });
  const count = ((mixed(seed) >>> 1) + index).toString(16).padStart(8, "0");
  return `${count}-${hex(4)}-8${hex(3)}-8${hex(3)}-${hex(8)}${hex(4)}`;
}

export function generatedAccountId(plan: GenerationPlan, index: number): string {
  return `shop-${seedOf(plan)}-${index + 1}`;
}

/**
 * Every second row is in `default`, the others in turn in the accounts of the plan; without any, all are in `default`.
 */
export function accountOf(plan: GenerationPlan, index: number): string {
  const accounts = plan.merchant_accounts ?? 0;
  if (accounts === 0 || index % 2 === 0) return defaultAccountId;
  return generatedAccountId(plan, ((index - 1) / 2) % accounts);
}

const day = 24 * 60 * 60 * 1000;

/** A row's position in a list. */
interface ListPlace {
  readonly index: number;
  readonly count: number;
  /** Over how many days before now the list is spread. */
  readonly days: number;
}

/** The time of a row; rows in the order of their numbers are in the order of their times. */
export function rowTime({ now, plan }: Generation, { count, days, index }: ListPlace): Date {
  const jitter = mixed(index ^ seedOf(plan)) / 2 ** 32;
  const share = (index + jitter) / count;
  return new Date(Math.floor(now.getTime() - (1 - share) * days * day) - 1);
}
