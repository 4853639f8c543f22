import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../services/platform/local/ports.mjs';
import { newFolder } from '../../lib/processes.mjs';
import { cpuSeconds } from '../lib/costs.mjs';
import { encodedAnswer, settled } from './lib/answers.mjs';
import { hammer } from './lib/hammer.mjs';
import { startProgram } from '../lib/program.mjs';
import { rounds } from './lib/rounds.mjs';
import { rounded } from '../lib/statistics.mjs';

const least = 0.8;
const connections = 32;

/** Without nginx: local mode, and the request that nginx itself makes once a second. */
export const benchmark = {
  name: 'home-gateway',
  title: 'GET /main/home at the gateway, hot and compressed, beside a bare node:http server with the same buffer',
  goal: `≥ ${least} × bare node:http`,

  async run({ quick, product, defer }) {
    const running = await product();
    const address = `${running.url}/main/home`;
    await settled(address);
    const { body, encoding } = await encodedAnswer(address, 'br');
    const folder = newFolder('bench');
    defer(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'answer');
    writeFileSync(file, body);
    const port = await freePort();
    const words = [String(port), file, encoding];
    const barePid = await startProgram({ file: join(import.meta.dirname, 'bare/buffer.mjs'), words, defer });

    const headers = { 'Accept-Encoding': 'gzip, deflate, br, zstd' };
    const subject = (url, pid) => async () => {
      const before = cpuSeconds([pid()]);
      const load = await hammer({ url, headers, connections, seconds: quick ? 1.5 : 3 });
      if (load.bytes !== body.length) throw new Error(`${url} returned ${load.bytes} bytes`);
      return { ...load, cpuMicroseconds: ((cpuSeconds([pid()]) - before) / load.answered) * 1e6 };
    };
    const { ours, bare } = await rounds(
      {
        ours: subject(address, () => running.pids().gateway),
        bare: subject(`http://127.0.0.1:${port}/`, () => barePid),
      },
      quick ? 5 : 15,
    );
    const ratio = ours.requestsPerSecond / bare.requestsPerSecond;
    const rows = Object.entries({ 'our gateway': ours, 'bare node:http': bare }).map(([what, figures]) => ({
      what,
      'requests/s': figures.requestsPerSecond,
      'p50 ms': rounded(figures.p50Ms),
      'p99 ms': rounded(figures.p99Ms),
      'server µs/request': Math.round(figures.cpuMicroseconds),
      'client processors': figures.clientCpuShare,
    }));
    return {
      holds: ratio >= least,
      measured: `${rounded(ratio)} × (${ours.requestsPerSecond} to ${bare.requestsPerSecond} requests/s)`,
      details: {
        ratio: rounded(ratio, 3),
        requestsPerSecond: ours.requestsPerSecond,
        bareRequestsPerSecond: bare.requestsPerSecond,
        cpuRatio: rounded(bare.cpuMicroseconds / ours.cpuMicroseconds, 3),
        bytes: body.length,
      },
      rows,
    };
  },
};
