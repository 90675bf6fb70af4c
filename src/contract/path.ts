/** The names between braces in a path template, as a type. */
export type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never;

const placeholder = /\{([^{}]+)\}/g;

/** Fills a template; values are percent-encoded, so that none can leave its segment. */
export function fillPath(template: string, parameters: Readonly<Record<string, string>>): string {
  return template.replace(placeholder, (_, name: string) => {
    const value = parameters[name];
    if (value === undefined) throw new RangeError(`no value for {${name}} in ${template}`);
    return encodeSegment(value);
  });
}

/** The parameters of a path that the template describes, otherwise undefined. Undecodable escapes match nothing. */
export function matchPath(template: string, path: string): Record<string, string> | undefined {
  const wanted = template.split("/");
  const given = path.split("/");
  if (wanted.length !== given.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const text = decodeSegment(given[index] ?? "");
    const name = /^\{(.+)\}$/.exec(segment)?.[1];
    if (name !== undefined && text) parameters[name] = text;
    else if (text !== segment) return undefined;
  }
  return parameters;
}

// A dot segment survives percent-encoding and would be resolved away in transit.
function encodeSegment(value: string): string {
  return /^\.{1,2}$/.test(value) ? value.replaceAll(".", "%2E") : encodeURIComponent(value);
}

export function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
