import { fakeGateway, type FakeResponse, type FakeRoutes, type SeenCall } from '@/testing/fake-gateway.js';
import { act, renderHook } from '@testing-library/react';
import { storeRecord, readRecord } from './device-store.js';
import { usePermissionRevoked } from './lost-permission.js';
import { endOnThisDevice } from './push-api.js';
import { subscribeThisDevice } from './browser-subscription.js';
import { pushSupport } from './push-support.js';
import { renewEndpoint } from './renew-endpoint.js';
import { confirmByWorker, fakeKeys, fakePush, fakeVapidKey } from './testing/fake-push.js';

const failure = (status: number): FakeResponse => ({
  status,
  body: { status: false, action: 'No', message: 'No', errors: [] },
});
const emptyText: FakeResponse = { data: null };

describe('this browser', () => {
  it('is ready once it has everything that notifications need', () => {
    expect(pushSupport()).toBe('unsupported');
    fakePush();
    expect(pushSupport()).toBe('ready');
  });

  it("isn't prompted again after the visitor declined", () => {
    fakePush().permission = 'denied';
    expect(pushSupport()).toBe('blocked');
  });

  it('needs the site on its home screen if it is an iPhone', () => {
    Object.defineProperty(navigator, 'userAgent', {
      configurable: true,
      value: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X)',
    });
    expect(pushSupport()).toBe('install first');
    Reflect.deleteProperty(navigator, 'userAgent');
  });
});

describe('subscribing', () => {
  it('requests permission and returns endpoint and keys', async () => {
    const browser = fakePush();
    expect(await subscribeThisDevice(fakeVapidKey)).toEqual({ endpoint: 'https://push.example/1', ...fakeKeys });
    expect([browser.promptCount, browser.keys[0]?.length, browser.keys[0]?.[0]]).toEqual([1, 65, 4]);
  });

  it('keeps a subscription for the same key, and replaces one for another', async () => {
    fakePush();
    await subscribeThisDevice(fakeVapidKey);
    expect((await subscribeThisDevice(fakeVapidKey)).endpoint).toBe('https://push.example/1');
    const otherKey = `BA${'e'.repeat(84)}A`;
    expect((await subscribeThisDevice(otherKey)).endpoint).toBe('https://push.example/2');
  });

  it.each(['denied', 'default'] as const)('explains the failure when the response is "%s"', async (permission) => {
    const browser = fakePush();
    browser.permission = permission;
    await expect(subscribeThisDevice(fakeVapidKey)).rejects.toThrow(/permission|blocked/);
    expect(browser.keys).toEqual([]);
  });
});

describe('each visit', () => {
  const endpoint = 'POST /main/notifications/endpoint';
  const now = Date.parse('2026-11-20T12:00:00Z');
  const day = 24 * 60 * 60_000;
  const gateway = (routes: FakeRoutes = {}) =>
    fakeGateway({
      [endpoint]: emptyText,
      'GET /main/notifications/key': { data: { vapid_key: fakeVapidKey, mail: true, sms: false } },
      ...routes,
    });
  const postsIn = (calls: SeenCall[]) => calls.filter(({ method }) => method === 'POST');
  const otherKey = `BA${'e'.repeat(84)}A`;
  async function aToldDevice() {
    const browser = fakePush();
    const { endpoint: address } = await subscribeThisDevice(fakeVapidKey);
    await storeRecord('told', { token: 'manage', endpoint: address, renewedAt: now });
    return browser;
  }

  it('prompts and sends nothing without a subscription', async () => {
    const browser = fakePush();
    const calls = gateway();
    await renewEndpoint(now);
    expect([browser.promptCount, calls]).toEqual([0, []]);
  });

  it('sends the endpoint after the confirmation, then weekly', async () => {
    await aToldDevice();
    await confirmByWorker('manage');
    const calls = gateway();
    await renewEndpoint(now);
    await renewEndpoint(now + 6 * day);
    expect(postsIn(calls).map(({ body }) => JSON.parse(String(body)) as unknown)).toEqual([
      { token: 'manage', push: { endpoint: 'https://push.example/1', ...fakeKeys } },
    ]);
    await renewEndpoint(now + 7 * day);
    expect(postsIn(calls)).toHaveLength(2);
    expect(await readRecord('told')).toEqual({
      token: 'manage',
      endpoint: 'https://push.example/1',
      renewedAt: now + 7 * day,
    });
  });

  it('sends a changed endpoint immediately', async () => {
    const browser = await aToldDevice();
    browser.endpoint = 'https://push.example/moved';
    const calls = gateway();
    await renewEndpoint(now + 1);
    expect(postsIn(calls)).toHaveLength(1);
    expect((await readRecord('told'))?.endpoint).toBe('https://push.example/moved');
  });

  it('renews a subscription that the browser lost, without prompting', async () => {
    const browser = await aToldDevice();
    browser.endpoint = null;
    const calls = gateway();
    await renewEndpoint(now + 1);
    expect(calls.map(({ path }) => path)).toEqual(['/main/notifications/key', '/main/notifications/endpoint']);
    expect([browser.promptCount, browser.endpoint]).toEqual([1, 'https://push.example/2']);
  });

  it('replaces a subscription that was made with another key, without prompting', async () => {
    const browser = await aToldDevice();
    const calls = gateway({ 'GET /main/notifications/key': { data: { vapid_key: otherKey, mail: true, sms: false } } });
    await renewEndpoint(now + 1);
    expect(postsIn(calls).map(({ body }) => JSON.parse(String(body)) as unknown)).toEqual([
      { token: 'manage', push: { endpoint: 'https://push.example/2', ...fakeKeys } },
    ]);
    expect([browser.promptCount, (await readRecord('told'))?.endpoint]).toEqual([1, 'https://push.example/2']);
    await renewEndpoint(now + 2);
    expect(postsIn(calls)).toHaveLength(1);
  });

  it.each<[string, FakeResponse]>([
    ['the site has no key', { data: { vapid_key: '', mail: true, sms: false } }],
    ['the key is unavailable', failure(503)],
    ['there is no connection', 'network failure'],
  ])('keeps the subscription while %s', async (_why, answer) => {
    const browser = await aToldDevice();
    gateway({ 'GET /main/notifications/key': answer });
    await renewEndpoint(now + 1);
    expect([browser.endpoint, (await readRecord('told'))?.endpoint]).toEqual([
      'https://push.example/1',
      'https://push.example/1',
    ]);
  });

  it('keeps a subscription whose key the browser withholds', async () => {
    const browser = await aToldDevice();
    browser.keys = [];
    const calls = gateway({ 'GET /main/notifications/key': { data: { vapid_key: otherKey, mail: true, sms: false } } });
    await renewEndpoint(now + 1);
    expect([browser.endpoint, postsIn(calls)]).toEqual(['https://push.example/1', []]);
  });

  it.each(['denied', 'default'] as const)(
    'notices a permission that became "%s", and its return',
    async (permission) => {
      const browser = await aToldDevice();
      const { result } = renderHook(usePermissionRevoked);
      gateway();
      await act(() => renewEndpoint(now + 1));
      expect(result.current).toBe(false);
      browser.permission = permission;
      browser.endpoint = null;
      await act(() => renewEndpoint(now + 2));
      expect(result.current).toBe(true);
      expect(await readRecord('told')).toBeDefined();
      browser.permission = 'granted';
      await act(() => renewEndpoint(now + 3));
      expect([result.current, browser.endpoint]).toEqual([false, 'https://push.example/2']);
    },
  );

  it.each([404, 409])('forgets one that ended elsewhere (%i)', async (status) => {
    const browser = await aToldDevice();
    gateway({ [endpoint]: failure(status) });
    await renewEndpoint(now + 8 * day);
    expect([await readRecord('told'), browser.endpoint]).toEqual([undefined, null]);
  });

  it.each<FakeResponse>([failure(503), 'network failure'])(
    "keeps everything when the server doesn't respond",
    async (answer) => {
      await aToldDevice();
      gateway({ [endpoint]: answer });
      await renewEndpoint(now + 8 * day);
      expect((await readRecord('told'))?.renewedAt).toBe(now);
    },
  );
});

describe('ending', () => {
  const end = 'POST /main/notifications/end';

  it('ends the subscription at the site, then here', async () => {
    const browser = fakePush();
    await subscribeThisDevice(fakeVapidKey);
    await confirmByWorker('manage');
    const calls = fakeGateway({ [end]: emptyText });
    await endOnThisDevice('manage');
    expect(JSON.parse(String(calls[0]?.body))).toEqual({ token: 'manage' });
    expect([await readRecord('told'), browser.endpoint]).toEqual([undefined, null]);
  });

  it("changes nothing here when the site couldn't be reached", async () => {
    fakePush();
    await confirmByWorker('manage');
    fakeGateway({ [end]: failure(503) });
    await expect(endOnThisDevice('manage')).rejects.toThrow('No');
    expect(await readRecord('told')).toEqual({ token: 'manage' });
  });
});
