import type * as z from "zod";
import { seedSchema } from "../seed/schema.ts";
import { storedLists } from "../store/records.ts";
import type { AnswerName } from "./answers.ts";
import {
  addedRules,
  clockAdvance,
  clockChange,
  faultRules,
  tokenRequest,
  verification,
  worldOptions,
} from "./bodies.ts";

/** What a route is for, takes and answers, besides the failures that every route may answer with. */
export interface RouteDescription {
  readonly summary: string;
  readonly body?: z.ZodType;
  /** By name. */
  readonly query?: Readonly<Record<string, string>>;
  /** By status; null for an answer without a body. */
  readonly answers: Readonly<Record<number, AnswerName | "text/html" | null>>;
}

const journalFilters = {
  method: "The method.",
  path: "The path; `*` stands for any segment.",
  operation: "The name of the operation.",
  status: "The status, a class such as `4xx`, or what a simulated fault did to the connection.",
  fault: "`true` for requests whose outcome a simulated fault decided, `false` for all others.",
  since: "A time in RFC 3339, by the server's clock: only requests from then on.",
  "header.NAME": "The value of a header; most values are kept only by the full journal.",
  body: "JSON that the body contains; only with the full journal.",
  world:
    "The name of a world: what was asked of it. Only at the root, which otherwise returns its own requests.",
  after: "The id of an entry: only what came after it.",
  wait: "How long to wait for an entry while there is none, as in `25s`; 60s at most.",
  limit: "The number of entries, 1000 at most.",
};

/** Every route of the control interface, by its method and path. */
export const descriptions: Readonly<Record<string, RouteDescription>> = {
  "GET health": { summary: "Which server this is, and in what state", answers: { 200: "Health" } },
  "GET coverage": {
    summary: "Each operation, how its data gets in, and what was decided where the specification is silent",
    answers: { 200: "Coverage" },
  },
  "POST reset": { summary: "Go back to the seed", answers: { 200: "Ok" } },
  "POST seed": { summary: "Add a seed document", body: seedSchema, answers: { 200: "SeedCounts" } },
  "GET data/{list}": {
    summary: `What is stored in a list: ${storedLists.join(", ")}`,
    answers: { 200: "StoredRows" },
  },
  "GET snapshots": { summary: "The snapshots", answers: { 200: "Snapshots" } },
  "PUT snapshots/{name}": {
    summary: "Take a snapshot of all data",
    answers: { 200: "Snapshot", 201: "Snapshot" },
  },
  "POST snapshots/{name}/restore": { summary: "Go back to a snapshot", answers: { 200: "Snapshot" } },
  "DELETE snapshots/{name}": { summary: "Delete a snapshot", answers: { 204: null } },
  "GET requests": {
    summary: "The latest requests, newest first",
    query: journalFilters,
    answers: { 200: "Journal" },
  },
  "POST requests/verify": {
    summary: "Whether such requests have come, and which came closest",
    body: verification,
    answers: { 200: "Verified", 417: "VerificationFailure" },
  },
  "DELETE requests": { summary: "Clear the journal", answers: { 204: null } },
  "GET exercised": {
    summary: "Which outcomes of each operation its callers have met, and which they never did",
    answers: { 200: "Exercised" },
  },
  "DELETE exercised": { summary: "Start counting outcomes from zero", answers: { 204: null } },
  "GET faults": { summary: "The simulated faults, with their hits", answers: { 200: "Faults" } },
  "PUT faults": { summary: "Replace all simulated faults", body: faultRules, answers: { 200: "Faults" } },
  "POST faults": { summary: "Add simulated faults", body: addedRules, answers: { 201: "AddedFaults" } },
  "DELETE faults": { summary: "Remove all simulated faults", answers: { 204: null } },
  "DELETE faults/{id}": { summary: "Remove a simulated fault", answers: { 204: null } },
  "GET clock": { summary: "The server's clock", answers: { 200: "Clock" } },
  "PUT clock": { summary: "Set the server's clock", body: clockChange, answers: { 200: "Clock" } },
  "POST clock/advance": {
    summary: "Move the server's clock forward",
    body: clockAdvance,
    answers: { 200: "Clock" },
  },
  "POST tokens": {
    summary: "Sign a token, or one that the API has to refuse",
    body: tokenRequest,
    answers: { 200: "Token" },
  },
  "GET worlds": { summary: "The worlds other than the one at the root", answers: { 200: "Worlds" } },
  "GET worlds/{name}": { summary: "A world", answers: { 200: "World" } },
  "PUT worlds/{name}": {
    summary: "Make a world, or find the one made with the same options",
    body: worldOptions,
    answers: { 200: "CreatedWorld", 201: "CreatedWorld" },
  },
  "DELETE worlds/{name}": { summary: "Delete a world with all of its files", answers: { 204: null } },
  "GET ": { summary: "The inspector, a page for people", answers: { 200: "text/html" } },
  "GET openapi.json": { summary: "This description", answers: { 200: "Description" } },
};
