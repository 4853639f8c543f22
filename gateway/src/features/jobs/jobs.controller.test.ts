import { newId } from '@site/platform/base/ids';
import { notFound, unavailable } from '@site/proto/grpc';
import request from 'supertest';
import { setupGateway } from '../../testing/given-gateway.js';

const provided = setupGateway({ RATE_LIMIT_SCALE: '1000' });
const services = ['content', 'submissions', 'auth'] as const;
const rpc = (method: string) => `jobs.v1.JobsService/${method}`;
const fetch = (method: 'get' | 'post', path = '') => {
  const agent = request(provided.gateway.url);
  const call = method === 'get' ? agent.get(`/admin/main/jobs${path}`) : agent.post(`/admin/main/jobs${path}`);
  return call.set('Authorization', `Bearer ${provided.services.signIn('admin').token}`);
};

const queue = (name: string) => ({ name, waiting: 2, active: 1, delayed: 3, failed: 4, oldestWaitingAgeSeconds: 9 });
const failed = (changes: object = {}) => ({
  queue: 'moderation',
  id: newId(),
  name: 'process-picture',
  payload: { pictureId: newId() },
  reason: 'it took longer than 60 s and was killed',
  attempts: 5,
  failedAt: '2026-11-20T12:00:00.000Z',
  ...changes,
});

beforeEach(() => {
  for (const [index, service] of services.entries()) {
    const { handlers } = provided.services[service];
    handlers[rpc('GetJobs')] = () => ({
      queues: service === 'auth' ? [queue('mail')] : [queue('moderation')],
      outboxUnprocessed: index,
      outboxOldestAgeSeconds: index * 10,
    });
    handlers[rpc('ListFailedJobs')] = () => ({ jobs: [] });
    handlers[rpc('RetryJob')] = () => {
      throw notFound('There is no such job.');
    };
  }
});

it("merges the services' queues, outboxes and failed jobs", async () => {
  const shared = failed();
  const later = failed({ failedAt: '2026-11-20T13:00:00.000Z', name: 'send-confirmation', queue: 'mail' });
  provided.services.content.handlers[rpc('ListFailedJobs')] = () => ({ jobs: [shared] });
  provided.services.submissions.handlers[rpc('ListFailedJobs')] = () => ({ jobs: [shared, later] });
  const { status, body } = await fetch('get');
  const state = { waiting: 2, active: 1, delayed: 3, failed: 4, oldest_waiting_age_seconds: 9 };
  expect([status, body]).toEqual([
    200,
    {
      status: true,
      action: 'Jobs',
      data: {
        queues: [
          { name: 'mail', ...state },
          { name: 'moderation', ...state },
        ],
        outbox: [
          { service: 'content', unprocessed: 0, oldest_age_seconds: 0 },
          { service: 'submissions', unprocessed: 1, oldest_age_seconds: 10 },
          { service: 'auth', unprocessed: 2, oldest_age_seconds: 20 },
        ],
        failed: [later, shared].map(({ failedAt, ...job }) => ({ ...job, failed_at: failedAt })),
      },
    },
  ]);
});

it('returns null for the figures of a service that is down', async () => {
  provided.services.auth.handlers[rpc('GetJobs')] = () => {
    throw new Error('bug');
  };
  const { status, body } = await fetch('get');
  expect([status, body.data.outbox[2]]).toEqual([
    200,
    { service: 'auth', unprocessed: null, oldest_age_seconds: null },
  ]);
});

describe('a retry', () => {
  const id = newId();

  it('succeeds if one of the services has the job', async () => {
    provided.services.auth.handlers[rpc('RetryJob')] = (message) => {
      expect(message).toEqual({ queue: 'mail', id });
      return {};
    };
    const { status, body } = await fetch('post', `/mail/${id}/retry`);
    expect([status, body]).toEqual([200, { status: true, action: 'The job will run again.', data: null }]);
  });

  it('fails if none has it, or if one that may have it is unreachable', async () => {
    expect((await fetch('post', `/mail/${id}/retry`)).status).toBe(404);
    provided.services.content.handlers[rpc('RetryJob')] = () => {
      throw unavailable('The queue does not answer.');
    };
    expect((await fetch('post', `/moderation/${id}/retry`)).status).toBe(503);
  });
});
