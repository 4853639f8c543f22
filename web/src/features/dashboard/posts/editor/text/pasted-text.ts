/**
 * Joins the lines of hard-wrapped plain text, such as a forecast discussion of 69 columns. A line break is a wrap if the
 * next line's first word would not have fit before it. Other breaks stay: in addresses, tables, and before list items
 * and headings.
 */
import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';

/** Columns at which programs wrap. */
const minWidth = 50;
const maxWidth = 80;

const bullet = /^\s*(?:[*•·‣◦▪●○]\s*\S|-(?:\s+\S|\p{Lu})|\(?(\d{1,2})[.)]\s+\S)/u;
/** Headings and separators of weather service texts: ".SHORT TERM...", "&&", "$$". */
const heading = /^\.[A-Z]|^\W{2,}$/;
/** Columns have wider gaps than the two spaces after a sentence. */
function hasColumns(line: string): boolean {
  const gaps = [...line.trim().matchAll(/(\S)(\s+)/g)].filter(([, , gap = '']) => gap.length > 1 || gap === '\t');
  const isWide = gaps.some(([, , gap = '']) => gap.length > 2 || gap.includes('\t'));
  return isWide || gaps.filter(([, before = '']) => !/[.!?:;,"”)]/.test(before)).length > 1;
}
const quoted = /^\s*>/;
const addressAlone = /^\s*(?:https?:\/\/|www\.)\S+$/i;
/** After these, in English or Spanish, a sentence goes on. */
const linkingWord =
  /\s(?:an?|and|are|at|by|for|from|in|into|is|near|of|on|or|over|that|the|to|with|al|con|de|del|el|en|la|las|los|para|por|que|un|una|y)$/i;
const endsSentence = /[.!?…:]["'”’)\]]*$/;

const indentOf = (line: string) => line.search(/\S/);
const firstWordOf = (line: string) => /\S+/.exec(line)?.[0] ?? '';
const lettersIn = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

const isProseLine = (line: string) =>
  line.length <= maxWidth && !hasColumns(line) && !quoted.test(line) && !addressAlone.test(line);

interface Break {
  /** The next line's first word would have fit, and no sentence continues. */
  fits: boolean;
  /** It continues a sentence, to all appearances. */
  continues: boolean;
  /** It belongs to a list item, below whose text it is indented. */
  isHanging: boolean;
  /** One of the lines can't be part of prose. */
  isFixed: boolean;
}

/** Returns the paragraphs of a hard-wrapped text; undefined for any other. */
export function unwrapped(text: string): string[] | undefined {
  const blocks = text
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map((block) => block.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trimEnd()])))
    .filter((block) => block.length > 0);
  const width = Math.max(...blocks.flat().map((line) => (isProseLine(line) ? line.length : 0)), 0);
  const isUpperCase = lettersIn(text, /\p{Lu}/gu) > 9 * lettersIn(text, /\p{Ll}/gu);
  if (width < minWidth) return undefined;
  const numbers = new Set([1]);
  const breaksOf = (lines: string[]): Break[] => {
    let itemIndent: number | undefined;
    return lines.flatMap((line, index) => {
      const next = lines[index + 1];
      if (isItem(line, index === 0, numbers)) itemIndent = indentOf(line);
      else if (itemIndent !== undefined && indentOf(line) <= itemIndent) itemIndent = undefined;
      if (next === undefined) return [];
      const isProse = [line, next].every(isProseLine);
      const continues = isUpperCase
        ? /^\s*\p{Lu}/u.test(next) && !endsSentence.test(line)
        : /^\s*\p{Ll}/u.test(next) || linkingWord.test(line);
      // Some blocks are narrower than others.
      const isRagged = !isUpperCase && continues && !endsSentence.test(line) && line.length > width / 2;
      return {
        fits: !isRagged && line.length + 1 + firstWordOf(next).length <= width,
        continues,
        isHanging: itemIndent !== undefined && indentOf(next) > itemIndent,
        isFixed: !isProse || heading.test(next) || /^\W{2,}$/.test(line) || isItem(next, false, new Set(numbers)),
      };
    });
  };
  const found = blocks.map((lines) => ({ lines, breaks: breaksOf(lines) }));
  const wraps = found.flatMap(({ breaks }) => breaks).filter(({ fits, isFixed }) => !fits && !isFixed);
  const continued = wraps.filter(({ continues }) => continues).length;
  if (continued === 0 || 4 * continued < wraps.length) return undefined;
  return found.flatMap(({ lines, breaks }) => {
    const isProse =
      endsSentence.test(lines.at(-1) ?? '') || breaks.some((one) => !one.fits && !one.isFixed && one.continues);
    return joined(lines, (index) => {
      const one = breaks[index];
      return one !== undefined && !one.isFixed && (one.isHanging || (!one.fits && isProse));
    });
  });
}

/** A number is that of a list item at the beginning of a block, or if it follows another: not in "Interstate 40." */
function isItem(line: string, isFirst: boolean, numbers: Set<number>): boolean {
  const match = bullet.exec(line);
  if (!match) return false;
  if (match[1] === undefined) return true;
  const number = Number(match[1]);
  if (!isFirst && !numbers.has(number)) return false;
  numbers.add(number + 1);
  return true;
}

function joined(lines: string[], isWrap: (index: number) => boolean): string[] {
  const paragraphs: string[] = [];
  lines.forEach((line, index) => {
    const before = paragraphs.at(-1);
    if (before === undefined || !isWrap(index - 1)) paragraphs.push(line);
    else {
      // "long-" and "term".
      const gap = /[\p{L}\d]-$/u.test(before) ? '' : ' ';
      paragraphs.splice(-1, 1, before + gap + line.trimStart());
    }
  });
  return paragraphs;
}

/** Pastes hard-wrapped plain text as paragraphs. Each line that is left becomes one. */
export const pastedText = Extension.create({
  name: 'pastedText',
  addProseMirrorPlugins: () => [
    new Plugin({ props: { transformPastedText: (text) => unwrapped(text)?.join('\n') ?? text } }),
  ],
});
