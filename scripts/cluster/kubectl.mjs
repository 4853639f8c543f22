import { parseAllDocuments } from 'yaml';
import { run } from '../lib/run.mjs';

/** @typedef {{ containers: { image: string }[], initContainers?: { image: string }[] }} PodSpec */
/**
 * @typedef {object} KubeObject the read parts of any kind of object
 * @property {string} kind
 * @property {{ name: string, labels?: Record<string, string>, deletionTimestamp?: string,
 *   ownerReferences?: { kind: string }[] }} metadata
 * @property {{ replicas?: number, minReplicas?: number, scaleTargetRef?: { name: string }, template?: { spec: PodSpec },
 *   jobTemplate?: { spec: { template: { spec: PodSpec } } }, nodeName?: string, unschedulable?: boolean,
 *   clusterIP?: string }} spec
 * @property {{ phase?: string, availableReplicas?: number, conditions?: { type: string, status: string }[],
 *   images?: { names?: string[] }[] }} status
 * @property {Record<string, string>} [data]
 * @property {KubeObject[]} [items] of a list
 */

/** kubectl is missing or no cluster responds. */
export class NoCluster extends Error {}

/**
 * @param {string[]} args
 * @param {import('../lib/run.mjs').RunOptions} [options]
 * @throws {NoCluster} without the program
 */
export const kubectl = (args, options) =>
  run('kubectl', args, options).catch((error) => {
    throw error.code === 'ENOENT' ? new NoCluster('kubectl is not installed, or not in the PATH') : error;
  });

/**
 * Returns undefined when the object doesn't exist.
 * @param {string[]} args
 * @returns {Promise<KubeObject | undefined>}
 */
export async function get(args) {
  const text = await kubectl(['get', ...args, '--ignore-not-found', '--output', 'json']);
  return text === '' ? undefined : JSON.parse(text);
}

/** Returns the objects of a list. @param {string[]} args @returns {Promise<KubeObject[]>} */
export const list = async (args) => (await get(args))?.items ?? [];

/**
 * @returns {Promise<{ context: string, version: string }>}
 * @throws {NoCluster} naming what is missing
 */
export async function findCluster() {
  await kubectl(['version', '--client']);
  const context = await kubectl(['config', 'current-context']).catch(() => {
    throw new NoCluster('kubectl has no current context, so there is no cluster to use (kubectl config get-contexts)');
  });
  try {
    const { serverVersion } = JSON.parse(
      await kubectl(['version', '--output', 'json', '--request-timeout', '10s'], { timeoutMs: 20_000 }),
    );
    return { context, version: serverVersion.gitVersion };
  } catch (error) {
    const reason = /** @type {Error} */ (error).message.split('\n').pop();
    throw new NoCluster(`the cluster of the context "${context}" does not respond: ${reason}`);
  }
}

/**
 * Returns an overlay's manifests as objects.
 * @param {string} overlay
 * @returns {Promise<KubeObject[]>}
 * @throws if one isn't valid YAML
 */
export async function rendered(overlay) {
  const text = await kubectl(['kustomize', overlay]);
  return parseAllDocuments(text).flatMap((document) => {
    if (document.errors[0]) throw document.errors[0];
    const manifest = document.toJS();
    return manifest ? [manifest] : [];
  });
}

/** Returns how a Job ended, if it did (kubernetes.io, "Jobs"). @param {KubeObject | undefined} job */
export function endOf(job) {
  /** @param {string} type */
  const is = (type) => job?.status?.conditions?.some((each) => each.type === type && each.status === 'True');
  return is('Complete') ? 'complete' : is('Failed') ? 'failed' : undefined;
}
