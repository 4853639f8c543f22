/** Loses everything and restores a backup, as in docs/operations/back-up-and-restore.md. */
import { parseAllDocuments } from 'yaml';
import { kubectl, list } from '../kubectl.mjs';
import { deleteJobs, jobDone, rollOut } from '../rollout-steps.mjs';
import { NotChecked } from './report.mjs';

/** @typedef {import('../rollout-steps.mjs').Plan} Plan */
/** @typedef {Awaited<ReturnType<typeof takeBackup>>} Backup */
/** @typedef {{ spec: { template: { spec: { containers: [{ args: string[] }] } } } }} Job */

const stores = ['postgres', 'object-store'];

/** @param {Plan} plan @param {string} sql @throws NotChecked when Postgres is not in this cluster */
async function queryPostgres(plan, sql) {
  if (!plan.stores.includes('postgres')) throw new NotChecked('Postgres is not in this overlay');
  const psql = ['psql', '-U', 'postgres', '-d', 'arkansas_weather', '-At', '-c', sql];
  return kubectl(['-n', plan.namespace, 'exec', 'postgres-0', '--', ...psql]);
}

/** Returns the numbers of the stored messages of a run's visitors, in order. @param {Plan} plan @param {string} run */
export async function messagesOf(plan, run) {
  const rows = await queryPostgres(
    plan,
    `SELECT substring(feedback FROM '^Message (\\d+) of ') FROM submissions.contact_messages
     WHERE email = '${run}@visitor.test'`,
  );
  return rows
    .split('\n')
    .filter(Boolean)
    .map(Number)
    .sort((left, right) => left - right);
}

/**
 * Says which acknowledged messages are missing or stored twice, if any.
 * @param {number[]} acknowledged
 * @param {number[]} stored
 */
export function findMissingOrDuplicated(acknowledged, stored) {
  const storedIds = new Set(stored);
  const missing = [...new Set(acknowledged)].filter((id) => !storedIds.has(id));
  const doubled = stored.filter((id, index) => stored.indexOf(id) !== index);
  return [
    ...(missing.length > 0 ? [`not stored: messages ${missing.join(', ')}`] : []),
    ...(doubled.length > 0 ? [`stored twice: messages ${doubled.join(', ')}`] : []),
  ].join('; ');
}

/** @param {Plan} plan @param {string} name @param {string} cronJob @param {(job: Job) => Job} [change] */
async function runJob(plan, name, cronJob, change = (job) => job) {
  const { namespace } = plan;
  await kubectl(['-n', namespace, 'delete', 'job', name, '--ignore-not-found', '--wait=true']);
  const text = await kubectl([
    '-n',
    namespace,
    'create',
    'job',
    name,
    `--from=cronjob/${cronJob}`,
    '--dry-run=client',
    '--output',
    'yaml',
  ]);
  const [job] = parseAllDocuments(text).map((document) => document.toJS());
  await kubectl(['-n', namespace, 'apply', '-f', '-'], { input: JSON.stringify(change(job)) });
  await jobDone(namespace, name, 7_200_000);
  return kubectl(['-n', namespace, 'logs', `job/${name}`, '--all-containers']);
}

/** @param {Plan} plan @returns its ID, and its numbers of rows and objects */
export async function takeBackup(plan) {
  const log = await runJob(plan, 'test-backup', 'backup');
  const [, id, rows, objects] = /^backup ([0-9a-f]+): (\d+) rows, (\d+) objects/m.exec(log) ?? [];
  if (!id) throw new Error(`the backup did not report its contents: ${log.split('\n').pop()}`);
  return { id, rows: Number(rows), objects: Number(objects) };
}

/** @param {Plan} plan */
async function loseEverything({ namespace }) {
  await kubectl(['-n', namespace, 'delete', 'deployment', '-l', 'arkansas-weather/roll-out=last', '--wait=true']);
  await kubectl(['-n', namespace, 'delete', 'statefulset', ...stores, '--wait=true']);
  await kubectl(['-n', namespace, 'delete', 'pvc', ...stores.map((name) => `data-${name}-0`), '--wait=true'], {
    timeoutMs: 300_000,
  });
}

/**
 * @param {Plan} plan
 * @param {Backup} backup
 * @param {(line: string) => void} print
 * @throws NotChecked, before any change, when the stores are not in this cluster
 */
export async function restore(plan, backup, print) {
  if (!stores.every((name) => plan.stores.includes(name)))
    throw new NotChecked('the stores are not in this overlay: docs/operations/back-up-and-restore.md');
  await loseEverything(plan);
  await deleteJobs(plan);
  await kubectl([
    'apply',
    '-k',
    plan.overlay,
    '-l',
    'arkansas-weather/roll-out!=last,app.kubernetes.io/name notin (migrations,seed-content,seed-submissions)',
  ]);
  // The backup has the schemas.
  for (const name of plan.first.filter((each) => each !== 'migrations')) await jobDone(plan.namespace, name);
  const log = await runJob(plan, 'test-restore', 'restore', (job) => {
    const [container] = job.spec.template.spec.containers;
    container.args = [...container.args, '--snapshot', backup.id];
    return job;
  });
  await rollOut(plan, print);
  const [, rows, objects] = /restored and compared: (\d+) rows, (\d+) objects/.exec(log) ?? [];
  if (Number(rows) !== backup.rows || Number(objects) !== backup.objects)
    throw new Error(
      `${backup.rows} rows and ${backup.objects} objects were backed up, ${rows} and ${objects} restored`,
    );
  return `${rows} rows and ${objects} objects, compared one by one`;
}

/** @param {Plan} plan @throws Error naming deployments that don't exist, and those without an available pod */
export async function checkAllAwake({ namespace, deployments }) {
  const items = await list(['-n', namespace, 'deployments']);
  const faults = {
    'missing deployments': /** @type {string[]} */ ([]),
    'without a pod': /** @type {string[]} */ ([]),
  };
  for (const { name } of deployments) {
    const there = items.find(({ metadata }) => metadata.name === name);
    if (!there) faults['missing deployments'].push(name);
    else if (there.spec.replicas === 0 || !there.status?.availableReplicas) faults['without a pod'].push(name);
  }
  const problems = Object.entries(faults).flatMap(([problem, names]) =>
    names.length > 0 ? [`${problem}: ${names.join(', ')}`] : [],
  );
  if (problems.length > 0) throw new Error(problems.join('; '));
  return `${deployments.length} deployments`;
}
