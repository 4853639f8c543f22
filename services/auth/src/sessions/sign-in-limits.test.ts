import { status, type ServiceError } from '@grpc/grpc-js';
import { testLogger } from '@site/platform/testing/logger';
import type { RpcException } from '@nestjs/microservices';
import { metadataKeys } from '@site/proto/grpc';
import type { Person } from '../people/person.entity.js';
import { makeKey, startAuth, testPassword, type TestAuth } from '../testing/auth.js';
import { KeyedHash } from './keyed-hash.js';
import { Gate, Passwords } from '../people/passwords.js';
import { PasswordCheckQueue } from './password-check-queue.js';
import { HalfSessions } from './half-sessions.js';
import { SessionOpener } from './session-opener.js';
import { SessionsController } from './sessions.controller.js';
import { SignInLimits } from './sign-in-limits.js';
import { SignInLog } from './sign-in-log.js';
import { SigningKeys } from './signing-keys.js';

describe('sign-in limits', () => {
  let auth: TestAuth;
  let person: Person;
  beforeAll(async () => {
    auth = await startAuth();
  });
  afterAll(() => auth.close());
  beforeEach(async () => {
    await auth.database.dataSource.query('TRUNCATE sign_in_attempts, sessions');
    person = await auth.addUser();
  });

  /** Returns "in", "wrong", or the seconds to wait. */
  async function attempt(
    password: string,
    clientAddress = '198.51.100.7',
    email = person.email,
  ): Promise<'in' | 'wrong' | number> {
    try {
      await auth.signIn({ email, password, clientAddress });
      return 'in';
    } catch (error) {
      const { code, metadata } = error as ServiceError;
      if (code === status.UNAUTHENTICATED) return 'wrong';
      if (code !== status.RESOURCE_EXHAUSTED) throw error;
      return Number(metadata.get(metadataKeys.retryAfterSeconds)[0]);
    }
  }
  const wrong = (clientAddress?: string, email?: string) => attempt('wrong password', clientAddress, email);
  /** Inserts past failures without hashing. */
  async function failuresFrom(networks: number[], accountOf: string) {
    const [row] = await auth.database.dataSource.query<{ account_hash: string }[]>(
      `SELECT encode(sha256(convert_to(lower($1), 'UTF8')), 'hex') AS account_hash`,
      [accountOf],
    );
    for (const network of networks) {
      await auth.database.dataSource.query(
        `INSERT INTO sign_in_attempts (id, account_hash, client_network, address_key, at, failed)
         VALUES (gen_random_uuid(), $1, $2, $3, $4, true)`,
        [row?.account_hash, `10.0.${network}.0/24`, `10.0.${network}.1`, auth.clock.now],
      );
    }
  }

  it('lets five failures pass, then makes each further one wait twice as long, 15 minutes at most', async () => {
    for (let failure = 0; failure < 5; failure += 1) expect(await wrong()).toBe('wrong');
    for (const wait of [60, 120, 240, 480, 900, 900, 900]) {
      expect(await wrong()).toBe(wait);
      auth.clock.advance(wait - 1);
      expect(await attempt(testPassword)).toBe(1);
      auth.clock.advance(1);
      expect(await wrong()).toBe('wrong');
    }
  });

  it('says in words when to retry', async () => {
    for (let failure = 0; failure < 6; failure += 1) await wrong().catch(() => undefined);
    await expect(auth.signIn({ email: person.email })).rejects.toMatchObject({
      details: 'Too many sign-in attempts. Please try again in 60 seconds.',
    });
  });

  it('treats an unknown address exactly the same', async () => {
    const outcomes = async (email: string) => {
      const seen: unknown[] = [];
      for (let failure = 0; failure < 7; failure += 1) seen.push(await wrong('198.51.100.7', email));
      return seen;
    };
    expect(await outcomes('unknown@example.com')).toEqual(await outcomes(person.email));
  });

  it('counts an account once, in any spelling of its address', async () => {
    for (const email of [
      person.email,
      person.email.toUpperCase(),
      ` ${person.email}`,
      `${person.email} `,
      person.email,
    ]) {
      expect(await wrong('198.51.100.7', email)).toBe('wrong');
    }
    expect(await wrong()).toBe(60);
  });

  it('counts the whole network of the attacker, and no other', async () => {
    for (let host = 1; host <= 5; host += 1) expect(await wrong(`198.51.100.${host}`)).toBe('wrong');
    expect(await wrong('198.51.100.99')).toBe(60);
    expect(await attempt(testPassword, '203.0.113.5')).toBe('in');
    for (let host = 1; host <= 5; host += 1) expect(await wrong(`2001:db8:7:7::${host}`)).toBe('wrong');
    expect(await wrong('2001:db8:7:7:ffff::1')).toBe(60);
    expect(await attempt(testPassword, '2001:db8:7:8::1')).toBe('in');
    const other = await auth.addUser();
    expect(await attempt(testPassword, '198.51.100.99', other.email)).toBe('in');
  });

  it('resets after the right password, and after 15 quiet minutes', async () => {
    for (let failure = 0; failure < 4; failure += 1) await wrong();
    expect(await attempt(testPassword)).toBe('in');
    for (let failure = 0; failure < 4; failure += 1) expect(await wrong()).toBe('wrong');
    auth.clock.advance(15 * 60 + 1);
    for (let failure = 0; failure < 5; failure += 1) expect(await wrong()).toBe('wrong');
    expect(await wrong()).toBe(60);
  });

  it('cannot be bypassed with concurrent attempts', async () => {
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => wrong()));
    expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome === 60)).toHaveLength(7);
  });

  it('accepts 20 attempts in 5 minutes from one address, for any account and outcome', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => auth.addUser()));
    for (const { email } of people) {
      expect(await attempt(testPassword, '192.0.2.9', email)).toBe('in');
      for (let failure = 0; failure < 3; failure += 1) expect(await wrong('192.0.2.9', email)).toBe('wrong');
      auth.clock.advance(10);
    }
    expect(await wrong('192.0.2.9', 'someone.else@example.com')).toBe(250);
    expect(await wrong('192.0.2.10', 'someone.else@example.com')).toBe('wrong');
    auth.clock.advance(250);
    expect(await wrong('192.0.2.9', 'someone.else@example.com')).toBe('wrong');
  });

  it('stops a botnet at 50 failures an hour, but still accepts new networks and familiar ones', async () => {
    expect(await attempt(testPassword, '198.51.100.7')).toBe('in');
    await failuresFrom(
      Array.from({ length: 50 }, (_, index) => index % 25),
      person.email,
    );
    expect(await wrong('10.0.3.1')).toBe(3_600);
    expect(await attempt(testPassword, '10.0.3.1')).toBe(3_600);
    // A new network has one attempt, or any number with the correct password.
    expect(await attempt(testPassword, '203.0.113.5')).toBe('in');
    expect(await wrong('203.0.114.5')).toBe('wrong');
    expect(await wrong('203.0.114.5')).toBe(3_600);
    // On a known network, a typo costs nothing.
    expect(await wrong('198.51.100.8')).toBe('wrong');
    expect(await attempt(testPassword, '198.51.100.7')).toBe('in');
    auth.clock.advance(3_600);
    expect(await wrong('10.0.3.1')).toBe('wrong');
  });

  it('does not count an attempt that it was too busy to check', async () => {
    const { dataSource } = auth.database;
    const clock = () => auth.clock.now;
    const full = new Passwords(new Gate(0, 0));
    const keySettings = { current: makeKey().privateKey, previous: undefined };
    const keys = new SigningKeys(keySettings);
    const limits = new SignInLimits(dataSource, clock);
    const settings = { idleMinutes: 120, secondFactorFor: undefined, passkeysPossible: true };
    const halfSessions = new HalfSessions(settings, clock, new KeyedHash(keySettings));
    const opener = new SessionOpener(limits, keys, clock);
    const busy = new SessionsController(
      dataSource,
      full,
      limits,
      new SignInLog(dataSource, testLogger),
      new PasswordCheckQueue(),
      keys,
      halfSessions,
      opener,
      settings,
      clock,
    );
    const request = { email: person.email, password: testPassword, clientAddress: '198.51.100.7', userAgent: '' };
    for (let turn = 0; turn < 6; turn += 1) {
      const error = await busy.signIn(request).catch((reason: RpcException) => reason.getError());
      expect(error).toMatchObject({ code: status.UNAVAILABLE });
    }
    await expect(dataSource.query('SELECT 1 FROM sign_in_attempts')).resolves.toEqual([]);
    expect(await attempt(testPassword)).toBe('in');
  });

  it('responds to every user in a crowd: signed in, or rejected immediately', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        auth.signIn({ email: person.email, clientAddress: `172.16.${index}.1` }).catch((error: ServiceError) => error),
      ),
    );
    const turnedAway = outcomes.filter((outcome): outcome is ServiceError => outcome instanceof Error);
    expect(outcomes.length - turnedAway.length).toBeGreaterThanOrEqual(4);
    for (const { code, metadata } of turnedAway) {
      expect([status.UNAVAILABLE, status.RESOURCE_EXHAUSTED]).toContain(code);
      expect(Number(metadata.get(metadataKeys.retryAfterSeconds)[0])).toBeGreaterThan(0);
    }
  });
});
