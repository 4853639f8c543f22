import { metrics } from '@site/platform/base/metrics';
import request from 'supertest';
import { until } from '../../../../services/platform/testing/until.js';
import { givenGateway } from '../../testing/given.js';
import { startTestGateway } from '../../testing/test-gateway.js';

const given = givenGateway();
const readyz = async (url = given.gateway.url) => {
  const { status, body } = await request(url).get('/readyz');
  return { status, ...(body as { ready: boolean; failing: string[] }) };
};
const untilFailing = (...names: string[]) =>
  until(`/readyz to name ${names.join(' and ') || 'nothing'}`, async () => {
    const { failing } = await readyz();
    return failing.join() === names.join();
  });

it('lists failing services with their reasons, and stays ready for cached reads', async () => {
  await untilFailing();
  expect(await readyz()).toEqual({ status: 200, ready: true, failing: [] });
  given.services.submissions.failing = ['database', 'objectStore'];
  given.services.content.failing = ['database'];
  given.services.auth.kill();
  await untilFailing('auth: no answer', 'content: database', 'submissions: database, objectStore');
  expect(await readyz()).toMatchObject({ status: 200, ready: true });
  expect((await request(given.gateway.url).get('/main/home')).status).toBe(200);
  const samples = await metrics.getSingleMetricAsString('dependency_up');
  expect(samples).toContain('dependency_up{dependency="content"} 0');
  expect(samples).toContain('dependency_up{dependency="weather"} 1');

  given.services.submissions.failing = [];
  given.services.content.failing = [];
  await given.services.auth.start();
  await untilFailing();
});

it('is not ready in a new gateway before every service was reached, for at most half a minute', async () => {
  given.services.auth.kill();
  const added = await startTestGateway(given.services);
  try {
    expect(await readyz(added.url)).toMatchObject({ status: 503, ready: false, failing: ['services'] });
    const time = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 30_000);
    expect(await readyz(added.url)).toMatchObject({ status: 200, ready: true });
    time.mockRestore();
    expect(await readyz(added.url)).toMatchObject({ status: 503 });
    await given.services.auth.start();
    await until('the new gateway to be ready', async () => (await readyz(added.url)).status === 200);
    given.services.auth.kill();
    await until('/readyz to name auth', async () => (await readyz(added.url)).failing.join() === 'auth: no answer');
    expect(await readyz(added.url)).toMatchObject({ status: 200, ready: true });
  } finally {
    await added.close();
    await given.services.auth.start();
  }
});
