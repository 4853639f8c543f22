/** Local wall-clock times, in the providers' format ("2026-11-20 15:00") and as visitors read them. */

/** "2026-11-20 15:00" → "2026-11-20". */
export function dateOf(localTime: string): string {
  return localTime.slice(0, 10);
}

/** "2026-11-20 15:00" → 15. */
export function hourOf(localTime: string): number {
  return Number(localTime.slice(11, 13));
}

/** Providers list wall-clock hours, so daylight saving changes need no special case. */
export function addHours(localTime: string, hours: number): string {
  const time = new Date(`${dateOf(localTime)}T${String(hourOf(localTime)).padStart(2, '0')}:00:00Z`);
  time.setUTCHours(time.getUTCHours() + hours);
  return time.toISOString().slice(0, 16).replace('T', ' ');
}

/**
 * Replaces the narrow no-break spaces before AM and PM, which old phones' fonts lack, and "p.m.": the weather service
 * writes "4:30 PM" in Spanish, which also doesn't end sentences with two periods.
 * @param formatted by `Intl`
 */
export const plainTime = (formatted: string): string =>
  formatted.replace(/\u202f/g, ' ').replace(/([ap])\.\s?m\./g, (_both, half: string) => `${half.toUpperCase()}M`);
