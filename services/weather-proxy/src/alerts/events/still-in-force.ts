/**
 * Finds parts of an event that the list lacks although nothing ended them: an office publishes the segments of a product
 * separately, and the list may drop one by mistake. They stay in the event until their end.
 */
import type { Alert } from '@site/proto/gen/nest/weather/v1/alerts';
import type { Message } from '../messages/active-alert.js';
import { isFromNwws } from '../messages/nwws-id.js';

const areasOf = ({ zones, counties }: Pick<Alert, 'zones' | 'counties'>) => (zones.length > 0 ? zones : counties);

/** Returns whether a newer message is about the same area, or names it as its predecessor. */
function isReplacedBy(alert: Alert, { alert: newer, references }: Message): boolean {
  return references.includes(alert.id) || areasOf(newer).some((area) => areasOf(alert).includes(area));
}

/**
 * @param before the last revision's alerts
 * @param at milliseconds since 1970 UTC, by the upstream clock
 * @returns those still in force beside the listed ones, without the counties that an ending released
 */
export function stillInForce(
  before: readonly Alert[],
  { inForce, endings }: { inForce: readonly Message[]; endings: readonly { message: Message }[] },
  at: number,
): Alert[] {
  const listed = new Set(inForce.map(({ alert }) => alert.id));
  const released = new Set(endings.flatMap(({ message }) => message.alert.counties));
  return before.flatMap((alert) => {
    // The feed's messages have their own rules (nwws-validity.ts).
    if (listed.has(alert.id) || isFromNwws(alert.id)) return [];
    if (alert.ends && Date.parse(alert.ends) <= at) return [];
    if (inForce.some((message) => isReplacedBy(alert, message))) return [];
    const counties = alert.counties.filter((fips) => !released.has(fips));
    return counties.length > 0 ? [{ ...alert, counties }] : [];
  });
}
