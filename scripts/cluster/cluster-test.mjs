/**
 * Tests all cluster operations of docs/operations/kubernetes.md on the cluster of kubectl's current context, while
 * visitors read and write. Prints a line for each check (ok, FAILED, or NOT CHECKED with a reason), and one of JSON at
 * the end. Exits with 1 on failure, 3 when there is no cluster, 64 when it must not start.
 *
 *     npm run ops -- cluster-test [OVERLAY] [--here]
 *
 * OVERLAY defaults to k8s/overlays/local. --here uses an existing namespace, whose pods and rows are lost.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { followPhoto, signIn, siteAt } from '../lib/visitor-requests.mjs';
import { logElapsed as log } from '../lib/log.mjs';
import { sumOf } from '../lib/visitor-totals.mjs';
import { command, OperatorError } from './command.mjs';
import { findCluster, get, kubectl, list } from './kubectl.mjs';
import { missingImages, planOf, rollOut } from './rollout-steps.mjs';
import { disruptions, drain, losePod, replaceAll } from './checks/disruptions.mjs';
import { autoscalers, networkPolicies, productionIsAccepted } from './checks/environment.mjs';
import { alertsFromThree, severalReplicas } from './checks/replicas.mjs';
import { newReport, NotChecked } from './checks/report.mjs';
import { findMissingOrDuplicated, messagesOf, checkAllAwake, restore, takeBackup } from './checks/restore.mjs';
import { clearUp, judged, sendVisitors } from './checks/visitors.mjs';

/** @typedef {import('./rollout-steps.mjs').Plan} Plan */
/** @typedef {import('../lib/visitor-requests.mjs').Site} Site */

/**
 * Checks that a Secret changed by hand survives the next rollout.
 * @param {Plan} plan
 * @param {() => Promise<unknown>} work
 */
async function checkManualSecret(plan, work) {
  const { namespace } = plan;
  const read = async () => (await get(['-n', namespace, 'secret', 'auth']))?.data?.['admin-password'];
  // Read only while there is no admin.
  const write = (/** @type {string} */ value) =>
    kubectl([
      '-n',
      namespace,
      'patch',
      'secret',
      'auth',
      '--type',
      'merge',
      '--patch',
      JSON.stringify({ data: { 'admin-password': value } }),
    ]);
  const before = await read();
  if (before === undefined) throw new NotChecked('there is no Secret auth');
  const byHand = Buffer.from(`by-hand-${randomBytes(9).toString('hex')}`).toString('base64');
  await write(byHand);
  try {
    const detail = await work();
    if ((await read()) !== byHand) throw new Error('the rollout reverted it');
    return detail;
  } finally {
    await write(before);
  }
}

/**
 * Runs `work` through a port-forward, which ends with its pod.
 * @template T
 * @param {Plan} plan
 * @param {(site: Site) => Promise<T>} work
 */
async function throughPortForward({ namespace }, work) {
  const child = spawn('kubectl', ['-n', namespace, 'port-forward', 'service/web', ':80'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (text) => (output += text));
  try {
    const site = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', () => reject(new Error(`kubectl port-forward ended: ${output.trim()}`)));
      createInterface({ input: child.stdout }).on('line', (line) => {
        const [, port] = /^Forwarding from 127\.0\.0\.1:(\d+)/.exec(line) ?? [];
        if (port) resolve(`http://127.0.0.1:${port}`);
      });
    });
    return await work(siteAt(site));
  } finally {
    child.kill();
  }
}

/** @param {Plan} plan @returns the address of a photo on the home page */
async function journey(plan) {
  const secret = await get(['-n', plan.namespace, 'secret', 'auth']);
  const password = Buffer.from(secret?.data?.['admin-password'] ?? '', 'base64').toString();
  const settings = await list(['-n', plan.namespace, 'configmaps']);
  const admin = settings.map(({ data }) => data?.ADMIN_EMAIL).find(Boolean) ?? '';
  return throughPortForward(plan, async (site) => {
    const file = await followPhoto(site, () => signIn(site, admin, password), log);
    const email = 'visitor@visitor.test';
    const message = new URLSearchParams({ name: 'A visitor', phone: '501 555 0100', email, feedback: 'Hello' });
    await site.json('/main/contact-us', { method: 'POST', body: message });
    await site.json('/main/news/letter/create', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email }),
    });
    return file;
  });
}

/** @param {Plan} plan @param {string} file */
const isImageStored = (plan, file) =>
  throughPortForward(plan, async (site) => {
    const { status } = await site.get(file);
    if (status !== 200) throw new Error(`${file} answers ${status}`);
  });

/**
 * @param {Plan} plan
 * @param {string} run identifies this run's visitors
 * @param {ReturnType<typeof newReport>} report
 */
async function runChecks(plan, run, { check }) {
  const present = await check('the images exist', async () => {
    const missing = await missingImages(plan);
    if (missing.length > 0) throw new Error(`no node has ${missing.join(', ')} (docs/operations/kubernetes.md)`);
  });
  const rolledOut = await check('the first rollout', () => rollOut(plan, log), {
    needs: present,
    because: 'there are no images',
  });
  const needs = { needs: rolledOut, because: 'the rollout failed' };
  let file = '';
  const used = await check(
    'a photo from the form to the home page; a message; the newsletter',
    async () => void (file = await journey(plan)),
    needs,
  );
  // Checks that need them are skipped if there are none.
  let visitors = /** @type {import('./checks/visitors.mjs').Visitors} */ ({});
  const came = await check('visitors come', async () => void (visitors = await sendVisitors(plan, run)), needs);
  const visited = { needs: came, because: 'there are no visitors' };
  await check(
    'a rollout of new pods with visitors, and a Secret changed by hand',
    () =>
      checkManualSecret(plan, async () =>
        judged(await visitors.during(() => replaceAll(plan, () => rollOut(plan, log)))),
      ),
    visited,
  );
  let meanwhile = sumOf('');
  const several = await check(
    'two pods per deployment',
    async () => void (meanwhile = await visitors.during(() => severalReplicas(plan))),
    visited,
  );
  await check('no request failed while pods were added', () => judged(meanwhile), { needs: several });
  for (const { name, work, ...own } of came ? disruptions(plan, visitors, { several }) : [])
    await check(name, work, own);
  await check(
    'alerts stay known with three gateways and weather-proxies, of which a pod each is deleted',
    () => alertsFromThree(plan, visitors, (name) => losePod(plan, name, ['--wait=true'])),
    { needs: several, because: 'each deployment has only one pod' },
  );
  await check('a node is drained', () => drain(plan, visitors), visited);
  await check(
    'every acknowledged write is stored once',
    async () => {
      const { writes, acknowledged } = await visitors.stop();
      const stored = await messagesOf(plan, run);
      const problem = findMissingOrDuplicated(acknowledged, stored);
      if (problem) throw new Error(problem);
      return `${acknowledged.length} of ${writes} acknowledged, ${stored.length} stored`;
    },
    visited,
  );
  await check('a pod without labels can connect to nothing', () => networkPolicies(plan), needs);
  await check('autoscalers have metrics', () => autoscalers(plan), needs);
  let backup = { id: '', rows: 0, objects: 0, messages: /** @type {number[]} */ ([]) };
  const backedUp = await check(
    'a backup by hand',
    async () => {
      backup = { ...(await takeBackup(plan)), messages: came ? await messagesOf(plan, run) : [] };
      return `${backup.rows} rows, ${backup.objects} objects`;
    },
    needs,
  );
  const restored = await check('everything is lost and restored', () => restore(plan, backup, log), {
    needs: backedUp,
    because: 'there is no backup',
  });
  const back = { needs: restored, because: 'nothing was restored' };
  await check('no deployment is without pods', () => checkAllAwake(plan), needs);
  await check(
    'the rows are the same as before',
    async () => {
      const messages = await messagesOf(plan, run);
      if (messages.join() !== backup.messages.join())
        throw new Error(
          findMissingOrDuplicated(backup.messages, messages) || 'there are messages from after the backup',
        );
      return `${messages.length} messages`;
    },
    { ...back, needs: restored && came },
  );
  await check('the photo is still public', () => isImageStored(plan, file), { ...back, needs: restored && used });
  await check('the API accepts the production overlay', () => productionIsAccepted());
}

await command(async () => {
  const { values, positionals } = parseArgs({ options: { here: { type: 'boolean' } }, allowPositionals: true });
  const [overlay = 'k8s/overlays/local', ...others] = positionals;
  if (others.length > 0) throw new OperatorError('usage: npm run ops -- cluster-test [OVERLAY] [--here]');
  if (!existsSync(join(overlay, 'kustomization.yaml'))) throw new OperatorError(`${overlay} is not an overlay`);
  const cluster = await findCluster();
  const nodes = await list(['nodes']);
  log(`the cluster is ${cluster.context}, Kubernetes ${cluster.version}, ${nodes.length} nodes`);
  const plan = await planOf(resolve(overlay));
  if (!values.here && (await get(['namespace', plan.namespace])))
    throw new OperatorError(
      `the cluster already has a namespace ${plan.namespace}: this test deletes its pods and rows; to allow that, add --here`,
    );
  const run = `test-${randomBytes(4).toString('hex')}`;
  const report = newReport(log);
  try {
    await runChecks(plan, run, report);
  } finally {
    await clearUp(plan.namespace).catch(({ message }) => log(message));
  }
  if (!report.end({ ...cluster, nodes: nodes.length, overlay, run })) process.exitCode = 1;
});
