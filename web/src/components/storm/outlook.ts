/** What the page may claim from the Storm Prediction Center's outlooks. */
import type { Outlook, OutlookDay, RiskLabel } from '@site/proto/weather/v1/outlook.responses';
import { dateOf, hourOf, localTimeAt, longWeekdayOf, stateTimeZone } from '../time/times.js';

const names: Record<RiskLabel, string> = {
  TSTM: 'General Thunderstorms',
  MRGL: 'Marginal Risk',
  SLGT: 'Slight Risk',
  ENH: 'Enhanced Risk',
  MDT: 'Moderate Risk',
  HIGH: 'High Risk',
};

export const riskName = (label: RiskLabel): string => names[label];

/** Whether the outlook is known and still valid: yesterday's doesn't apply to today. */
export const isOutlookValid = (day: Pick<OutlookDay, 'ok' | 'valid_until'>, now: number): boolean =>
  day.ok && now < Date.parse(day.valid_until ?? '');

/**
 * Returns a response that pages can read.
 * @throws when days or counties are missing, so that only the sections about the outlook fail
 */
export function checkedOutlook<Value extends Outlook>(outlook: Value): Value {
  const { days } = outlook as { days?: (Partial<OutlookDay> | null)[] | null };
  if (!days?.every((day) => Array.isArray(day?.counties))) throw new TypeError('The storm outlook is malformed.');
  // Embedded in the home page's document, it has no areas.
  return {
    ...outlook,
    days: days.map((day) => ({ ...day, areas: day?.areas ?? [], unknown_areas: day?.unknown_areas ?? [] })),
  };
}

/** Returns the highest risk in a county; undefined without any, which is meaningful only while the day `isOutlookValid`. */
export const riskIn = (day: OutlookDay, fips: string): RiskLabel | undefined =>
  day.counties.find(({ county }) => county === fips)?.label;

/** Returns the names of areas in a county whose category isn't known: with one, "no risk" isn't known either. */
export const unknownIn = ({ unknown_areas: areas }: OutlookDay, fips: string): string[] =>
  areas.filter(({ counties }) => counties.includes(fips)).map(({ name }) => name);

const eveningHour = 18;
const morningHour = 6;

/** Returns "today", "tonight", "tomorrow" or "Saturday". */
export function formatOutlookDay({ valid_from: from }: Pick<OutlookDay, 'valid_from'>, now: number): string {
  const localNow = localTimeAt(now, stateTimeZone);
  // An outlook in effect covers the rest of its period.
  const begins = Math.max(now, Date.parse(from ?? '') || now);
  const local = localTimeAt(begins, stateTimeZone);
  if (dateOf(local) === dateOf(localNow)) {
    const isNight = hourOf(local) >= eveningHour || hourOf(local) < morningHour;
    return isNight ? 'tonight' : 'today';
  }
  const tomorrow = new Date(`${dateOf(localNow)}T12:00:00Z`);
  tomorrow.setUTCDate(tomorrow.getUTCDate() + 1);
  return dateOf(local) === tomorrow.toISOString().slice(0, 10) ? 'tomorrow' : longWeekdayOf(dateOf(local));
}

const isSevere = (level: number) => level > 0;

interface NamedCounty {
  fips: string;
  name: string;
}

/**
 * Returns day 1's outlook for the state or one county: "Severe storm outlook today: Slight Risk in 14 counties".
 * Undefined when no severe storm is expected or the outlook is unavailable.
 */
export function outlookHeadline(outlook: Outlook | undefined, now: number, county?: NamedCounty): string | undefined {
  const day = outlook?.days.find((each) => each.day === 1);
  if (!day || !isOutlookValid(day, now)) return undefined;
  const touched = day.counties.filter((each) => isSevere(each.level) && (!county || each.county === county.fips));
  const [highest] = [...touched].sort((one, other) => other.level - one.level);
  if (!highest) return undefined;
  const count = touched.filter(({ level }) => level === highest.level).length;
  const where = county?.name ?? (count === 1 ? 'one county' : `${count} counties`);
  return `Severe storm outlook ${formatOutlookDay(day, now)}: ${names[highest.label]} in ${where}`;
}
