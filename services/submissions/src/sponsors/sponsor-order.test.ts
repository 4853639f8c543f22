import { status } from '@grpc/grpc-js';
import { sponsorFields, sponsorsOf } from '../testing/sponsors.js';
import { moderator, Submissions } from '../testing/submissions.js';

let submissions: Submissions;
let sponsors: ReturnType<typeof sponsorsOf>;
beforeAll(async () => {
  submissions = await Submissions.start();
  sponsors = sponsorsOf(submissions);
});
afterAll(() => submissions.stop());

const add = async (companyName: string) => (await sponsors.create({ fields: { ...sponsorFields, companyName } })).id;
const names = async () => (await sponsors.publicly()).sponsors.map(({ name }) => name).join('');

it('is the admins’, and newly approved sponsors come last', async () => {
  const early = await sponsors.requested({ companyName: 'D' });
  const a = await add('A');
  const b = await add('B');
  const c = await add('C');
  expect(await names()).toBe('ABC');
  await sponsors.call('orderSponsors', { ids: [c, a, b] });
  expect(await names()).toBe('CAB');
  expect((await sponsors.publicly()).topSponsor?.name).toBe('C');
  expect(await sponsors.auditOf(c)).toEqual(['sponsor.create C', 'sponsor.move C']);
  await sponsors.call('approveSponsor', { id: early });
  expect(await names()).toBe('CABD');
  const pages: string[] = [];
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const request = { state: 'approved', limit: 3, cursor };
    const page = await sponsors.call<{ sponsors: { companyName: string }[]; nextCursor?: string }>(
      'listSponsors',
      request,
    );
    pages.push(page.sponsors.map(({ companyName }) => companyName).join(''));
    cursor = page.nextCursor;
  }
  expect(pages).toEqual(['CAB', 'D']);
  await expect(sponsors.call('orderSponsors', { ids: [c, a, b] })).rejects.toMatchObject({ code: status.ABORTED });
  await expect(sponsors.call('orderSponsors', { ids: [a] }, moderator)).rejects.toMatchObject({
    code: status.PERMISSION_DENIED,
  });
});
