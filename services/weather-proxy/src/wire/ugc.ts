/**
 * Codes of areas (NWS Directive 10-1702): "ARC045-085>089-OKC001-222345-". A number alone continues the state and the
 * kind before it, ">" stands for all numbers up to the next, and the last group says when the product may be dropped.
 */

const beginning = /^[A-Z]{2}[CZ](?:\d{3}|ALL)/;
const ending = /-\d{6}-$/;
const isOfCodes = /^[\dA-Z>-]*$/;
/** No product names more; a longer range is a mistake. */
const longestRange = 200;

/** The lines of a segment that hold its codes, as one. A pattern over several lines would read them again from each of them. */
function codesIn(segment: string): string | undefined {
  let begun = '';
  for (const line of segment.split('\n')) {
    if (!begun && !beginning.test(line)) continue;
    const bare = line.trimEnd();
    const isEnd = ending.test(bare);
    // Blanks stand behind the last group alone.
    begun = isOfCodes.test(isEnd ? bare : line) ? begun + bare : '';
    if (begun && isEnd) return begun;
  }
  return undefined;
}

/** The codes of a segment, "ARC085"; undefined when it has none or they cannot be read. */
export function readUgc(segment: string): string[] | undefined {
  const found = codesIn(segment);
  if (!found) return undefined;
  const groups = found.split('-').slice(0, -2);
  const codes: string[] = [];
  let prefix = '';
  for (const group of groups) {
    const [, own, from, to] = /^([A-Z]{2}[CZ])?(\d{3}|ALL)(?:>(\d{3}))?$/.exec(group) ?? [];
    if (own) prefix = own;
    if (!from || !prefix) return undefined;
    if (!to) {
      codes.push(`${prefix}${from}`);
      continue;
    }
    const [first, last] = [Number(from), Number(to)];
    if (!(first < last) || last - first > longestRange) return undefined;
    // Numbers of counties are odd.
    const step = prefix.endsWith('C') ? 2 : 1;
    for (let number = first; number <= last; number += step) codes.push(`${prefix}${String(number).padStart(3, '0')}`);
  }
  return codes.length > 0 ? [...new Set(codes)] : undefined;
}
