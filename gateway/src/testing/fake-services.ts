import { createHash, randomBytes } from 'node:crypto';
import { newId } from '@site/platform/base/ids';
import { notFound, unauthenticated } from '@site/proto/grpc';
import type { Role } from '@site/domain/roles';
import { fakeNotifications } from './fake-notifications.js';
import { FakeService } from './fake-service.js';
import { stormContextHandlers } from './fake-storm-context.js';
import { signer } from './signer.js';

/** Five fake services with a little content, and sign-ins without a password. */

const buildImage = (folder: string, id: string) => ({
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

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

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

const noMentions = { 'mentions.v1.MentionsService/FindMentions': () => ({ mentions: [] }) };

export async function startFakeServices() {
  const signing = signer('key-1');
  const sessions = new Map<string, { id: string; name: string; email: string; role: string }>();
  /** Sessions whose last sign-in or confirmation is too long ago for sensitive actions. */
  const unconfirmed = new Set<string>();

  // A real service returns the same data until something changes.
  const homeContent = {
    posts: [aPost()],
    team: [{ id: newId(), name: 'Grace', designation: 'Forecaster', portrait: buildImage('team', 'p') }],
    faqs: [{ id: newId(), question: 'Who?', answer: 'We.' }],
    header: { id: newId(), header: 'Welcome' },
    logo: { id: newId(), logo: buildImage('logos', 'l') },
  };
  const homeSubmissions = {
    snapshots: [aPhoto()],
    sponsors: { sponsors: [{ id: newId(), name: 'Ozark Tires', phoneNumber: '+15015550100' }], sponsorView: '3' },
  };
  const content = new FakeService('content', ['content', 'changes', 'pictures', 'audit', 'trash', 'jobs', 'mentions'], {
    ...noMentions,
    'content.v1.HomeService/GetHomeContent': () => homeContent,
    'content.v1.OverviewService/GetContentOverview': () => ({
      drafts: 5,
      oldestDraftAt: '2026-11-19T12:00:00.000Z',
      scheduledPosts: 0,
    }),
    'content.v1.PostsService/ListPosts': () => ({ posts: [], nextCursor: 'next' }),
  });
  const shared = ['changes', 'audit', 'trash', 'jobs', 'mentions'] as const;
  const submissions = new FakeService('submissions', ['submissions', 'pictures', 'mail', ...shared], {
    ...noMentions,
    'submissions.v1.HomeService/GetHomeSubmissions': () => homeSubmissions,
    'submissions.v1.SnapshotsService/ListPublicSnapshots': () => ({ snapshots: [] }),
    'jobs.v1.JobsService/GetJobs': () => ({
      queues: [
        { name: 'moderation', waiting: 1, active: 0, delayed: 0, failed: 1, oldestWaitingAgeSeconds: 4 },
        { name: 'newsletter', waiting: 0, active: 0, delayed: 1, failed: 2, oldestWaitingAgeSeconds: 0 },
      ],
      outboxUnprocessed: 2,
      outboxOldestAgeSeconds: 5,
    }),
    'submissions.v1.OverviewService/GetSubmissionsOverview': () => ({
      pendingSnapshots: 3,
      pendingSponsors: 1,
      contactMessages: 4,
      newMessages: 2,
      plannedCampaigns: 1,
      pausedCampaigns: 0,
      oldestSnapshotAt: '2026-11-20T12:00:00.000Z',
      oldestMessageAt: '2026-11-20T13:00:00.000Z',
      nextCampaignAt: '2026-11-27T13:00:00.000Z',
      outboxUnprocessed: 2,
      outboxOldestAgeSeconds: 5,
      newsletterConfirmed: 120,
      newsletterPending: 6,
    }),
  });
  const auth = new FakeService('auth', ['auth', ...shared], {
    ...noMentions,
    'audit.v1.AuditService/RecordAuditEntry': () => ({}),
    'auth.v1.PeopleService/ListPeople': () => ({ people: [] }),
    'auth.v1.SessionsService/ListSigningKeys': () => ({
      keys: [{ keyId: signing.keyId, publicKeyPem: signing.publicKeyPem }],
    }),
    'auth.v1.SessionsService/IntrospectSession': ({ sessionId }) => {
      const principal = sessions.get(sessionId as string);
      if (!principal) throw unauthenticated('The session has ended.');
      return { principal, expiresAt: inMinutes(60), recentlyConfirmed: !unconfirmed.has(sessionId as string) };
    },
    'auth.v1.SessionsService/SignOut': ({ sessionId }) => {
      sessions.delete(sessionId as string);
      auth.announce(
        'sessions',
        createHash('sha256')
          .update(sessionId as string)
          .digest('hex'),
      );
      return {};
    },
  });
  const weather = new FakeService('weather-proxy', ['weather', 'changes'], {
    ...stormContextHandlers(),
    'weather.v1.ForecastsService/GetForecast': () => aForecast(),
    'weather.v1.ProvidersService/ListProviders': () => ({
      providers: [
        {
          name: 'nws',
          state: 'ok',
          lastSuccessAt: new Date().toISOString(),
          detail: 'Forecasts, observations and alerts.',
        },
        { name: 'mapbox', state: 'off', detail: 'Not configured.' },
      ],
    }),
    'weather.v1.AlertsService/ListAlerts': () => someAlerts(),
    'weather.v1.AlertEventsService/GetAlertEvent': ({ name }) => {
      const event = anAlertEvent();
      const exists = name === event.eventKey || event.revisions[0]?.alerts.some(({ id }) => id === name);
      if (!exists) throw notFound('No such event was ever seen.');
      return event;
    },
  });
  const notifications = fakeNotifications();
  const services = [content, submissions, auth, weather, notifications];
  for (const service of services) await service.start();

  return {
    content,
    submissions,
    auth,
    weather,
    notifications,
    signing,
    sessions,
    unconfirmed,
    /** Creates a session, for a new user unless `sub` is given. Returns its claims and a valid token. */
    signIn(role: Role, sub = newId()) {
      const claims = { sid: randomBytes(32).toString('base64url'), sub };
      sessions.set(claims.sid, { id: claims.sub, name: 'Ada', email: 'ada@example.com', role });
      return { ...claims, token: signing.sign(claims) };
    },
    kill() {
      for (const service of services) service.kill();
    },
  };
}

export type FakeServices = Awaited<ReturnType<typeof startFakeServices>>;
