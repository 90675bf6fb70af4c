import type { Examination } from "./examination.ts";
import type { Finding } from "./finding.ts";

/** One row of the report: what it is called, and how it comes about. */
export interface Check {
  readonly name: string;
  /** A PayctlError that it throws is a failure. */
  run(examination: Examination): Promise<Finding>;
}
