import { type GetHomeSubmissionsResponse } from '@site/proto/gen/nest/submissions/v1/home';
import { until } from '@site/platform/testing/until';
import { addSamples } from './add-samples.js';
import { Submissions } from './testing/submissions.js';

describe('sample content', () => {
  let submissions: Submissions;
  beforeAll(async () => {
    submissions = await Submissions.start();
  });
  afterAll(() => submissions.stop());
  const home = () =>
    submissions.service.call<GetHomeSubmissionsResponse>('submissions.v1.HomeService', 'getHomeSubmissions', {});
  const seed = () => addSamples(submissions.database.dataSource, submissions.stores.seed);

  it('is added once, even by concurrent runs', async () => {
    const added = await Promise.all([seed(), seed()]);
    expect(added).toEqual(
      expect.arrayContaining([
        { sponsors: 6, snapshots: 6 },
        { sponsors: 0, snapshots: 0 },
      ]),
    );
    expect(await seed()).toEqual({ sponsors: 0, snapshots: 0 });
  }, 60_000);

  it('shows no photo or logo before the worker has processed it', async () => {
    const { snapshots, sponsors } = await home();
    expect(snapshots).toEqual([]);
    expect(sponsors?.sponsors.map(({ logo }) => logo)).toEqual(Array(6).fill(undefined));
  });

  it('is on the home page, marked as sample, once the worker has processed it', async () => {
    submissions.startWorker();
    const { snapshots, sponsors } = await until(
      'all pictures to be ready',
      async () => {
        const response = await home();
        const logos = response.sponsors?.sponsors.filter(({ logo }) => logo) ?? [];
        return response.snapshots.length === 6 && logos.length === 6 ? response : undefined;
      },
      60_000,
    );
    for (const { comment, picture } of snapshots) {
      expect(comment).toContain('sample illustration');
      expect(picture).toMatchObject({ state: 'ready', width: 1_600, height: 1_200 });
    }
    for (const { name } of sponsors?.sponsors ?? []) expect(name).toContain('(sample)');
    expect(sponsors?.topSponsor?.name).toBe('Ozark Emergency Dispatch (sample)');
  }, 90_000);

  it("doesn't return after an admin has deleted it", async () => {
    for (const { id } of (await home()).snapshots) await submissions.delete(id);
    expect(await seed()).toEqual({ sponsors: 0, snapshots: 0 });
    expect((await home()).snapshots).toEqual([]);
  });
});
