import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { until } from '../../services/platform/testing/until.js';
import { successfulResponses, run, type CannedResponse } from './testing/cluster.js';

const overlay = join(import.meta.dirname, '../../k8s/overlays/local');

const manifest = (kind: string, name: string, rest: object = {}, order?: string) => ({
  kind,
  metadata: { name, labels: order ? { 'arkansas-weather/roll-out': order } : {} },
  ...rest,
});
const deployment = (name: string, image: string) =>
  manifest('Deployment', name, { spec: { replicas: 1, template: { spec: { containers: [{ image }] } } } }, 'last');
const small = [
  manifest('Namespace', 'weather'),
  manifest('Job', 'migrations', {}, 'first'),
  manifest('StatefulSet', 'postgres'),
  deployment('gateway', 'arkansas-weather/gateway:dev'),
];
const json = (value: object) => JSON.stringify(value);
const job = (type: string) => json({ status: { conditions: [{ type, status: 'True' }] } });
const items = (...each: object[]) => json({ items: each });
const node = { metadata: { name: 'one' }, status: { images: [{ names: ['docker.io/arkansas-weather/gateway:dev'] }] } };
/** A restart replaces it. */
const pod = {
  metadata: { name: 'gateway-{{rollout restart}}' },
  spec: { nodeName: 'one' },
  status: { phase: 'Running' },
};
const gateway = { metadata: { name: 'gateway' }, spec: { replicas: 2 }, status: { availableReplicas: 3 } };
const secret = json({ data: { 'admin-password': 'YnktaGFuZA==' } });
const visits = (failed: object, acknowledged: number[] = [], others: object = {}) => ({
  perCall: 20,
  line: json({ reads: 20, writes: 2, acknowledged, failed, alerts: 4, unknownAlerts: 0, ...others }),
});

const cluster: CannedResponse[] = [
  ...successfulResponses,
  ['^kustomize .*production', json(manifest('Namespace', 'weather'))],
  ['^kustomize', small.map((each) => json(each)).join('\n---\n')],
  ['^get nodes', items(node)],
  ['^get .*job migrations', job('Complete')],
  ['^get .*deployments', items(gateway)],
  ['^get .*hpa', items()],
  ['^get .*secret auth', secret],
  ['^get .*pods', items(pod)],
  ['^get .*pod test-visitors', json({ status: { phase: 'Succeeded' } })],
  ['logs test-visitors', visits({})],
  ['^get .*service kubernetes', json({ spec: { clusterIP: '10.96.0.1' } })],
  ['^get .*pod test-', json({ status: { phase: 'Succeeded' } })],
  ['logs test-stranger', json([false, false, false, false])],
  ['logs test-known', json([true])],
  ['create job test-', json({ spec: { template: { spec: { containers: [{ args: [] }] } } } })],
  ['^get .*job test-', job('Complete')],
  ['logs job/test-backup', 'backup 3f2a91bc: 120 rows, 4 objects, 2.0 s'],
  ['exec postgres-0', '7'],
];
const runTest = (responses: CannedResponse[] | undefined, ...words: string[]) =>
  run('cluster-test.mjs', [overlay, ...words], responses);

interface Summary {
  ok: number;
  failed: number;
  notChecked: number;
  checks: { name: string; result: string; detail?: string }[];
}
const summaryOf = (output: string) => JSON.parse(output.trim().split('\n').pop()!) as Summary;
const found = (output: string, name: string) => summaryOf(output).checks.find((check) => check.name === name);
const changing = (calls: string[]) => calls.filter((call) => /\b(apply|delete|scale|patch|drain|restart)\b/.test(call));

describe('the cluster test', () => {
  it.each([
    ['no kubectl', undefined, 'NO CLUSTER: kubectl is not installed'],
    [
      'no cluster named',
      [['^config', 'current-context is not set', 1]] as CannedResponse[],
      'NO CLUSTER: kubectl has no',
    ],
  ])('reports that there is %s', async (_what, responses, sentence) => {
    const { code, output, calls } = await runTest(responses);
    expect([code, output]).toEqual([3, expect.stringContaining(sentence)]);
    expect(changing(calls)).toEqual([]);
  });

  it("doesn't touch an existing installation without --here", async () => {
    const { code, output, calls } = await runTest([['^get namespace weather', secret], ...cluster]);
    expect([code, output]).toEqual([64, expect.stringContaining('the cluster already has a namespace weather')]);
    expect(changing(calls)).toEqual([]);
  });

  it('stops at a failed rollout: dependent checks are skipped, and the test fails', async () => {
    const { code, output } = await runTest([['^get .*job migrations', job('Failed')], ...cluster]);
    expect(code).toBe(1);
    expect(output).toMatch(/FAILED +the first rollout: the Job migrations failed/);
    expect(output).toMatch(/NOT CHECKED +visitors come: the rollout failed/);
    const { ok, failed, notChecked, checks } = summaryOf(output);
    expect(ok + failed + notChecked).toBe(checks.length);
    expect(checks.filter(({ result }) => result === 'FAILED').map(({ name }) => name)).toEqual(['the first rollout']);
  });

  it('names the images that no node has', async () => {
    const { output } = await runTest([['^get nodes', items({ ...node, status: {} })], ...cluster]);
    expect(output).toMatch(/FAILED +the images exist: no node has arkansas-weather\/gateway:dev/);
  });

  it("deletes pods and rolls out under load, and counts the visitors' requests", async () => {
    const { output, calls } = await runTest(cluster);
    const names = ['a pod of gateway is deleted', 'a pod of gateway is force-deleted', 'gateway is rolled'];
    for (const name of names)
      expect(found(output, name)).toMatchObject({
        result: 'ok',
        detail: expect.stringMatching(/^\d+ reads, \d+ writes, 0 failed$/) as string,
      });
    expect(changing(calls)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^-n weather delete pod gateway-\d+ --wait=true$/),
        expect.stringMatching(/^-n weather delete pod gateway-\d+ --force --grace-period=0$/),
        '-n weather rollout restart deployment/gateway',
      ]),
    );
    // Unsupported checks don't fail the run.
    expect(found(output, 'a node is drained')).toMatchObject({
      result: 'NOT CHECKED',
      detail: 'this cluster has only one node',
    });
    expect(found(output, 'autoscalers have metrics')).toMatchObject({ result: 'NOT CHECKED' });
    expect(found(output, 'a pod without labels can connect to nothing')).toMatchObject({ result: 'ok' });
    expect(found(output, 'a backup by hand')).toMatchObject({ result: 'ok', detail: '120 rows, 4 objects' });
    expect(found(output, 'everything is lost and restored')).toMatchObject({ result: 'NOT CHECKED' });
    expect(calls.filter((call) => call.includes('delete pvc'))).toEqual([]);
    // This kubectl's port-forward leads nowhere.
    expect(found(output, 'a photo from the form to the home page; a message; the newsletter')).toMatchObject({
      result: 'FAILED',
    });
    expect(calls).toContain('-n weather delete pod,networkpolicy -l arkansas-weather/test=true --wait=true');
  });

  it('fails when visitors got errors, and names the cause', async () => {
    const { code, output } = await runTest([['logs test-visitors', visits({ '503 /main/home': 1 })], ...cluster]);
    expect(code).toBe(1);
    expect(found(output, 'gateway is rolled')).toMatchObject({
      result: 'FAILED',
      detail: expect.stringMatching(/ failed in \d+ s \(503 \/main\/home ×\d+\)$/) as string,
    });
  });

  it('reads alerts with three replicas, and loses one of each', async () => {
    const name = 'alerts stay known with three gateways and weather-proxies, of which a pod each is deleted';
    const { output, calls } = await runTest(cluster);
    expect(found(output, name)).toMatchObject({
      result: 'ok',
      detail: expect.stringMatching(/ 0 failed; alerts known in (\d+) of \1$/) as string,
    });
    const scaled = calls.filter((call) => call.includes('scale deployment/gateway'));
    expect(scaled.map((call) => call.split('=')[1])).toEqual(['2', '3', '2']);
    const unknown = visits({}, [], { unknownAlerts: 1 });
    const others = await runTest([['logs test-visitors', unknown], ...cluster]);
    expect(found(others.output, name)).toMatchObject({ result: 'FAILED' });
    const nowhere = await runTest([['logs test-visitors', visits({}, [], { unknownAlerts: 4 })], ...cluster]);
    expect(found(nowhere.output, name)).toMatchObject({ result: 'NOT CHECKED' });
  });

  it('fails when a request failed while pods were added', async () => {
    const { output } = await runTest([['logs test-visitors', visits({ '503 /main/contact-us': 1 })], ...cluster]);
    expect(found(output, 'no request failed while pods were added')).toMatchObject({ result: 'FAILED' });
  });

  it('fails when a rollout reverts a Secret that was changed by hand', async () => {
    const { output, calls } = await runTest(cluster);
    expect(found(output, 'a rollout of new pods with visitors, and a Secret changed by hand')).toMatchObject({
      result: 'FAILED',
      detail: 'the rollout reverted it',
    });
    const patches = calls.filter((call) => call.includes('patch secret auth'));
    expect(patches).toHaveLength(2);
    expect(patches[1]).toContain('YnktaGFuZA==');
  });
});

describe('what the cluster test compares', () => {
  const rollout = 'a rollout of new pods with visitors, and a Secret changed by hand';

  it('finds pods that a rollout did not replace', async () => {
    const { output } = await runTest([['^get .*pods', items({ ...pod, metadata: { name: 'gateway-1' } })], ...cluster]);
    expect(found(output, rollout)).toMatchObject({ result: 'FAILED', detail: "their pods weren't replaced: gateway" });
  });

  it('compares the numbers of messages, and names those that are missing or stored twice', async () => {
    const { output } = await runTest([
      ['logs test-visitors', visits({}, [7, 9])],
      ['exec postgres-0', '7\n8\n8'],
      ...cluster,
    ]);
    expect(found(output, 'every acknowledged write is stored once')).toMatchObject({
      result: 'FAILED',
      detail: 'not stored: messages 9; stored twice: messages 8',
    });
  });

  it('names missing deployments', async () => {
    const { output } = await runTest([['^get .*deployments', items()], ...cluster]);
    for (const name of ['two pods per deployment', 'no deployment is without pods'])
      expect(found(output, name)).toMatchObject({ result: 'FAILED', detail: 'missing deployments: gateway' });
  });
});

describe('the visitors', () => {
  it('read and write from different addresses, and report failures every second', async () => {
    const came: { request: IncomingMessage; body: string }[] = [];
    const site = createServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        came.push({ request, body });
        response.writeHead(request.url === '/main/home' ? 503 : 200).end();
      });
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    const visitor = spawn(process.execPath, [
      join(import.meta.dirname, '../lib/visitor.mjs'),
      address,
      'run',
      '40',
      '20',
    ]);
    let output = '';
    visitor.stdout.on('data', (text: Buffer) => (output += text.toString()));
    await until('two seconds of visits', () => Promise.resolve(output.split('\n').length > 2));
    visitor.kill('SIGTERM');
    await once(visitor, 'close');
    site.closeAllConnections();
    site.close();

    const seconds = output
      .trim()
      .split('\n')
      .map(
        (line) =>
          JSON.parse(line) as { reads: number; writes: number; acknowledged: number[]; failed: Record<string, number> },
      );
    const sum = (count: (second: (typeof seconds)[number]) => number) =>
      seconds.reduce((all, second) => all + count(second), 0);
    const writes = came.filter(({ request }) => request.method === 'POST');
    expect(sum((second) => second.reads + second.writes)).toBe(came.length);
    expect(sum((second) => second.writes)).toBe(writes.length);
    const numbers = writes.map(({ body }) =>
      Number(/^Message (\d+) of run$/.exec(new URLSearchParams(body).get('feedback')!)![1]),
    );
    expect(seconds.flatMap(({ acknowledged }) => acknowledged).sort()).toEqual(numbers.sort());
    const rejected = came.filter(({ request }) => request.url === '/main/home').length;
    expect(rejected).toBeGreaterThan(0);
    expect(sum((second) => second.failed['503 /main/home'] ?? 0)).toBe(rejected);
    const addresses = came.map(({ request }) => request.headers['x-forwarded-for']);
    expect(new Set(addresses).size).toBe(came.length);
    const keys = writes.map(({ request }) => request.headers['idempotency-key']);
    expect(new Set(keys).size).toBe(writes.length);
    expect(new URLSearchParams(writes[0]!.body).get('email')).toBe('run@visitor.test');
    expect(writes[0]!.request.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
  });
});
