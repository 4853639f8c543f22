import { join } from 'node:path';
import { successfulResponses, run, type CannedResponse } from './testing/cluster.js';

/** The manifests are tested in k8s/. */

const overlay = join(import.meta.dirname, '../../k8s/overlays/local');

const manifest = (kind: string, name: string, rest: object = {}, order?: string) => ({
  kind,
  metadata: { name, labels: order ? { 'arkansas-weather/roll-out': order } : {} },
  ...rest,
});
const small = [
  manifest('Namespace', 'weather'),
  manifest('Job', 'migrations', {}, 'first'),
  manifest('Job', 'seed-content'),
  manifest('Deployment', 'auth', { spec: { replicas: 2 } }, 'last'),
  manifest('Deployment', 'web', { spec: {} }, 'last'),
  manifest('HorizontalPodAutoscaler', 'web', { spec: { scaleTargetRef: { name: 'web' }, minReplicas: 3 } }, 'last'),
];
const job = (type: string) => JSON.stringify({ status: { conditions: [{ type, status: 'True' }] } });
const deployments = (replicas: Record<string, number>) =>
  JSON.stringify({
    items: Object.entries(replicas).map(([name, count]) => ({ metadata: { name }, spec: { replicas: count } })),
  });
const full: CannedResponse[] = [
  ...successfulResponses,
  ['^kustomize', small.map((each) => JSON.stringify(each)).join('\n---\n')],
  ['^get .*job migrations', job('Complete')],
  ['^get .*deployments', deployments({ auth: 2, web: 3 })],
];
const changing = (calls: string[]) => calls.filter((call) => /\b(apply|delete|scale|rollout)\b/.test(call));
const rollOut = (responses: CannedResponse[] | undefined) => run('rollout.mjs', [overlay], responses);

describe('a roll-out', () => {
  it('deletes the previous Jobs, then applies prerequisites, and deployments once the schema exists', async () => {
    const { code, output, calls } = await rollOut(full);
    expect(output).toContain('the cluster is kind-weather, Kubernetes v1.36.0');
    expect(changing(calls)).toEqual([
      '-n weather delete job migrations seed-content --ignore-not-found --wait=true',
      `apply -k ${overlay} -l arkansas-weather/roll-out!=last`,
      `apply -k ${overlay}`,
      '-n weather rollout status deployment/auth --timeout=900s',
      '-n weather rollout status deployment/web --timeout=900s',
    ]);
    const at = (part: string) => calls.findIndex((call) => call.includes(part));
    expect(at('get -n weather job migrations')).toBeGreaterThan(at('!=last'));
    expect(at('get -n weather job migrations')).toBeLessThan(calls.indexOf(`apply -k ${overlay}`));
    expect(code).toBe(0);
  });

  it('leaves the previous version running when a migration fails, and shows the last log lines', async () => {
    const { code, output, calls } = await rollOut([
      ['^get .*job migrations', job('Failed')],
      ['logs job/migrations', 'column "x" is there already'],
      ...full,
    ]);
    expect(code).toBe(1);
    expect(output).toContain('column "x" is there already');
    expect(changing(calls).pop()).toContain('!=last');
  });

  it("scales up deployments with zero pods, to the autoscaler's minimum", async () => {
    const { output, calls } = await rollOut([['^get .*deployments', deployments({ auth: 2, web: 0 })], ...full]);
    expect(changing(calls)).toContain('-n weather scale deployment/web --replicas=3');
    expect(changing(calls).filter((call) => call.includes('scale'))).toHaveLength(1);
    expect(output).toContain('scaled up from zero pods: web');
  });

  it.each([
    ['no kubectl', undefined, 'kubectl is not installed'],
    ['no cluster named', [['^config', 'current-context is not set', 1]] as CannedResponse[], 'no current context'],
    [
      'a cluster that does not answer',
      [successfulResponses[0]!, ['--output json', 'connection refused', 1]] as CannedResponse[],
      'the context "kind-weather" does not respond: connection refused',
    ],
  ])('reports that there is %s, and changes nothing', async (_what, responses, sentence) => {
    const { code, output, calls } = await rollOut(responses);
    expect([code, output]).toEqual([3, expect.stringContaining(sentence)]);
    expect(changing(calls)).toEqual([]);
  });

  it('rejects a folder that is not an overlay', async () => {
    const { code, output } = await run('rollout.mjs', ['k8s/overlays/none'], full);
    expect([code, output]).toEqual([64, 'k8s/overlays/none is not an overlay\n']);
  });
});
