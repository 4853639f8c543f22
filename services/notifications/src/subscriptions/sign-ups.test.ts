import { randomUUID } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import type { Preferences } from '@site/proto/gen/nest/notifications/v1/subscriptions';
import { allKinds, notificationKinds } from '@site/domain/notifications/kinds';
import { aBrowser, Notifications, somePreferences } from '../testing/notifications.js';

let notifications: Notifications;
beforeAll(async () => {
  notifications = await Notifications.start();
});
afterAll(() => notifications.stop());

const anEmail = () => `${randomUUID()}@example.com`;
const subscribe = (request: Parameters<Notifications['subscribe']>[0]) => notifications.subscribe(request);
const counted = async () =>
  (
    await notifications.query<Record<string, number>>(
      `SELECT (SELECT count(*)::integer FROM subscribers) AS subscribers,
         (SELECT count(*)::integer FROM channels) AS channels,
         (SELECT count(*)::integer FROM confirmations) AS confirmations`,
    )
  )[0];
const target = (channelId: string) =>
  notifications.query<{ preferences: Preferences; network: string; due: boolean }>(
    'SELECT preferences, network, due_at <= now() AS due FROM confirmations WHERE channel_id = $1',
    [channelId],
  );

describe('signing up', () => {
  it('stores a browser sealed and pending, and schedules its confirmation; it follows nothing yet', async () => {
    const push = aBrowser();
    expect(await subscribe({ push, network: '192.0.2.0/24' })).toEqual({});
    const row = await notifications.channelOf('push', push.endpoint);
    expect(row).toMatchObject({ kind: 'push', state: 'pending', push_origin: 'https://fcm.googleapis.com' });
    expect(row?.shard).toBe(Number.parseInt(row?.id.slice(-1) ?? '', 16));
    expect(row?.address_sealed.toString('latin1')).not.toContain('googleapis');
    expect(notifications.seal.open(row?.address_sealed ?? Buffer.of(), row?.id ?? '')).toBe(push.endpoint);
    expect(await target(row?.id ?? '')).toEqual([
      { preferences: somePreferences(), network: '192.0.2.0/24', due: true },
    ]);
    expect(await notifications.query('SELECT FROM follows WHERE subscriber_id = $1', [row?.subscriber_id])).toEqual([]);
  });

  it.each([
    ['"all"', [allKinds]],
    ['every kind of today', [...notificationKinds]],
    ['"all" beside some', ['tornado', allKinds]],
  ])('stores every kind as such, beside the present ones, for %s', async (_what, kinds) => {
    const push = aBrowser();
    await subscribe({ push, preferences: somePreferences({ kinds }) });
    const row = await notifications.channelOf('push', push.endpoint);
    const every = somePreferences({ kinds: [allKinds, ...notificationKinds] });
    expect(await target(row?.id ?? '')).toMatchObject([{ preferences: every }]);
  });

  it('finds a mailbox in any spelling of its address', async () => {
    const email = `Nora.${randomUUID()}@Example.com`;
    await subscribe({ email });
    await subscribe({ email: email.toUpperCase() });
    const rows = await notifications.query('SELECT FROM channels WHERE address_hash = $1', [
      notifications.seal.hash('mail', email.toLowerCase()),
    ]);
    expect(rows).toHaveLength(1);
  });

  it('stores an address once when it signs up ten times concurrently', async () => {
    const email = anEmail();
    const before = await counted();
    await Promise.all(Array.from({ length: 10 }, () => subscribe({ email })));
    const after = await counted();
    expect(after?.['channels']).toBe((before?.['channels'] ?? 0) + 1);
    expect(after?.['subscribers']).toBe((before?.['subscribers'] ?? 0) + 1);
  });

  it.each(['pending', 'confirmed', 'ended', 'bounced'])(
    'responds and confirms for a %s address as for a new one, and changes no preferences in effect',
    async (state) => {
      const email = anEmail();
      const { id, subscriberId } = await notifications.addChannel({ email });
      await notifications.query('UPDATE channels SET state = $2 WHERE id = $1', [id, state]);
      expect(await subscribe({ email, preferences: somePreferences({ counties: ['05001'] }) })).toEqual({});
      const [row] = await target(id);
      // A confirmed address may have been signed up by a stranger.
      expect(row).toMatchObject({ preferences: state === 'confirmed' ? null : { counties: ['05001'] }, due: true });
      const follows = await notifications.query('SELECT county FROM follows WHERE subscriber_id = $1 ORDER BY county', [
        subscriberId,
      ]);
      expect(follows).toEqual([{ county: '05119' }, { county: '05125' }]);
      const channel = await notifications.channelOf('mail', email);
      expect(channel?.state).toBe(state === 'confirmed' ? 'confirmed' : 'pending');
    },
  );

  it('is done once per idempotency key, and refused when the key was used with other content', async () => {
    const key = randomUUID();
    const email = anEmail();
    await subscribe({ email, idempotency: { key, fingerprint: 'a1' } });
    const id = (await notifications.channelOf('mail', email))?.id ?? '';
    await notifications.query('UPDATE confirmations SET due_at = NULL WHERE channel_id = $1', [id]);
    await subscribe({ email, idempotency: { key, fingerprint: 'a1' } });
    expect(await target(id)).toMatchObject([{ due: null }]);
    await expect(subscribe({ email: anEmail(), idempotency: { key, fingerprint: 'a2' } })).rejects.toMatchObject({
      code: status.FAILED_PRECONDITION,
    });
    await expect(subscribe({ email, idempotency: undefined })).rejects.toMatchObject({
      code: status.INVALID_ARGUMENT,
    });
  });
});

describe('refuses without storing anything', () => {
  const browserAt = (endpoint: string) => ({ push: aBrowser({ endpoint }) });
  it.each<[string, Parameters<Notifications['subscribe']>[0], string]>([
    ['an endpoint of no push service', browserAt('https://example.com/push'), 'not a push service we know'],
    ['a name that only looks like one', browserAt('https://fcm.googleapis.com.example.com/x'), 'not a push service'],
    ['the name above a wildcard', browserAt('https://push.apple.com/x'), 'not a push service we know'],
    ['another port', browserAt('https://fcm.googleapis.com:8443/x'), 'not a push service we know'],
    ['an endpoint without TLS', browserAt('http://fcm.googleapis.com/x'), 'must be an https address'],
    ['an endpoint with a user', browserAt('https://me@fcm.googleapis.com/x'), 'must be an https address'],
    ['a private address', browserAt('https://10.0.0.1/x'), 'not a push service we know'],
    ['an endless endpoint', browserAt(`https://fcm.googleapis.com/${'x'.repeat(1_000)}`), 'at most 1,000 characters'],
    ['a key that is no point', { push: aBrowser({ p256dh: `BA${'A'.repeat(85)}` }) }, 'not a point of P-256'],
    ['a short secret', { push: aBrowser({ auth: 'AAAA' }) }, 'must be 16 bytes'],
    ['an address that is none', { email: 'nora' }, 'valid email address'],
    ['a number abroad', { phone: '+4930123456' }, 'a US number'],
    ['two ways at once', { email: 'nora@example.com', phone: '+15015550123' }, 'choose one way'],
    ['no way at all', {}, 'choose one way'],
    [
      'an unknown county',
      { email: anEmail(), preferences: somePreferences({ counties: ['05119', '99999'] }) },
      'no such county',
    ],
    ['no county', { email: anEmail(), preferences: somePreferences({ counties: [] }) }, 'at least one county'],
    [
      'an unknown kind',
      { email: anEmail(), preferences: somePreferences({ kinds: ['meteor'] }) },
      'kinds must be one of',
    ],
    ['an unknown level', { email: anEmail(), preferences: somePreferences({ minLevel: 5 }) }, 'min_level must be'],
    [
      'half of quiet hours',
      { email: anEmail(), preferences: somePreferences({ quietUntil: undefined }) },
      'need a start and an end',
    ],
    ['a consent to nothing', { email: anEmail(), consentVersion: '' }, 'consent_version must be 2026-11'],
    ['an unpublished consent', { email: anEmail(), consentVersion: '2099-01' }, 'consent_version must be 2026-11'],
  ])('%s', async (_what, request, details) => {
    const before = await counted();
    await expect(subscribe(request)).rejects.toMatchObject({
      code: status.INVALID_ARGUMENT,
      details: expect.stringContaining(details) as string,
    });
    expect(await counted()).toEqual(before);
  });
});

describe('a site without a channel', () => {
  it('reports that in its settings, and refuses sign-ups', async () => {
    const bare = await Notifications.start({ vapidPublicKey: undefined, mail: false, sms: false });
    try {
      expect(await bare.call('getPushKey', {})).toEqual({ vapidKey: '', mail: false, sms: false });
      for (const request of [{ push: aBrowser() }, { email: anEmail() }, { phone: '+15015550123' }])
        await expect(bare.subscribe(request)).rejects.toMatchObject({
          code: status.INVALID_ARGUMENT,
          details: expect.stringContaining('This site does not send') as string,
        });
    } finally {
      await bare.stop();
    }
  });
});
