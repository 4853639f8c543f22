import type { IdempotencyClaim } from '@site/proto/gen/nest/requests/v1/idempotency';
import request from 'supertest';
import { setupGateway } from '../testing/given-gateway.js';

const provided = setupGateway({ TRUSTED_PROXY_CIDR: '127.0.0.0/8' });
const claims: IdempotencyClaim[] = [];
beforeEach(() => {
  claims.length = 0;
  provided.services.submissions.handlers['submissions.v1.ContactService/CreateContactMessage'] = ({ idempotency }) => {
    claims.push(idempotency as IdempotencyClaim);
    return { id: 'x', replayed: false };
  };
});

const form = { name: 'Ada', phone: '+1 501 555 0100', email: 'ada@example.com', feedback: 'It hails.' };

describe('an Idempotency-Key', () => {
  it('of a visitor is scoped to their network', async () => {
    for (const [client, key] of [
      ['203.0.113.7', 'one'],
      ['203.0.113.7', 'one'],
      ['203.0.113.8', 'one'],
      ['203.0.113.7', 'two'],
      ['2001:db8::1', 'one'],
      ['2001:db8::2', 'one'],
    ] as const) {
      const { status } = await request(provided.gateway.url)
        .post('/main/contact-us')
        .set({ 'X-Forwarded-For': client, 'Idempotency-Key': key })
        .type('form')
        .send(form);
      expect(status).toBe(201);
    }
    const [first, repeated, elsewhere, otherKey, network, sameNetwork] = claims.map(({ owner }) => owner);
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect([repeated, sameNetwork]).toEqual([first, network]);
    expect(new Set([first, elsewhere, otherKey, network]).size).toBe(4);
    expect(new Set(claims.map(({ fingerprint }) => fingerprint)).size).toBe(1);
  });

  it('of a signed-in user is scoped to that user, in any place and session', async () => {
    const keys: unknown[] = [];
    provided.services.auth.handlers['auth.v1.ModeratorsService/CreateModerator'] = ({ idempotencyKey }) => {
      keys.push(idempotencyKey);
      return { moderator: { id: '0198c0de-0000-7000-8000-000000000000', name: 'Mo', email: 'mo@example.com' } };
    };
    const ada = provided.services.signIn('admin');
    const grace = provided.services.signIn('admin');
    for (const [{ token }, client] of [
      [ada, '203.0.113.7'],
      [ada, '203.0.113.8'],
      [grace, '203.0.113.7'],
    ] as const)
      await request(provided.gateway.url)
        .post('/admin/main/moderator/create')
        .set({ Authorization: `Bearer ${token}`, 'X-Forwarded-For': client, 'Idempotency-Key': 'one' })
        .field({ name: 'Mo', email: 'mo@example.com', password: 'a shelf cloud over Conway' });
    expect(keys).toHaveLength(3);
    expect(keys[1]).toBe(keys[0]);
    expect(new Set([...keys, 'one']).size).toBe(3);
  });
});
