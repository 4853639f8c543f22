/** Numbers, amounts, durations and shares as text. */

/** Upper limit of the services' counts. */
const countedUpTo = 1_000;

/** "–" when unknown. */
export function numberText(count: number | null): string {
  return count === null ? '–' : count.toLocaleString('en-US');
}

/** "1,000+" at the limit. */
export function countText(count: number | null): string {
  return count !== null && count >= countedUpTo ? `${numberText(countedUpTo)}+` : numberText(count);
}

/** "1 photo", "1,204 photos". */
export function amount(count: number, one: string, many: string): string {
  return `${numberText(count)} ${count === 1 ? one : many}`;
}

/** "12 seconds", "3 minutes", "2 hours". */
export function durationText(seconds: number): string {
  const [count, unit] =
    seconds < 90
      ? [Math.max(1, Math.round(seconds)), 'second']
      : seconds < 90 * 60
        ? [Math.round(seconds / 60), 'minute']
        : [Math.round(seconds / 3_600), 'hour'];
  return amount(count, unit, `${unit}s`);
}

/** Shows 0 or 100 only if exact: "<1%", "34%", ">99%". */
export function shareText(part: number, total: number): string {
  if (total <= 0 || part <= 0) return '0%';
  if (part >= total) return '100%';
  const percent = Math.round((part / total) * 100);
  if (percent === 0) return '<1%';
  return percent === 100 ? '>99%' : `${percent}%`;
}
