/**
 * Codes of areas (NWS Directive 10-1702): "ARC045-085>089-OKC001-222345-". A number alone continues the state and the
 * kind before it, ">" stands for all numbers up to the next, and the last group says when the product may be dropped.
 */

const line = /^[A-Z]{2}[CZ](?:\d{3}|ALL)[\dA-Z>\n-]*?-\d{6}-[ ]*$/m;
/** No product names more; a longer range is a mistake. */
const longestRange = 200;

/** The codes of a segment, "ARC085"; undefined when it has none or they cannot be read. */
export function readUgc(segment: string): string[] | undefined {
  const [found] = line.exec(segment) ?? [];
  if (!found) return undefined;
  const groups = found.replaceAll('\n', '').trim().split('-').slice(0, -2);
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
