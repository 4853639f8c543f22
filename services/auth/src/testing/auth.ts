import { generateKeyPairSync } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { newId } from '@site/platform/ids';
import { testDatabase, type TestDatabase } from '@site/platform/testing/database';
import { testLogger } from '@site/platform/testing/logger';
import { startTestService, type TestService } from '@site/platform/testing/service';
import type { SignInResponse } from '@site/proto/gen/nest/auth/v1/sessions';
import { AppModule, packages } from '../app.module.js';
import { authDatabase } from '../database.js';
import type { FirstAdminSettings } from '../people/first-admin.js';
import { Person } from '../people/person.entity.js';
import type { KeySettings } from '../sessions/signing-keys.js';

export const makeKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

export const testPassword = 'correct horse battery';

export interface TestAuth {
  database: TestDatabase;
  service: TestService;
  /** The time as the service sees it. */
  clock: { now: Date; advance(seconds: number): void };
  call<Response>(method: string, request: object): Promise<Response>;
  signIn(request: {
    email?: string;
    password?: string;
    clientAddress?: string;
    userAgent?: string;
  }): Promise<SignInResponse>;
  /** Someone with `testPassword`. */
  addPerson(row?: Partial<Person>): Promise<Person>;
  close(): Promise<void>;
}

export const emptyDatabase = () => testDatabase(authDatabase);

/** The auth service on a database of its own (or the given one), spoken to over gRPC. */
export async function startAuth(
  options: { keys?: KeySettings; firstAdmin?: FirstAdminSettings; database?: TestDatabase } = {},
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
      clock: () => clock.now,
    }),
  });
  const call = <Response>(method: string, request: object) =>
    service.call<Response>('auth.v1.SessionsService', method, request);
  // As `Passwords.hash`; one hash for everybody saves the tests their time.
  const passwordHash = await hash(testPassword, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  return {
    database,
    service,
    clock,
    call,
    signIn: (request) =>
      call<SignInResponse>('signIn', {
        email: 'nobody@example.com',
        password: testPassword,
        clientAddress: '198.51.100.7',
        userAgent: 'test',
        ...request,
      }),
    async addPerson(row = {}) {
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
