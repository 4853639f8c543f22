import type { WeatherEvent, Revision } from '@site/proto/weather/v1/alert-events.responses';
import type { Alert } from '@site/proto/weather/v1/alerts.responses';

/**
 * A bad day's alerts and the life cycle of one warning, in the National Weather Service's words. Times are relative to
 * the screenshot's.
 */

const minuteMs = 60_000;
type Point = [longitude: number, latitude: number];
const polygon = (...points: [Point, ...Point[]]) => ({
  type: 'Polygon' as const,
  coordinates: [[...points, points[0]]],
});

/** What an alert says. `begins` and `ends` are minutes from now; without `ends` it is open-ended. */
type AlertText = Pick<Alert, 'event' | 'event_key' | 'areas' | 'danger'> &
  Partial<Omit<Alert, 'ends'>> & { begins?: number; ends?: number };

/** Builds an alert of GET /main/weather/alerts. */
function buildAlert(now: number, { begins = -9, ends, ...text }: AlertText): Alert {
  const at = (minutes: number) => new Date(now + minutes * minuteMs).toISOString();
  const end = ends === undefined ? null : at(ends);
  return {
    id: `urn:oid:2.49.0.1.840.0.shots.${text.event_key}.001.1`,
    severity: 'Severe',
    urgency: 'Immediate',
    certainty: 'Likely',
    headline: `${text.event} issued by NWS Little Rock AR`,
    desc: '',
    instruction: '',
    counties: [],
    sender: 'NWS Little Rock AR',
    geometry: null,
    revision: 1,
    until_further_notice: ends === undefined,
    nws_headline: '',
    tornado_detection: '',
    tornado_damage_threat: '',
    thunderstorm_damage_threat: '',
    flash_flood_detection: '',
    flash_flood_damage_threat: '',
    max_hail_size: '',
    max_wind_gust: '',
    event_motion_description: '',
    event_codes: [],
    vtec: [],
    zones: [],
    statewide: false,
    level: 'warning',
    badge: '',
    unlisted_since: null,
    from_nwws: false,
    spanish_text: null,
    ...text,
    effective: at(Math.min(begins, -9)),
    sent: at(Math.min(begins, -9)),
    onset: at(begins),
    ends: end,
    expires: end,
  };
}

const tornadoText: AlertText = {
  event: 'Tornado Warning',
  event_key: 'KLZK.TO.W.0042.2026',
  severity: 'Extreme',
  certainty: 'Observed',
  headline: 'Tornado Warning issued for Pulaski and Faulkner Counties by NWS Little Rock AR',
  desc: 'The National Weather Service in Little Rock has issued a\n\n* Tornado Warning for...\nCentral Pulaski County in central Arkansas...\nSoutheastern Faulkner County in central Arkansas...\n\n* At 151 PM CST, a confirmed large and extremely dangerous tornado was\nlocated near Maumelle, moving northeast at 40 mph.\n\nHAZARD...Damaging tornado and quarter size hail.\n\nSOURCE...Weather spotters confirmed tornado.\n\nIMPACT...You are in a life-threatening situation. Flying debris will\nbe deadly to those caught without shelter.',
  instruction:
    'TAKE COVER NOW! Move to a basement or an interior room on the lowest floor of a sturdy building. Avoid windows.',
  areas: 'Pulaski, AR; Faulkner, AR',
  counties: ['05119', '05045'],
  geometry: polygon([-92.62, 34.72], [-92.2, 34.68], [-92.05, 34.98], [-92.42, 35.06]),
  tornado_detection: 'OBSERVED',
  max_hail_size: '1.00',
  event_motion_description: '2026-11-21T19:51:00-00:00...storm...230DEG...35KT...34.87,-92.40',
  danger: 4,
  badge: 'Tornado on the ground',
  ends: 36,
};

export const tornadoWarning = (now: number): Alert => buildAlert(now, tornadoText);

const emergencyText: AlertText = {
  ...tornadoText,
  nws_headline: 'TORNADO EMERGENCY FOR MAUMELLE AND CONWAY',
  tornado_damage_threat: 'CATASTROPHIC',
  danger: 0,
  level: 'emergency',
  badge: 'Tornado emergency',
};
const rivers = ['White', 'Black', 'Cache', 'Ouachita', 'Saline', 'Petit Jean', 'Fourche La Fave', 'St. Francis'];

const others: AlertText[] = [
  {
    event: 'Flash Flood Warning',
    event_key: 'KLZK.FF.W.0031.2026',
    nws_headline: 'FLASH FLOOD EMERGENCY FOR HOT SPRINGS',
    desc: 'HAZARD...Life-threatening flash flooding.\n\nSOURCE...Emergency management reported.',
    instruction: 'MOVE TO HIGHER GROUND NOW!',
    areas: 'Garland, AR',
    counties: ['05051'],
    flash_flood_detection: 'OBSERVED',
    flash_flood_damage_threat: 'CATASTROPHIC',
    danger: 1,
    level: 'emergency',
    badge: 'Flash flood emergency',
    ends: 190,
  },
  {
    event: 'Tornado Warning',
    event_key: 'KLZK.TO.W.0043.2026',
    severity: 'Extreme',
    desc: 'THIS IS A PARTICULARLY DANGEROUS SITUATION. TAKE COVER NOW!',
    areas: 'Lonoke, AR; White, AR',
    counties: ['05085', '05145'],
    geometry: polygon([-91.95, 34.8], [-91.6, 34.85], [-91.5, 35.2], [-91.8, 35.2]),
    tornado_damage_threat: 'CONSIDERABLE',
    danger: 3,
    badge: 'Particularly dangerous situation',
    ends: 41,
  },
  {
    event: 'Severe Thunderstorm Warning',
    event_key: 'KTSA.SV.W.0120.2026',
    areas: 'Washington, AR; Madison, AR',
    counties: ['05143', '05087'],
    thunderstorm_damage_threat: 'DESTRUCTIVE',
    max_hail_size: '2.75',
    max_wind_gust: '80 MPH',
    danger: 6,
    badge: 'Destructive',
    ends: 28,
  },
  {
    event: 'Civil Emergency Message',
    event_key: 'civil-emergency-of-the-shots',
    areas: 'Arkansas',
    statewide: true,
    desc: 'The Arkansas Division of Emergency Management asks everyone to stay off the roads.',
    danger: 24,
    ends: 600,
  },
  {
    event: 'Tornado Watch',
    event_key: 'KWNS.TO.A.0611.2026',
    severity: 'Extreme',
    urgency: 'Future',
    areas: 'Pulaski, AR; Faulkner, AR; Lonoke, AR; White, AR; Saline, AR',
    counties: ['05119', '05045', '05085', '05145', '05125'],
    danger: 61,
    level: 'watch',
    ends: 420,
  },
  {
    event: 'Wind Advisory',
    event_key: 'KLZK.WI.Y.0020.2026',
    severity: 'Moderate',
    areas: 'Union, AR; Ashley, AR',
    counties: ['05139', '05003'],
    danger: 80,
    level: 'advisory',
    ends: 300,
  },
  {
    event: 'Winter Storm Warning',
    event_key: 'KLZK.WS.W.0003.2026',
    urgency: 'Future',
    areas: 'Boone, AR; Newton, AR; Marion, AR',
    counties: ['05009', '05101', '05089'],
    danger: 28,
    begins: 960,
    ends: 2_580,
  },
  ...rivers.map((river, index) => ({
    event: 'Flood Warning',
    event_key: `KLZK.FL.W.01${10 + index}.2026`,
    headline: `Flood Warning for the ${river} River until further notice`,
    areas: `${river} River`,
    counties: ['05147', '05067', '05117', '05103', '05125', '05149', '05105', '05123'].slice(index, index + 1),
    danger: 32,
  })),
];

export function outbreak(now: number): Alert[] {
  const alerts = [emergencyText, ...others].map((text) => buildAlert(now, text));
  const rank = ({ danger, onset }: Alert) => danger + (Date.parse(onset ?? '') > now ? 1_000 : 0);
  return alerts.sort((a, b) => rank(a) - rank(b));
}

export const warningEventKey = tornadoText.event_key;

/** Builds GET /main/weather/event: issued, then confirmed, then an emergency; over if `ended` says how. */
export function warningLife(now: number, ended: Partial<WeatherEvent> = {}): WeatherEvent {
  const at = (minutes: number) => new Date(now + minutes * minuteMs).toISOString();
  const revision = (
    number: number,
    action: string,
    minutes: number,
    changes: string[],
    text?: AlertText,
  ): Revision => ({
    revision: number,
    action,
    sent: at(minutes),
    first_seen_at: at(minutes),
    changes,
    alerts: text ? [{ ...buildAlert(now, text), revision: number }] : [],
  });
  const observed = { ...tornadoText, ends: 20 };
  const revisions = [
    revision(3, 'CON', -9, ['Now a tornado emergency', 'Damage threat now catastrophic'], emergencyText),
    revision(2, 'CON', -21, ['Tornado now observed', 'Now until 2:20 PM'], observed),
    revision(1, 'NEW', -34, [], { ...observed, tornado_detection: 'RADAR INDICATED', danger: 5, badge: '' }),
  ];
  const isOver = Boolean(ended.ended_by);
  return {
    ok: true,
    event_key: warningEventKey,
    event: 'Tornado Warning',
    active: !isOver,
    ended_at: isOver ? at(-2) : null,
    ended_by: '',
    successor_key: null,
    unlisted_since: null,
    sourceTime: at(0),
    serverTime: at(0),
    ...ended,
    revisions: isOver ? [revision(4, ended.ended_by === 'upgraded' ? 'UPG' : 'CAN', -2, []), ...revisions] : revisions,
  };
}
