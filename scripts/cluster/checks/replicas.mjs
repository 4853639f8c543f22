/** Cluster checks of several replicas per deployment. */
import { until } from '../../lib/until.mjs';
import { kubectl, list } from '../kubectl.mjs';
import { allServe } from '../rollout-steps.mjs';
import { NotChecked } from './report.mjs';

/** @typedef {import('../rollout-steps.mjs').Plan} Plan */

/** Returns a deployment's running pods, without those being deleted. @param {string} namespace @param {string} name */
export const podsOf = async (namespace, name) => {
  const items = await list(['-n', namespace, 'pods', '-l', `app.kubernetes.io/name=${name}`]);
  return items.filter(({ metadata, status }) => status.phase === 'Running' && !metadata.deletionTimestamp);
};

/** Sets the number of pods, also in autoscalers. @param {Plan} plan @param {string[]} names @param {number} count */
async function scale({ namespace }, names, count) {
  const scalers = await list(['-n', namespace, 'hpa']);
  const scaled = new Map(scalers.map(({ metadata, spec }) => [spec.scaleTargetRef?.name, metadata.name]));
  for (const name of names) {
    const bounds = JSON.stringify({ spec: { minReplicas: count, maxReplicas: Math.max(count, 2) } });
    const scaler = scaled.get(name);
    if (scaler) await kubectl(['-n', namespace, 'patch', 'hpa', scaler, '--type', 'merge', '-p', bounds]);
    await kubectl(['-n', namespace, 'scale', `deployment/${name}`, `--replicas=${count}`]);
  }
}

/**
 * @param {Plan} plan
 * @param {string[]} names
 * @param {number} count
 * @param {number} otherwise
 * @throws NotChecked when the cluster lacks room for so many pods, after scaling to `otherwise`
 */
async function scaleUp(plan, names, count, otherwise) {
  await scale(plan, names, count);
  try {
    await until(
      `${count} pods per deployment`,
      async () => {
        const items = await list(['-n', plan.namespace, 'deployments']);
        return names.every((name) =>
          items.some(({ metadata, status }) => metadata.name === name && (status.availableReplicas ?? 0) >= count),
        );
      },
      { withinMs: 300_000, intervalMs: 2_000 },
    );
  } catch (error) {
    await scale(plan, names, otherwise);
    await allServe(plan);
    const { message } = /** @type {Error} */ (error);
    throw new NotChecked(`this cluster lacks room for ${count} pods per deployment (${message})`);
  }
}

/** Scales every deployment to two pods. @param {Plan} plan */
export async function severalReplicas(plan) {
  const found = await list(['-n', plan.namespace, 'deployments']);
  const names = plan.deployments.map(({ name }) => name);
  const missing = names.filter((name) => !found.some(({ metadata }) => metadata.name === name));
  if (missing.length > 0) throw new Error(`missing deployments: ${missing.join(', ')}`);
  await scaleUp(plan, names, 2, 1);
}

const answering = ['gateway', 'weather-proxy'];

/**
 * Alerts stay known with three gateways and weather-proxies, of which `lose` removes a pod each.
 * @param {Plan} plan
 * @param {import('./visitors.mjs').Visitors} visitors
 * @param {(name: string) => Promise<void>} lose
 */
export async function alertsFromThree(plan, visitors, lose) {
  const names = answering.filter((name) => plan.deployments.some((each) => each.name === name));
  await scaleUp(plan, names, 3, 2);
  try {
    const { alerts, unknownAlerts, failed, text } = await visitors.during(async () => {
      for (const name of names) await lose(name);
    });
    if (alerts === unknownAlerts) throw new NotChecked('the weather service can’t be reached from this cluster');
    const detail = `${text}; alerts known in ${alerts - unknownAlerts} of ${alerts}`;
    if (unknownAlerts + failed > 0) throw new Error(detail);
    return detail;
  } finally {
    await scale(plan, names, 2);
  }
}
