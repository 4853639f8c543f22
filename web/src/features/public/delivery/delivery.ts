import type { DeliveredWarning, Delivery, DeliveryPeriod } from '@site/proto/notifications/v1/deliveries.answers';
import { counties } from '@site/state/counties';
import { publicQuery } from '../../../api/public-query.js';

/** How long warnings took, and the figures in words. */

/** While somebody watches a warning go out, they see it go out. */
const everyMs = 30_000;

export const deliveryQuery = {
  ...publicQuery<Delivery>(['delivery'], '/main/notifications/delivery', 'loading how fast warnings went out'),
  refetchInterval: everyMs,
};

export const periodNames: Record<DeliveryPeriod['period'], string> = {
  day: 'Last 24 hours',
  month: 'Last 30 days',
  year: 'Last year',
};

const numberFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** "0.8 s", "12 s", "2 min 5 s", "1 h 4 min"; with a minus where one clock was ahead of the other. */
export function secondsText(seconds: number): string {
  const sign = seconds < 0 ? '−' : '';
  const size = Math.abs(seconds);
  if (size < 10) return `${sign}${numberFormat.format(size)} s`;
  const whole = Math.round(size);
  if (whole < 60) return `${sign}${whole} s`;
  if (whole < 3_600) return sign + inTwo(whole, 'min', 's');
  return sign + inTwo(Math.round(whole / 60), 'h', 'min');
}

/** Sixty of the small unit are one of the large. */
const inTwo = (count: number, large: string, small: string) =>
  `${Math.floor(count / 60)} ${large}${count % 60 > 0 ? ` ${count % 60} ${small}` : ''}`;

/** From one moment to another in seconds; null where one of them is not known. */
export function secondsBetween(from: string, to: string | null): number | null {
  const seconds = to === null ? Number.NaN : (Date.parse(to) - Date.parse(from)) / 1_000;
  return Number.isFinite(seconds) ? seconds : null;
}

/** How many messages there were, whatever became of them. */
export const messagesOf = ({
  accepted,
  late,
  gone,
  failed,
}: Pick<DeliveryPeriod, 'accepted' | 'late' | 'gone' | 'failed'>) => accepted + late + gone + failed;

/** The first steps of a device's lateness (RecordShown in subscriptions.proto) that are within 15 seconds. */
const stepsWithinFifteenSeconds = 3;

/** How many devices of the sample told that they had shown it, and how many of them within 15 seconds. */
export function shownSample({ shown }: DeliveryPeriod): { devices: number; soon: number } {
  const sum = (steps: number[]) => steps.reduce((total, count) => total + count, 0);
  return { devices: sum(shown), soon: sum(shown.slice(0, stepsWithinFifteenSeconds)) };
}

/** "Pulaski, Faulkner"; the first three of many. */
export function placesOf({ counties: fips }: DeliveredWarning): string {
  const names = counties.filter((county) => fips.includes(county.fips)).map(({ name }) => name.replace(/ County$/, ''));
  const more = names.length - 3;
  return more > 0 ? `${names.slice(0, 3).join(', ')} and ${more} more` : names.join(', ');
}
