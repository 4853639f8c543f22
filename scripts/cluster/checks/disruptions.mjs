/** Cluster checks that lose or replace pods while visitors read and write. */
import { kubectl, list } from '../kubectl.mjs';
import { allServe } from '../rollout-steps.mjs';
import { podsOf } from './replicas.mjs';
import { NotChecked } from './report.mjs';
import { judged, testLabel } from './visitors.mjs';

/** @typedef {import('../rollout-steps.mjs').Plan} Plan */
/** @typedef {import('./visitors.mjs').Visitors} Visitors */

/**
 * Deletes a pod and waits until the deployment serves again.
 * @param {Plan} plan
 * @param {string} name
 * @param {string[]} how further switches of `kubectl delete`
 */
export async function losePod(plan, name, how) {
  const [pod] = await podsOf(plan.namespace, name);
  if (!pod) throw new Error(`${name} has no pod`);
  await kubectl(['-n', plan.namespace, 'delete', 'pod', pod.metadata.name, ...how]);
  await allServe({ ...plan, deployments: [{ name }] });
}

/** @param {Plan} plan @param {string[]} names */
const restart = ({ namespace }, names) =>
  kubectl(['-n', namespace, 'rollout', 'restart', ...names.map((name) => `deployment/${name}`)]);

/**
 * Applies the overlay and replaces every pod, as a new version does.
 * @param {Plan} plan
 * @param {() => Promise<unknown>} rollOut
 * @throws Error naming deployments whose pods weren't replaced
 */
export async function replaceAll(plan, rollOut) {
  const namesOf = async () =>
    Promise.all(
      plan.deployments.map(async ({ name }) => ({
        name,
        pods: (await podsOf(plan.namespace, name)).map(({ metadata }) => metadata.name),
      })),
    );
  const before = await namesOf();
  await restart(
    plan,
    plan.deployments.map(({ name }) => name),
  );
  await rollOut();
  const after = await namesOf();
  const remaining = before.filter(({ name, pods }) =>
    after.some((now) => now.name === name && now.pods.some((pod) => pods.includes(pod))),
  );
  if (remaining.length > 0)
    throw new Error(`their pods weren't replaced: ${remaining.map(({ name }) => name).join(', ')}`);
}

/** Pairs the gateway with the service for most reads, and for most writes. @param {string[]} names */
const together = (names) =>
  ['content', 'submissions']
    .map((name) => ['gateway', name])
    .filter((pair) => pair.every((each) => names.includes(each)));

/**
 * Returns checks: a name, and the work, which returns the effect on visitors.
 * @param {Plan} plan
 * @param {Visitors} visitors
 * @param {{ several: boolean }} options
 */
export function disruptions(plan, visitors, { several }) {
  const names = plan.deployments.map(({ name }) => name);
  const alone = 'each deployment has only one pod';
  return [
    ...names.map((name) => ({
      name: `a pod of ${name} is deleted`,
      work: async () => judged(await visitors.during(() => losePod(plan, name, ['--wait=true']))),
    })),
    ...names.map((name) => ({
      name: `a pod of ${name} is force-deleted`,
      needs: several,
      because: alone,
      // Requests in progress fail, as do new ones until every node has the updated endpoints.
      work: async () =>
        judged(await visitors.during(() => losePod(plan, name, ['--force', '--grace-period=0'])), {
          mayFailSeconds: 2,
        }),
    })),
    ...[...names.map((name) => [name]), ...together(names)].map((rolled) => ({
      name: `${rolled.join(' and ')} ${rolled.length > 1 ? 'are restarted together' : 'is rolled'}`,
      work: async () =>
        judged(
          await visitors.during(async () => {
            await restart(plan, rolled);
            await allServe({ ...plan, deployments: rolled.map((name) => ({ name })) });
          }),
        ),
    })),
  ];
}

/** Drains a node without stores and test visitors. @param {Plan} plan @param {Visitors} visitors */
export async function drain(plan, visitors) {
  const nodes = await list(['nodes']);
  if (nodes.length < 2) throw new NotChecked('this cluster has only one node');
  const pods = await list(['-n', plan.namespace, 'pods']);
  const pinnedNodes = new Set(
    pods
      .filter(({ metadata }) => metadata.labels?.[testLabel] || metadata.ownerReferences?.[0]?.kind === 'StatefulSet')
      .map(({ spec }) => spec.nodeName),
  );
  const node = nodes.find(
    ({ metadata, spec }) =>
      !pinnedNodes.has(metadata.name) && !spec.unschedulable && pods.some((pod) => pod.spec.nodeName === metadata.name),
  );
  if (!node) throw new NotChecked('every node with our pods has a store or the visitors');
  const { name } = node.metadata;
  try {
    const stats = await visitors.during(async () => {
      await kubectl(['drain', name, '--ignore-daemonsets', '--delete-emptydir-data', '--timeout=600s'], {
        timeoutMs: 620_000,
      });
      await allServe(plan);
    });
    return `${name}: ${judged(stats)}`;
  } finally {
    await kubectl(['uncordon', name]);
  }
}
