/** Strips the machine-readable parts of a text product (NWS Directive 10-1701: headings, area codes, end marks). */

/** Control characters except tabs and line ends. */
// eslint-disable-next-line no-control-regex -- these are the characters to remove
const notText = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

const headingForm = /^[A-Z]{4}\d{2} [A-Z]{4} \d{6}(?: [A-Z]{3})?$/;
const awipsForm = /^[A-Z0-9]{4,6}$/;
const headingWithinLines = 8;
/** "ARZ003>007-012>016-241015-"; long lists continue on further lines. */
const areaCodes = /^[A-Z]{2}[CZ](?:\d{3}|ALL)[-\dA-Z>]*-$/;
const moreAreaCodes = /^[-\dA-Z>]+-$/;
const endOfAreaCodes = /\d{6}-$/;
/** "Marion-Baxter-Fulton-" */
const areaNames = /^\S.*-$/;
const maxAreaNamesLength = 60;
/** "400 AM CST Mon Nov 23 2026" */
const timeForm = /^\d{3,4} [AP]M [A-Z]{3,4} [A-Z][a-z]{2} [A-Z][a-z]{2} \d{1,2} \d{4}$/i;
const officeForm = /^(?:the )?(?:us )?national weather service [a-z .,'/-]{3,60}$/i;

/** Without control characters and trailing spaces. */
export const linesOf = (text: string): string[] =>
  text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .replace(notText, '')
    .replaceAll('\t', ' ')
    .split('\n')
    .map((line) => line.trimEnd());

/** The time of issue is shown beside the text. */
export const isTimeLine = (line: string): boolean => timeForm.test(line.trim());

/** Drops sequence number, WMO heading, AWIPS identifier, title, office and time. */
export function withoutHeading(lines: readonly string[], title: string): string[] {
  const at = lines.slice(0, headingWithinLines).findIndex((line) => headingForm.test(line));
  const body = at >= 0 ? lines.slice(at + 1) : [...lines];
  const isHeading = (line: string) =>
    line === '' ||
    awipsForm.test(line) ||
    officeForm.test(line) ||
    isTimeLine(line) ||
    (title !== '' && line.toLowerCase().startsWith(title.toLowerCase()) && line.length < title.length + 20);
  const first = body.findIndex((line) => !isHeading(line));
  return first < 0 ? [] : body.slice(first);
}

/** Replaces area codes with the names below them, "Marion, Baxter, Fulton", and drops the time. */
export function withAreaNames(lines: readonly string[]): string[] {
  const result: string[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    if (!areaCodes.test(lines[index] ?? '')) {
      result.push(lines[index] ?? '');
      continue;
    }
    while (!endOfAreaCodes.test(lines[index] ?? '') && moreAreaCodes.test(lines[index + 1] ?? '')) index += 1;
    const names: string[] = [];
    while (names.length < maxAreaNamesLength && areaNames.test(lines[index + 1] ?? '')) {
      index += 1;
      names.push(lines[index] ?? '');
    }
    if (isTimeLine(lines[index + 1] ?? '')) index += 1;
    result.push('', trimEndOf(names.join(''), /-/).split('-').join(', '), '');
  }
  return result;
}

/** Removes trailing characters. `/[…]+$/` would take quadratic time on long runs. */
export function trimEndOf(text: string, character: RegExp): string {
  let end = text.length;
  while (end > 0 && character.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
