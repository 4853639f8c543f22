/**
 * Universal Geographic Codes (NWS Directive 10-1702): "ARC045-085>089-OKC001-222345-". A bare number continues state
 * and kind, ">" is a range, and the last group is the purge time.
 */

const beginning = /^[A-Z]{2}[CZ](?:\d{3}|ALL)/;
const ending = /-\d{6}-$/;
const isOfCodes = /^[\dA-Z>-]*$/;
/** Longer ranges are errors. */
const maxRangeSize = 200;

/** Joins a segment's code lines; a multi-line pattern would rescan from each line. */
function codesIn(segment: string): string | undefined {
  let begun = '';
  for (const line of segment.split('\n')) {
    if (!begun && !beginning.test(line)) continue;
    const bare = line.trimEnd();
    const isEnd = ending.test(bare);
    // Only the last group may be followed by spaces.
    begun = isOfCodes.test(isEnd ? bare : line) ? begun + bare : '';
    if (begun && isEnd) return begun;
  }
  return undefined;
}

/** "ARC085"; undefined when missing or malformed. */
export function readUgc(segment: string): string[] | undefined {
  const found = codesIn(segment);
  if (!found) return undefined;
  const groups = found.split('-').slice(0, -2);
  const codes: string[] = [];
  let prefix = '';
  for (const group of groups) {
    const [, newPrefix, from, to] = /^([A-Z]{2}[CZ])?(\d{3}|ALL)(?:>(\d{3}))?$/.exec(group) ?? [];
    if (newPrefix) prefix = newPrefix;
    if (!from || !prefix) return undefined;
    if (!to) {
      codes.push(`${prefix}${from}`);
      continue;
    }
    const first = Number(from);
    const last = Number(to);
    if (!(first < last) || last - first > maxRangeSize) return undefined;
    // County numbers are odd.
    const step = prefix.endsWith('C') ? 2 : 1;
    for (let number = first; number <= last; number += step) codes.push(`${prefix}${String(number).padStart(3, '0')}`);
  }
  return codes.length > 0 ? [...new Set(codes)] : undefined;
}
