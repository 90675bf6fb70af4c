/**
 * The first PEM whose label fits the pattern, in lines as RFC 7468 has them, whatever an editor, a variable or YAML made of its
 * line breaks; undefined without a whole one.
 */
export function findPem(
  text: string,
  label: string,
): { readonly label: string; readonly pem: string } | undefined {
  const whole = new RegExp(`-----BEGIN (${label})-----([\\s\\S]+?)-----END \\1-----`);
  const [, found, body = ""] = whole.exec(text.replaceAll("\\n", "\n")) ?? [];
  if (found === undefined) return undefined;
  const pem = [`-----BEGIN ${found}-----`, ...linesOf(body), `-----END ${found}-----`, ""].join("\n");
  return { label: found, pem };
}

function linesOf(body: string): readonly string[] {
  const lines = body.trim().split("\n");
  // Old encrypted keys begin with headers, which an empty line ends.
  if (body.includes(":")) return lines.map((line) => line.trim());
  return body.replaceAll(/\s/g, "").match(/.{1,64}/g) ?? [];
}
