/** Descriptions of a revision's changes for the event page: counties, end, threat. */
import type { Alert } from '@site/proto/gen/nest/weather/v1/alerts';
import { counties as allCounties } from '@site/state/counties';
import { threatStepOf } from '@site/domain/weather/danger';
import { state } from '@site/state/state';
import { isFromNwws } from '../messages/nwws-id.js';
import type { AlertEventHead } from './alert-events.entities.js';

const timeFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: state.timeZone,
  weekday: 'short',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});
const clock = (moment: string) =>
  timeFormat
    .format(new Date(moment))
    .replace(/\u202f/g, ' ')
    .replace(',', '');

const untilWords = (end: string | undefined) => (end ? `until ${clock(end)}` : 'until further notice');

const nameByFips = new Map(allCounties.map(({ fips, name }) => [fips, name]));

/** "Pulaski County, Lonoke County and 3 more". */
function countyWords(fips: readonly string[]): string {
  const names = fips.flatMap((code) => nameByFips.get(code) ?? []);
  const told = names.slice(0, 4);
  const rest = names.length - told.length;
  if (rest > 0) return `${told.join(', ')} and ${rest} more`;
  return told.length > 1 ? `${told.slice(0, -1).join(', ')} and ${told.at(-1)}` : (told[0] ?? '');
}

/** Returns the FIPS codes of all counties of the alerts, in the state's order, without duplicates. */
export const countiesOf = (alerts: readonly Alert[]): string[] => {
  const covered = new Set(alerts.flatMap(({ counties }) => counties));
  return allCounties.map(({ fips }) => fips).filter((fips) => covered.has(fips));
};

/** The most dangerous part, which determines an event's markers. */
export const worstOf = (alerts: readonly Alert[]): Alert | undefined =>
  alerts.reduce<Alert | undefined>(
    (worst, alert) => (worst && worst.danger <= alert.danger ? worst : alert),
    undefined,
  );

/** When the last part ends; undefined if any has no end. */
export function endOf(alerts: readonly Alert[]): string | undefined {
  const ends = alerts.map(({ ends: end }) => end);
  if (ends.length === 0 || ends.some((end) => !end)) return undefined;
  return ends.toSorted().at(-1);
}

const lower = (text: string) => text.toLowerCase();

function threatChanges(before: Alert, after: Alert): string[] {
  const earlier = threatStepOf(before);
  const later = threatStepOf(after);
  const said: string[] = [];
  if (later > earlier) said.push(`Now more dangerous: ${lower(after.badge)}`);
  else if (later < earlier)
    said.push(after.badge ? `Now ${lower(after.badge)}` : `No longer marked as ${lower(before.badge)}`);
  else if (after.badge && after.badge !== before.badge) said.push(`Now ${lower(after.badge)}`);
  const tags = [
    ['Tornado', before.tornadoDetection, after.tornadoDetection, ''],
    ['Flash flooding', before.flashFloodDetection, after.flashFloodDetection, ''],
    ['Hail', before.maxHailSize, after.maxHailSize, ' in'],
    ['Wind', before.maxWindGust, after.maxWindGust, ''],
  ] as const;
  for (const [what, was, is, unit] of tags)
    if (is && is !== was) said.push(`${what} now ${/[A-Z]{4}/.test(is) ? lower(is) : `${is}${unit}`}`);
  return said;
}

const textUpdated = 'Text updated';

/** Returns "No longer for Pulaski County". @param fips of the counties that the event has left */
export const releaseText = (fips: readonly string[]): string => `No longer for ${countyWords(fips)}`;

/** "Text updated" if nothing specific changed. */
function changesBetween(before: readonly Alert[], after: readonly Alert[]): string[] {
  const was = worstOf(before);
  const is = worstOf(after);
  if (!was || !is) return [];
  const changes = threatChanges(was, is);
  const earlierEnd = endOf(before);
  const laterEnd = endOf(after);
  const earlierWords = untilWords(earlierEnd);
  const laterWords = untilWords(laterEnd);
  if (earlierWords !== laterWords) changes.push(`Now ${laterWords}`);
  const earlierArea = countiesOf(before);
  const laterArea = countiesOf(after);
  const added = laterArea.filter((fips) => !earlierArea.includes(fips));
  const left = earlierArea.filter((fips) => !laterArea.includes(fips));
  if (added.length > 0) changes.push(`Now also for ${countyWords(added)}`);
  if (left.length > 0) changes.push(releaseText(left));
  return changes.length > 0 ? changes : [textUpdated];
}

/** @param head of the revision before */
export function changesSince(
  head: AlertEventHead | undefined,
  before: readonly Alert[],
  after: readonly Alert[],
): string[] {
  if (!head) return [];
  if (head.endedAt !== null) return ['In effect again'];
  if (head.unlistedAt !== null) return ['Listed again'];
  const changes = changesBetween(before, after).filter((words) => words !== textUpdated);
  if (isConfirmation(before, after)) changes.push('Confirmed by the weather service’s list');
  return changes.length > 0 ? changes : [textUpdated];
}

/** Whether the list confirms what only the NWWS-OI feed had reported. */
export const isConfirmation = (before: readonly Alert[], after: readonly Alert[]): boolean =>
  before.some(({ id }) => isFromNwws(id)) && !after.some(({ id }) => isFromNwws(id));
