/**
 * The steps of a rollout: prerequisites, then deployments. The label `arkansas-weather/roll-out` sets the order:
 * `first` for Jobs to wait for, `last` for deployments.
 */
import { endOf, get, kubectl, list, rendered } from './kubectl.mjs';
import { until } from '../lib/until.mjs';

/** @typedef {import('./kubectl.mjs').KubeObject} KubeObject */
/** @typedef {Awaited<ReturnType<typeof planOf>>} Plan */

const order = 'arkansas-weather/roll-out';
/** @param {KubeObject} object */
const orderOf = ({ metadata }) => metadata.labels?.[order];

/** Reads the steps of a rollout, its namespace and its minimum replicas from an overlay. @param {string} overlay */
export async function planOf(overlay) {
  const manifests = await rendered(overlay);
  const namespace = manifests.find(({ kind }) => kind === 'Namespace')?.metadata.name;
  if (!namespace) throw new Error(`${overlay} has no Namespace`);
  const named = (/** @type {string} */ kind) => manifests.filter((manifest) => manifest.kind === kind);
  const names = (/** @type {KubeObject[]} */ found) => found.map(({ metadata }) => metadata.name);
  const minReplicas = new Map(
    named('HorizontalPodAutoscaler').map(({ spec }) => [spec.scaleTargetRef?.name, spec.minReplicas ?? 1]),
  );
  return {
    overlay,
    namespace,
    jobs: names(named('Job')),
    first: names(named('Job').filter((job) => orderOf(job) === 'first')),
    stores: names(named('StatefulSet')),
    deployments: named('Deployment').map(({ metadata, spec }) => ({
      name: metadata.name,
      replicas: spec.replicas ?? minReplicas.get(metadata.name) ?? 1,
    })),
    images: [...new Set(manifests.flatMap(imagesOf))].sort(),
  };
}

/** @param {KubeObject} object */
function imagesOf({ spec }) {
  const pod = spec?.template?.spec ?? spec?.jobTemplate?.spec.template.spec;
  return [...(pod?.initContainers ?? []), ...(pod?.containers ?? [])].map(({ image }) => image);
}

/**
 * Returns images that no node has or can pull, because their name has no registry. A node lists only its largest 50
 * (kubelet, `nodeStatusMaxImages`); returns none if a list is that long.
 * @param {Pick<Plan, 'images'>} plan
 * @returns {Promise<string[]>}
 */
export async function missingImages({ images }) {
  const lists = (await list(['nodes'])).map(({ status }) => status.images ?? []);
  if (lists.some(({ length }) => length >= 50)) return [];
  const there = new Set(
    lists.flat().flatMap(({ names = [] }) => names.map((name) => name.replace(/^docker\.io\//, ''))),
  );
  return images.filter((image) => image.startsWith('arkansas-weather/') && !there.has(image));
}

/** Removes old Jobs, because Jobs are immutable. @param {Pick<Plan, 'namespace' | 'jobs'>} plan */
export const deleteJobs = async ({ namespace, jobs }) =>
  jobs.length > 0 && kubectl(['-n', namespace, 'delete', 'job', ...jobs, '--ignore-not-found', '--wait=true']);

/**
 * @param {string} namespace
 * @param {string} name
 * @param {number} [withinMs]
 * @throws {Error} with the Job's last log lines when it failed
 */
export async function jobDone(namespace, name, withinMs = 900_000) {
  const end = await until(`the Job ${name}`, async () => endOf(await get(['-n', namespace, 'job', name])), {
    withinMs,
    intervalMs: 1_000,
  });
  if (end === 'complete') return;
  const logs = await kubectl(['-n', namespace, 'logs', `job/${name}`, '--all-containers', '--tail', '20']).catch(
    ({ message }) => message,
  );
  throw new Error(`the Job ${name} failed:\n${logs}`);
}

/**
 * Scales up deployments with zero replicas, which autoscalers and `apply` ignore.
 * @param {Pick<Plan, 'namespace' | 'deployments'>} plan
 */
export async function wake({ namespace, deployments }) {
  const items = await list(['-n', namespace, 'deployments']);
  const asleep = deployments.filter(({ name }) =>
    items.some(({ metadata, spec }) => metadata.name === name && spec.replicas === 0),
  );
  for (const { name, replicas } of asleep)
    await kubectl(['-n', namespace, 'scale', `deployment/${name}`, `--replicas=${replicas}`]);
  return asleep.map(({ name }) => name);
}

/**
 * @param {{ namespace: string, deployments: { name: string }[] }} plan
 * @throws {Error} naming a deployment that doesn't serve with its new pods
 */
export async function allServe({ namespace, deployments }) {
  for (const { name } of deployments)
    await kubectl(['-n', namespace, 'rollout', 'status', `deployment/${name}`, '--timeout=900s'], {
      timeoutMs: 920_000,
    });
}

/**
 * @param {Awaited<ReturnType<typeof planOf>>} plan
 * @param {(line: string) => void} log
 * @throws {Error} when a Job fails: deployments are unchanged then, and the previous version keeps serving
 */
export async function rollOut(plan, log) {
  await deleteJobs(plan);
  // Everything except deployments.
  await kubectl(['apply', '-k', plan.overlay, '-l', `${order}!=last`]);
  for (const name of plan.first) {
    await jobDone(plan.namespace, name);
    log(`the Job ${name} is done`);
  }
  await kubectl(['apply', '-k', plan.overlay]);
  const woken = await wake(plan);
  if (woken.length > 0) log(`scaled up from zero pods: ${woken.join(', ')}`);
  await allServe(plan);
  log(`${plan.deployments.length} deployments serve`);
}
