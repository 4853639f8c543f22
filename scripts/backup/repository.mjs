/**
 * The restic repository at BACKUP_REPOSITORY. Each snapshot has `rows.dump` (pg_dump's custom format), `objects/` and
 * `manifest.json`.
 */
import { readSetting } from './find-installation.mjs';
import { Refusal } from './command.mjs';
import { run } from './programs.mjs';

/** @typedef {{ sha256: string, sizeBytes: number, mediaType: string }} ObjectSummary */
/**
 * @typedef {object} Manifest
 * @property {string} takenAt
 * @property {Record<string, number>} rows by table
 * @property {Record<string, string>} auditEnds "number:hash" by schema
 * @property {Record<string, ObjectSummary>} objects by key
 * @property {string[]} earlier the repository's snapshots when this one was taken, without the expired ones
 * @property {string[]} expired snapshots that this backup removes once it is saved
 */
/** @typedef {{ id: string, short_id: string, time: string, hostname: string, tags?: string[] }} Snapshot */

/** Containers have random host names. */
const label = 'arkansas-weather';
export const hostAndTag = ['--host', label, '--tag', label];

/** @param {string} name @param {string} hint */
function requireSetting(name, hint) {
  const value = readSetting(name);
  if (!value) throw new Refusal(`${name} is missing: ${hint}.`);
  return value;
}

/** @param {string[]} args @param {{ cwd?: string, copyTo?: string }} [options] `copyTo`: another repository */
export function restic(args, { cwd, copyTo } = {}) {
  const repository = requireSetting('BACKUP_REPOSITORY', 'name a folder, s3:https://HOST/BUCKET or sftp:HOST:/FOLDER');
  const password = requireSetting('BACKUP_PASSWORD', 'set it, or name its file in BACKUP_PASSWORD_FILE');
  const env = {
    RESTIC_REPOSITORY: copyTo ?? repository,
    RESTIC_PASSWORD: password,
    ...(copyTo && { RESTIC_FROM_REPOSITORY: repository, RESTIC_FROM_PASSWORD: password }),
    AWS_ACCESS_KEY_ID: readSetting('BACKUP_S3_ACCESS_KEY') ?? process.env.AWS_ACCESS_KEY_ID,
    AWS_SECRET_ACCESS_KEY: readSetting('BACKUP_S3_SECRET_KEY') ?? process.env.AWS_SECRET_ACCESS_KEY,
  };
  return run('restic', [...args, '--quiet'], { env, ...(cwd && { cwd }) });
}

/** @returns {Promise<Snapshot[]>} oldest first, including those of others */
export async function listSnapshots() {
  /** @type {Snapshot[]} */
  const snapshots = JSON.parse(await restic(['snapshots', '--json', '--no-lock'])) ?? [];
  return snapshots.sort((one, other) => Date.parse(one.time) - Date.parse(other.time));
}

/** @param {Snapshot} snapshot */
const belongsToInstallation = ({ hostname, tags }) => hostname === label && Boolean(tags?.includes(label));

/**
 * Returns our newest snapshot, or the one whose ID starts with `id`.
 * @param {string} [id]
 */
export async function findSnapshot(id = '') {
  const found = (await listSnapshots()).filter((each) => belongsToInstallation(each) && each.id.startsWith(id)).at(-1);
  if (!found)
    throw new Refusal(
      `There is no backup${id && ` "${id}"`} of this site in BACKUP_REPOSITORY: \`restic snapshots\` lists what it has.`,
    );
  return found;
}

/** @param {Snapshot} snapshot @returns {Promise<Manifest>} */
export async function readManifest({ id }) {
  return JSON.parse(await restic(['dump', '--no-lock', id, '/manifest.json']));
}

/**
 * Returns the IDs of our snapshots that `forget` would remove: it keeps the last one of each day.
 * @param {string} keepDays
 * @returns {Promise<string[]>}
 */
export async function listExpired(keepDays) {
  const policy = ['--group-by', '', '--keep-daily', keepDays];
  const output = await restic(['forget', ...hostAndTag, ...policy, '--dry-run', '--no-lock', '--json']);
  /** @type {{ remove: Snapshot[] | null }[]} */
  const groups = output.trim() ? JSON.parse(output) : [];
  return groups.flatMap(({ remove }) => remove ?? []).map(({ id }) => id);
}

/**
 * Compares the repository with the lists in our newest snapshot, which only the password's owner can write. Expired
 * snapshots may still be there: the backup that removes them may have been interrupted.
 * @param {Snapshot[]} snapshots
 * @returns the IDs of snapshots that are missing, and of those that no backup listed
 */
export async function findTampering(snapshots) {
  const newest = snapshots.filter(belongsToInstallation).at(-1);
  const { earlier, expired } = newest ? await readManifest(newest) : { earlier: [], expired: [] };
  const present = snapshots.map(({ id }) => id);
  const expected = [...earlier, ...expired, newest?.id];
  return {
    missing: earlier.filter((id) => !present.includes(id)),
    foreign: present.filter((id) => !expected.includes(id)),
  };
}

/** @param {Awaited<ReturnType<typeof findTampering>>} tampering @returns a sentence; undefined if there is none */
export function describeTampering({ missing, foreign }) {
  if (missing.length + foreign.length === 0) return undefined;
  const list = (/** @type {string[]} */ ids) => ids.map((id) => id.slice(0, 8)).join(', ') || 'none';
  return (
    `Someone else changed BACKUP_REPOSITORY (removed snapshots: ${list(missing)}; foreign snapshots: ${list(foreign)}): ` +
    'see "Respond to a changed repository" in docs/operations/back-up-and-restore.md.'
  );
}
