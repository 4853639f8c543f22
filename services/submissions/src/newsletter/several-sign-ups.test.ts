import { randomUUID } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { Submissions } from '../testing/submissions.js';

let submissions: Submissions;
beforeAll(async () => {
  submissions = await Submissions.start();
});
afterAll(() => submissions.stop());

const call = (method: string, request: object) =>
  submissions.service.call<object>('submissions.v1.NewsletterService', method, request);
const subscribe = (email: string, idempotency: object = { fingerprint: randomUUID() }) =>
  call('subscribe', { email, idempotency });
const anAddress = () => `${randomUUID()}@example.com`;
const found = async (email: string) =>
  (
    await submissions.query<{ id: string; state: string }>(
      'SELECT id, state FROM newsletter_subscribers WHERE lower(email) = lower($1)',
      [email],
    )
  )[0];
const jobsFor = async (email: string) =>
  (
    await submissions.query(`SELECT FROM outbox WHERE payload = jsonb_build_object('subscriberId', $1::text)`, [
      (await found(email))?.id,
    ])
  ).length;

describe('sign-ups recorded together', () => {
  const several = (signUps: { email: string; idempotency?: object }[]) => call('subscribeSeveral', { signUps });
  const aSignUp = (email = anAddress(), idempotency: object = { key: randomUUID(), fingerprint: 'a' }) => ({
    email,
    idempotency,
  });

  it('do for each what a single sign-up does, with and without a key', async () => {
    const existing = { email: anAddress() };
    await subscribe(existing.email);
    await submissions.query(`UPDATE newsletter_subscribers SET state = 'unsubscribed' WHERE email = $1`, [
      existing.email,
    ]);
    const signUps = [aSignUp(), aSignUp(anAddress(), { fingerprint: 'b' }), aSignUp(existing.email.toUpperCase())];
    expect(await several(signUps)).toEqual({ recorded: [true, true, true] });
    for (const { email } of signUps) expect(await found(email)).toMatchObject({ state: 'pending' });
    expect(await Promise.all(signUps.map(({ email }) => jobsFor(email)))).toEqual([1, 1, 2]);
  });

  it('skip a repeated address, in any case, and a known key', async () => {
    const twice = aSignUp(`Nora.${anAddress()}`);
    const repeated = aSignUp();
    await several([repeated, aSignUp()]);
    const response = await several([twice, aSignUp(twice.email.toUpperCase()), repeated, aSignUp()]);
    expect(response).toEqual({ recorded: [true, false, false, true] });
    expect([await jobsFor(twice.email), await jobsFor(repeated.email)]).toEqual([1, 1]);
  });

  it("are all skipped when one can't be recorded", async () => {
    const good = aSignUp();
    expect(await several([good, aSignUp('')])).toEqual({ recorded: [false, false] });
    expect(await found(good.email)).toBeUndefined();
    expect(await subscribe(good.email, good.idempotency)).toEqual({});
    expect(await jobsFor(good.email)).toBe(1);
  });

  it('are 1 to 32, each with a claim', async () => {
    for (const signUps of [[], Array.from({ length: 33 }, () => aSignUp()), [aSignUp(), { email: anAddress() }]])
      await expect(several(signUps)).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
  });
});
