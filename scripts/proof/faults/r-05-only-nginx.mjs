import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../../lib/until.mjs';
import { startLoad } from '../lib/http-load.mjs';
import { startSiteNginx } from '../lib/nginx.mjs';

export const name = 'R-05';
export const title = 'only nginx left';
export const rule =
  'With gateway, services, Postgres and object store dead, visitors get the public reads, the page itself and previously seen pictures from nginx: every response is 2xx.';

const reads = [
  '/main/home',
  '/main/teams',
  '/main/faqs',
  '/main/keys',
  '/main/weather/radar',
  '/main/weather/outlook',
  '/main/weather/reports',
  '/main/weather/rivers',
];
/** By then, entries that nginx caches for a second have expired. */
const agesMs = 3_000;
const maxImages = 20;
/** As browsers do: nginx caches a response per encoding. */
const headers = { 'Accept-Encoding': 'br' };

const pathsOf = (value) => {
  if (typeof value === 'string') return value.startsWith('/media/') ? [value] : [];
  return value && typeof value === 'object' ? Object.values(value).flatMap(pathsOf) : [];
};

export async function run(context) {
  const { checks, rows } = context;
  const product = await context.product({ fresh: true });
  const nginx = await startSiteNginx(product.url);
  context.defer(() => nginx.stop());
  // The sample pictures are processed after the first start.
  const images = await until(
    'pictures on the home page',
    async () => {
      const { data } = await (await fetch(`${nginx.url}/main/home`)).json();
      const found = [...new Set(pathsOf(data))];
      return found.length >= 3 && found;
    },
    { withinMs: 180_000, intervalMs: 1_000 },
  );
  const frames = await until(
    'radar frames',
    async () => {
      const { data } = await (await fetch(`${nginx.url}/main/weather/radar`)).json();
      return data?.frames.length > 0 && pathsOf(data);
    },
    { withinMs: 60_000, intervalMs: 1_000 },
  );
  const paths = ['/', ...reads, ...frames.slice(0, maxImages), ...images.slice(0, maxImages)];
  for (const path of paths) {
    const { status } = await fetch(nginx.url + path, { headers });
    checks.that(status === 200, `${path} returns ${status} while everything works`);
  }
  await product.stop();
  context.log('everything behind nginx is dead');
  await wait(agesMs);
  const [rate, seconds] = context.quick ? [200, 10] : [2_000, 60];
  const load = startLoad({
    rate,
    next: (index) => ({ url: nginx.url + paths[index % paths.length], headers }),
    connections: 64,
  });
  await wait(seconds * 1_000);
  const stats = await load.stop();
  const others = Object.entries({ ...stats.statuses, ...stats.errors }).filter(([status]) => status !== '200');
  checks.that(others.length === 0, `answers beside 200: ${stats.text} (${stats.failures})`);
  const row = {
    'requests sent': `${rate}/s for ${seconds} s`,
    responses: stats.text,
    'median ms': stats.percentile(0.5),
    'p99 ms': stats.percentile(0.99),
    paths: paths.length,
  };
  rows.push(row);
  return { ...row };
}
