/** Declarations by property, within rules by selector, within media queries. */
interface StyleRules {
  readonly [name: string]: string | StyleRules;
}

/** Returns CSS without whitespace, because these pages must fit into the first round trips of a bad connection. */
export function styleSheet(rules: StyleRules): string {
  const content = Object.entries(rules).map(([name, value]) =>
    typeof value === 'string' ? `${name}:${value}` : `${name}{${styleSheet(value)}}`,
  );
  const hasDeclarations = Object.values(rules).some((value) => typeof value === 'string');
  return content.join(hasDeclarations ? ';' : '');
}
