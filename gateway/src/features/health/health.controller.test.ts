import { metrics } from '@site/platform/base/metrics';
import request from 'supertest';
import { until } from '../../../../services/platform/testing/until.js';
import { givenGateway } from '../../testing/given.js';

const given = givenGateway();
const readyz = async () => {
  const { status, body } = await request(given.gateway.url).get('/readyz');
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
