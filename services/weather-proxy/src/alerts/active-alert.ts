import type { Alert } from '@site/proto/gen/nest/weather/v1/alerts';
import type { Place } from '../forecasts/place-forecast.js';
import { alertSchema, type Geometry, type NwsAlert } from '../nws/schemas.js';
import { isWithin } from './geometry.js';

/** An alert in force: what is answered, and what we need to know of it besides. Fields that no contract names stay here. */
export interface ActiveAlert extends Alert {
  /** Milliseconds since 1970 UTC; absent when open-ended. */
  endsAt?: number;
  /** Zones and counties by their UGC codes. */
  zones: string[];
  area?: Geometry;
}

/** Arkansas, as the first two digits of a county's FIPS code. */
const arkansas = '05';

/**
 * A warning's polygon counts with this margin: places are rounded by up to 0.7 km, and nobody next to a tornado warning is
 * told that there is none.
 */
const marginKm = 2;

/** What has been read of the provider's list. */
export interface ReadAlerts {
  alerts: ActiveAlert[];
  /** How many could not be read. With one of them "no alerts" must not be said. */
  unreadable: number;
  /** Ids of earlier messages that are cancelled or have a successor. */
  replaced: ReadonlySet<string>;
}

/** The alerts of a list that are real, not cancelled and not replaced by a later one of the list. */
export function readAlerts(features: unknown[]): ReadAlerts {
  const results = features.map((feature) => alertSchema.safeParse(feature));
  const read = results.flatMap((result) => (result.success ? [result.data] : []));
  // An update or a cancellation names the messages that it takes the place of (CAP 1.2, <references>).
  const replaced = new Set(
    read.flatMap(({ properties }) => properties.references?.map((earlier) => earlier.identifier) ?? []),
  );
  const inForce = read.filter(
    ({ properties }) =>
      properties.status === 'Actual' && properties.messageType !== 'Cancel' && !replaced.has(properties.id),
  );
  const byId = new Map(inForce.map((alert) => [alert.properties.id, alert]));
  return {
    alerts: [...byId.values()].map(toActiveAlert),
    unreadable: results.filter((result) => !result.success).length,
    replaced,
  };
}

function toActiveAlert({ geometry, properties }: NwsAlert): ActiveAlert {
  // The event's end; a warning until further notice has none, and then the message's own end counts.
  const endsAt = properties.ends ?? properties.expires;
  // SAME codes are the FIPS code behind one digit for a part of the county: "005119".
  const counties = (properties.geocode?.SAME ?? [])
    .map((code) => code.slice(1))
    .filter((code) => code.startsWith(arkansas));
  return {
    id: properties.id,
    event: properties.event,
    severity: properties.severity,
    urgency: properties.urgency,
    certainty: properties.certainty,
    headline:
      properties.headline ||
      (properties.areaDesc ? `${properties.event} for ${properties.areaDesc}` : properties.event),
    desc: properties.description,
    instruction: properties.instruction,
    areas: properties.areaDesc,
    counties: [...new Set(counties)],
    effective: properties.effective,
    expires: typeof endsAt === 'number' ? new Date(endsAt).toISOString() : undefined,
    geometry: geometry ? JSON.stringify(geometry) : undefined,
    sender: properties.senderName,
    ...(typeof endsAt === 'number' && { endsAt }),
    zones: properties.geocode?.UGC ?? [],
    ...(geometry && { area: geometry }),
  };
}

const ranks = {
  severity: ['Extreme', 'Severe', 'Moderate', 'Minor', 'Unknown'],
  urgency: ['Immediate', 'Expected', 'Future', 'Past', 'Unknown'],
  certainty: ['Observed', 'Likely', 'Possible', 'Unlikely', 'Unknown'],
} as const;

const rank = (scale: readonly string[], value: string) => {
  const index = scale.indexOf(value);
  return index === -1 ? scale.length : index;
};

/** Most severe first, then the most urgent, the most certain, the newest. */
export const bySeverity = (a: ActiveAlert, b: ActiveAlert): number =>
  rank(ranks.severity, a.severity) - rank(ranks.severity, b.severity) ||
  rank(ranks.urgency, a.urgency) - rank(ranks.urgency, b.urgency) ||
  rank(ranks.certainty, a.certainty) - rank(ranks.certainty, b.certainty) ||
  Date.parse(b.effective) - Date.parse(a.effective) ||
  a.id.localeCompare(b.id);

/** Whether an alert has not ended at `now`. */
export const isActive = ({ endsAt }: ActiveAlert, now: number): boolean => endsAt === undefined || endsAt > now;

/** Whether an alert is for the place: by its polygon where it has one, else by county or zone. */
export function concerns(alert: ActiveAlert, place: Place): boolean {
  if (alert.area) return isWithin(alert.area, place, marginKm);
  return (
    (place.county !== undefined && alert.counties.includes(place.county)) ||
    place.zones.some((zone) => alert.zones.includes(zone))
  );
}

/** Whether the alerts we know, those of Arkansas, are all that a place could have. */
export const isCovered = ({ county, zones }: Place): boolean =>
  county?.startsWith(arkansas) || zones.some((zone) => zone.startsWith('AR'));
