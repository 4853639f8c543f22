import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { until } from '../../services/platform/testing/until.js';
import { startFakeServices, type FakeServices } from '../../gateway/src/testing/fake-services.js';
import { someAlerts } from '../../gateway/src/testing/fake-messages.js';
import { aWebRoot, startTestGateway, type TestGateway } from '../../gateway/src/testing/test-gateway.js';
import { startSiteNginx, type RunningNginx } from '../proof/lib/nginx.mjs';

const dryRun = 'submissions.v1.ContactService/DryRunContactMessage';
const listAlerts = 'weather.v1.AlertsService/ListAlerts';

let services: FakeServices;
let gateway: TestGateway;
let nginx: RunningNginx;
beforeAll(async () => {
  services = await startFakeServices();
  services.submissions.handlers[dryRun] = () => ({ oldestUnsentMailSeconds: 0 });
  gateway = await startTestGateway(services, { RATE_LIMIT_SCALE: '1000' });
  nginx = await startSiteNginx(gateway.url, { webRoot: aWebRoot() });
});
afterAll(async () => {
  await nginx.stop();
  await gateway.close();
  services.kill();
});

const probe = (...args: string[]) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [join(import.meta.dirname, 'probe.mjs'), ...args], (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
const failing = (stdout: string) =>
  stdout
    .split('\n')
    .filter((line) => line.startsWith('FAIL'))
    .map((line) => line.replace(/ \(\d+ ms\)$/, ''));

it('passes on a working site, with a line for each check', async () => {
  const { code, stdout } = await probe(nginx.url);
  expect([code, failing(stdout)]).toEqual([0, []]);
  expect(stdout.trim().split('\n')).toHaveLength(6);
  expect(services.submissions.callsOf('submissions.v1.ContactService/CreateContactMessage')).toBe(0);
  expect(services.submissions.callsOf(dryRun)).toBe(1);
});

it("reports a form that can't be stored and mail that waits too long", async () => {
  services.submissions.handlers[dryRun] = () => ({ oldestUnsentMailSeconds: 601 });
  const timeout = await probe(nginx.url);
  expect([timeout.code, failing(timeout.stdout)]).toEqual([
    1,
    ['FAIL  mail queue      the oldest mail has waited 601 s, more than 600 s'],
  ]);
  expect((await probe(nginx.url, '--max-mail-age', '700')).code).toBe(0);

  services.submissions.handlers[dryRun] = () => {
    throw new Error('the database is away');
  };
  const broken = await probe(nginx.url, '--json');
  const report = JSON.parse(broken.stdout) as { ok: boolean; checks: { name: string; ok: boolean; detail: string }[] };
  expect([broken.code, report.ok]).toEqual([1, false]);
  expect(report.checks.filter(({ ok }) => !ok).map(({ name }) => name)).toEqual(['contact form', 'mail queue']);
  services.submissions.handlers[dryRun] = () => ({ oldestUnsentMailSeconds: 0 });
});

it('reports alerts that are unknown or old', async () => {
  const untilSaid = (detail: RegExp, ...args: string[]) =>
    until(
      `the probe to say ${detail}`,
      async () => {
        const { code, stdout } = await probe(gateway.url, ...args);
        return code === 1 && failing(stdout).some((line) => line.startsWith('FAIL  alerts') && detail.test(line));
      },
      60_000,
    );
  const updatedAt = new Date().toISOString();
  services.weather.handlers[listAlerts] = () => someAlerts({ ok: false, updatedAt, version: 2 });
  services.weather.announce('alerts');
  await untilSaid(/ok: false/);
  services.weather.handlers[listAlerts] = () => someAlerts({ updatedAt, version: 3 });
  services.weather.announce('alerts');
  await untilSaid(/\d+ s old, more than 1 s/, '--max-alert-age', '1');
});

it("reports every check when the site doesn't respond", async () => {
  const { code, stdout } = await probe('http://127.0.0.1:9');
  expect(code).toBe(1);
  expect(failing(stdout)).toHaveLength(6);
});

it.each([
  [[], /name one site/],
  [['weather.example.org'], /must be an http\(s\) address/],
  [['https://weather.example.org/main'], /without a path/],
  [['https://weather.example.org', '--max-mail-age', 'soon'], /--max-mail-age must be a number/],
  [['https://weather.example.org', '--fast'], /--fast/],
])('rejects the command %j with exit code 2', async (args, message) => {
  const { code, stdout, stderr } = await probe(...args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(message);
});
