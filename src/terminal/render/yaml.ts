import { Document, type ScalarTag } from "yaml";
import { isDigits } from "../../values/json.ts";
import { safeJson, safeLines } from "../../values/safe-text.ts";
import { factsIn, type ListRenderer, type Renderer, type RenderSettings } from "./renderer.ts";

type ToYaml = (value: unknown) => string;

export function createYaml({ listName, stringify }: RenderSettings): Renderer {
  const numbers: ScalarTag = {
    tag: "tag:yaml.org,2002:float",
    default: true,
    identify: isDigits,
    resolve: (text) => text,
    stringify: ({ value }) => stringify(value),
  };
  const toYaml: ToYaml = (value) => {
    const document = new Document(value, {
      aliasDuplicateObjects: false,
      // Quotes text that YAML 1.1 readers take for a boolean or a date, such as the country NO.
      compat: "yaml-1.1",
      customTags: (tags) => [numbers, hostileTexts, ...tags],
    });
    return document.toString({ lineWidth: 0, blockQuote: "literal", doubleQuotedMinMultiLineLength: 1e9 });
  };
  return { inRows: false, one: toYaml, list: () => listRenderer(listName, toYaml) };
}

/** Text with more to escape than line breaks is written as in JSON, which YAML reads. */
const hostileTexts: ScalarTag = {
  tag: "tag:yaml.org,2002:str",
  default: true,
  identify: (value) => typeof value === "string" && safeLines(value) !== value,
  resolve: (text) => text,
  stringify: ({ value }) => safeJson(JSON.stringify(value)),
};

function listRenderer(name: string, toYaml: ToYaml): ListRenderer {
  let hasItems = false;
  return {
    page(items) {
      if (items.length === 0) return "";
      const before = hasItems ? "" : `${name}:\n`;
      hasItems = true;
      return before + toYaml(items).replace(/^(?=.)/gm, "  ");
    },
    end(envelope) {
      const facts = factsIn(envelope);
      const text = Object.keys(facts).length === 0 ? "" : toYaml(facts);
      return hasItems ? text : `${name}: []\n${text}`;
    },
  };
}
