/**
 * Hazardous weather outlooks and forecast discussions: headings (".DAY ONE...Today and tonight."), ends of sections
 * ("&&") and of parts of the office's area ("$$"), and paragraphs hard-wrapped at 69 characters. weather.gov's
 * AFDParser shows which forms occur; text that fits no rule is kept.
 */
import { firstCharacters } from '@site/domain/truncate';
import type { TextSection } from '@site/proto/gen/nest/weather/v1/text_products';
import { offices } from '@site/regions/offices';
import { isTimeLine, linesOf, trimEndOf, withAreaNames, withoutHeading } from './product-lines.js';

const maxSections = 60;
const maxParagraphs = 500;
const maxHeadingLength = 160;

/** ".SHORT TERM /Tonight/...", and the text after the dots. More leading dots begin an emphasized line. */
const headingForm = /^\.(?=[A-Za-z])(.{1,120}?)\.{2,}\s*(.*)$/s;
/** Belongs to the heading: "(Tonight through Tuesday)", "/18Z TAFS/". */
const apposition = /^(?:\((.*)\)|\/(.*)\/)\.?$/;
const isDayHeading = (text: string) => /^days?\b/i.test(text);
/** Capitalized only because they began a line. */
const common = /^(?:Today|Tonight|This|The|Late|Rest|Overnight|Early|Through|Now|Into|Next|Update)\b/;
/** Stay in capitals. */
const acronyms = new RegExp(
  `^(?:${offices.map(({ id }) => id).join('|')}|NWS|SPC|WPC|TAFS?|UTC|\\d{1,2}Z|[A-Z]{1,2})$`,
);

/** "Short Term" for "SHORT TERM"; keeps other text. */
const titleCase = (text: string): string =>
  /[a-z]/.test(text)
    ? text
    : text.replace(/[A-Z0-9]+(?:'[A-Z]+)?/g, (word) =>
        acronyms.test(word) && !/^(?:OF|TO|IN|ON|AT|BY|OR|AN?)$/.test(word)
          ? word
          : `${word.charAt(0)}${word.slice(1).toLowerCase()}`,
      );

const trimmed = (text: string) => trimEndOf(text.replace(/^[\s./]+/, ''), /[\s./]/).replace(/\s+/g, ' ');
const uncapitalised = (text: string) => (common.test(text) ? `${text.charAt(0).toLowerCase()}${text.slice(1)}` : text);

/** "Day One, today and tonight" for ".DAY ONE...Today and tonight."; undefined for other lines. */
function headingOf(line: string): { heading: string; rest: string } | undefined {
  const [, before = '', behind = ''] = headingForm.exec(line) ?? [];
  if (!before) return undefined;
  const [, title = before, within = ''] = /^(.*?)\s*[/(]([^/(]{3,})[/)]$/.exec(before) ?? [];
  const [, inBrackets, betweenSlashes] = apposition.exec(behind) ?? [];
  const alias = inBrackets ?? betweenSlashes ?? (isDayHeading(title) ? behind : undefined);
  const parts = [
    titleCase(trimmed(title)),
    ...[within, alias ?? ''].map((part) => uncapitalised(titleCase(trimmed(part)))),
  ];
  const heading = firstCharacters(parts.filter(Boolean).join(', '), maxHeadingLength);
  return { heading, rest: alias === undefined ? behind : '' };
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
    const text = line.trim().replace(/\s+/g, ' ');
    const last = paragraphs.length - 1;
    if (isOpen && !startsItem(line) && !standsAlone(line)) paragraphs[last] = `${paragraphs[last]} ${text}`;
    else paragraphs.push(text);
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
    .map(({ heading, lines: sectionLines }) => ({
      heading,
      paragraphs: blocksOf(sectionLines.filter((line, index) => index > 1 || !isTimeLine(line)))
        .flatMap(paragraphsOf)
        .filter(Boolean),
    }))
    .filter(({ heading, paragraphs }) => heading !== '' || paragraphs.length > 0);
  const included = sections.slice(0, maxSections);
  const beyond = sections.slice(maxSections).flatMap(({ heading, paragraphs }) => [heading, ...paragraphs]);
  included.at(-1)?.paragraphs.push(...beyond.filter(Boolean));
  return included.map(({ heading, paragraphs }) => ({ heading, paragraphs: limited(paragraphs) }));
}

/** Merges the rest into the last paragraph. */
const limited = (paragraphs: string[]): string[] =>
  paragraphs.length <= maxParagraphs
    ? paragraphs
    : [...paragraphs.slice(0, maxParagraphs - 1), paragraphs.slice(maxParagraphs - 1).join(' ')];
