import { readFileSync } from 'node:fs';
import { until } from '../../lib/until.mjs';
import { get, kubectl } from '../kubectl.mjs';

/** Visitors inside the cluster, and the effects of changes to the installation on them. */

const name = 'walk-visitors';
const source = readFileSync(new URL('visitor.mjs', import.meta.url), 'utf8');

/** A pod without privileges, as the namespace requires. */
export const podOf = ({ name: pod, namespace, image, args, labels = {} }) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: pod, namespace, labels: { 'arkansas-weather/walk': 'true', ...labels } },
  spec: {
    restartPolicy: 'Never',
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    terminationGracePeriodSeconds: 1,
    securityContext: { runAsNonRoot: true, runAsUser: 10_001, seccompProfile: { type: 'RuntimeDefault' } },
    containers: [
      {
        name: 'walk',
        image,
        imagePullPolicy: 'IfNotPresent',
        command: ['node'],
        args,
        resources: { requests: { cpu: '50m', memory: '128Mi' }, limits: { memory: '128Mi' } },
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
      },
    ],
  },
});

/** Network policies that allow traffic from the visitors' pod to nginx. */
const theirWay = (namespace) => {
  const walkers = {
    podSelector: { matchLabels: { 'arkansas-weather/walk': 'true', 'arkansas-weather/visits': 'true' } },
  };
  const web = { podSelector: { matchLabels: { 'app.kubernetes.io/name': 'web' } } };
  const ports = [{ protocol: 'TCP', port: 8080 }];
  const policy = (policyName, spec) => ({
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: policyName, namespace, labels: { 'arkansas-weather/walk': 'true' } },
    spec,
  });
  return [
    policy('walk-visitors', { ...walkers, policyTypes: ['Egress'], egress: [{ to: [web], ports }] }),
    policy('walk-to-web', { ...web, policyTypes: ['Ingress'], ingress: [{ from: [walkers], ports }] }),
  ];
};

export const apply = (manifests) =>
  kubectl(['apply', '-f', '-'], { input: manifests.map((each) => JSON.stringify(each)).join('\n---\n') });

export const clearUp = (namespace) =>
  kubectl(['-n', namespace, 'delete', 'pod,networkpolicy', '-l', 'arkansas-weather/walk=true', '--wait=true']);

/**
 * Starts visitors.
 * @param {string} run identifies their messages
 * @returns `during`, which runs a function and returns the results of requests meanwhile, and `stop`
 */
export async function sendVisitors({ namespace, images }, run) {
  const image = images.find((each) => /\/gateway[:@]/.test(each));
  const args = ['--input-type=module', '-e', source, '--', 'http://web', run, '20', '2'];
  const labels = { 'arkansas-weather/visits': 'true' };
  await apply([...theirWay(namespace), podOf({ name, namespace, image, args, labels })]);
  const seconds = async () => {
    const log = await kubectl(['-n', namespace, 'logs', name]);
    return log.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
  };
  const more = (count) =>
    until('visitors to come', async () => ((await seconds()).length > count ? true : undefined), {
      withinMs: 120_000,
      everyMs: 500,
    });
  await more(5);
  return {
    /** @returns {Promise<{ reads: number, writes: number, failed: number, failing: number, why: string }>} failing: seconds */
    async during(work) {
      const before = (await seconds()).length;
      await work();
      // The last requests get as long as a visitor's timeout.
      const after = (await seconds()).length;
      await more(after + 15);
      return sumOf((await seconds()).slice(before));
    },
    /** Stops sending. @returns the results of all requests */
    async stop() {
      await kubectl(['-n', namespace, 'exec', name, '--', 'node', '-e', "process.kill(1, 'SIGTERM')"]);
      const ended = async () => (await get(['-n', namespace, 'pod', name]))?.status?.phase === 'Succeeded';
      await until('the visitors to have gone', ended, { withinMs: 60_000, everyMs: 500 });
      return sumOf(await seconds());
    },
  };
}

function sumOf(seconds) {
  const sum = { reads: 0, writes: 0, failed: 0, failing: 0 };
  const reasons = new Map();
  for (const { reads, writes, failed } of seconds) {
    sum.reads += reads;
    sum.writes += writes;
    const counts = Object.entries(failed);
    if (counts.length > 0) sum.failing += 1;
    for (const [reason, count] of counts) {
      sum.failed += count;
      reasons.set(reason, (reasons.get(reason) ?? 0) + count);
    }
  }
  const why = [...reasons].sort((left, right) => right[1] - left[1]).slice(0, 5);
  return { ...sum, why: why.map(([reason, count]) => `${reason} ×${count}`).join(', ') };
}

/** Returns the results in words, or throws them as a failure. */
export function judged({ reads, writes, failed, failing, why }, { mayFailSeconds = 0 } = {}) {
  const text = `${reads} reads, ${writes} writes, ${failed} failed${failed > 0 ? ` in ${failing} s (${why})` : ''}`;
  if (reads === 0 || writes === 0) throw new Error(`nobody came: ${text}`);
  if (failing > mayFailSeconds) throw new Error(text);
  return text;
}
