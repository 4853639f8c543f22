import type { Alert } from '@site/proto/gen/nest/weather/v1/alerts';
import type { Revision } from './event-store.js';
import { countiesOf, releaseText, findTopAlert } from './revision-changes.js';

type Release = Pick<Revision, 'alerts' | 'changes' | 'counties' | 'marks'>;

/**
 * Returns a revision of its own for the counties that an event leaves, if other things change at the same time: each
 * revision is one message to subscribers, and these two have different recipients.
 * @param before the last revision's alerts
 * @param counties in force now
 * @param changes all of them
 */
export function releaseBefore(
  before: readonly Alert[],
  counties: readonly string[],
  changes: readonly string[],
): Release | undefined {
  const released = countiesOf(before).filter((fips) => !counties.includes(fips));
  const text = releaseText(released);
  if (released.length === 0 || changes.every((change) => change === text)) return undefined;
  const alerts = before.flatMap((alert) => {
    const remaining = alert.counties.filter((fips) => !released.includes(fips));
    return remaining.length > 0 ? [{ ...alert, counties: remaining }] : [];
  });
  return { alerts, changes: [text], counties: countiesOf(alerts), marks: findTopAlert(alerts) ?? findTopAlert(before) };
}
