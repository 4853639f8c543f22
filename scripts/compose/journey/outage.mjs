import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../lib/checkout.mjs';
import { expect } from '../../lib/visitor-journey.mjs';
import { until } from '../../lib/until.mjs';

const readyz = `fetch('http://127.0.0.1:9464/readyz').then(async (answer) => console.log(answer.status, await answer.text()))`;

/** Runs the documented probe from outside. @returns its exit code and output */
function probe(address) {
  const { status, stdout } = spawnSync(process.execPath, [join(root, 'scripts/ops/probe.mjs'), address], {
    encoding: 'utf8',
  });
  return { status, output: stdout.trim() };
}

/**
 * Stops Postgres: the gateway stays ready and names the affected services, and the probe fails until Postgres is back.
 */
export async function outage({ installation, site, say }) {
  const { compose } = installation;
  const before = probe(site.address);
  expect(before.status === 0, `the probe fails on a healthy site:\n${before.output}`);
  await compose(['stop', 'postgres']);
  const ready = () => compose(['exec', '-T', 'gateway', 'node', '-e', readyz]);
  const named = async () => {
    const answer = await ready();
    expect(answer.startsWith('200 '), `/readyz answered ${answer}`);
    return answer.includes('content: database') && answer;
  };
  const answer = await until('/readyz to name the database', named, { withinMs: 60_000, everyMs: 1_000 });
  expect((await site.get('/main/home')).status === 200, 'the home page needs Postgres');
  const during = probe(site.address);
  expect(during.status === 1, `the probe exited with ${during.status} while Postgres was stopped:\n${during.output}`);
  await compose(['start', 'postgres']);
  await until('the probe to pass again', () => probe(site.address).status === 0, { withinMs: 90_000, everyMs: 3_000 });
  say(`without Postgres the gateway stays ready and reports ${answer}; the probe fails, and passes again afterwards`);
}
