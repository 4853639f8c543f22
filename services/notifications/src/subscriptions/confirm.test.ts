import { createHash, randomUUID } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import type {
  ConfirmChannelResponse,
  GetPreferencesResponse,
  PushEndpoint,
} from '@site/proto/gen/nest/notifications/v1/subscriptions';
import { consentVersion } from '@site/proto/notifications/v1/subscriptions.schema';
import { until } from '@site/platform/testing/until';
import { aBrowser, admin, moderator, Notifications, somePreferences } from '../testing/notifications.js';
import type { ConfirmationMessage } from './confirmations.js';

let notifications: Notifications;
beforeAll(async () => {
  notifications = await Notifications.start();
  await notifications.startRelay();
});
afterAll(() => notifications.stop());

const anEmail = () => `${randomUUID()}@example.com`;
const confirm = (token: string) => notifications.call<ConfirmChannelResponse>('confirmChannel', { token });
const preferencesOf = (token: string) => notifications.call<GetPreferencesResponse>('getPreferences', { token });
const end = (token: string) => notifications.call('endSubscription', { token });
const failsWith = (work: Promise<unknown>, code: status) => expect(work).rejects.toMatchObject({ code });

const requestedAt = (address: string) =>
  notifications.confirmations.asked.filter((message) => message.address === address);
/** Waits for the nth confirmation to an address. */
const question = (address: string, nth = 1): Promise<ConfirmationMessage> =>
  until(`question ${nth} to ${address}`, () => requestedAt(address)[nth - 1]);

/** Wakes the relay, which sleeps until the times it has read. */
const setTimes = async (statement: string, values: unknown[] = []) => {
  await notifications.query(statement, values);
  await notifications.query("SELECT pg_notify('notifications_confirmations', '')");
};

describe('a confirmation for a channel', () => {
  it('is sent to a browser with its keys and a token to post back, and to a mailbox with its preferences', async () => {
    const push = aBrowser();
    const email = anEmail();
    await notifications.subscribe({ push });
    await notifications.subscribe({ email });
    expect(await question(push.endpoint)).toMatchObject({
      kind: 'push',
      purpose: 'confirm',
      keys: { p256dh: push.p256dh, auth: push.auth },
      token: expect.stringMatching(/^[\w-]{43}$/) as string,
    });
    expect(await question(email)).toMatchObject({ kind: 'mail', preferences: somePreferences() });
  });

  it('is sent to a mailbox once an hour, however often it is signed up', async () => {
    const email = anEmail();
    await notifications.subscribe({ email });
    await question(email);
    await notifications.subscribe({ email, preferences: somePreferences({ counties: ['05001'] }) });
    const other = anEmail();
    await notifications.subscribe({ email: other });
    await question(other);
    const id = (await notifications.channelOf('mail', email))?.id;
    await until('the second one to be let go', async () => {
      const [row] = await notifications.query<{ due_at: Date | null }>(
        'SELECT due_at FROM confirmations WHERE channel_id = $1',
        [id],
      );
      return row?.due_at === null;
    });
    expect(requestedAt(email)).toHaveLength(1);
    await notifications.query(`UPDATE requested_addresses SET last_requested_at = now() - interval '1 hour'`);
    await setTimes('UPDATE confirmations SET due_at = now() WHERE channel_id = $1', [id]);
    expect(await question(email, 2)).toMatchObject({ preferences: { counties: ['05001'] } });
  });

  it('is sent again with another token when it could not be sent', async () => {
    const push = aBrowser();
    notifications.confirmations.fates.push('later', new Error('the line is down'));
    await notifications.subscribe({ push });
    await question(push.endpoint);
    const soon = () => setTimes('UPDATE confirmations SET due_at = now() WHERE due_at > now()');
    const third = await until('the third attempt', async () => {
      await soon();
      return requestedAt(push.endpoint)[2];
    });
    expect(new Set(requestedAt(push.endpoint).map(({ token }) => token)).size).toBe(3);
    await expect(confirm(third.token)).resolves.toMatchObject({});
  });

  it.each<[string, string, { push?: PushEndpoint; email?: string }]>([
    ['a browser', 'ended', { push: aBrowser() }],
    ['a mailbox', 'bounced', { email: anEmail() }],
  ])('ends %s that no longer exists: %s', async (_what, state, way) => {
    notifications.confirmations.fates.push('gone');
    await notifications.subscribe(way);
    const find = () =>
      way.push ? notifications.channelOf('push', way.push.endpoint) : notifications.channelOf('mail', way.email ?? '');
    await until('the end', async () => (await find())?.state === state);
  });
});

describe('a refused confirmation', () => {
  it('is not retried, so that an invented endpoint costs one request', async () => {
    const push = aBrowser();
    notifications.confirmations.fates.push('refused');
    await notifications.subscribe({ push });
    await question(push.endpoint);
    const id = (await notifications.channelOf('push', push.endpoint))?.id;
    await until('the question is dropped', async () => {
      const left = await notifications.query('SELECT FROM confirmations WHERE channel_id = $1', [id]);
      return left.length === 0;
    });
    expect(requestedAt(push.endpoint)).toHaveLength(1);
  });

  it('does not end a confirmed channel, because the refusal may be about us', async () => {
    const push = aBrowser();
    const { id, token } = await notifications.addChannel({ push });
    await until('the first question to be settled', async () => {
      const due = await notifications.query('SELECT FROM confirmations WHERE channel_id = $1 AND due_at IS NOT NULL', [
        id,
      ]);
      return due.length === 0;
    });
    const before = requestedAt(push.endpoint).length;
    notifications.confirmations.fates.push('refused');
    await notifications.query(`UPDATE confirmations SET last_sent_at = NULL WHERE channel_id = $1`, [id]);
    await notifications.subscribe({ push, preferences: somePreferences({ counties: ['05001'] }) });
    await question(push.endpoint, before + 1);
    await until('the question is dropped', async () => {
      const left = await notifications.query('SELECT FROM confirmations WHERE channel_id = $1', [id]);
      return left.length === 0;
    });
    expect(await preferencesOf(token)).toMatchObject({ state: 'confirmed', preferences: somePreferences() });
  });
});

describe('confirming', () => {
  it('applies the preferences once, and gives a browser a token for later', async () => {
    const push = aBrowser();
    await notifications.subscribe({ push, network: '192.0.2.0/24' });
    const { token } = await question(push.endpoint);
    expect(await preferencesOf(token)).toEqual({ preferences: somePreferences(), channel: 'push', state: 'pending' });
    const { managementToken } = await confirm(token);
    expect(await preferencesOf(managementToken)).toEqual({
      preferences: somePreferences(),
      channel: 'push',
      state: 'confirmed',
    });
    const row = await notifications.channelOf('push', push.endpoint);
    expect(row).toMatchObject({ consent_version: consentVersion, consent_network: '192.0.2.0/24' });
    expect(notifications.seal.openKeys(row?.keys_sealed ?? Buffer.of(), row?.id ?? '')).toMatchObject({
      auth: push.auth,
    });
    const changed = somePreferences({ counties: ['05001'] });
    await notifications.call('updatePreferences', { token: managementToken, preferences: changed });
    expect(await confirm(token)).toEqual({ managementToken });
    expect(await preferencesOf(managementToken)).toMatchObject({ preferences: changed });
  });

  it('gives a mailbox no token, because each of its mails contains one', async () => {
    const email = anEmail();
    await notifications.subscribe({ email });
    expect(await confirm((await question(email)).token)).toEqual({ managementToken: '' });
  });

  it('is required for new preferences of a confirmed browser', async () => {
    const push = aBrowser();
    await notifications.subscribe({ push });
    const { managementToken } = await confirm((await question(push.endpoint)).token);
    await notifications.subscribe({ push, preferences: somePreferences({ kinds: ['winter'] }) });
    const { token } = await question(push.endpoint, 2);
    expect(await preferencesOf(managementToken)).toEqual({
      preferences: somePreferences(),
      channel: 'push',
      state: 'confirmed',
      requested: somePreferences({ kinds: ['winter'] }),
    });
    await confirm(token);
    expect(await preferencesOf(managementToken)).toEqual({
      preferences: somePreferences({ kinds: ['winter'] }),
      channel: 'push',
      state: 'confirmed',
    });
  });

  it.each<[string, string, () => { email?: string; phone?: string }]>([
    ['mailbox', 'mail', () => ({ email: anEmail() })],
    ['phone', 'sms', () => ({ phone: '+15015550177' })],
  ])('is not required of a confirmed %s: it gets its link, and its preferences stay', async (_what, kind, make) => {
    const way = make();
    const address = way.email ?? way.phone ?? '';
    await notifications.subscribe(way);
    const first = await question(address);
    await confirm(first.token);
    await notifications.query(`UPDATE requested_addresses SET last_requested_at = now() - interval '1 hour'`);
    await notifications.subscribe({ ...way, preferences: somePreferences({ counties: ['05001'], kinds: ['winter'] }) });
    const second = await question(address, 2);
    const token = notifications.seal.manageToken(second.channelId);
    expect(second).toMatchObject({ kind, purpose: 'manage', preferences: somePreferences(), token });
    await confirm(first.token);
    await failsWith(confirm(second.token), status.NOT_FOUND);
    expect(await preferencesOf(token)).toEqual({ preferences: somePreferences(), channel: kind, state: 'confirmed' });
  });

  it('fails after a day, and for an ended subscription', async () => {
    const email = anEmail();
    await notifications.subscribe({ email });
    const { token } = await question(email);
    await notifications.query(`UPDATE tokens SET expires_at = now() WHERE purpose = 'confirm'`);
    await failsWith(confirm(token), status.INVALID_ARGUMENT);
    await end(token);
    await failsWith(confirm(token), status.ABORTED);
  });

  it('accepts no other tokens, and none that only manages', async () => {
    const { token } = await notifications.addChannel();
    await failsWith(confirm(token), status.NOT_FOUND);
    const digest = createHash('sha256').update(token);
    const others = [
      randomUUID(),
      token.slice(0, -1),
      `${token}A`,
      `${token} `,
      digest.digest('base64url'),
      "' OR 1=1 --",
    ];
    const replace = (other: string) => notifications.call('replaceEndpoint', { token: other, push: aBrowser() });
    for (const other of others) {
      const calls = [confirm(other), preferencesOf(other), end(other), replace(other)];
      await Promise.all(calls.map((call) => failsWith(call, status.NOT_FOUND)));
    }
  });
});

describe('with the token of a message', () => {
  it('changes preferences by the same rules as a sign-up', async () => {
    const { token } = await notifications.addChannel();
    const preferences = somePreferences({ counties: ['05125', '05001'], quietFrom: undefined, quietUntil: undefined });
    const cached = { ...preferences, counties: ['05001', '05125'] };
    expect(await notifications.call('updatePreferences', { token, preferences })).toEqual(cached);
    expect((await preferencesOf(token)).preferences).toEqual(cached);
    await failsWith(
      notifications.call('updatePreferences', { token, preferences: somePreferences({ counties: ['99999'] }) }),
      status.INVALID_ARGUMENT,
    );
  });

  it('changes the language, and keeps it for clients that name none', async () => {
    const { token } = await notifications.addChannel({ preferences: somePreferences({ language: 'es' }) });
    const { token: old } = await notifications.addChannel({ preferences: somePreferences({ language: undefined }) });
    const language = async (of: string) => (await preferencesOf(of)).preferences?.language;
    expect([await language(token), await language(old)]).toEqual(['es', 'en']);
    await notifications.call('updatePreferences', {
      token,
      preferences: somePreferences({ minLevel: 4, language: undefined }),
    });
    expect((await preferencesOf(token)).preferences).toMatchObject({ minLevel: 4, language: 'es' });
    await notifications.call('updatePreferences', { token, preferences: somePreferences({ language: 'en' }) });
    expect(await language(token)).toBe('en');
    await failsWith(
      notifications.call('updatePreferences', { token, preferences: somePreferences({ language: 'fr' }) }),
      status.INVALID_ARGUMENT,
    );
    const push = aBrowser();
    await notifications.subscribe({ push, preferences: somePreferences({ language: 'es' }) });
    const { token: pending } = await question(push.endpoint);
    await notifications.call('updatePreferences', {
      token: pending,
      preferences: somePreferences({ minLevel: 2, language: undefined }),
    });
    await confirm(pending);
    expect((await preferencesOf(pending)).preferences).toMatchObject({ minLevel: 2, language: 'es' });
  });

  it('ends the subscription permanently', async () => {
    const { id, subscriberId, token } = await notifications.addChannel();
    expect(await end(token)).toEqual({});
    expect(await end(token)).toEqual({});
    await failsWith(preferencesOf(token), status.ABORTED);
    await failsWith(notifications.call('updatePreferences', { token, preferences: somePreferences() }), status.ABORTED);
    const [left] = await notifications.query<{ state: string; follows: number }>(
      `SELECT state, (SELECT count(*)::integer FROM follows WHERE subscriber_id = $2) AS follows
       FROM channels WHERE id = $1`,
      [id, subscriberId],
    );
    expect(left).toEqual({ state: 'ended', follows: 0 });
  });

  it("updates a browser's endpoint and deletes the old one", async () => {
    const before = aBrowser();
    const { id, token } = await notifications.addChannel({ push: before });
    const after = aBrowser({ endpoint: `https://web.push.apple.com/${randomUUID()}` });
    const replace = (push: object) => notifications.call('replaceEndpoint', { token, push });
    expect(await replace(before)).toEqual({});
    const moved = () => notifications.query('SELECT FROM channels WHERE id = $1 AND moved_at IS NOT NULL', [id]);
    expect(await moved()).toHaveLength(0);
    expect(await replace(after)).toEqual({});
    expect(await replace(after)).toEqual({});
    expect(await moved()).toHaveLength(1);
    expect(await notifications.channelOf('push', before.endpoint)).toBeUndefined();
    expect(await notifications.channelOf('push', after.endpoint)).toMatchObject({
      state: 'confirmed',
      push_origin: 'https://web.push.apple.com',
    });
    await failsWith(replace(aBrowser({ endpoint: 'https://example.com/x' })), status.INVALID_ARGUMENT);
  });

  it('takes an endpoint over from an unconfirmed sign-up only', async () => {
    const { token } = await notifications.addChannel();
    const unanswered = aBrowser();
    const others = aBrowser();
    await notifications.subscribe({ push: unanswered });
    await notifications.addChannel({ push: others });
    expect(await notifications.call('replaceEndpoint', { token, push: unanswered })).toEqual({});
    await failsWith(notifications.call('replaceEndpoint', { token, push: others }), status.ABORTED);
  });

  it("of a mail, updates no browser's endpoint", async () => {
    const { token } = await notifications.addChannel({ email: anEmail() });
    await failsWith(notifications.call('replaceEndpoint', { token, push: aBrowser() }), status.INVALID_ARGUMENT);
  });
});

describe('a displayed notification', () => {
  const today = `(now() AT TIME ZONE 'UTC')::date`;
  const displayedToday = async () =>
    (await notifications.query<{ shown: string[] }>(`SELECT shown FROM delivery_statistics WHERE day = ${today}`))[0]
      ?.shown;

  it('is counted by its delay, and ignored for an unknown dispatch', async () => {
    const id = randomUUID();
    await notifications.query(
      `INSERT INTO dispatches (id, event_key, revision, kind, audience, alert_kind, level, priority, counties, alert,
         sent_at, first_seen_at, send_until)
       VALUES ($1, 'KLZK.TO.W.0042.2026', 1, 'new', 'all', 'tornado', 4, 0, '{05119}', '{}', now(), now(), now())`,
      [id],
    );
    const visible = (dispatchId: string, bucket: number) => notifications.call('recordDisplay', { dispatchId, bucket });
    expect(await visible(id, 0)).toEqual({});
    await visible(id, 7);
    await visible(id, 7);
    await visible(randomUUID(), 3);
    await visible('nothing', 3);
    expect((await displayedToday())?.map(Number)).toEqual([1, 0, 0, 0, 0, 0, 0, 2]);
    await failsWith(visible(id, 8), status.INVALID_ARGUMENT);
  });
});

it('returns the number of subscribers to admins only', async () => {
  await notifications.addChannel();
  const count = (caller?: typeof admin) => notifications.call<{ counts: unknown[] }>('countSubscribers', {}, caller);
  expect((await count(admin)).counts).toContainEqual({
    channel: 'push',
    state: 'confirmed',
    count: expect.any(Number) as number,
  });
  await failsWith(count(moderator), status.PERMISSION_DENIED);
  await failsWith(count(), status.UNAUTHENTICATED);
});

it('returns subscriber counts by county and kind to admins only', async () => {
  type Counts = Record<'counties' | 'kinds', { name: string; count: number }[]>;
  const segments = (caller?: typeof admin) => notifications.call<Counts>('countSegments', {}, caller);
  const countOf = (counts: Counts['kinds'], name: string) => counts.find((one) => one.name === name)?.count ?? 0;
  const before = await segments(admin);
  await notifications.addChannel();
  const after = await segments(admin);
  const grown = (list: keyof Counts) =>
    after[list].reduce((sum, { name, count }) => sum + count - countOf(before[list], name), 0);
  expect(grown('counties')).toBeGreaterThanOrEqual(1);
  expect(grown('kinds')).toBeGreaterThanOrEqual(1);
  expect(after.counties.every(({ name }) => /^05\d{3}$/.test(name))).toBe(true);
  await notifications.query(`UPDATE channels SET state = 'ended'`);
  expect(await segments(admin)).toEqual({ counties: [], kinds: [] });
  await failsWith(segments(moderator), status.PERMISSION_DENIED);
  await failsWith(segments(), status.UNAUTHENTICATED);
});

describe.each([0, 1, 2])('when confirmation %s of three fails', (bad) => {
  const ids = (addresses: string[]) =>
    Promise.all(addresses.map(async (email) => (await notifications.channelOf('mail', email))?.id ?? ''));
  const areSettled = async (channels: string[]) =>
    (
      await notifications.query('SELECT FROM confirmations WHERE channel_id = ANY($1) AND due_at IS NOT NULL', [
        channels,
      ])
    ).length === 0;

  it.each([
    ['taken', 'NEW.tries > OLD.tries'],
    ['recorded', 'NEW.due_at IS NULL'],
  ])('sends the others while it cannot be %s, and settles it later', async (_step, when) => {
    const addresses = [anEmail(), anEmail(), anEmail()];
    for (const email of addresses) await notifications.subscribe({ email });
    const channels = await ids(addresses);
    await until('the first questions to be settled', () => areSettled(channels));
    const [rejected = ''] = channels.slice(bad, bad + 1);
    await notifications.query(`CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'refused'; END $$`);
    await notifications.query(`CREATE TRIGGER refused BEFORE UPDATE ON confirmations FOR EACH ROW
      WHEN (NEW.channel_id = '${rejected}' AND ${when}) EXECUTE FUNCTION refuse()`);
    await setTimes(
      `UPDATE confirmations SET last_sent_at = NULL, due_at = now() - interval '1 second' * array_position($1::uuid[], channel_id)
       WHERE channel_id = ANY($1::uuid[])`,
      [channels.toReversed()],
    );
    await until('the others to be settled', () => areSettled(channels.filter((id) => id !== rejected)));
    expect(await areSettled([rejected])).toBe(false);
    await notifications.query('DROP TRIGGER refused ON confirmations');
    await until('it to be settled', async () => {
      await setTimes('UPDATE confirmations SET due_at = now() WHERE due_at > now()');
      return areSettled([rejected]);
    });
  });
});
