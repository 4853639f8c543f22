/**
 * Applies an overlay to the cluster of kubectl's current context: first everything that doesn't serve requests,
 * including the migrations; then the rest.
 *
 *     node scripts/cluster/rollout.mjs k8s/overlays/local
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import '../lib/ensure-dependencies.mjs';

const { logElapsed: log } = await import('../lib/log.mjs');
const { command, OperatorError } = await import('./command.mjs');
const { findCluster } = await import('./kubectl.mjs');
const { planOf, rollOut } = await import('./rollout-steps.mjs');

await command(async () => {
  const [overlay, ...others] = process.argv.slice(2);
  if (!overlay || others.length > 0) throw new OperatorError('usage: node scripts/cluster/rollout.mjs OVERLAY');
  if (!existsSync(join(overlay, 'kustomization.yaml'))) throw new OperatorError(`${overlay} is not an overlay`);
  const { context, version } = await findCluster();
  log(`the cluster is ${context}, Kubernetes ${version}`);
  await rollOut(await planOf(resolve(overlay)), log);
});
