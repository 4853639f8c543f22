import { spawn } from 'node:child_process';
import { parseAllDocuments } from 'yaml';
import { root } from '../lib/checkout.mjs';

/** The cluster of `kubectl`'s current context. */

/** Thrown when kubectl is missing or no cluster responds: the state of the installation is unknown. */
export class NoCluster extends Error {}

/**
 * Runs `kubectl …args` in the checkout.
 * @param {string[]} args
 * @param {{ input?: string, timeoutMs?: number }} options standard input, and time limit
 * @returns {Promise<string>} its standard output
 * @throws {NoCluster} without the program
 * @throws {Error} with its last lines when it fails or takes longer
 */
export function kubectl(args, { input = '', timeoutMs = 120_000 } = {}) {
  return new Promise((resolve, reject) => {
    // Unlike the option `timeout`, this doesn't keep the process running when the program fails to start.
    const signal = AbortSignal.timeout(timeoutMs);
    const child = spawn('kubectl', args, { cwd: root, stdio: ['pipe', 'pipe', 'pipe'], signal });
    let output = '';
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (said += text));
    child.once('error', (error) =>
      reject(error.code === 'ENOENT' ? new NoCluster('kubectl is not installed, or not in the PATH') : error),
    );
    // kubectl may exit without reading all input; its own message says why.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    child.once('close', (code, ended) => {
      if (code === 0) return resolve(output.trim());
      const words = (said || output).trim().split('\n').slice(-5).join('\n');
      reject(new Error(`kubectl ${args.join(' ')} exited with ${ended ?? code}\n${words}`));
    });
  });
}

/** Returns the result of `kubectl get … --output json`; undefined when the object doesn't exist. */
export async function get(args) {
  const text = await kubectl(['get', ...args, '--ignore-not-found', '--output', 'json']);
  return text === '' ? undefined : JSON.parse(text);
}

/**
 * Identifies the cluster.
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

/** Returns the manifests of an overlay, as rendered by kubectl. */
export async function rendered(overlay) {
  const text = await kubectl(['kustomize', overlay]);
  return parseAllDocuments(text).flatMap((document) => {
    if (document.errors[0]) throw document.errors[0];
    const manifest = document.toJS();
    return manifest ? [manifest] : [];
  });
}

/** Returns how a Job ended, or undefined, from its conditions (kubernetes.io, "Jobs"). */
export function endOf(job) {
  const is = (type) => job?.status?.conditions?.some((each) => each.type === type && each.status === 'True');
  return is('Complete') ? 'complete' : is('Failed') ? 'failed' : undefined;
}
