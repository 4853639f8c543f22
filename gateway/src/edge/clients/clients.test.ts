import { status } from '@grpc/grpc-js';
import { unavailable } from '@site/proto/grpc';
import { testTlsVariables } from '../../../../services/platform/testing/identities.js';
import { testLogger } from '../../../../services/platform/testing/logger.js';
import { until } from '../../../../services/platform/testing/until.js';
import { Clients } from './clients.js';
import { configFrom } from '../../config.js';
import { startFakeServices, type FakeServices } from '../../testing/fake-services.js';
import { startLine } from '../../testing/tcp-proxy.js';

let services: FakeServices;
let clients: Clients;

const clientsOf = (contentAddress: string, authAddress = services.auth.address) =>
  new Clients(
    configFrom({
      ...testTlsVariables('gateway'),
      CONTENT_GRPC_ADDRESS: contentAddress,
      SUBMISSIONS_GRPC_ADDRESS: services.submissions.address,
      AUTH_GRPC_ADDRESS: authAddress,
      WEATHER_GRPC_ADDRESS: services.weather.address,
      S3_ENDPOINT: 'http://127.0.0.1:9',
      S3_ACCESS_KEY: 'test-key',
      S3_SECRET_KEY: 'test-secret',
    }),
    testLogger,
  );

beforeEach(async () => {
  services = await startFakeServices();
  clients = clientsOf(services.content.address);
});
afterEach(() => {
  clients.onApplicationShutdown();
  services.kill();
});

const getHomeContent = 'content.v1.HomeService/GetHomeContent';

it('survives a service restart while calls are waiting', async () => {
  await clients.contentHome.getHomeContent({});
  services.content.kill();
  const during = Promise.all(Array.from({ length: 20 }, () => clients.contentHome.getHomeContent({})));
  await until('the loss has been noticed', async () => !(await clients.isServing('content')));
  await services.content.start();
  const publicResponses = await during;
  expect(publicResponses.map(({ header }) => header?.header)).toEqual(Array(20).fill('Welcome'));
});

it('survives a service being killed during a call', async () => {
  let killed = false;
  services.content.handlers[getHomeContent] = () => {
    if (killed) return { header: { id: '1', header: 'Second try' } };
    killed = true;
    services.content.kill();
    void services.content.start();
    return new Promise<object>(() => undefined);
  };
  expect((await clients.contentHome.getHomeContent({})).header?.header).toBe('Second try');
});

it("doesn't retry errors from the service itself, which would only add load", async () => {
  services.content.handlers[getHomeContent] = () => {
    throw unavailable('Too busy.');
  };
  await expect(clients.contentHome.getHomeContent({})).rejects.toMatchObject({ code: status.UNAVAILABLE });
  expect(services.content.callsOf(getHomeContent)).toBe(1);
});

it('never retries a sign-in', async () => {
  services.auth.handlers['auth.v1.SessionsService/SignIn'] = () => {
    services.auth.kill();
    return new Promise<object>(() => undefined);
  };
  const signIn = { email: 'a@b.co', password: 'secret', clientAddress: '', userAgent: '' };
  await expect(clients.sessions.signIn(signIn)).rejects.toMatchObject({ code: status.CANCELLED });
  expect(services.auth.callsOf('auth.v1.SessionsService/SignIn')).toBe(1);
});

it('limits a call to five seconds', async () => {
  services.content.handlers[getHomeContent] = () => new Promise<object>(() => undefined);
  const startedAt = Date.now();
  await expect(clients.contentHome.getHomeContent({})).rejects.toMatchObject({ code: status.DEADLINE_EXCEEDED });
  expect(Date.now() - startedAt).toBeGreaterThan(4_500);
  expect(Date.now() - startedAt).toBeLessThan(15_000);
});

it('reports the service as down if the deadline passes while waiting for it', async () => {
  services.content.kill();
  await expect(clients.contentHome.getHomeContent({})).rejects.toMatchObject({ status: 503 });
});

it('refuses excess calls to an unresponsive service immediately', async () => {
  let response: () => void = () => undefined;
  const respondedAt = new Promise<object>((resolve) => (response = () => resolve({})));
  services.content.handlers[getHomeContent] = () => respondedAt;
  const waiting = Array.from({ length: 500 }, () => clients.contentHome.getHomeContent({}));
  await expect(clients.contentHome.getHomeContent({})).rejects.toMatchObject({ status: 503 });
  expect(await clients.posts.listPosts({ limit: 1 }).catch((error: { status: number }) => error.status)).toBe(503);
  await clients.submissionsHome.getHomeSubmissions({});
  response();
  // On a busy machine, some of the 500 calls may reach their deadline first.
  await Promise.allSettled(waiting);
});

it('reports which services are serving', async () => {
  expect(await clients.isServing('weather')).toBe(true);
  services.weather.kill();
  await until('the weather proxy is known to be down', async () => !(await clients.isServing('weather')));
  expect(await clients.isServing('content')).toBe(true);
});

it("reconnects when a connection leads to a vanished machine, and retries any call that wasn't sent", async () => {
  const line = await startLine(services.content.address);
  const signIns = await startLine(services.auth.address);
  const ofLine = clientsOf(line.address, signIns.address);
  services.auth.handlers['auth.v1.SessionsService/SignIn'] = () => ({ token: 'signed-in' });
  try {
    line.goDead();
    signIns.goDead();
    const waiting = Promise.all([
      ofLine.contentHome.getHomeContent({}),
      ofLine.sessions.signIn({ email: 'a@b.co', password: 'secret', clientAddress: '', userAgent: '' }),
    ]);
    await until('it has been dialled', () => line.opened > 0 && signIns.opened > 0);
    line.comeBack();
    signIns.comeBack();
    const [home, session] = await waiting;
    expect([home.header?.header, session.token]).toEqual(['Welcome', 'signed-in']);
  } finally {
    ofLine.onApplicationShutdown();
    await Promise.all([line.close(), signIns.close()]);
  }
});

it('reports a service as down when its machine vanishes without closing the connection, and drops that connection', async () => {
  const line = await startLine(services.content.address);
  const ofLine = clientsOf(line.address);
  try {
    await ofLine.contentHome.getHomeContent({});
    line.goDead();
    const cut = ofLine.contentHome.getHomeContent({});
    line.comeBack();
    await expect(cut).rejects.toMatchObject({ status: 503 });
    expect((await ofLine.contentHome.getHomeContent({})).header?.header).toBe('Welcome');
  } finally {
    ofLine.onApplicationShutdown();
    await line.close();
  }
});

it("distributes calls among a service's replicas, and continues with the remaining ones", async () => {
  const twin = await startFakeServices();
  const ofBoth = clientsOf(`ipv4:${services.content.address},${twin.content.address}`);
  const replicas = [services.content, twin.content];
  try {
    await until('both were asked', async () => {
      await ofBoth.contentHome.getHomeContent({});
      return replicas.every((replica) => replica.callsOf(getHomeContent) > 0);
    });
    twin.content.kill();
    const publicResponses = await Promise.all(Array.from({ length: 20 }, () => ofBoth.contentHome.getHomeContent({})));
    expect(publicResponses.map(({ header }) => header?.header)).toEqual(Array(20).fill('Welcome'));
  } finally {
    ofBoth.onApplicationShutdown();
    twin.kill();
  }
});
