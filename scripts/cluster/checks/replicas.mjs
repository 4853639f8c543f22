/** Cluster checks of several replicas per deployment. */
import { until } from '../../lib/until.mjs';
import { get, kubectl } from '../kubectl.mjs';
import { allServe } from '../rollout-steps.mjs';
import { NotChecked } from './report.mjs';

/** Returns a deployment's running pods, without those being deleted. */
export const podsOf = async (namespace, name) => {
  const { items } = await get(['-n', namespace, 'pods', '-l', `app.kubernetes.io/name=${name}`]);
  return items.filter(({ metadata, status }) => status.phase === 'Running' && !metadata.deletionTimestamp);
};

/** Sets the number of pods, also in autoscalers. */
async function scale({ namespace }, names, count) {
  const { items: scalers = [] } = (await get(['-n', namespace, 'hpa'])) ?? {};
  const scaled = new Map(scalers.map(({ metadata, spec }) => [spec.scaleTargetRef.name, metadata.name]));
  for (const name of names) {
    const bounds = JSON.stringify({ spec: { minReplicas: count, maxReplicas: Math.max(count, 2) } });
    if (scaled.has(name))
      await kubectl(['-n', namespace, 'patch', 'hpa', scaled.get(name), '--type', 'merge', '-p', bounds]);
    await kubectl(['-n', namespace, 'scale', `deployment/${name}`, `--replicas=${count}`]);
  }
}

/** @throws NotChecked when the cluster lacks room for so many pods, after scaling to `otherwise` */
async function scaleUp(plan, names, count, otherwise) {
  await scale(plan, names, count);
  try {
    await until(
      `${count} pods per deployment`,
      async () => {
        const { items } = await get(['-n', plan.namespace, 'deployments']);
        return names.every((name) =>
          items.some(({ metadata, status }) => metadata.name === name && (status.availableReplicas ?? 0) >= count),
        );
      },
      { withinMs: 300_000, intervalMs: 2_000 },
    );
  } catch (error) {
    await scale(plan, names, otherwise);
    await allServe(plan);
    throw new NotChecked(`this cluster lacks room for ${count} pods per deployment (${error.message})`);
  }
}

/** Scales every deployment to two pods. */
export async function severalReplicas(plan) {
  const { items: found } = await get(['-n', plan.namespace, 'deployments']);
  const names = plan.deployments.map(({ name }) => name);
  const missing = names.filter((name) => !found.some(({ metadata }) => metadata.name === name));
  if (missing.length > 0) throw new Error(`missing deployments: ${missing.join(', ')}`);
  await scaleUp(plan, names, 2, 1);
}

const answering = ['gateway', 'weather-proxy'];

/** Alerts stay known with three gateways and weather-proxies, of which `lose` removes a pod each. */
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
