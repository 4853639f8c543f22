import { createHash, randomBytes } from 'node:crypto';
import { newId } from '@site/platform/base/ids';
import { notFound, unauthenticated } from '@site/proto/grpc';
import type { Role } from '@site/domain/roles';
import { fakeNotifications } from './fake-notifications.js';
import { FakeService } from './fake-service.js';
import { stormContextHandlers } from './fake-storm-context.js';
import { signer } from './signer.js';
import { aPost, aPhoto, aForecast, someAlerts, anAlertEvent, inMinutes, buildImage } from './fake-messages.js';

const noMentions = { 'mentions.v1.MentionsService/FindMentions': () => ({ mentions: [] }) };
const noJobs = {
  'jobs.v1.JobsService/GetJobs': () => ({ queues: [], outboxUnprocessed: 0, outboxOldestAgeSeconds: 0 }),
};

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
  const content = new FakeService('content', ['content', 'changes', 'images', 'audit', 'trash', 'jobs', 'mentions'], {
    ...noMentions,
    ...noJobs,
    'content.v1.HomeService/GetHomeContent': () => homeContent,
    'content.v1.OverviewService/GetContentOverview': () => ({
      drafts: 5,
      oldestDraftAt: '2026-11-19T12:00:00.000Z',
      scheduledPosts: 0,
    }),
    'content.v1.PostsService/ListPosts': () => ({ posts: [], nextCursor: 'next' }),
  });
  const shared = ['changes', 'audit', 'trash', 'jobs', 'mentions'] as const;
  const submissions = new FakeService('submissions', ['submissions', 'images', 'mail', ...shared], {
    ...noMentions,
    'submissions.v1.HomeService/GetHomeSubmissions': () => homeSubmissions,
    'submissions.v1.SnapshotsService/ListPublicSnapshots': () => ({ snapshots: [] }),
    'jobs.v1.JobsService/GetJobs': () => ({
      queues: [
        { name: 'moderation', waiting: 1, active: 0, delayed: 0, failed: 1, oldestWaitingAgeSeconds: 4 },
        { name: 'mail', waiting: 0, active: 0, delayed: 1, failed: 2, oldestWaitingAgeSeconds: 0 },
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
      newsletterConfirmed: 120,
      newsletterPending: 6,
    }),
  });
  const auth = new FakeService('auth', ['auth', ...shared], {
    ...noMentions,
    ...noJobs,
    'audit.v1.AuditService/RecordAuditEntry': () => ({}),
    'auth.v1.PeopleService/ListPeople': () => ({ people: [] }),
    'auth.v1.SessionsService/ListSigningKeys': () => ({
      keys: [{ keyId: signing.keyId, publicKeyPem: signing.publicKeyPem }],
    }),
    'auth.v1.SessionsService/IntrospectSession': ({ id: sessionId }) => {
      const principal = sessions.get(sessionId as string);
      if (!principal) throw unauthenticated('The session has ended.');
      return { principal, expiresAt: inMinutes(60), recentlyConfirmed: !unconfirmed.has(sessionId as string) };
    },
    'auth.v1.SessionsService/SignOut': ({ id: sessionId }) => {
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
