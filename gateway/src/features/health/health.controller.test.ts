import { metrics } from '@site/platform/base/metrics';
import request from 'supertest';
import { until } from '../../../../services/platform/testing/until.js';
import { setupGateway } from '../../testing/given-gateway.js';
import { startTestGateway } from '../../testing/test-gateway.js';

const provided = setupGateway();
const readyz = async (url = provided.gateway.url) => {
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
  provided.services.submissions.failing = ['database', 'objectStore'];
  provided.services.content.failing = ['database'];
  provided.services.auth.kill();
  await untilFailing('auth: no answer', 'content: database', 'submissions: database, objectStore');
  expect(await readyz()).toMatchObject({ status: 200, ready: true });
  expect((await request(provided.gateway.url).get('/main/home')).status).toBe(200);
  const samples = await metrics.getSingleMetricAsString('dependency_up');
  expect(samples).toContain('dependency_up{dependency="content"} 0');
  expect(samples).toContain('dependency_up{dependency="weather"} 1');

  provided.services.submissions.failing = [];
  provided.services.content.failing = [];
  await provided.services.auth.start();
  await untilFailing();
});

it('is not ready in a new gateway before every service was reached, for at most half a minute', async () => {
  provided.services.auth.kill();
  const added = await startTestGateway(provided.services);
  try {
    expect(await readyz(added.url)).toMatchObject({ status: 503, ready: false, failing: ['services'] });
    const time = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 30_000);
    expect(await readyz(added.url)).toMatchObject({ status: 200, ready: true });
    time.mockRestore();
    expect(await readyz(added.url)).toMatchObject({ status: 503 });
    await provided.services.auth.start();
    await until('the new gateway to be ready', async () => (await readyz(added.url)).status === 200);
    provided.services.auth.kill();
    await until('/readyz to name auth', async () => (await readyz(added.url)).failing.join() === 'auth: no answer');
    expect(await readyz(added.url)).toMatchObject({ status: 200, ready: true });
  } finally {
    await added.close();
    await provided.services.auth.start();
  }
});
