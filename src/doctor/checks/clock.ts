import type { Check } from "../check.ts";
import { describeSkew, isNotable, isSevere } from "../clock-skew.ts";
import { failure, ok, warning } from "../finding.ts";

const howToSet = "set this machine's clock, or let it set itself (NTP)";

export const clock: Check = {
  name: "clock",
  async run(examination) {
    const skew = await examination.skew();
    if (skew === undefined) {
      return warning(
        "the service's answers carry no Date to compare this machine's clock with",
        "compare it yourself: date -u",
      );
    }
    const message = `this machine's clock ${describeSkew(skew)}`;
    if (isSevere(skew)) return failure(message, howToSet);
    return isNotable(skew) ? warning(message, howToSet) : ok(message);
  },
};
