/** Reads bold, italic, lists and other meaning from the styles of pasted HTML. */

/** The meaning of an element's pasted styles, which are parsed as text and never applied. */
export interface PastedStyle {
  /** Undefined if the style doesn't set it. */
  isBold: boolean | undefined;
  isItalic: boolean | undefined;
  /** As in PRE. */
  isVerbatim: boolean | undefined;
  isHidden: boolean;
  isBlock: boolean;
  /** Separated from adjacent text, for instance in a column. */
  isApart: boolean;
  isUnderlined: boolean;
  isStruck: boolean;
  isHighlighted: boolean;
  /** Word writes a tab as spaces. */
  isTab: boolean;
  /** The bullet or number that Word writes before an item. */
  isWordMark: boolean;
  /** A paragraph's position in a Word list. */
  wordList: { id: string; depth: number } | undefined;
}

/** Holds an element's style; see `readablePaste`. */
export const styleAttribute = 'data-style';

const blockDisplay = /^(?:block|flex|grid|flow-root|list-item|table(?:-row|-row-group|-caption)?)$/;
const apartDisplay = /^(?:inline-(?:block|flex|grid|table)|table-cell)$/;

/** Reads an element's style attribute and, for Word, its list level. */
export function readStyle(element: Element): PastedStyle {
  const text = element.getAttribute(styleAttribute) ?? '';
  const values = new Map<string, string>();
  for (const [, name = '', value = ''] of text.matchAll(/([\w-]+)\s*:\s*([^;]*)/g))
    values.set(name.toLowerCase(), value.trim().toLowerCase());
  const of = (name: string) => values.get(name) ?? '';
  const decoration = `${of('text-decoration')} ${of('text-decoration-line')}`;
  const [, id, level, override] = /^(l\d+)\s+level(\d+)\s*(lfo\d+)?/.exec(of('mso-list')) ?? [];
  return {
    isBold: weightOf(of('font-weight')),
    isItalic: values.has('font-style') ? /italic|oblique/.test(of('font-style')) : undefined,
    isVerbatim: values.has('white-space') ? /^(?:pre|break-spaces)/.test(of('white-space')) : undefined,
    isHidden:
      of('display') === 'none' ||
      of('visibility') === 'hidden' ||
      of('mso-hide') === 'all' ||
      element.hasAttribute('hidden'),
    isBlock: blockDisplay.test(of('display')),
    isApart: apartDisplay.test(of('display')),
    isUnderlined: decoration.includes('underline'),
    isStruck: decoration.includes('line-through'),
    isHighlighted: isColor(of('background')) || isColor(of('background-color')) || values.has('mso-highlight'),
    isTab: values.has('mso-tab-count'),
    isWordMark: of('mso-list') === 'ignore',
    wordList: id === undefined ? undefined : { id: `${id} ${override ?? ''}`, depth: Number(level) },
  };
}

function weightOf(value: string): boolean | undefined {
  if (/^bold/.test(value)) return true;
  if (/^(?:normal|lighter)/.test(value)) return false;
  return /^\d+/.test(value) ? Number.parseInt(value, 10) >= 600 : undefined;
}

/** Whether a background isn't just white or gray: browsers copy the page's own background with the text. */
function isColor(value: string): boolean {
  const hex = /#([\da-f]{2})([\da-f]{2})([\da-f]{2})/
    .exec(value)
    ?.slice(1)
    .map((part) => Number.parseInt(part, 16));
  const channels = hex ?? /rgb\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)\s*\)/.exec(value)?.slice(1).map(Number);
  if (channels) return Math.max(...channels) - Math.min(...channels) > 32;
  return /\b(?:yellow|lime|cyan|aqua|magenta|fuchsia|pink|orange|red|green|blue)\b/.test(value);
}

export interface TextFormat {
  isBold: boolean;
  isItalic: boolean;
  isStruck: boolean;
  isCode: boolean;
  href: string | undefined;
  script: 'SUB' | 'SUP' | undefined;
  isVerbatim: boolean;
}
export const plain: TextFormat = {
  isBold: false,
  isItalic: false,
  isStruck: false,
  isCode: false,
  href: undefined,
  script: undefined,
  isVerbatim: false,
};

const struck = new Set(['DEL', 'S', 'STRIKE']);
const code = new Set(['CODE', 'KBD', 'SAMP', 'TT']);

/** Returns how the element's text looks, given its surroundings. */
export function resolveFormat(element: Element, tag: string, style: PastedStyle, outer: TextFormat): TextFormat {
  return {
    isBold: style.isBold ?? (tag === 'B' || tag === 'STRONG' || outer.isBold),
    isItalic: style.isItalic ?? (tag === 'I' || tag === 'EM' || outer.isItalic),
    isStruck: outer.isStruck || style.isStruck || struck.has(tag),
    isCode: outer.isCode || code.has(tag),
    href: tag === 'A' ? (element.getAttribute('href') ?? undefined) : outer.href,
    script: tag === 'SUB' || tag === 'SUP' ? tag : outer.script,
    isVerbatim: style.isVerbatim ?? (tag === 'PRE' || tag === 'TEXTAREA' || outer.isVerbatim),
  };
}

const scripts = { plain: '0123456789+-−=()', SUP: '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾', SUB: '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎' };

/** Keeps 10² from becoming 102 in plain text. */
function inScript(text: string, script: 'SUB' | 'SUP'): string {
  const characters = [...text].map((character) => scripts[script][scripts.plain.indexOf(character)]);
  if (!characters.includes(undefined)) return characters.join('');
  return /^[\d+\-−]/.test(text) ? `${script === 'SUP' ? '^' : '_'}${text}` : text;
}

/** Returns a text in the elements of its look. */
export function styledText(owner: Document, text: string, format: TextFormat): Node {
  const { isBold, isItalic, isStruck, isCode, href, script } = format;
  let piece: Node = owner.createTextNode(script ? inScript(text, script) : text);
  const wrapIn = (tag: 'em' | 'strong' | 's' | 'code' | 'a') => {
    const element = owner.createElement(tag);
    element.append(piece);
    piece = element;
    return element;
  };
  // Code has no other style: the editor would drop a link or a correction.
  if (isCode && !isStruck && href === undefined) return wrapIn('code');
  if (isItalic) wrapIn('em');
  if (isBold) wrapIn('strong');
  if (isStruck) wrapIn('s');
  if (href !== undefined) wrapIn('a').setAttribute('href', href);
  return piece;
}
