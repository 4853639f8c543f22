import { newId } from '@site/platform/base/ids';
import { readCaller } from '@site/proto/grpc';
import { auditedServices } from '@site/domain/kinds';
import type { Role } from '@site/domain/roles';
import request from 'supertest';
import { anAuditEntry } from '../../testing/fake-messages.js';
import { setupGateway } from '../../testing/given-gateway.js';

const provided = setupGateway({ RATE_LIMIT_SCALE: '1000' });
const overview = (role: Role = 'admin') =>
  request(provided.gateway.url)
    .get('/admin/main/overview')
    .set('Authorization', `Bearer ${provided.services.signIn(role).token}`);
const auditRpc = 'audit.v1.AuditService/ListAuditEntries';

it('shows pending decisions, service status and latest actions from all services', async () => {
  const entries = Array.from({ length: 12 }, () => anAuditEntry());
  for (const [index, service] of auditedServices.entries())
    provided.services[service].handlers[auditRpc] = ({ limit }, metadata) => {
      expect([limit, readCaller(metadata).role]).toEqual([10, 'admin']);
      return { entries: entries.filter((_, n) => n % 4 === index).reverse() };
    };
  const campaign = {
    id: newId(),
    postId: newId(),
    title: 'Ice on the Ozarks',
    state: 'sending',
    recipients: 120,
    sent: 60,
    failed: 1,
    skipped: 2,
    maybeRepeated: 0,
    createdAt: '2026-11-20T12:00:00.000Z',
    startedAt: '2026-11-20T12:00:01.000Z',
  };
  provided.services.submissions.handlers['submissions.v1.NewsletterService/ListCampaigns'] = ({ limit }) => {
    expect(limit).toBe(1);
    return { campaigns: [campaign] };
  };
  const { body } = await overview();
  expect(body.data).toEqual({
    waiting: {
      snapshots: 3,
      sponsors: 1,
      contact_messages: 4,
      new_messages: 2,
      drafts: 5,
      scheduled_posts: 0,
      planned_campaigns: 1,
      paused_campaigns: 0,
    },
    waiting_since: {
      snapshots: '2026-11-20T12:00:00.000Z',
      sponsors: null,
      new_messages: '2026-11-20T13:00:00.000Z',
      drafts: '2026-11-19T12:00:00.000Z',
    },
    coming: { post_at: null, campaign_at: '2026-11-27T13:00:00.000Z' },
    outbox: { unprocessed: 2, oldest_age_seconds: 5 },
    failed_jobs: 3,
    newsletter: {
      confirmed: 120,
      pending: 6,
      last_campaign: {
        id: campaign.id,
        post_id: campaign.postId,
        title: 'Ice on the Ozarks',
        state: 'sending',
        recipients: 120,
        sent: 60,
        failed: 1,
        skipped: 2,
        maybe_repeated: 0,
        created_at: campaign.createdAt,
        started_at: campaign.startedAt,
        finished_at: null,
        scheduled_at: null,
        hold_reason: null,
      },
    },
    providers: [
      {
        name: 'nws',
        state: 'ok',
        last_success_at: expect.stringMatching(/Z$/) as string,
        detail: 'Forecasts, observations and alerts.',
      },
      { name: 'mapbox', state: 'off', last_success_at: null, detail: 'Not configured.' },
    ],
    latest_audit: expect.any(Array) as object[],
    services: { content: 'up', submissions: 'up', auth: 'up', weather: 'up', notifications: 'up' },
  });
  expect(body.data.latest_audit).toHaveLength(10);
  expect(body.data.latest_audit.map(({ id }: { id: string }) => id)).toEqual(
    entries
      .map(({ id }) => id)
      .reverse()
      .slice(0, 10),
  );
  expect(body.data.latest_audit[0]).toEqual({
    id: entries[11]?.id,
    principal_id: entries[11]?.principalId,
    kind: 'change',
    detail: '',
    number: 1,
    hash: 'a'.repeat(64),
    principal_name: 'Ada',
    action: 'post.edit',
    subject_id: entries[11]?.subjectId,
    subject_label: 'Ice on the Ozarks',
    at: entries[11]?.at,
    client_address: '192.0.2.1',
    request_id: 'request-1',
  });
});

it('adds up the outboxes of all services, and counts the jobs of a shared queue once', async () => {
  const getJobs = 'jobs.v1.JobsService/GetJobs';
  const { content, auth } = provided.services;
  const queue = { name: 'mail', waiting: 0, active: 0, delayed: 0, failed: 2, oldestWaitingAgeSeconds: 0 };
  const noJobs = content.handlers[getJobs]!;
  content.handlers[getJobs] = () => ({ queues: [queue], outboxUnprocessed: 4, outboxOldestAgeSeconds: 90 });
  const { body } = await overview();
  expect([body.data.outbox, body.data.failed_jobs]).toEqual([{ unprocessed: 6, oldest_age_seconds: 90 }, 3]);
  content.handlers[getJobs] = noJobs;

  auth.handlers[getJobs] = () => {
    throw new Error('bug');
  };
  const withoutAuth = await overview();
  expect(withoutAuth.body.data.outbox).toEqual({ unprocessed: null, oldest_age_seconds: null });
  expect(withoutAuth.body.data.failed_jobs).toBe(3);
  auth.handlers[getJobs] = noJobs;
});

it('omits services that are down instead of failing', async () => {
  const entry = anAuditEntry();
  provided.services.content.handlers[auditRpc] = () => ({ entries: [entry] });
  provided.services.notifications.handlers[auditRpc] = () => ({ entries: [] });
  provided.services.auth.handlers[auditRpc] = () => {
    throw new Error('bug');
  };
  provided.services.weather.kill();
  provided.services.submissions.kill();
  const { status, body } = await overview();
  expect([status, body.data]).toEqual([
    200,
    {
      waiting: {
        snapshots: null,
        sponsors: null,
        contact_messages: null,
        new_messages: null,
        drafts: 5,
        scheduled_posts: 0,
        planned_campaigns: null,
        paused_campaigns: null,
      },
      waiting_since: { snapshots: null, sponsors: null, new_messages: null, drafts: '2026-11-19T12:00:00.000Z' },
      coming: { post_at: null, campaign_at: null },
      outbox: { unprocessed: null, oldest_age_seconds: null },
      failed_jobs: null,
      newsletter: { confirmed: null, pending: null, last_campaign: null },
      providers: [],
      latest_audit: [expect.objectContaining({ id: entry.id }) as object],
      services: { content: 'up', submissions: 'down', auth: 'up', weather: 'down', notifications: 'up' },
    },
  ]);
  await provided.services.submissions.start();
  await provided.services.weather.start();
});

it('has no log if no service can provide one', async () => {
  for (const service of auditedServices)
    provided.services[service].handlers[auditRpc] = () => {
      throw new Error(`bug ${newId()}`);
    };
  const { status, body } = await overview();
  expect([status, body.data.latest_audit]).toEqual([200, []]);
});

it('shows an editor only what the role permits, without calling other services', async () => {
  const { submissions, weather } = provided.services;
  const before = [submissions.calls.length, weather.callsOf('weather.v1.ProvidersService/ListProviders')];
  const { status, body } = await overview('editor');
  expect(status).toBe(200);
  expect(body.data.waiting).toEqual({
    snapshots: null,
    sponsors: null,
    contact_messages: null,
    new_messages: null,
    drafts: 5,
    scheduled_posts: 0,
    planned_campaigns: null,
    paused_campaigns: null,
  });
  expect(body.data).toMatchObject({ failed_jobs: null, providers: [], latest_audit: [] });
  expect(Object.keys(body.data.services)).toHaveLength(5);
  const overviews = submissions.calls.slice(before[0]).filter((path) => path.includes('Overview'));
  expect([overviews, weather.callsOf('weather.v1.ProvidersService/ListProviders')]).toEqual([[], before[1]]);
  expect((await overview('moderator')).status).toBe(403);
});
