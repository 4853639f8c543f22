/** Maps WeatherAPI's alerts to ours. They repeat the National Weather Service's, later and in less detail. */
import { createHash } from 'node:crypto';
import type { Alert } from '@site/proto/gen/nest/weather/v1/alerts';
import { dangerOf } from '@site/domain/weather/danger';
import { counties } from '@site/regions/counties';
import { tagsOf } from '../alerts/messages/alert-tags.js';
import { weatherApiAlert, type WeatherApiAlert } from './schemas.js';

const fipsByName = new Map(counties.map(({ name, fips }) => [name.replace(/ County$/, '').toLowerCase(), fips]));

const oneOf = <Word extends string>(allowed: readonly Word[], text: string): Word | 'Unknown' =>
  allowed.find((word) => word.toLowerCase() === text.trim().toLowerCase()) ?? 'Unknown';

const isoTime = (text: string): string | undefined => {
  const timestamp = Date.parse(text);
  return Number.isNaN(timestamp) ? undefined : new Date(timestamp).toISOString();
};

/** "Faulkner; Pulaski". */
const countiesOf = (areas: string): string[] => [
  ...new Set(
    areas
      .split(/[;,]/)
      .map((area) =>
        fipsByName.get(
          area
            .replace(/ county$/i, '')
            .trim()
            .toLowerCase(),
        ),
      )
      .filter((fips) => fips !== undefined),
  ),
];

/** The provider omits the weather service's parameters. */
const emptyTags = {
  ...tagsOf(() => ''),
  nwsHeadline: '',
  eventCodes: [],
  vtec: [],
  zones: [],
  statewide: false,
  fromNwws: false,
} satisfies Partial<Alert>;

function toAlert(alert: WeatherApiAlert, fetchedAt: number): Alert {
  const effective = isoTime(alert.effective) ?? new Date(fetchedAt).toISOString();
  const identity = [alert.event, alert.effective, alert.expires, alert.areas, alert.headline].join('|');
  const id = `weatherapi.${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}`;
  const expires = isoTime(alert.expires);
  return {
    id,
    event: alert.event,
    severity: oneOf(['Extreme', 'Severe', 'Moderate', 'Minor'], alert.severity),
    urgency: oneOf(['Immediate', 'Expected', 'Future', 'Past'], alert.urgency),
    certainty: oneOf(['Observed', 'Likely', 'Possible', 'Unlikely'], alert.certainty),
    headline: alert.headline || (alert.areas ? `${alert.event} for ${alert.areas}` : alert.event),
    desc: alert.desc,
    instruction: alert.instruction,
    areas: alert.areas,
    counties: countiesOf(alert.areas),
    effective,
    expires,
    ends: expires,
    geometry: undefined,
    sender: 'WeatherAPI.com',
    // These alerts aren't in the history.
    eventKey: '',
    revision: 0,
    sent: effective,
    untilFurtherNotice: false,
    ...emptyTags,
    ...dangerOf({ event: alert.event, severity: alert.severity, nwsHeadline: alert.headline, desc: alert.desc }),
  };
}

/** Without cancellations. */
export function mapAlerts(rawAlerts: readonly unknown[], fetchedAt: number): Alert[] {
  const read = rawAlerts.map((alert) => weatherApiAlert.safeParse(alert));
  return read.flatMap(({ success, data }) =>
    success && data.msgtype.toLowerCase() !== 'cancel' ? [toAlert(data, fetchedAt)] : [],
  );
}
