/** Query of the public delivery statistics, and durations in words. */
import type { DeliveredWarning, Delivery, DeliveryPeriod } from '@site/proto/notifications/v1/deliveries.responses';
import { counties } from '@site/regions/counties';
import { publicQuery } from '@/api/public-query.js';

/** Lets a visitor watch a warning being dispatched. */
const pollIntervalMs = 30_000;

export const deliveryQuery = {
  ...publicQuery<Delivery>(['delivery'], '/main/notifications/delivery', 'loading how fast warnings went out'),
  refetchInterval: pollIntervalMs,
};

export const periodNames: Record<DeliveryPeriod['period'], string> = {
  day: 'Last 24 hours',
  month: 'Last 30 days',
  year: 'Last year',
};

const numberFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** "0.8 s", "12 s", "2 min 5 s" or "1 h 4 min"; negative when one of the clocks was ahead. */
export function secondsText(seconds: number): string {
  const sign = seconds < 0 ? '−' : '';
  const size = Math.abs(seconds);
  if (size < 10) return `${sign}${numberFormat.format(size)} s`;
  const rounded = Math.round(size);
  if (rounded < 60) return `${sign}${rounded} s`;
  if (rounded < 3_600) return sign + inTwo(rounded, 'min', 's');
  return sign + inTwo(Math.round(rounded / 60), 'h', 'min');
}

const inTwo = (count: number, large: string, small: string) =>
  `${Math.floor(count / 60)} ${large}${count % 60 > 0 ? ` ${count % 60} ${small}` : ''}`;

/** Returns null when a time is unknown. */
export function secondsBetween(from: string, to: string | null): number | null {
  const seconds = to === null ? Number.NaN : (Date.parse(to) - Date.parse(from)) / 1_000;
  return Number.isFinite(seconds) ? seconds : null;
}

/** Counts messages, delivered or not. */
export const messagesOf = ({
  accepted,
  late,
  gone,
  failed,
}: Pick<DeliveryPeriod, 'accepted' | 'late' | 'gone' | 'failed'>) => accepted + late + gone + failed;

/** The first three steps of the lateness histogram (RecordDisplay in subscriptions.proto) cover 15 seconds. */
const stepsWithinFifteenSeconds = 3;

/** Returns how many sampled devices reported showing a notification, and how many within 15 seconds. */
export function summarizeDisplays({ displayed }: DeliveryPeriod): { devices: number; soon: number } {
  const sum = (steps: number[]) => steps.reduce((total, count) => total + count, 0);
  return { devices: sum(displayed), soon: sum(displayed.slice(0, stepsWithinFifteenSeconds)) };
}

/** Returns up to three county names: "Pulaski, Faulkner". */
export function placesOf({ counties: fips }: DeliveredWarning): string {
  const names = counties.filter((county) => fips.includes(county.fips)).map(({ name }) => name.replace(/ County$/, ''));
  const more = names.length - 3;
  return more > 0 ? `${names.slice(0, 3).join(', ')} and ${more} more` : names.join(', ');
}
