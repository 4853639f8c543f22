import { cpuSeconds } from '../lib/costs.mjs';
import { startSiteNginx, startStaticNginx } from '../lib/nginx.mjs';
import { encodedAnswer, settled } from './lib/answers.mjs';
import { hammer } from './lib/hammer.mjs';
import { rounds } from './lib/rounds.mjs';
import { rounded } from '../lib/statistics.mjs';

const least = 0.8;
const connections = 32;

/** The hot read: the page that a link in a warning opens for all visitors. */
export const benchmark = {
  name: 'home-nginx',
  title: 'GET /main/home through nginx, hot, beside nginx with the same bytes as a file',
  goal: `≥ ${least} × nginx static`,

  async run({ quick, product, defer }) {
    const { url } = await product();
    await settled(`${url}/main/home`);
    const { body, encoding, type } = await encodedAnswer(`${url}/main/home`, 'br');
    const site = await startSiteNginx(url);
    defer(site.stop);
    const file = await startStaticNginx(body, { 'Content-Encoding': encoding, 'Content-Type': type });
    defer(file.stop);
    const headers = { 'Accept-Encoding': 'gzip, deflate, br, zstd' };
    const subject = (server, path) => async () => {
      const before = cpuSeconds(server.pids());
      const load = await hammer({ url: server.url + path, headers, connections, seconds: quick ? 1.5 : 3 });
      return { ...load, cpuMicroseconds: ((cpuSeconds(server.pids()) - before) / load.answered) * 1e6 };
    };
    const { ours, static: limit } = await rounds(
      { ours: subject(site, '/main/home'), static: subject(file, '/answer') },
      quick ? 5 : 15,
    );
    const ratio = ours.requestsPerSecond / limit.requestsPerSecond;
    const rows = Object.entries({ 'our nginx': ours, 'nginx static': limit }).map(([what, figures]) => ({
      what,
      'requests/s': figures.requestsPerSecond,
      'p50 ms': rounded(figures.p50Ms),
      'p99 ms': rounded(figures.p99Ms),
      'server µs/request': Math.round(figures.cpuMicroseconds),
      'client processors': figures.clientCpuShare,
      bytes: figures.bytes,
    }));
    return {
      holds: ratio >= least,
      measured: `${rounded(ratio)} × (${ours.requestsPerSecond} to ${limit.requestsPerSecond} requests/s)`,
      details: {
        ratio: rounded(ratio, 3),
        requestsPerSecond: ours.requestsPerSecond,
        staticRequestsPerSecond: limit.requestsPerSecond,
        cpuRatio: rounded(limit.cpuMicroseconds / ours.cpuMicroseconds, 3),
      },
      rows,
    };
  },
};
