import { allOperations } from "../../contract/operations.ts";
import look from "../../page/look.css?raw";
import { type OneFile, pageInOneFile } from "../../page/one-file.ts";
import style from "./style.css?raw";

/** A magnifying glass; an icon with its own address would be one more request. */
const icon = `<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='none' stroke='%231f6f54' stroke-width='2'%3E%3Ccircle cx='7' cy='7' r='4.5'/%3E%3Cpath d='M10.5 10.5 15 15'/%3E%3C/svg%3E">
`;

/** The inspector as it is sent: its program, its look, and nothing left to fetch. */
export async function inspectorPage(): Promise<OneFile> {
  // Their module would take the schemas of all of them into the browser.
  const operations = allOperations.map(({ merchantHeader, name, scope }) => ({
    merchantHeader,
    name,
    scope,
  }));
  const { default: script } = await import("./main.tsx?script");
  return pageInOneFile({
    title: "Inspector",
    head: icon,
    style: `${look}${style}`,
    body: `<div id="inspector" data-operations='${JSON.stringify(operations)}'></div>\n<noscript>This page needs JavaScript; <code>payctl serve requests</code> shows the same on a terminal.</noscript>`,
    script,
    allow: ["connect-src 'self'", "img-src data:"],
  });
}
