/** Periods of an event: one VTEC number may cover several, a freeze watch for tonight and for tomorrow night. */
import type { Alert } from '@site/proto/gen/nest/weather/v1/alerts';
import { isEnding, overlaps, parseVtec, vtecName, type Vtec } from '../messages/vtec.js';

/** Returns an event's periods for a county; none without VTEC. */
function periodsFor(fips: string, eventKey: string, alerts: readonly Alert[]): Vtec[] {
  return alerts
    .filter(({ counties }) => counties.includes(fips))
    .flatMap(({ vtec }) => vtec.flatMap((text) => parseVtec(text) ?? []))
    .filter((code) => !isEnding(code) && eventKey.startsWith(`${vtecName(code)}.`));
}

/** Returns the counties that already had the event and now have it for a period apart from the earlier ones. */
export function countiesOfNewPeriod(eventKey: string, before: readonly Alert[], after: readonly Alert[]): string[] {
  const counties = [...new Set(after.flatMap(({ counties: covered }) => covered))];
  return counties.filter((fips) => {
    const earlier = periodsFor(fips, eventKey, before);
    const isApart = (period: Vtec) => !earlier.some((other) => overlaps(period, other));
    return earlier.length > 0 && periodsFor(fips, eventKey, after).some(isApart);
  });
}
