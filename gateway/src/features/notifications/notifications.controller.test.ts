import { conflict, invalid, notFound, unavailable } from '@site/proto/grpc';
import { newId } from '@site/platform/base/ids';
import request from 'supertest';
import { setupGateway } from '../../testing/given-gateway.js';
import { networkOf } from '@site/platform/base/ip-address';

const provided = setupGateway({ RATE_LIMIT_SCALE: '1000' });
const rpc = (method: string) => `notifications.v1.SubscriptionsService/${method}`;
const token = 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA';
const push = {
  endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
  p256dh: `BA${'b'.repeat(84)}A`,
  auth: `${'c'.repeat(21)}A`,
};
const preferences = {
  counties: ['05119', '05045'],
  kinds: ['tornado', 'flash_flood'],
  min_level: 3,
  quiet_from: '22:00',
  quiet_until: '07:00',
  override_quiet_hours: true,
  language: 'es',
};
const toPreferencesMessage = {
  counties: preferences.counties,
  kinds: preferences.kinds,
  minLevel: 3,
  quietFrom: '22:00',
  quietUntil: '07:00',
  overrideQuietHours: true,
  language: 'es',
};
const signUp = { email: 'nora@example.com', preferences, consent_version: '2026-11' };
let target: [string, object][];

beforeEach(() => {
  target = [];
  const publicResponses: Record<string, object> = {
    Subscribe: {},
    ConfirmChannel: { managementToken: 'manage' },
    GetPreferences: { preferences: toPreferencesMessage, channel: 'push', state: 'confirmed' },
    UpdatePreferences: toPreferencesMessage,
    EndSubscription: {},
    ReplaceEndpoint: {},
    RecordDisplay: {},
  };
  for (const [method, answer] of Object.entries(publicResponses))
    provided.services.notifications.handlers[rpc(method)] = (message) => {
      target.push([method, message]);
      return answer;
    };
});

const post = (path: string, body: object | string, headers: Record<string, string> = {}) =>
  request(provided.gateway.url).post(`/main/notifications/${path}`).type('json').set(headers).send(body);
const fails = (method: string, failure: () => Error) => {
  provided.services.notifications.handlers[rpc(method)] = () => {
    throw failure();
  };
};

describe('signing up for alerts', () => {
  const thanks = 'Thank you! We’ve sent you a message. Your alerts start once you confirm with it.';

  it.each([
    ['mail', { email: ' Nora@Example.com ' }, { email: 'nora@example.com' }],
    ['push', { push }, { push }],
    ['sms', { phone: '+15015550123' }, { phone: '+15015550123' }],
  ])('by %s gets the same response for every address', async (_channel, channel, sent) => {
    const { email: _email, ...rest } = signUp;
    const { status, body, headers } = await post('subscribe', { ...rest, ...channel }, { 'Idempotency-Key': 'once' });
    expect([status, body]).toEqual([202, { status: true, action: thanks, data: { action: thanks } }]);
    expect(headers['cache-control']).toBe('no-store');
    expect(target).toEqual([
      [
        'Subscribe',
        {
          ...sent,
          preferences: toPreferencesMessage,
          consentVersion: '2026-11',
          network: '127.0.0.0/24',
          client: '127.0.0.1',
          idempotency: {
            key: 'once',
            owner: expect.any(String) as string,
            fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
          },
        },
      ],
    ]);
  });

  it.each<[string, object, string]>([
    ['no channel', { email: undefined }, 'email'],
    ['two channels', { push }, 'email'],
    ['no address', { email: 'nora' }, 'email'],
    ['plain http', { email: undefined, push: { ...push, endpoint: 'http://fcm.googleapis.com/x' } }, 'push.endpoint'],
    [
      'a user in the address',
      { email: undefined, push: { ...push, endpoint: 'https://a:b@fcm.googleapis.com/x' } },
      'push.endpoint',
    ],
    ['a key that is none', { email: undefined, push: { ...push, p256dh: 'AAAA' } }, 'push.p256dh'],
    ['a number that is none', { email: undefined, phone: '911' }, 'phone'],
    ['no county', { preferences: { ...preferences, counties: [] } }, 'preferences.counties'],
    [
      'an unknown county among others',
      { preferences: { ...preferences, counties: ['05119', '48201'] } },
      'preferences.counties.1',
    ],
    ['no kind', { preferences: { ...preferences, kinds: [] } }, 'preferences.kinds'],
    ['an unknown kind', { preferences: { ...preferences, kinds: ['locusts'] } }, 'preferences.kinds.0'],
    ['an unknown level', { preferences: { ...preferences, min_level: 5 } }, 'preferences.min_level'],
    ['an unknown language', { preferences: { ...preferences, language: 'fr' } }, 'preferences.language'],
    ['half of the quiet hours', { preferences: { ...preferences, quiet_until: undefined } }, 'preferences.quiet_until'],
    ['no consent', { consent_version: undefined }, 'consent_version'],
    ['a consent to a text that was never published', { consent_version: '2099-01' }, 'consent_version'],
    ['a field that it does not have', { state: 'confirmed' }, 'state'],
  ])('is refused with %s, and nothing is stored', async (_what, changes, field) => {
    const { status, body } = await post('subscribe', { ...signUp, ...changes });
    expect([status, body.errors[0].field]).toEqual([400, field]);
    expect(target).toEqual([]);
  });

  it('names an unsupported push service', async () => {
    const message = 'The endpoint is not of a push service that we know.';
    fails('Subscribe', () => invalid(message, [{ field: 'push.endpoint', message }]));
    const { email: _email, ...rest } = signUp;
    const { status, body } = await post('subscribe', { ...rest, push: { ...push, endpoint: 'https://evil.example/' } });
    expect([status, body.errors]).toEqual([400, [{ field: 'push.endpoint', message }]]);
  });

  it('is refused above 4 kB, and in any format but JSON', async () => {
    expect((await post('subscribe', { ...signUp, email: 'a'.repeat(5_000) })).status).toBe(413);
    const form = request(provided.gateway.url).post('/main/notifications/subscribe').type('form').send(signUp);
    expect((await form).status).toBe(415);
    for (const body of ['{', '[]', 'null']) expect((await post('subscribe', body)).status).toBe(400);
    expect(target).toEqual([]);
  });

  it('gets the usual response if a bot filled in the form, and goes nowhere', async () => {
    const { status, body } = await post('subscribe', signUp, { 'X-Form-Check': '1;60000' });
    expect([status, body.action]).toEqual([202, thanks]);
    expect(target).toEqual([]);
  });

  it("says if it isn't possible right now", async () => {
    fails('Subscribe', () => unavailable('The service is busy. Please try again in a moment.', 7));
    const { status, headers } = await post('subscribe', signUp);
    expect([status, headers['retry-after']]).toEqual([503, '7']);
  });
});

describe('a token', () => {
  it('confirms a browser, which gets the token to change its preferences; a mail gets none', async () => {
    expect((await post('confirm', { token })).body.data).toEqual({ management_token: 'manage' });
    provided.services.notifications.handlers[rpc('ConfirmChannel')] = () => ({ managementToken: '' });
    expect((await post('confirm', { token })).body.data).toEqual({ management_token: null });
  });

  it('shows the current preferences, and replaces them', async () => {
    const subscription = { preferences, channel: 'push', state: 'confirmed' };
    expect((await post('preferences', { token })).body.data).toEqual(subscription);
    expect(target.map(([method]) => method)).toEqual(['GetPreferences']);
    expect((await post('preferences', { token, preferences })).body.data).toEqual(subscription);
    expect(target.slice(1)).toEqual([
      ['UpdatePreferences', { token, preferences: toPreferencesMessage }],
      ['GetPreferences', { token }],
    ]);
    expect((await post('preferences', { token, preferences: { ...preferences, counties: ['99999'] } })).status).toBe(
      400,
    );
  });

  it('keeps the language of the messages for clients that name none', async () => {
    const { language: _language, ...withoutLanguage } = preferences;
    expect((await post('preferences', { token, preferences: withoutLanguage })).body.data.preferences.language).toBe(
      'es',
    );
    expect(target[0]).toEqual([
      'UpdatePreferences',
      { token, preferences: { ...toPreferencesMessage, language: undefined } },
    ]);
    const { language: _none, ...ofOldService } = toPreferencesMessage;
    provided.services.notifications.handlers[rpc('GetPreferences')] = () => ({
      preferences: ofOldService,
      channel: 'push',
      state: 'confirmed',
    });
    expect((await post('preferences', { token })).body.data.preferences.language).toBe('en');
  });

  it("updates a browser's address", async () => {
    expect((await post('endpoint', { token, push })).status).toBe(200);
    expect(target).toEqual([['ReplaceEndpoint', { token, push }]]);
  });

  it('ends all alerts, from our page and from a mail program (RFC 8058)', async () => {
    expect((await post('end', { token })).body.data).toBeNull();
    const address = `/main/notifications/end?token=${token}`;
    const oneClick = request(provided.gateway.url).post(address);
    expect((await oneClick.type('form').send('List-Unsubscribe=One-Click')).status).toBe(200);
    const multipart = request(provided.gateway.url).post(address);
    expect((await multipart.field('List-Unsubscribe', 'One-Click')).status).toBe(200);
    expect(target).toEqual(Array(3).fill(['EndSubscription', { token }]));
  });

  it.each(['confirm', 'preferences', 'end', 'endpoint', 'displayed', 'subscribe'])(
    'is never used by GET: %s',
    async (path) => {
      const { status } = await request(provided.gateway.url).get(`/main/notifications/${path}?token=${token}`);
      expect(status).toBe(405);
      expect(target).toEqual([]);
    },
  );

  it.each([
    [404, () => notFound('This link is not valid. Please use the link of our latest message.')],
    [409, () => conflict('This subscription has ended. Please sign up again.')],
  ])('returns %i if unusable', async (expected, failure) => {
    fails('GetPreferences', failure);
    const { status, body } = await post('preferences', { token });
    expect([status, body.message]).toEqual([expected, failure().message]);
  });

  it.each(['confirm', 'preferences', 'end', 'endpoint'])('is required by %s', async (path) => {
    for (const wrong of [undefined, '', 7, null, 'x'.repeat(201)]) {
      const { status, body } = await post(path, { token: wrong, ...(path === 'endpoint' && { push }) });
      expect([wrong, status, body.errors[0].field]).toEqual([wrong, 400, 'token']);
    }
    expect(target).toEqual([]);
  });
});

describe('a notification that a device displayed', () => {
  const dispatch = newId();

  it('is counted without identifying the device', async () => {
    expect((await post('displayed', { dispatch, bucket: 1 })).status).toBe(200);
    expect(target).toEqual([['RecordDisplay', { dispatchId: dispatch, bucket: 1 }]]);
  });

  it.each([
    { dispatch: 'x', bucket: 1 },
    { dispatch, bucket: 8 },
    { dispatch, bucket: -1 },
    { dispatch, bucket: 1.5 },
    { dispatch },
  ])('is refused as %j', async (body) => {
    expect((await post('displayed', body)).status).toBe(400);
    expect(target).toEqual([]);
  });
});

it.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  [undefined, 'unknown'],
])('stores %s as the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
