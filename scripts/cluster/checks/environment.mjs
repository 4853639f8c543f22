/** Cluster checks of network policies, autoscalers and the production overlay. */
import { until } from '../../lib/until.mjs';
import { get, kubectl, list, rendered } from '../kubectl.mjs';
import { NotChecked } from './report.mjs';
import { apply, podOf } from './visitors.mjs';

/** @typedef {import('../rollout-steps.mjs').Plan} Plan */

/** In a pod: prints which host:port arguments accept a connection. */
const reaching = `
  import { connect } from 'node:net';
  const reached = (place) => new Promise((resolve) => {
    const at = place.lastIndexOf(':');
    const socket = connect({ host: place.slice(0, at), port: Number(place.slice(at + 1)), timeout: 5000 });
    const end = (answer) => { socket.destroy(); resolve(answer); };
    socket.on('connect', () => end(true)).on('error', () => end(false)).on('timeout', () => end(false));
  });
  console.log(JSON.stringify(await Promise.all(process.argv.slice(1).map(reached))));
`;

/**
 * Returns which addresses a pod with these labels can connect to.
 * @param {Plan} plan
 * @param {string} name
 * @param {Record<string, string>} labels
 * @param {string[]} places
 * @returns {Promise<boolean[]>}
 */
async function reachedBy(plan, name, labels, places) {
  const { namespace, images } = plan;
  const image = images.find((each) => /\/gateway[:@]/.test(each));
  const args = ['--input-type=module', '-e', reaching, '--', ...places];
  await kubectl(['-n', namespace, 'delete', 'pod', name, '--ignore-not-found', '--wait=true']);
  await apply([podOf({ name, namespace, image, args, labels })]);
  await until(
    `the pod ${name} to end`,
    async () => ['Succeeded', 'Failed'].includes((await get(['-n', namespace, 'pod', name]))?.status?.phase ?? ''),
    { withinMs: 180_000, intervalMs: 1_000 },
  );
  return JSON.parse(await kubectl(['-n', namespace, 'logs', name]));
}

/** Checks that a pod reaches nothing without labels, and Postgres with the label of its clients. @param {Plan} plan */
export async function networkPolicies(plan) {
  if (!plan.stores.includes('postgres')) throw new NotChecked('Postgres is not in this overlay');
  const api = await get(['-n', 'default', 'service', 'kubernetes']);
  const places = ['postgres:5432', 'redis:6379', 'object-store:9000', `${api?.spec.clusterIP}:443`];
  const stranger = await reachedBy(plan, 'test-stranger', {}, places);
  if (stranger.every(Boolean))
    throw new NotChecked(
      'the network of this cluster does not enforce NetworkPolicies: a pod without labels reaches all',
    );
  const open = places.filter((_, index) => stranger[index]);
  if (open.length > 0) throw new Error(`a pod without labels reaches ${open.join(', ')}`);
  const labels = { 'arkansas-weather/reaches-postgres': 'true' };
  const [reachable] = await reachedBy(plan, 'test-known', labels, places.slice(0, 1));
  if (!reachable) throw new Error('a pod with the label of those that use Postgres does not reach it');
  return 'a pod without labels reaches none of Postgres, Redis, the store and the API; with its label, Postgres';
}

/** Checks that every autoscaler gets figures. @param {Plan} plan @throws {NotChecked} without a metrics API */
export async function autoscalers({ namespace }) {
  const api = await get(['apiservices', 'v1beta1.metrics.k8s.io']);
  if (!api?.status?.conditions?.some(({ type, status }) => type === 'Available' && status === 'True'))
    throw new NotChecked('this cluster has no metrics API (metrics-server)');
  const active = await until(
    'every autoscaler to have a figure',
    async () => {
      const items = await list(['-n', namespace, 'hpa']);
      const all = items.every(({ status }) =>
        status.conditions?.some(
          ({ type, status: conditionStatus }) => type === 'ScalingActive' && conditionStatus === 'True',
        ),
      );
      return all && items.map(({ metadata }) => metadata.name);
    },
    { withinMs: 240_000, intervalMs: 3_000 },
  );
  return active.join(', ');
}

/** Uses a dry run in a temporary namespace. */
export async function productionIsAccepted() {
  const namespace = 'arkansas-weather-test';
  const manifests = await rendered('k8s/overlays/production');
  const home = manifests.find(({ kind }) => kind === 'Namespace');
  const moved = manifests
    .filter((manifest) => manifest !== home)
    .map((manifest) =>
      manifest.kind === 'PriorityClass' ? manifest : { ...manifest, metadata: { ...manifest.metadata, namespace } },
    );
  try {
    // A dry run fails in a namespace that doesn't exist.
    await apply([{ ...home, metadata: { ...home?.metadata, name: namespace } }]);
    const input = moved.map((manifest) => JSON.stringify(manifest)).join('\n---\n');
    const output = await kubectl(['apply', '--dry-run=server', '-f', '-'], { input });
    return `${output.split('\n').filter((line) => line.includes('(server dry run)')).length} of ${moved.length} objects`;
  } finally {
    await kubectl(['delete', 'namespace', namespace, '--ignore-not-found', '--wait=false']);
  }
}
