/** Messages of the fake services with plausible values; callers override what matters to the test. */
import { newId } from '@site/platform/base/ids';

export const aPost = (changes: object = {}) => {
  const id = newId();
  return {
    id,
    title: 'Ice on the Ozarks',
    description: 'Freezing rain tonight.\n\nStay home if you can.',
    cover: buildImage('posts', id),
    createdAt: '2026-11-20T12:00:00.000Z',
    updatedAt: '2026-11-20T12:00:00.000Z',
    slug: '',
    excerpt: '',
    author: '',
    tags: [],
    hasDocument: false,
    media: [],
    status: 'published',
    ...changes,
  };
};

export const aPhoto = (changes: object = {}) => {
  const id = newId();
  return {
    id,
    firstName: 'Ada',
    lastName: 'Byron',
    location: 'Conway',
    comment: 'A shelf cloud',
    picture: buildImage('snapshots', id),
    approvedAt: '2026-11-20T12:00:00.000Z',
    ...changes,
  };
};

export const anAuditEntry = (changes: object = {}) => ({
  id: newId(),
  principalId: newId(),
  principalName: 'Ada',
  action: 'post.edit',
  subjectId: newId(),
  subjectLabel: 'Ice on the Ozarks',
  at: '2026-11-20T12:00:00.000Z',
  clientAddress: '192.0.2.1',
  requestId: 'request-1',
  detail: '',
  number: 1,
  hash: 'a'.repeat(64),
  ...changes,
});
/** Builds a tornado alert. Set its end by `expires` or `ends` and its start by `effective` or `onset`. */

export const anAlert = (changes: { expires?: unknown; effective?: unknown; [field: string]: unknown } = {}) => ({
  id: 'urn:oid:2.49.0.1.840.0.1',
  event: 'Tornado Warning',
  severity: 'Extreme',
  urgency: 'Immediate',
  certainty: 'Observed',
  headline: 'Tornado Warning issued by NWS Little Rock AR',
  desc: 'At 251 PM CST, a tornado was near Mayflower.',
  instruction: 'TAKE COVER NOW!',
  areas: 'Faulkner; Pulaski',
  counties: ['05045', '05119'],
  effective: inMinutes(-5),
  expires: inMinutes(30),
  geometry: '{"type":"Point","coordinates":[-92.4,34.9]}',
  sender: 'NWS Little Rock AR',
  eventKey: 'KLZK.TO.W.0042.2026',
  revision: 1,
  sent: inMinutes(-5),
  onset: 'effective' in changes ? changes.effective : inMinutes(-5),
  ends: 'expires' in changes ? changes.expires : inMinutes(30),
  untilFurtherNotice: false,
  nwsHeadline: '',
  tornadoDetection: 'RADAR INDICATED',
  tornadoDamageThreat: '',
  thunderstormDamageThreat: '',
  flashFloodDetection: '',
  flashFloodDamageThreat: '',
  maxHailSize: '1.00',
  maxWindGust: '',
  eventMotionDescription: '',
  eventCodes: ['TOR', 'TOW'],
  vtec: ['/O.NEW.KLZK.TO.W.0042.261120T2051Z-261120T2130Z/'],
  zones: ['ARC045', 'ARC119'],
  statewide: false,
  danger: 5,
  level: 'warning',
  badge: '',
  fromNwws: false,
  ...changes,
});

export const anAlertEvent = (changes: object = {}, alertChanges: Parameters<typeof anAlert>[0] = {}) => {
  const alert = anAlert(alertChanges);
  const { eventKey, event, sent } = alert;
  return {
    eventKey,
    event,
    active: true,
    endedBy: '',
    revisions: [{ revision: 1, action: 'NEW', sent, firstSeenAt: sent, changes: [], alerts: [alert] }],
    ...changes,
  };
};

export const someAlerts = (changes: object = {}) => ({
  ok: true,
  updatedAt: new Date(Date.now() - 1_000).toISOString(),
  source: 'nws',
  alerts: [anAlert()],
  sourceTime: new Date().toISOString(),
  version: 1,
  ...changes,
});

export const aForecast = (changes: object = {}) => ({
  location: {
    name: 'Clarksville',
    region: 'Arkansas',
    country: 'USA',
    lat: 35.2,
    lon: -91.83,
    tzId: 'America/Chicago',
    localtime: '2026-11-20 15:00',
  },
  current: {
    tempF: 64.9,
    feelslikeC: 18.3,
    windKph: 13,
    isDay: true,
    condition: { text: 'Partly cloudy', icon: 'partly-cloudy-day', code: 1003 },
  },
  forecast: {
    forecastday: [],
    hour: [{ time: '2026-11-20 00:00', timeEpoch: 1795154400, chanceOfRain: 40, visKm: 10 }],
  },
  alerts: { alert: [anAlert()] },
  meta: {
    source: 'nws',
    fetchedAt: new Date().toISOString(),
    stale: false,
    ageSeconds: 0,
    alertsOk: true,
    alertsFetchedAt: new Date().toISOString(),
    sample: false,
  },
  ...changes,
});
/** Five fake services with a little content, and sign-ins without a password. */

export const buildImage = (folder: string, id: string) => ({
  state: 'ready',
  width: 1280,
  height: 960,
  placeholder: 'data:image/webp;base64,AAAA',
  rejectedBecause: '',
  duplicateOf: [],
  retryId: '',
  sizes: [640, 1280].flatMap((width) =>
    ['webp', 'jpeg'].map((type) => ({
      key: `${folder}/3f/${id}-${width}.${type === 'jpeg' ? 'jpg' : type}`,
      width,
      height: (width * 3) / 4,
      mediaType: `image/${type}`,
      sizeBytes: 1_000,
    })),
  ),
});

export const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
