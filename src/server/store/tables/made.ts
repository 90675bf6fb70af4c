import { defaultAccountId } from "../built-in.ts";
import type { Made } from "../records.ts";

/** The fields that most resources share. */
export function identity(entry: { readonly id?: string | null | undefined }, made: Made): { id: string } {
  return { id: entry.id ?? made.newId() };
}

export function account(entry: { readonly merchant_account_id?: string | null | undefined }): {
  merchant_account_id: string;
} {
  return { merchant_account_id: entry.merchant_account_id ?? defaultAccountId };
}

interface Timed {
  readonly created_at?: string | undefined;
  readonly updated_at?: string | undefined;
}

export function times(entry: Timed, made: Made): { created_at: string; updated_at: string } {
  const createdAt = entry.created_at ?? made.at;
  return { created_at: createdAt, updated_at: entry.updated_at ?? createdAt };
}
