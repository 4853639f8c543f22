import { spawn } from 'node:child_process';
import { startLoad, textOf } from '../lib/http-load.mjs';
import { rounded } from '../lib/statistics.mjs';
import { pathsOf } from './lib/sitemap-paths.mjs';

const busyProcesses = 8;
const requestsPerSecond = 10;
const minSharePercent = 95;
const maxP99Ms = 1_500;

/** A complete document: the strip's place, the heading and the main content are in the markup. */
const isComplete = (html) => /<!--rendered-->.*<h1\b.*<\/main>/s.test(html);

/** Visitors read pages of counties and the site's other pages, while other programs use every processor. */
export const benchmark = {
  name: 'documents-busy',
  title: `Documents beside ${busyProcesses} busy processes, ${requestsPerSecond} a second of all public addresses`,
  goal: `≥ ${minSharePercent} % with markup, p99 ≤ ${maxP99Ms / 1_000} s`,

  async run({ product, quick, defer }) {
    const { url } = await product({ RATE_LIMIT_SCALE: '1000' });
    // The text-only pages are always complete.
    const paths = ['/', ...(await pathsOf(url))].filter((path) => !/^\/(es|now)(\/|$)/.test(path));
    for (let count = 0; count < busyProcesses; count += 1) {
      const child = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
      defer(() => child.kill('SIGKILL'));
    }
    let complete = 0;
    const load = startLoad({
      rate: requestsPerSecond,
      next: (number) => url + paths[(number * 7) % paths.length],
      onResponse: (response) => {
        if (response.status === 200 && isComplete(textOf(response))) complete += 1;
      },
    });
    await new Promise((resolve) => setTimeout(resolve, quick ? 30_000 : 120_000));
    const stats = await load.stop();
    const sharePercent = rounded((100 * complete) / stats.sent, 1);
    const p99Ms = stats.percentile(0.99);
    return {
      passed: stats.failed === 0 && sharePercent >= minSharePercent && p99Ms <= maxP99Ms,
      details: { sharePercent, p50Ms: stats.percentile(0.5), p99Ms, sent: stats.sent, failed: stats.failed },
    };
  },
};
