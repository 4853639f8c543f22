import { testLogger } from '@site/platform/testing/logger';
import { startAuth, type TestAuth } from '../testing/auth.js';
import { SessionSweep } from './session-sweep.js';

describe('the sweep', () => {
  let auth: TestAuth;
  beforeAll(async () => {
    auth = await startAuth();
  });
  afterAll(() => auth.close());

  it('forgets attempts after a day and sessions 30 days after their end, not before', async () => {
    const { dataSource } = auth.database;
    const sweep = new SessionSweep(dataSource, () => auth.clock.now, testLogger);
    const left = async () => {
      await sweep.sweep();
      const [row] = await dataSource.query<{ attempts: number; sessions: number }[]>(
        'SELECT (SELECT count(*)::int FROM sign_in_attempts) AS attempts, (SELECT count(*)::int FROM sessions) AS sessions',
      );
      return row;
    };
    await auth.signIn({ email: (await auth.addPerson()).email });
    auth.clock.advance(24 * 3_600);
    await expect(left()).resolves.toEqual({ attempts: 1, sessions: 1 });
    auth.clock.advance(1);
    await expect(left()).resolves.toEqual({ attempts: 0, sessions: 1 });
    auth.clock.advance((30 - 1) * 24 * 3_600 + 12 * 3_600 - 1);
    await expect(left()).resolves.toEqual({ attempts: 0, sessions: 1 });
    auth.clock.advance(1);
    await expect(left()).resolves.toEqual({ attempts: 0, sessions: 0 });
  });
});
