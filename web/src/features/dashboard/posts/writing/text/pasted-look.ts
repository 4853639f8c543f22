import type { PastedStyle } from './pasted-style.js';

/** Formatting of pasted text. */
export interface Look {
  isBold: boolean;
  isItalic: boolean;
  href: string | undefined;
  script: 'SUB' | 'SUP' | undefined;
  isVerbatim: boolean;
}
export const plain: Look = { isBold: false, isItalic: false, href: undefined, script: undefined, isVerbatim: false };

/** Returns the formatting of an element's text inside an element with formatting `outer`. */
export function lookOf(element: Element, tag: string, style: PastedStyle, outer: Look): Look {
  return {
    isBold: style.isBold ?? (tag === 'B' || tag === 'STRONG' || outer.isBold),
    isItalic: style.isItalic ?? (tag === 'I' || tag === 'EM' || outer.isItalic),
    href: tag === 'A' ? (element.getAttribute('href') ?? undefined) : outer.href,
    script: tag === 'SUB' || tag === 'SUP' ? tag : outer.script,
    isVerbatim: style.isVerbatim ?? (tag === 'PRE' || tag === 'TEXTAREA' || outer.isVerbatim),
  };
}

/** Unicode superscripts and subscripts. */
const scripts = { plain: '0123456789+-−=()', SUP: '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾', SUB: '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎' };

/** Writes a superscript or subscript in plain text: 10² would otherwise become 102. */
export function inScript(text: string, script: 'SUB' | 'SUP'): string {
  const characters = [...text].map((character) => scripts[script][scripts.plain.indexOf(character)]);
  if (!characters.includes(undefined)) return characters.join('');
  return /^[\d+\-−]/.test(text) ? `${script === 'SUP' ? '^' : '_'}${text}` : text;
}
