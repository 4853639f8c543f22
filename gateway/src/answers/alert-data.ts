import type { Alert } from '@site/proto/gen/nest/weather/v1/alerts';
import { dangerOf } from '@site/proto/weather/v1/danger';

/** An alert as pages read it: the field names of the HTTP contract. Moments are RFC 3339 UTC, by the source's clock. */
export interface AlertData {
  id: string;
  event: string;
  severity: string;
  urgency: string;
  certainty: string;
  headline: string;
  desc: string;
  instruction: string;
  /** For people: "Faulkner; Pulaski". */
  areas: string;
  /** County FIPS codes. */
  counties: string[];
  effective: string;
  /** The same as `ends`: the name of before. */
  expires: string | null;
  /** GeoJSON; null when the alert covers whole counties, or nobody can read it. */
  geometry: object | null;
  sender: string;
  event_key: string;
  revision: number;
  sent: string;
  onset: string | null;
  /** Null until further notice, and where no end is given. */
  ends: string | null;
  until_further_notice: boolean;
  nws_headline: string;
  tornado_detection: string;
  tornado_damage_threat: string;
  thunderstorm_damage_threat: string;
  flash_flood_detection: string;
  flash_flood_damage_threat: string;
  max_hail_size: string;
  max_wind_gust: string;
  event_motion_description: string;
  event_codes: string[];
  vtec: string[];
  zones: string[];
  /** For everybody, whatever `counties` says. */
  statewide: boolean;
  danger: number;
  level: string;
  badge: string;
}

function parseGeometry(text: string | undefined): object | null {
  if (!text) return null;
  try {
    const geometry: unknown = JSON.parse(text);
    return typeof geometry === 'object' ? geometry : null;
  } catch {
    return null;
  }
}

/** Messages stay the same objects for seconds, and are shown in many places. */
const known = new WeakMap<Alert, AlertData>();

/** An alert in the shape of the HTTP contract. */
export function alertData(alert: Alert): AlertData {
  const kept = known.get(alert);
  if (kept) return kept;
  const made = shaped(alert);
  known.set(alert, made);
  return made;
}

function shaped(alert: Alert): AlertData {
  // A weather proxy of before says nothing of danger; without a level its 0 would be the greatest.
  const { danger, level, badge } = alert.level ? alert : dangerOf(alert);
  const ends = alert.ends ?? alert.expires ?? null;
  return {
    id: alert.id,
    event: alert.event,
    severity: alert.severity,
    urgency: alert.urgency,
    certainty: alert.certainty,
    headline: alert.headline,
    desc: alert.desc,
    instruction: alert.instruction,
    areas: alert.areas,
    counties: alert.counties,
    effective: alert.effective,
    expires: ends,
    geometry: parseGeometry(alert.geometry),
    sender: alert.sender,
    event_key: alert.eventKey || alert.id,
    revision: alert.revision,
    sent: alert.sent || alert.effective,
    onset: alert.onset ?? null,
    ends,
    until_further_notice: alert.untilFurtherNotice,
    nws_headline: alert.nwsHeadline,
    tornado_detection: alert.tornadoDetection,
    tornado_damage_threat: alert.tornadoDamageThreat,
    thunderstorm_damage_threat: alert.thunderstormDamageThreat,
    flash_flood_detection: alert.flashFloodDetection,
    flash_flood_damage_threat: alert.flashFloodDamageThreat,
    max_hail_size: alert.maxHailSize,
    max_wind_gust: alert.maxWindGust,
    event_motion_description: alert.eventMotionDescription,
    event_codes: alert.eventCodes,
    vtec: alert.vtec,
    zones: alert.zones,
    statewide: alert.statewide,
    danger,
    level,
    badge,
  };
}
