import { parseAllDocuments } from 'yaml';
import { run } from '../lib/run.mjs';

/** kubectl is missing or no cluster responds. */
export class NoCluster extends Error {}

/** @throws {NoCluster} without the program */
export const kubectl = (args, options) =>
  run('kubectl', args, options).catch((error) => {
    throw error.code === 'ENOENT' ? new NoCluster('kubectl is not installed, or not in the PATH') : error;
  });

/** Returns undefined when the object doesn't exist. */
export async function get(args) {
  const text = await kubectl(['get', ...args, '--ignore-not-found', '--output', 'json']);
  return text === '' ? undefined : JSON.parse(text);
}

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
    throw new NoCluster(`the cluster of the context "${context}" does not respond: ${error.message.split('\n').pop()}`);
  }
}

/** Returns an overlay's manifests as objects. @throws if one isn't valid YAML */
export async function rendered(overlay) {
  const text = await kubectl(['kustomize', overlay]);
  return parseAllDocuments(text).flatMap((document) => {
    if (document.errors[0]) throw document.errors[0];
    const manifest = document.toJS();
    return manifest ? [manifest] : [];
  });
}

/** Returns how a Job ended, if it did (kubernetes.io, "Jobs"). */
export function endOf(job) {
  const is = (type) => job?.status?.conditions?.some((each) => each.type === type && each.status === 'True');
  return is('Complete') ? 'complete' : is('Failed') ? 'failed' : undefined;
}
