import { createPublicKey } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { hash } from '@node-rs/argon2';
import { announce } from '@site/platform/data/changes';
import { until } from '@site/platform/testing/until';
import { watchChanges } from '@site/platform/testing/watch-changes';
import { sessionKey } from '@site/proto/auth/v1/session-key';
import type { IntrospectSessionResponse, ListSigningKeysResponse } from '@site/proto/gen/nest/auth/v1/sessions';
import { calculateJwkThumbprint, exportJWK, jwtVerify } from 'jose';
import { Person } from '../people/person.entity.js';
import { makeKey, startAuth, testPassword, type TestAuth } from '../testing/auth.js';
import { Session } from './session-entities.js';

describe('SessionsService', () => {
  const current = makeKey();
  const previous = makeKey();
  let auth: TestAuth;
  let person: Person;
  beforeAll(async () => {
    auth = await startAuth({
      keys: { current: current.privateKey, previous: previous.publicKey },
      sessions: { idleMinutes: 12 * 60 },
    });
  });
  afterAll(() => auth.close());
  beforeEach(async () => {
    await auth.database.dataSource.query('TRUNCATE sign_in_attempts');
    person = await auth.addUser({ name: 'Jo Doe' });
  });

  const signIn = async () => (await auth.signIn({ email: person.email })).token;
  const sidOf = (token: string) =>
    (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sid: string }).sid;
  const introspect = (sessionId: string) =>
    auth.call<IntrospectSessionResponse>('introspectSession', { id: sessionId });
  const keys = async () => (await auth.call<ListSigningKeysResponse>('listSigningKeys', {})).keys;
  const rejected = { code: status.UNAUTHENTICATED };

  it('returns the same message for wrong passwords and unknown, deleted, odd or empty addresses', async () => {
    const deleted = await auth.addUser();
    await auth.database.dataSource.getRepository(Person).softDelete(deleted.id);
    const attempts = [
      { email: person.email, password: 'wrong password' },
      { email: person.email, password: '' },
      { email: person.email, password: `${testPassword} ` },
      { email: 'unknown@example.com' },
      { email: deleted.email },
      { email: '' },
      { email: `${person.email}\0`, password: 'wrong password' },
      { email: "' OR 1=1 --" },
      { email: '%' },
    ];
    const publicResponses = await Promise.all(
      attempts.map((attempt, index) =>
        auth.signIn({ clientAddress: `192.0.${index}.1`, ...attempt }).catch((error: unknown) => error),
      ),
    );
    for (const response of publicResponses)
      expect(response).toMatchObject({ ...rejected, details: 'Invalid email or password' });
  });

  it('takes as long for an unknown address as for a known one', async () => {
    const timed = async (email: string, clientAddress: string) => {
      const start = performance.now();
      await auth.signIn({ email, password: 'wrong password', clientAddress }).catch(() => undefined);
      return performance.now() - start;
    };
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    // Alternates, so that a busy machine slows down both.
    for (let runOnce = 0; runOnce < 9; runOnce += 1) {
      times.known.push(await timed(person.email, `10.1.${runOnce}.1`));
      times.unknown.push(await timed('unknown@example.com', `10.2.${runOnce}.1`));
    }
    const median = (values: number[]) => values.sort((a, b) => a - b)[4] ?? 0;
    // Without a hash, the response would take a fraction of the time.
    const ratio = median(times.unknown) / median(times.known);
    expect(ratio).toBeGreaterThan(0.4);
    expect(ratio).toBeLessThan(2.5);
  });

  it('opens a session of twelve hours, regardless of case and spaces in the address', async () => {
    const response = await auth.signIn({ email: `  ${person.email.toUpperCase()} ` });
    expect(response).toEqual({
      principal: { id: person.id, name: 'Jo Doe', email: person.email, role: 'admin' },
      token: expect.any(String) as unknown,
      expiresAt: '2026-11-21T00:00:00.000Z',
    });
    await expect(introspect(sidOf(response.token))).resolves.toEqual({
      principal: response.principal,
      expiresAt: response.expiresAt,
      recentlyConfirmed: true,
    });
  });

  it('is recently confirmed for ten minutes after the sign-in', async () => {
    const sid = sidOf(await signIn());
    auth.clock.advance(599);
    expect(await introspect(sid)).toMatchObject({ recentlyConfirmed: true });
    auth.clock.advance(1);
    expect(await introspect(sid)).toMatchObject({ recentlyConfirmed: false });
  });

  it('signs a token that the listed key verifies, with exactly the agreed claims', async () => {
    const token = await signIn();
    const [key] = await keys();
    const { payload, protectedHeader } = await jwtVerify(token, createPublicKey(key?.publicKeyPem ?? ''), {
      algorithms: ['ES256'],
      issuer: 'arkansas-weather',
      audience: 'admin-api',
      typ: 'at+jwt',
      currentDate: auth.clock.now,
    });
    const issuedAt = auth.clock.now.getTime() / 1_000;
    expect(protectedHeader).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: key?.keyId });
    expect(payload).toEqual({
      iss: 'arkansas-weather',
      aud: 'admin-api',
      sub: person.id,
      sid: expect.stringMatching(/^[\w-]{43}$/) as unknown,
      iat: issuedAt,
      exp: issuedAt + 43_200,
    });
  });

  it('lists the current key first, then the previous one, public halves under their RFC 7638 thumbprints', async () => {
    const listed = await keys();
    const expected = await Promise.all(
      [current, previous].map(async ({ publicKey }) => ({
        keyId: await calculateJwkThumbprint(await exportJWK(publicKey)),
        publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }),
      })),
    );
    expect(listed).toEqual(expected);
    expect(JSON.stringify(listed)).not.toContain('PRIVATE');
    const restarted = await startAuth({
      keys: { current: previous.privateKey, previous: undefined },
      database: auth.database,
    });
    const { keys: repeated } = await restarted.call<ListSigningKeysResponse>('listSigningKeys', {});
    expect(repeated).toEqual([expected[1]]);
    await restarted.close();
  });

  it('stores no session id or password, and truncates a long User-Agent', async () => {
    const { token } = await auth.signIn({ email: person.email, userAgent: `${'🦆'.repeat(400)}\0` });
    const row = await auth.database.dataSource.getRepository(Session).findOneByOrFail({ personId: person.id });
    expect(row).toMatchObject({ sidHash: sessionKey(sidOf(token)), clientAddress: '198.51.100.7', role: 'admin' });
    expect(row.userAgent).toBe('🦆'.repeat(300));
    const everything = JSON.stringify(
      await auth.database.dataSource.query('SELECT * FROM sessions, people, sign_in_attempts'),
    );
    expect(everything).not.toContain(sidOf(token));
    expect(everything).not.toContain(testPassword);
    expect(everything).not.toContain(token);
  });

  it.each(['', 'nonsense', 'x'.repeat(43), '\0', "'; --"])('rejects the session "%s"', async (sessionId) => {
    await expect(introspect(sessionId)).rejects.toMatchObject(rejected);
    await expect(auth.call('signOut', { id: sessionId })).resolves.toEqual({});
  });

  it('ends one session on sign-out immediately, and not the others; repeating it is no error', async () => {
    const first = sidOf(await signIn());
    const second = sidOf(await signIn());
    await auth.call('signOut', { id: first });
    await auth.call('signOut', { id: first });
    await expect(introspect(first)).rejects.toMatchObject(rejected);
    await expect(introspect(second)).resolves.toBeTruthy();
  });

  it('rejects a session from the moment it expires', async () => {
    const sid = sidOf(await signIn());
    const before = auth.clock.now;
    auth.clock.advance(12 * 3_600 - 1);
    await expect(introspect(sid)).resolves.toBeTruthy();
    auth.clock.advance(1);
    await expect(introspect(sid)).rejects.toMatchObject(rejected);
    auth.clock.now = before;
  });

  it('rejects every session of a deleted user', async () => {
    const sid = sidOf(await signIn());
    await auth.database.dataSource.getRepository(Person).softDelete(person.id);
    await expect(introspect(sid)).rejects.toMatchObject(rejected);
  });

  it('returns the current role, not the one at sign-in', async () => {
    const sid = sidOf(await signIn());
    await auth.database.dataSource.getRepository(Person).update(person.id, { role: 'moderator', name: 'New Name' });
    expect((await introspect(sid)).principal).toMatchObject({ role: 'moderator', name: 'New Name' });
  });

  it('records activity once a minute', async () => {
    const sid = sidOf(await signIn());
    const seen = async () =>
      (await auth.database.dataSource.getRepository(Session).findOneByOrFail({ sidHash: sessionKey(sid) })).lastSeenAt;
    const start = await seen();
    const before = auth.clock.now;
    auth.clock.advance(59);
    await introspect(sid);
    await expect(seen()).resolves.toEqual(start);
    auth.clock.advance(1);
    await introspect(sid);
    await expect(seen()).resolves.toEqual(auth.clock.now);
    auth.clock.now = before;
  });

  it('replaces a hash with weaker parameters at the next sign-in, and no other', async () => {
    const people = auth.database.dataSource.getRepository(Person);
    const weak = await hash(testPassword, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    await people.update(person.id, { passwordHash: weak });
    await auth.signIn({ email: person.email, password: 'wrong password' }).catch(() => undefined);
    expect((await people.findOneByOrFail({ id: person.id })).passwordHash).toBe(weak);
    await signIn();
    const renewed = (await people.findOneByOrFail({ id: person.id })).passwordHash;
    expect(renewed).toContain('$m=19456,t=2,p=1$');
    await signIn();
    expect((await people.findOneByOrFail({ id: person.id })).passwordHash).toBe(renewed);
  });

  it('announces an ended session under its key, never under its id, and continues after a lost database connection', async () => {
    const watched = watchChanges('auth', auth.service.address);
    await until('the stream to open', () => watched.notices.length > 0);
    const sid = sidOf(await signIn());
    await auth.database.dataSource
      .transaction(async (manager) => {
        await announce(manager, 'sessions', 'rolled back');
        throw new Error('no');
      })
      .catch(() => undefined);
    await auth.call('signOut', { id: sid });
    await until('the notice', () => watched.notices.some(({ id }) => id === sessionKey(sid)));
    expect(watched.notices.at(-1)).toEqual({ topic: 'sessions', id: sessionKey(sid) });
    expect(JSON.stringify(watched.notices)).not.toMatch(new RegExp(`${sid}|rolled back`));

    const before = watched.notices.length;
    const killed = await auth.database.dataSource.query<unknown[]>(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN %'",
    );
    expect(killed).toHaveLength(1);
    await until('the feed to connect again', () => watched.notices.slice(before).some(({ topic }) => topic === '*'));
    const next = sidOf(await signIn());
    await auth.call('signOut', { id: next });
    await until('the next notice', () => watched.notices.some(({ id }) => id === sessionKey(next)));
    watched.close();
  });
});
