import { unavailable } from '@site/proto/grpc';
import request from 'supertest';
import { until } from '../../../../services/platform/testing/until.js';
import { startFakeServices, type FakeServices } from '../../testing/fake-services.js';
import {
  outlookPath,
  radarPath,
  reportsPath,
  riversPath,
  stormContextHandlers,
} from '../../testing/fake-storm-context.js';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.js';

let services: FakeServices;
let gateway: TestGateway | undefined;
beforeEach(async () => {
  services = await startFakeServices();
});
afterEach(async () => {
  await gateway?.close();
  gateway = undefined;
  services.kill();
});

const paths = [
  ['radar', radarPath],
  ['outlook', outlookPath],
  ['reports', reportsPath],
  ['rivers', riversPath],
] as const;

describe.each(paths)('GET /main/weather/%s', (name, rpc) => {
  const fetch = () => request(gateway?.url ?? '').get(`/main/weather/${name}`);

  it('calls the weather proxy once for any number of visitors, and again after a change notice', async () => {
    gateway = await startTestGateway(services, { RATE_LIMIT_SCALE: '100' });
    await Promise.all(Array.from({ length: 40 }, fetch));
    // One at startup and one for the weather proxy's first notice.
    const calls = services.weather.callsOf(rpc);
    expect(calls).toBeLessThanOrEqual(2);
    services.weather.announce(name);
    // Sooner than the polling interval.
    await until('another call', () => services.weather.callsOf(rpc) > calls, 5_000);
  });

  it('returns 503 until the weather proxy has responded once', async () => {
    services.weather.handlers[rpc] = () => {
      throw unavailable('No.');
    };
    gateway = await startTestGateway(services, { RATE_LIMIT_SCALE: '100' });
    const { status, headers, body } = await fetch();
    expect([status, headers['retry-after'], headers['cache-control'], body.status]).toEqual([
      503,
      '5',
      'no-store',
      false,
    ]);
    services.weather.handlers[rpc] = stormContextHandlers()[rpc]!;
    await until('an answer', async () => (await fetch()).status === 200);
  });
});
