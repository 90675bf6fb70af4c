import { evidence, noRecording } from "../src/contract/evidence.ts";
import { allOperations } from "../src/contract/operations.ts";
import { origin } from "./reference/markdown.ts";

const beginning = `${origin}

# Is the stand-in right?

The reference server answers as the specification says, in answers that are validated by the [public
description](../openapi.json) that is made from the same schemas. Where the specification is silent, we have decided, and
[Decisions](developers/decisions.md) says what. Nobody can know from that alone whether the service does the same: a recording of the
service can show it. This page says, for each operation, what speaks for the answers of the reference server.
`;

const ending = `
Clients are those that generators of others make of the public description, and that the tests run against the
server. Where it says \`${noRecording}\`, the answers were never compared with those of the service.
`;

/** What speaks for each operation, as a page. */
export function fidelityPage(): string {
  const rows = allOperations.map(({ name }) => {
    const { clients, decisions, recordings, specification } = evidence[name];
    const cells = [
      `\`${name}\``,
      specification.join(", "),
      clients.join(", ") || "none",
      `[decisions](developers/decisions.md#${decisions})`,
      recordings.join(", ") || noRecording,
    ];
    return `| ${cells.join(" | ")} |`;
  });
  const head = [
    "operation",
    "specification",
    "clients of others",
    "decided by us",
    "recordings of the service",
  ];
  return [beginning, `| ${head.join(" | ")} |`, `|${"---|".repeat(head.length)}`, ...rows, ending].join("\n");
}
