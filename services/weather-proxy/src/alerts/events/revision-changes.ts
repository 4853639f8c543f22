/** Descriptions of a revision's changes for the event page: counties, end, threat. */
import type { Alert } from '@site/proto/gen/nest/weather/v1/alerts';
import { counties as allCounties } from '@site/regions/counties';
import { threatStepOf } from '@site/domain/weather/danger';
import { state } from '@site/regions/state';
import { isFromNwws } from '../messages/nwws-id.js';
import type { AlertEventHead } from './alert-events.entities.js';

const timeFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: state.timeZone,
  weekday: 'short',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});
const clock = (timestamp: string) =>
  timeFormat
    .format(new Date(timestamp))
    .replace(/\u202f/g, ' ')
    .replace(',', '');

const formatUntil = (end: string | undefined) => (end ? `until ${clock(end)}` : 'until further notice');

const nameByFips = new Map(allCounties.map(({ fips, name }) => [fips, name]));

/** "Pulaski County, Lonoke County and 3 more". */
function formatCounties(fips: readonly string[]): string {
  const names = fips.flatMap((code) => nameByFips.get(code) ?? []);
  const listedNames = names.slice(0, 4);
  const rest = names.length - listedNames.length;
  if (rest > 0) return `${listedNames.join(', ')} and ${rest} more`;
  return listedNames.length > 1
    ? `${listedNames.slice(0, -1).join(', ')} and ${listedNames.at(-1)}`
    : (listedNames[0] ?? '');
}

/** Returns the FIPS codes of all counties of the alerts, in the state's order, without duplicates. */
export const countiesOf = (alerts: readonly Alert[]): string[] => {
  const covered = new Set(alerts.flatMap(({ counties }) => counties));
  return allCounties.map(({ fips }) => fips).filter((fips) => covered.has(fips));
};

/** The most dangerous part, which determines an event's markers. */
export const findTopAlert = (alerts: readonly Alert[]): Alert | undefined =>
  alerts.reduce<Alert | undefined>((top, alert) => (top && top.danger <= alert.danger ? top : alert), undefined);

/** When the last part ends; undefined if any has no end. */
export function endOf(alerts: readonly Alert[]): string | undefined {
  const ends = alerts.map(({ ends: end }) => end);
  if (ends.length === 0 || ends.some((end) => !end)) return undefined;
  return ends.toSorted().at(-1);
}

const lower = (text: string) => text.toLowerCase();

function threatChanges(before: Alert, after: Alert): string[] {
  const earlier = threatStepOf(before);
  const newStep = threatStepOf(after);
  const changes: string[] = [];
  if (newStep > earlier) changes.push(`Now more dangerous: ${lower(after.badge)}`);
  else if (newStep < earlier)
    changes.push(after.badge ? `Now ${lower(after.badge)}` : `No longer marked as ${lower(before.badge)}`);
  else if (after.badge && after.badge !== before.badge) changes.push(`Now ${lower(after.badge)}`);
  const tags = [
    ['Tornado', before.tornadoDetection, after.tornadoDetection, ''],
    ['Flash flooding', before.flashFloodDetection, after.flashFloodDetection, ''],
    ['Hail', before.maxHailSize, after.maxHailSize, ' in'],
    ['Wind', before.maxWindGust, after.maxWindGust, ''],
  ] as const;
  for (const [what, was, is, unit] of tags)
    if (is && is !== was) changes.push(`${what} now ${/[A-Z]{4}/.test(is) ? lower(is) : `${is}${unit}`}`);
  return changes;
}

const textUpdated = 'Text updated';

/** Returns "No longer for Pulaski County". @param fips of the counties that the event has left */
export const releaseText = (fips: readonly string[]): string => `No longer for ${formatCounties(fips)}`;

/** "Text updated" if nothing specific changed. */
function changesBetween(before: readonly Alert[], after: readonly Alert[]): string[] {
  const was = findTopAlert(before);
  const is = findTopAlert(after);
  if (!was || !is) return [];
  const changes = threatChanges(was, is);
  const earlierEnd = endOf(before);
  const newEnd = endOf(after);
  const oldUntil = formatUntil(earlierEnd);
  const newUntil = formatUntil(newEnd);
  if (oldUntil !== newUntil) changes.push(`Now ${newUntil}`);
  const earlierArea = countiesOf(before);
  const newArea = countiesOf(after);
  const added = newArea.filter((fips) => !earlierArea.includes(fips));
  const left = earlierArea.filter((fips) => !newArea.includes(fips));
  if (added.length > 0) changes.push(`Now also for ${formatCounties(added)}`);
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
  const changes = changesBetween(before, after).filter((change) => change !== textUpdated);
  if (isConfirmation(before, after)) changes.push('Confirmed by the weather service’s list');
  return changes.length > 0 ? changes : [textUpdated];
}

/** Whether the list confirms what only the NWWS-OI feed had reported. */
export const isConfirmation = (before: readonly Alert[], after: readonly Alert[]): boolean =>
  before.some(({ id }) => isFromNwws(id)) && !after.some(({ id }) => isFromNwws(id));
