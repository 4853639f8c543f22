/** Pods that read and write like visitors during the cluster checks. */
import { readFileSync } from 'node:fs';
import { until } from '../../lib/until.mjs';
import { sumOf } from '../../lib/visitor-totals.mjs';
import { get, kubectl } from '../kubectl.mjs';

/** @typedef {Awaited<ReturnType<typeof sendVisitors>>} Visitors */
/** @typedef {Pick<ReturnType<typeof sumOf>, 'reads' | 'writes' | 'failing' | 'text'>} Requests */

const name = 'test-visitors';
/** Everything that the test adds to the cluster. */
export const testLabel = 'arkansas-weather/test';
const source = readFileSync(new URL('../../lib/visitor.mjs', import.meta.url), 'utf8');

/**
 * Builds a pod without privileges, as the namespace requires.
 * @param {{ name: string, namespace: string, image: string | undefined, args: string[], labels?: Record<string, string> }} options
 */
export const podOf = ({ name: pod, namespace, image, args, labels = {} }) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: pod, namespace, labels: { [testLabel]: 'true', ...labels } },
  spec: {
    restartPolicy: 'Never',
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    terminationGracePeriodSeconds: 1,
    securityContext: { runAsNonRoot: true, runAsUser: 10_001, seccompProfile: { type: 'RuntimeDefault' } },
    containers: [
      {
        name: 'test',
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

/** Allow traffic from the visitors' pod to nginx. @param {string} namespace */
const policiesOf = (namespace) => {
  const visitors = { podSelector: { matchLabels: { [testLabel]: 'true', 'arkansas-weather/visits': 'true' } } };
  const web = { podSelector: { matchLabels: { 'app.kubernetes.io/name': 'web' } } };
  const ports = [{ protocol: 'TCP', port: 8080 }];
  const policy = (/** @type {string} */ policyName, /** @type {object} */ spec) => ({
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: policyName, namespace, labels: { [testLabel]: 'true' } },
    spec,
  });
  return [
    policy('test-visitors', { ...visitors, policyTypes: ['Egress'], egress: [{ to: [web], ports }] }),
    policy('test-to-web', { ...web, policyTypes: ['Ingress'], ingress: [{ from: [visitors], ports }] }),
  ];
};

export const apply = (/** @type {object[]} */ manifests) =>
  kubectl(['apply', '-f', '-'], { input: manifests.map((each) => JSON.stringify(each)).join('\n---\n') });

export const clearUp = (/** @type {string} */ namespace) =>
  kubectl(['-n', namespace, 'delete', 'pod,networkpolicy', '-l', `${testLabel}=true`, '--wait=true']);

/**
 * @param {Pick<import('../rollout-steps.mjs').Plan, 'namespace' | 'images'>} plan
 * @param {string} run identifies their messages
 * @returns `during`, which runs a function and returns the results of requests meanwhile, and `stop`
 */
export async function sendVisitors({ namespace, images }, run) {
  const image = images.find((each) => /\/gateway[:@]/.test(each));
  const args = ['--input-type=module', '-e', source, '--', 'http://web', run, '20', '2'];
  const labels = { 'arkansas-weather/visits': 'true' };
  await apply([...policiesOf(namespace), podOf({ name, namespace, image, args, labels })]);
  const seconds = async () => {
    const log = await kubectl(['-n', namespace, 'logs', name]);
    return log.split('\n').filter((line) => line.startsWith('{'));
  };
  const more = (/** @type {number} */ count) =>
    until('visitors to come', async () => ((await seconds()).length > count ? true : undefined), {
      withinMs: 120_000,
      intervalMs: 500,
    });
  await more(5);
  return {
    /** @param {() => Promise<unknown>} work */
    async during(work) {
      const before = (await seconds()).length;
      await work();
      // The last requests get as long as a visitor's timeout.
      const after = (await seconds()).length;
      await more(after + 15);
      return sumOf((await seconds()).slice(before).join('\n'));
    },
    /** @returns the results of all requests */
    async stop() {
      await kubectl(['-n', namespace, 'exec', name, '--', 'node', '-e', "process.kill(1, 'SIGTERM')"]);
      const ended = async () => (await get(['-n', namespace, 'pod', name]))?.status?.phase === 'Succeeded';
      await until('the visitors to have gone', ended, { withinMs: 60_000, intervalMs: 500 });
      return sumOf((await seconds()).join('\n'));
    },
  };
}

/**
 * Returns the results, or throws them as a failure.
 * @param {Requests} requests
 * @param {{ mayFailSeconds?: number }} [limits]
 */
export function judged({ reads, writes, failing, text }, { mayFailSeconds = 0 } = {}) {
  if (reads === 0 || writes === 0) throw new Error(`nobody came: ${text}`);
  if (failing > mayFailSeconds) throw new Error(text);
  return text;
}
