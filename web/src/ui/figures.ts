/** Figures of the dashboard as people read them. */

/** The services count no further. */
const countedUpTo = 1_000;

/** "–" when the number is not known. */
export function numberText(count: number | null): string {
  return count === null ? '–' : count.toLocaleString('en-US');
}

/** As `numberText`, of what is counted up to a thousand only: "1,000+" when nobody counted further. */
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

/** A part of a whole, as a percentage that never says 0 or 100 of what is not: "<1%", "34%", ">99%". */
export function shareText(part: number, whole: number): string {
  if (whole <= 0 || part <= 0) return '0%';
  if (part >= whole) return '100%';
  const percent = Math.round((part / whole) * 100);
  if (percent === 0) return '<1%';
  return percent === 100 ? '>99%' : `${percent}%`;
}
