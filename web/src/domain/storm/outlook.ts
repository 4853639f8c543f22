import type { Outlook, OutlookDay, RiskLabel } from '@site/proto/weather/v1/outlook.answers';
import { dateOf, hourOf, localTimeAt, longWeekdayOf, stateTimeZone } from '../time/times.js';

/** What may be said of the outlooks of the Storm Prediction Center. */

/** The center's own names of its categories. */
const names: Record<RiskLabel, string> = {
  TSTM: 'General Thunderstorms',
  MRGL: 'Marginal Risk',
  SLGT: 'Slight Risk',
  ENH: 'Enhanced Risk',
  MDT: 'Moderate Risk',
  HIGH: 'High Risk',
};

export const riskName = (label: RiskLabel): string => names[label];

/** Whether a day's outlook is known and still holds: an outlook of yesterday is none of today. */
export const holds = (day: Pick<OutlookDay, 'ok' | 'valid_until'>, now: number): boolean =>
  day.ok && now < Date.parse(day.valid_until ?? '');

/** The highest risk that touches a county; undefined where there is none, which means something only while the day `holds`. */
export const riskIn = (day: OutlookDay, fips: string): RiskLabel | undefined =>
  day.counties.find(({ county }) => county === fips)?.label;

const eveningHour = 18;
const morningHour = 6;

/** "today", "tonight", "tomorrow" or "Saturday": when an outlook is for, as one would say it now. */
export function dayWords({ valid_from: from }: Pick<OutlookDay, 'valid_from'>, now: number): string {
  const localNow = localTimeAt(now, stateTimeZone);
  // One that holds already is for what is left of it.
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
  /** "Faulkner County". */
  name: string;
}

/**
 * The outlook of the first day in a line: "Severe storm outlook today: Slight Risk in 14 counties", or of one county. Undefined
 * where no severe storm is expected, and where nobody knows.
 */
export function outlookHeadline(outlook: Outlook | undefined, now: number, county?: NamedCounty): string | undefined {
  const day = outlook?.days.find((each) => each.day === 1);
  if (!day || !holds(day, now)) return undefined;
  const touched = day.counties.filter((each) => isSevere(each.level) && (!county || each.county === county.fips));
  const [highest] = [...touched].sort((one, other) => other.level - one.level);
  if (!highest) return undefined;
  const count = touched.filter(({ level }) => level === highest.level).length;
  const where = county?.name ?? (count === 1 ? 'one county' : `${count} counties`);
  return `Severe storm outlook ${dayWords(day, now)}: ${names[highest.label]} in ${where}`;
}
