/** Starts the auth service for tests, with a clock that tests set. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { status, type ServiceError } from '@grpc/grpc-js';
import { hash } from '@node-rs/argon2';
import { newId } from '@site/platform/base/ids';
import { testDatabase, type TestDatabase } from '@site/platform/testing/database';
import { testLogger } from '@site/platform/testing/logger';
import { startTestService, type TestService } from '@site/platform/testing/service';
import { queuesOf } from '@site/proto/queues';
import { sessionKey } from '@site/proto/auth/v1/session-key';
import type { SignInResponse } from '@site/proto/gen/nest/auth/v1/sessions';
import type { Caller } from '@site/proto/grpc';
import { AppModule, packages, type AuthParts } from '../app.module.js';
import { authDatabase } from '../database.js';
import type { FirstAdminSettings } from '../people/first-admin.js';
import { Person } from '../people/person.entity.js';
import type { FactorSettings } from '../settings.js';
import { SecretSeal } from '../second-factors/secret-seal.js';
import type { KeySettings } from '../sessions/signing-keys.js';

export const makeKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

export const testSite = 'https://weather.example';

export const testPassword = 'correct horse battery';

export interface TestAuth {
  database: TestDatabase;
  service: TestService;
  clock: { now: Date; advance(seconds: number): void };
  call<Response>(method: string, request: object): Promise<Response>;
  signIn(request: {
    email?: string;
    password?: string;
    clientAddress?: string;
    userAgent?: string;
  }): Promise<SignInResponse>;
  openSession(user: Person, clientAddress?: string): Promise<string>;
  /** Returns whether a session is valid. */
  isValidSession(sid: string): Promise<boolean>;
  /** Adds a user with `testPassword`. */
  addUser(row?: Partial<Person>): Promise<Person>;
  close(): Promise<void>;
}

/** Returns the person as the gateway's caller, with their session's sid if it matters. */
export const asCaller = ({ id, name, role }: Person, clientAddress = '198.51.100.7', sid?: string): Caller => ({
  id,
  name,
  role,
  clientAddress,
  ...(sid !== undefined && { session: sessionKey(sid) }),
});

/** Reads the session id from a token without verifying it. */
export const sidOf = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sid: string }).sid;

export const emptyDatabase = () => testDatabase(authDatabase);

/** Starts the auth service with a fresh database (or the given one). */
export async function startAuth(
  options: {
    keys?: KeySettings;
    firstAdmin?: FirstAdminSettings;
    database?: TestDatabase;
    mailDelivered?: boolean;
    sessions?: Partial<AuthParts['sessions']>;
    factors?: Partial<FactorSettings>;
  } = {},
): Promise<TestAuth> {
  const database = options.database ?? (await emptyDatabase());
  const clock = {
    now: new Date('2026-11-20T12:00:00.000Z'),
    advance(seconds: number) {
      this.now = new Date(this.now.getTime() + seconds * 1_000);
    },
  };
  const service = await startTestService({
    name: 'auth',
    packages,
    logger: testLogger,
    module: AppModule.with({
      logger: testLogger,
      database: database.settings,
      keys: options.keys ?? { current: makeKey().privateKey, previous: undefined },
      firstAdmin: options.firstAdmin ?? { email: undefined, password: undefined },
      factors: {
        seal: new SecretSeal(randomBytes(32)),
        publicUrl: testSite,
        siteName: 'Arkansas Weather',
        ...options.factors,
      },
      sessions: { idleMinutes: 120, secondFactorFor: undefined, ...options.sessions },
      clock: () => clock.now,
      mailDelivered: options.mailDelivered ?? true,
      // On a busy machine, reading the dictionaries may take long.
      passwordCheckMs: 60_000,
      queues: {
        names: queuesOf.auth,
        settings: {
          redisUrl: process.env['REDIS_URL'],
          databaseUrl: database.settings.url,
          onError: () => undefined,
        },
      },
    }),
  });
  const call = <Response>(method: string, request: object) =>
    service.call<Response>('auth.v1.SessionsService', method, request);
  const passwordHash = await hash(testPassword, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  const signIn: TestAuth['signIn'] = (request) =>
    call<SignInResponse>('signIn', {
      email: 'nobody@example.com',
      password: testPassword,
      clientAddress: '198.51.100.7',
      userAgent: 'test',
      ...request,
    });
  return {
    database,
    service,
    clock,
    call,
    signIn,
    async openSession({ email }, clientAddress = '198.51.100.7') {
      const { token } = await signIn({ email, clientAddress });
      return sidOf(token);
    },
    isValidSession: (sessionId) =>
      call('introspectSession', { id: sessionId }).then(
        () => true,
        ({ code }: ServiceError) => {
          if (code !== status.UNAUTHENTICATED) throw new Error(`the session could not be looked up: ${code}`);
          return false;
        },
      ),
    async addUser(row = {}) {
      const people = database.dataSource.getRepository(Person);
      const id = newId();
      await people.insert({ id, name: 'Jo Doe', email: `${id}@example.com`, role: 'admin', passwordHash, ...row });
      return people.findOneByOrFail({ id });
    },
    async close() {
      await service.close();
      if (!options.database) await database.drop();
    },
  };
}
