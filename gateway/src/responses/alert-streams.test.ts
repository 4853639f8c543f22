import { get, type IncomingMessage } from 'node:http';
import request from 'supertest';
import { until } from '../../../services/platform/testing/until.js';
import { anAlert, someAlerts } from '../testing/fake-messages.js';
import { setupGateway } from '../testing/given-gateway.js';
import { AlertStreams, streamPath } from './alert-streams.js';
import type { AlertsData } from './weather-responses.js';

const provided = setupGateway({ RATE_LIMIT_SCALE: '1000', TRUSTED_PROXY_CIDR: '127.0.0.1/32' });

interface Stream {
  response: IncomingMessage;
  text: () => string;
  versions: () => string[];
  ended: () => boolean;
  close: () => void;
}
const opened: Stream[] = [];
afterEach(() => {
  for (const stream of opened.splice(0)) stream.close();
});

/** @param upgrade Upgrade request headers, as nginx sends them */
const open = (client = '192.0.2.1', upgrade: Record<string, string> = {}) =>
  new Promise<Stream>((resolve, reject) => {
    const headers = { 'X-Forwarded-For': client, ...upgrade };
    const target = get(`${provided.gateway.url}${streamPath}`, { headers }, (response) => {
      let text = '';
      let isEnded = false;
      response.setEncoding('utf8');
      response.on('data', (part: string) => (text += part));
      response.on('close', () => (isEnded = true));
      const stream: Stream = {
        response,
        text: () => text,
        versions: () => [...text.matchAll(/^data: (.+)$/gm)].map(([, version = '']) => version),
        ended: () => isEnded,
        close: () => target.destroy(),
      };
      opened.push(stream);
      resolve(stream);
    });
    target.on('error', reject);
  });

let version = 100;
const publish = (...ids: string[]) => {
  version += 1;
  const answer = someAlerts({ version, alerts: ids.map((id) => anAlert({ id })), updatedAt: new Date().toISOString() });
  provided.services.weather.handlers['weather.v1.AlertsService/ListAlerts'] = () => answer;
  provided.services.weather.announce('alerts');
};
const list = async (query = '') => request(provided.gateway.url).get(`/main/weather/alerts${query}`);
const served = async (...ids: string[]) => {
  publish(...ids);
  return until('the list to be served', async () => {
    const data = (await list()).body.data as AlertsData;
    return data.alerts.map(({ id }) => id).join() === ids.join() && String(data.version);
  });
};

const asUpgrade = { Upgrade: 'event-stream', Connection: 'upgrade' };

it.each([
  ['directly', {}],
  ['as nginx does', asUpgrade],
])('sends the version immediately and on each change, requested %s', async (_, headers) => {
  const first = await served('first');
  const stream = await open('192.0.2.1', headers);
  expect(stream.response).toMatchObject({
    statusCode: 200,
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    },
  });
  await until('the first version', () => stream.versions().at(-1) === first);
  const second = await served('second');
  await until('the second version', () => stream.versions().at(-1) === second);
  expect(
    stream
      .text()
      .replace(/^(retry|data): .+\n/gm, '')
      .trim(),
  ).toBe('');
  const retry = Number(/^retry: (\d+)\n\n/.exec(stream.text())?.[1]);
  expect(retry).toBeGreaterThanOrEqual(2_000);
  expect(retry).toBeLessThanOrEqual(10_000);
});

it('sends nothing when a refresh confirms the list', async () => {
  const same = await served('same');
  const stream = await open();
  await until('the version', () => stream.versions().at(-1) === same);
  const target = provided.services.weather.callsOf('weather.v1.AlertsService/ListAlerts');
  publish('same');
  await until(
    'the list to be asked for',
    () => provided.services.weather.callsOf('weather.v1.AlertsService/ListAlerts') > target,
  );
  const other = await served('other');
  await until('the next version', () => stream.versions().at(-1) === other);
  expect(stream.versions().filter((each, at, all) => each === all[at - 1])).toEqual([]);
});

it('announces a version only once it can be fetched', async () => {
  await served('before');
  const stream = await open();
  await until('the first version', () => stream.versions().length > 0);
  const seen = stream.versions().length;
  publish('fetched');
  await until('the next version', () => stream.versions().length > seen);
  const { status, body } = await list(`?version=${stream.versions().at(-1)}`);
  expect([status, (body.data as AlertsData).alerts.map(({ id }) => id)]).toEqual([200, ['fetched']]);
});

it("returns 503 for a version it doesn't have yet, so that no cache keeps an older list for it", async () => {
  const { status, headers } = await list(`?version=${version + 1_000}`);
  expect([status, headers['cache-control']]).toEqual([503, 'no-store']);
});

it('returns the newest list for an older version, and rejects invalid versions', async () => {
  await served('newest');
  const { status, body } = await list('?version=1');
  expect([status, (body.data as AlertsData).alerts.map(({ id }) => id)]).toEqual([200, ['newest']]);
  expect((await list('?version=x')).status).toBe(400);
});

it('accepts twelve streams per network and refuses the next, but not those of other networks', async () => {
  for (let count = 0; count < 12; count += 1) expect((await open('198.51.100.7')).response.statusCode).toBe(200);
  const rejected = await open('198.51.100.7');
  expect(rejected.response.statusCode).toBe(503);
  expect(rejected.response.headers['retry-after']).toBeDefined();
  expect((await open('198.51.100.8')).response.statusCode).toBe(200);
  opened[0]?.close();
  await until('room for another', async () => (await open('198.51.100.7')).response.statusCode === 200);
});

it('serves other upgrade requests as usual', async () => {
  const { status, body } = await request(provided.gateway.url).get('/main/weather/alerts').set(asUpgrade);
  expect([status, body.action]).toEqual([200, 'Active alerts']);
});

it('frees slots when clients leave that connected through nginx', async () => {
  for (let count = 0; count < 12; count += 1) await open('198.51.100.9', asUpgrade);
  expect((await open('198.51.100.9', asUpgrade)).response.statusCode).toBe(503);
  for (const stream of opened.splice(0)) stream.close();
  await until('room for another', async () => (await open('198.51.100.9', asUpgrade)).response.statusCode === 200);
});

it('ends all streams when the gateway stops', async () => {
  const streams = [await open(), await open('192.0.2.2', asUpgrade)];
  provided.gateway.app.get(AlertStreams).end();
  await until('their end', () => streams.every((stream) => stream.ended()));
  expect((await open()).response.statusCode).toBe(503);
});
