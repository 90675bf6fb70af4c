import { Document, type ScalarTag } from "yaml";
import { isDigits } from "../../values/json.ts";
import { safeJson, safeLines } from "../../values/safe-text.ts";
import { envelopeFields, type Renderer, type RenderSettings } from "./renderer.ts";

export function createYaml({ listName, stringify }: RenderSettings): Renderer {
  const numbers: ScalarTag = {
    tag: "tag:yaml.org,2002:float",
    default: true,
    identify: isDigits,
    resolve: (text) => text,
    stringify: ({ value }) => stringify(value),
  };
  const toYaml = (value: unknown): string => {
    const document = new Document(value, {
      aliasDuplicateObjects: false,
      // Quotes text that YAML 1.1 readers take for a boolean or a date, such as the country NO.
      compat: "yaml-1.1",
      customTags: (tags) => [numbers, hostileTexts, ...tags],
    });
    return document.toString({ lineWidth: 0, blockQuote: "literal", doubleQuotedMinMultiLineLength: 1e9 });
  };
  return {
    inRows: false,
    one: toYaml,
    list() {
      let isEmpty = true;
      return {
        page(items) {
          if (items.length === 0) return "";
          const before = isEmpty ? `${listName}:\n` : "";
          isEmpty = false;
          return before + toYaml(items).replace(/^(?=.)/gm, "  ");
        },
        end(envelope) {
          const fields = envelopeFields(envelope);
          const text = Object.keys(fields).length === 0 ? "" : toYaml(fields);
          return isEmpty ? `${listName}: []\n${text}` : text;
        },
      };
    },
  };
}

/** Text with more to escape than line breaks is written as in JSON, which YAML reads. */
const hostileTexts: ScalarTag = {
  tag: "tag:yaml.org,2002:str",
  default: true,
  identify: (value) => typeof value === "string" && safeLines(value) !== value,
  resolve: (text) => text,
  stringify: ({ value }) => safeJson(JSON.stringify(value)),
};
