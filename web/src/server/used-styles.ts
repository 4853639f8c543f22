/** Finds the part of the stylesheet that a page's markup uses, so that its first paint needs no other file. */

interface Selector {
  text: string;
  /** Classes that the markup must have for it to match. */
  classes: readonly string[];
}

interface Rule {
  /** Selectors or at-rule. */
  prelude: string;
  /** Absent for a statement, such as `@layer a, b;`. */
  body?: string;
  /** For a style rule. */
  selectors?: readonly Selector[];
  /** For a group of rules. */
  rules?: readonly Rule[];
}

const groups = /^@(?:layer|media|supports|container)\b/;

/** Returns the index of the first of `ends` outside of strings, parentheses and brackets; the text's length without any. */
function indexOfAny(text: string, ends: string, from: number): number {
  let depth = 0;
  let quote = '';
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') at += 1;
    else if (quote) quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (depth === 0 && ends.includes(character)) return at;
    else if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) depth -= 1;
  }
  return text.length;
}

function splitSelectors(prelude: string): string[] {
  const end = indexOfAny(prelude, ',', 0);
  return end === prelude.length ? [prelude] : [prelude.slice(0, end), ...splitSelectors(prelude.slice(end + 1))];
}

const unescaped = (name: string): string =>
  name.replace(/\\(?:([\da-f]{1,6}) ?|(.))/gi, (_escape, code: string | undefined, character: string) =>
    code ? String.fromCodePoint(Number.parseInt(code, 16)) : character,
  );

const classesIn = (selector: string): string[] =>
  Array.from(
    selector.replace(/:not\([^()]*\)/g, '').matchAll(/\.((?:\\[\da-f]{1,6} ?|\\.|[\w-]|[^\p{ASCII}])+)/giu),
    ([, name = '']) => unescaped(name),
  );

function rulesOf(css: string): Rule[] {
  const rules: Rule[] = [];
  for (let from = 0; from < css.length;) {
    const start = indexOfAny(css, '{;', from);
    const prelude = css.slice(from, start).trim();
    if (css.charAt(start) !== '{') {
      if (prelude) rules.push({ prelude });
      from = start + 1;
      continue;
    }
    const end = indexOfAny(css, '}', start + 1);
    const body = css.slice(start + 1, end);
    if (groups.test(prelude)) rules.push({ prelude, rules: rulesOf(body) });
    else if (prelude.startsWith('@')) rules.push({ prelude, body });
    else {
      const selectors = splitSelectors(prelude).map((text) => ({ text, classes: classesIn(text) }));
      rules.push({ prelude, body, selectors });
    }
    from = end + 1;
  }
  return rules;
}

/**
 * Styles of paper, of pointers that hover, of browsers without @property, for whom the first paint may be plainer, and
 * colors that are outside of sRGB.
 */
const unused = /^@media (?:print|\(hover:hover\))$|^@supports (?:.*-moz-orient|\(color:lab\()/;

function textOf({ prelude, body, selectors, rules }: Rule, classes: ReadonlySet<string>): string {
  if (rules) {
    const inner = unused.test(prelude) ? '' : rules.map((rule) => textOf(rule, classes)).join('');
    return inner && `${prelude}{${inner}}`;
  }
  if (body === undefined) return `${prelude};`;
  if (!selectors) return `${prelude}{${body}}`;
  const used = selectors.filter((selector) => selector.classes.every((name) => classes.has(name)));
  return used.length > 0 ? `${used.map(({ text }) => text).join(',')}{${body}}` : '';
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

/** Returns all classes in markup that React rendered. */
const classesOf = (markup: string): Set<string> =>
  new Set(
    Array.from(markup.matchAll(/\sclass="([^"]*)"/g), ([, names = '']) =>
      names.replace(/&([\w#]+);/g, (entity, name: string) => entities[name] ?? entity).split(/\s+/),
    ).flat(),
  );

/** Part of a page's styles. */
export interface UsedStyles {
  /** Without fonts, animations and declarations of properties: for markup after other used styles. */
  isContinued?: boolean;
}

/**
 * Parses a stylesheet. Returns a function that returns the rules that some markup may use on a screen, in their order:
 * with the whole stylesheet after it, the page looks the same.
 */
export function usedStylesOf(css: string): (markup: string, options?: UsedStyles) => string {
  const [start = '', ...afterStarts] = css.split('/*');
  const withoutComments = [start, ...afterStarts.map((text) => text.split('*/')[1] ?? '')].join('');
  const rules = rulesOf(withoutComments);
  const withoutDefinitions = rules.filter(({ selectors, rules: group }) => selectors ?? group);
  return (markup, { isContinued = false } = {}) => {
    const classes = classesOf(markup);
    return (isContinued ? withoutDefinitions : rules).map((rule) => textOf(rule, classes)).join('');
  };
}
