/**
 * A pseudo-locale: a catalog whose messages are in brackets, so that a visible text outside them isn't from the catalog.
 * Values that a message includes are outside the brackets again.
 */

const open = '⟦';
const close = '⟧';

const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return value.length > 1 ? [value] : [];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(stringsIn) : [];
};

/** Marks a text except for the values in it. */
function markedAround(text: string, values: readonly string[]): string {
  const [value, ...others] = values;
  if (value === undefined) return text && open + text + close;
  return text
    .split(value)
    .map((part) => markedAround(part, others))
    .join(value);
}

function marked(message: unknown): unknown {
  if (typeof message !== 'function') return markedAround(String(message), []);
  return (...values: unknown[]) => {
    const byLengthDescending = values.flatMap(stringsIn).toSorted((one, other) => other.length - one.length);
    return markedAround(String((message as (...args: unknown[]) => unknown)(...values)), byLengthDescending);
  };
}

/** Puts each text of a catalog into brackets, in place: texts, functions that return texts, and tables of both. */
export function markCatalog(catalog: object): void {
  for (const [key, message] of Object.entries(catalog) as [string, unknown][]) {
    if (message !== null && typeof message === 'object') markCatalog(message);
    else (catalog as Record<string, unknown>)[key] = marked(message);
  }
}

const visibleAttributes = /\b(aria-label|title|alt|placeholder)="([^"]*)"/g;
const description = /^<meta (?:name="description"|property="og:(?:title|description)") content="([^"]*)"/;
const voidElements = /^<(meta|link|br|hr|img|input|base|source|wbr|col)\b|\/>$/;
const tokens = /<!--.*?-->|<!doctype[^>]*>|<(style|script)\b.*?<\/\1>|<\/?[a-z][^>]*>|[^<]+/gis;

/** Returns what is outside brackets. `state` continues from one text to the next: messages may contain elements. */
function outside(text: string, state: { depth: number }): string {
  let found = '';
  for (const character of text) {
    if (character === open) {
      state.depth += 1;
      found += ' ';
    } else if (character === close) state.depth -= 1;
    else if (state.depth === 0) found += character;
  }
  return found;
}

/** Returns the words in a page's texts, names and descriptions outside its catalog and outside English elements. */
function findForeignTerms(html: string): string[] {
  const elements: boolean[] = [];
  const state = { depth: 0 };
  const found: string[] = [];
  const isSkipped = () => elements.at(-1) === true;
  for (const [token] of html.matchAll(tokens)) {
    if (/^<(!|style|script)/i.test(token)) continue;
    if (token.startsWith('</')) elements.pop();
    else if (token.startsWith('<')) {
      // Times are formatted by Intl.
      const skips = isSkipped() || /\blang="en"/.test(token) || token.startsWith('<time');
      const attributeValues = [...token.matchAll(visibleAttributes)].map(([, , text = '']) => text);
      if (!skips)
        found.push(
          ...[...attributeValues, description.exec(token)?.[1] ?? ''].map((text) => outside(text, { depth: 0 })),
        );
      if (!voidElements.test(token)) elements.push(skips);
    } else {
      const text = outside(token, state);
      if (!isSkipped()) found.push(text);
    }
  }
  return tokenize(found.join(' '));
}

const tokenize = (text: string): string[] => text.replace(/&\w+;/g, ' ').match(/\p{L}{2,}/gu) ?? [];
const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * Returns the words of a page in a pseudo-locale that bypass its catalog.
 * @param data names, units and texts of providers that the page may show
 */
export function untranslated(html: string, data: readonly string[]): string[] {
  const allowed = new Set(data.flatMap(tokenize).flatMap((word) => [word, capitalized(word)]));
  return [...new Set(findForeignTerms(html).filter((word) => !allowed.has(word)))];
}
