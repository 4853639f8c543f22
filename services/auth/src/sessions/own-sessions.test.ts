import { status } from '@grpc/grpc-js';
import { until } from '@site/platform/testing/until';
import { watchChanges } from '@site/platform/testing/watch-changes';
import { sessionKey } from '@site/proto/auth/v1/session-key';
import type { EndOtherSessionsResponse, ListSessionsResponse } from '@site/proto/gen/nest/auth/v1/sessions';
import type { Person } from '../people/person.entity.js';
import { asCaller, sidOf, startAuth, type TestAuth } from '../testing/auth.js';
import { getRejection } from '../testing/rejections.js';
import { deviceIn } from './device.js';

const agents = {
  firefox: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
};

describe("one's own sessions", () => {
  let auth: TestAuth;
  let user: Person;
  beforeAll(async () => {
    auth = await startAuth({ sessions: { idleMinutes: 30 } });
  });
  afterAll(() => auth.close());
  beforeEach(async () => {
    await auth.database.dataSource.query('TRUNCATE people, sign_in_attempts CASCADE');
    user = await auth.addUser();
  });

  const signIn = async (userAgent: string, clientAddress: string, email = user.email) =>
    sidOf((await auth.signIn({ email, userAgent, clientAddress })).token);
  const call = <Response>(method: string, request: object, sid: string, who = user) =>
    auth.service.call<Response>('auth.v1.SessionsService', method, request, asCaller(who, undefined, sid));
  const list = async (sid: string) => call<ListSessionsResponse>('listSessions', {}, sid);

  it('are listed with device and network, most recently used first, and never with an id that signs in', async () => {
    const editor = await signIn(agents.firefox, '192.0.2.77');
    auth.clock.advance(120);
    const phone = await signIn(agents.iphone, '2001:db8:1:2:3::4');
    await signIn('', '203.0.113.1', (await auth.addUser()).email);
    const { sessions, idleMinutes } = await list(editor);
    expect(sessions.map(({ device, network, current }) => [device, network, current])).toEqual([
      ['Safari on iPhone', '2001:db8:1:2::/64', false],
      ['Firefox on Windows', '192.0.2.0/24', true],
    ]);
    expect(idleMinutes).toBe(30);
    for (const sid of [editor, phone]) expect(JSON.stringify(sessions)).not.toContain(sid);
    auth.clock.advance(60);
    await auth.isValidSession(editor);
    expect((await list(editor)).sessions.map(({ current }) => current)).toEqual([true, false]);
  });

  it("end one by one, with announcement; repeating it changes nothing, and no one else's can be ended", async () => {
    const watched = watchChanges('auth', auth.service.address);
    await until('the stream to open', () => watched.notices.length > 0);
    const editor = await signIn(agents.firefox, '192.0.2.77');
    const phone = await signIn(agents.iphone, '192.0.2.77');
    const other = await auth.addUser();
    const theirs = await signIn('', '203.0.113.1', other.email);
    for (const id of [sessionKey(theirs), 'x', '', '\0'])
      expect(await getRejection(call('endSession', { id }, editor))).toMatchObject({
        code: status.NOT_FOUND,
        details: 'This session does not exist.',
      });
    for (let turn = 0; turn < 2; turn += 1) await call('endSession', { id: sessionKey(phone) }, editor);
    expect([
      await auth.isValidSession(phone),
      await auth.isValidSession(editor),
      await auth.isValidSession(theirs),
    ]).toEqual([false, true, true]);
    await until('the notice', () => watched.notices.some(({ id }) => id === sessionKey(phone)));
    watched.close();
    expect((await list(editor)).sessions).toHaveLength(1);
  });

  it('all end except the current one', async () => {
    const editor = await signIn(agents.firefox, '192.0.2.77');
    const others = [await signIn(agents.iphone, '192.0.2.77'), await signIn('', '198.51.100.9')];
    const other = await auth.addUser();
    const theirs = await signIn('', '203.0.113.1', other.email);
    await expect(call<EndOtherSessionsResponse>('endOtherSessions', {}, editor)).resolves.toEqual({ ended: 2 });
    expect(await Promise.all([...others, editor, theirs].map((sid) => auth.isValidSession(sid)))).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  it('end when they are idle for the configured time, and continue when they are used', async () => {
    const used = await signIn(agents.firefox, '192.0.2.77');
    const idle = await signIn(agents.iphone, '192.0.2.77');
    auth.clock.advance(29 * 60);
    expect(await auth.isValidSession(used)).toBe(true);
    auth.clock.advance(60);
    expect([await auth.isValidSession(used), await auth.isValidSession(idle)]).toEqual([true, false]);
    expect((await list(used)).sessions).toHaveLength(1);
    auth.clock.advance(30 * 60);
    expect(await auth.isValidSession(used)).toBe(false);
  });

  it('are not available without a caller', async () => {
    for (const [method, request] of [
      ['listSessions', {}],
      ['endSession', { id: 'x' }],
      ['endOtherSessions', {}],
    ] as const)
      expect(await getRejection(auth.service.call('auth.v1.SessionsService', method, request))).toMatchObject({
        code: status.UNAUTHENTICATED,
      });
  });
});

describe('a device in words', () => {
  it.each([
    [agents.firefox, 'Firefox on Windows'],
    [agents.iphone, 'Safari on iPhone'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (Linux; Android 16; SM-S931B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
      'Chrome on Mac',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
    ['curl/8.5.0', 'Unknown device'],
    ['<script>alert(1)</script>', 'Unknown device'],
    ['', 'Unknown device'],
  ])('%s', (agent, text) => expect(deviceIn(agent)).toBe(text));
});

it('a session in use continues, however short the idle timeout is', async () => {
  const auth = await startAuth({ sessions: { idleMinutes: 1 } });
  const sid = await auth.openSession(await auth.addUser());
  for (let use = 0; use < 9; use += 1) {
    auth.clock.advance(20);
    expect(await auth.isValidSession(sid)).toBe(true);
  }
  auth.clock.advance(60);
  expect(await auth.isValidSession(sid)).toBe(false);
  await auth.close();
});
