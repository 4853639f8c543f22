/**
 * Hazardous weather outlooks and forecast discussions: headings (".DAY ONE...Today and tonight."), ends of sections
 * ("&&") and of parts of the office's area ("$$"), and paragraphs hard-wrapped at 69 characters. weather.gov's
 * AFDParser shows which forms occur; text that fits no rule is kept.
 */
import { firstCharacters } from '@site/domain/text';
import type { TextSection } from '@site/proto/gen/nest/weather/v1/text_products';
import { offices } from '@site/state/offices';
import { isTimeLine, linesOf, trimEndOf, withAreaNames, withoutHeading } from './product-lines.js';

const mostSections = 60;
const mostParagraphs = 500;
const longestHeading = 160;

/** ".SHORT TERM /Tonight/...", and the text after the dots. More leading dots begin an emphasized line. */
const headingForm = /^\.(?=[A-Za-z])(.{1,120}?)\.{2,}\s*(.*)$/s;
/** Belongs to the heading: "(Tonight through Tuesday)", "/18Z TAFS/". */
const apposition = /^(?:\((.*)\)|\/(.*)\/)\.?$/;
const isDayHeading = (words: string) => /^days?\b/i.test(words);
/** Capitalized only because they began a line. */
const common = /^(?:Today|Tonight|This|The|Late|Rest|Overnight|Early|Through|Now|Into|Next|Update)\b/;
/** Stay in capitals. */
const acronyms = new RegExp(
  `^(?:${offices.map(({ id }) => id).join('|')}|NWS|SPC|WPC|TAFS?|UTC|\\d{1,2}Z|[A-Z]{1,2})$`,
);

/** "Short Term" for "SHORT TERM"; keeps other text. */
const titleCase = (words: string): string =>
  /[a-z]/.test(words)
    ? words
    : words.replace(/[A-Z0-9]+(?:'[A-Z]+)?/g, (word) =>
        acronyms.test(word) && !/^(?:OF|TO|IN|ON|AT|BY|OR|AN?)$/.test(word)
          ? word
          : `${word.charAt(0)}${word.slice(1).toLowerCase()}`,
      );

const trimmed = (words: string) => trimEndOf(words.replace(/^[\s./]+/, ''), /[\s./]/).replace(/\s+/g, ' ');
const uncapitalised = (words: string) =>
  common.test(words) ? `${words.charAt(0).toLowerCase()}${words.slice(1)}` : words;

/** "Day One, today and tonight" for ".DAY ONE...Today and tonight."; undefined for other lines. */
function headingOf(line: string): { heading: string; rest: string } | undefined {
  const [, before = '', behind = ''] = headingForm.exec(line) ?? [];
  if (!before) return undefined;
  const [, words = before, within = ''] = /^(.*?)\s*[/(]([^/(]{3,})[/)]$/.exec(before) ?? [];
  const [, inBrackets, betweenSlashes] = apposition.exec(behind) ?? [];
  const said = inBrackets ?? betweenSlashes ?? (isDayHeading(words) ? behind : undefined);
  const parts = [
    titleCase(trimmed(words)),
    ...[within, said ?? ''].map((part) => uncapitalised(titleCase(trimmed(part)))),
  ];
  const heading = firstCharacters(parts.filter(Boolean).join(', '), longestHeading);
  return { heading, rest: said === undefined ? behind : '' };
}

const startsItem = (line: string) => /^\s*(?:[-*•]|\d{1,2}[.)])\s+\S/.test(line);
/** "...KEY MESSAGES...", "Issued at 225 PM CST Mon Nov 23 2026". */
const standsAlone = (line: string) =>
  (/^\.{2,}[^.]/.test(line.trim()) && line.trim().endsWith('..')) ||
  /^\(?issued at .{10,40}\d{4}\)?$/i.test(line.trim());
const hasColumns = (line: string) => /\S {3,}\S/.test(line) || /(?:\d|M)\s{2,}(?:\d|\/|M)/.test(line);

function paragraphsOf(block: readonly string[]): string[] {
  const columns = block.filter(hasColumns).length;
  // Keeps table rows and their column spaces.
  if (columns >= 2 && columns * 2 >= block.length) return block.map((line) => line.trim());
  const paragraphs: string[] = [];
  let isOpen = false;
  for (const line of block) {
    const words = line.trim().replace(/\s+/g, ' ');
    const last = paragraphs.length - 1;
    if (isOpen && !startsItem(line) && !standsAlone(line)) paragraphs[last] = `${paragraphs[last]} ${words}`;
    else paragraphs.push(words);
    isOpen = !standsAlone(line);
  }
  return paragraphs;
}

function splitAt(lines: readonly string[], separator: string): string[][] {
  const groups: string[][] = [[]];
  for (const line of lines) {
    if (line.trim() === separator) groups.push([]);
    else groups.at(-1)?.push(line);
  }
  return groups;
}

const blocksOf = (lines: readonly string[]) => splitAt(lines, '').filter(({ length }) => length > 0);

interface OpenSection {
  heading: string;
  lines: string[];
}

/** Splits at headings and at "&&". */
function sectionsOf(lines: readonly string[]): OpenSection[] {
  const sections: OpenSection[] = [{ heading: '', lines: [] }];
  for (const line of lines) {
    const found = headingOf(line);
    if (found) sections.push({ heading: found.heading, lines: [found.rest] });
    else if (line.trim() === '&&') sections.push({ heading: '', lines: [] });
    else if (line.trim() !== 'NNNN') sections.at(-1)?.lines.push(line);
  }
  return sections;
}

/** Splits at "$$". Text after the last one, without a heading, is the author's name. */
function partsOf(lines: readonly string[]): string[][] {
  const parts = splitAt(lines, '$$');
  const last = parts.at(-1) ?? [];
  return parts.length > 1 && !last.some((line) => headingOf(line)) ? parts.slice(0, -1) : parts;
}

/**
 * Leaves out sections without text.
 * @param title the product's name, which its heading repeats
 */
export function parseProduct(text: string, title: string): TextSection[] {
  const lines = withoutHeading(linesOf(text), title);
  const sections = partsOf(lines)
    .flatMap((part) => sectionsOf(withAreaNames(part)))
    .map(({ heading, lines: own }) => ({
      heading,
      paragraphs: blocksOf(own.filter((line, index) => index > 1 || !isTimeLine(line)))
        .flatMap(paragraphsOf)
        .filter(Boolean),
    }))
    .filter(({ heading, paragraphs }) => heading !== '' || paragraphs.length > 0);
  const shown = sections.slice(0, mostSections);
  const beyond = sections.slice(mostSections).flatMap(({ heading, paragraphs }) => [heading, ...paragraphs]);
  shown.at(-1)?.paragraphs.push(...beyond.filter(Boolean));
  return shown.map(({ heading, paragraphs }) => ({ heading, paragraphs: limited(paragraphs) }));
}

/** Merges the rest into the last paragraph. */
const limited = (paragraphs: string[]): string[] =>
  paragraphs.length <= mostParagraphs
    ? paragraphs
    : [...paragraphs.slice(0, mostParagraphs - 1), paragraphs.slice(mostParagraphs - 1).join(' ')];
