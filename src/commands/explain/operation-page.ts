import { failures, validationFailure } from "../../contract/failure.ts";
import { type JsonSchema, propertiesOf } from "../../contract/json-schema.ts";
import { type AnyOperation, merchantAccountHeader } from "../../contract/operations.ts";
import { exitCodeForStatus } from "../../errors.ts";
import {
  type Definition,
  definitionLines,
  type PageSection,
  pageText,
  paragraph,
  readableWidth,
} from "../../terminal/page-layout.ts";
import { isRecord } from "../../values/record.ts";
import { type FieldRow, fieldRows } from "./field-rows.ts";
import type { OperationJsonSchemas } from "./operation-schemas.ts";

/** An operation on one page for people. */
export function operationPage(
  operation: AnyOperation,
  schemas: OperationJsonSchemas,
  { commands, columns }: { readonly commands: readonly string[]; readonly columns: number },
): string {
  const width = readableWidth(columns);
  const { name, summary, method, path } = operation;
  const skeleton =
    schemas.body === undefined ? [] : [`A template of the body: payctl explain ${name} --skeleton`];
  return pageText([
    { lines: paragraph(`${name}: ${summary}.`, width) },
    { lines: [`  ${method} ${path}`] },
    { lines: definitionLines(operationRows(operation, commands), width) },
    { lines: schemas.notes.flatMap((note) => paragraph(note, width)) },
    ...requestSections(schemas, width),
    answerSection(operation, schemas.response, width),
    { title: "Failures", lines: definitionLines(failureRows(), width) },
    { lines: [...skeleton, `As JSON Schema: payctl explain ${name} -o json`] },
  ]);
}

function operationRows(operation: AnyOperation, commands: readonly string[]) {
  const { scope, wideningScope, merchantHeader, success, repeatable } = operation;
  const isWritten = commands.length > 0;
  return [
    { term: "scope", text: wideningScope ? `${scope}; ${wideningScope} to see all personal data` : scope },
    {
      term: "merchant account",
      text: merchantHeader ? `in the header ${merchantAccountHeader}` : "the header does not apply",
    },
    { term: "success", text: success.join(" or ") },
    {
      term: "repeatable",
      text: repeatable
        ? "yes, a request that may have arrived can be sent again"
        : "no, a request that may have arrived is not sent again automatically",
    },
    ...(isWritten ? [{ term: "command", text: commands.map((line) => `payctl ${line}`).join(", ") }] : []),
  ];
}

function requestSections({ path, query, body }: OperationJsonSchemas, width: number): readonly PageSection[] {
  return Object.entries({ Path: path, Query: query, Body: body }).map(([title, schema = {}]) => ({
    title,
    lines: definitionLines(fieldRows(schema).map(fieldDefinition), width),
  }));
}

/** For a list, the fields of its items: the envelope is the same everywhere. */
function answerSection(
  { success }: AnyOperation,
  schema: JsonSchema | undefined,
  width: number,
): PageSection {
  const { items } = propertiesOf(schema ?? {});
  const element = isRecord(items) && isRecord(items["items"]) ? items["items"] : undefined;
  const rows = fieldRows(element ?? schema ?? {});
  return {
    title: element === undefined ? `Answer ${success[0]}` : `Answer ${success[0]}, each of its items`,
    lines: definitionLines(
      rows.map(({ name, type }) => ({ term: name, text: type })),
      width,
    ),
  };
}

function fieldDefinition({ name: term, required, type, meaning, alternatives }: FieldRow): Definition {
  const text = [meaning, required ? `required, ${type}` : type].filter((part) => part !== "").join("; ");
  if (alternatives.length === 0) return { term, text };
  return { term, text: `${text}, one of:`, below: alternatives };
}

/** Every failure that an operation may answer with, and the exit code. */
function failureRows(): Definition[] {
  return [...failures, validationFailure]
    .toSorted((left, right) => left.status - right.status)
    .map(({ status, message }) => ({
      term: String(status),
      text: `${message} (exit ${exitCodeForStatus(status)})`,
    }));
}
