import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

export const name = 'S-24';
export const title = 'separate credentials per process';
export const rule =
  'Each running process has its own database role and store key in its environment, and no secret of another process or of the shell; Postgres has none, and the object store only its keys.';

const credentialsOf = {
  gateway: ['key gateway'],
  auth: ['role auth', 'ADMIN_PASSWORD'],
  content: ['role content'],
  submissions: ['role submissions', 'key submissions'],
  weather: ['role weather', 'key social'],
  notifications: ['role notifications'],
  worker: ['role submissions'],
  'picture-worker': ['role pictures', 'key pictures'],
};

/** Reads the environments of our processes and of the programs that they start; Linux only. */
export async function run({ product: start, checks, rows }) {
  const canary = () => `Canary-${randomBytes(9).toString('hex')}`;
  const canaries = { ADMIN_PASSWORD: canary(), S24_KEY_OF_ANOTHER_PROGRAM: canary() };
  const product = await start({ fresh: true, environment: canaries });
  const { roles, keys, objectStore, databaseUrl } = product.state();
  const passwordOf = (address) => new URL(address).password;
  const secrets = {
    ...Object.fromEntries(Object.entries(roles).map(([role, address]) => [`role ${role}`, passwordOf(address)])),
    ...Object.fromEntries(Object.entries(keys).map(([holder, { secretKey }]) => [`key ${holder}`, secretKey])),
    'the owner of the store': objectStore.secretKey,
    'the owner of the database': passwordOf(databaseUrl),
    ...canaries,
  };
  const ofObjectStore = Object.keys(secrets).filter((secret) => /^key |the store$/.test(secret));
  const allowed = { ...credentialsOf, 'object-store': ofObjectStore };
  const pids = { ...product.pids(), postgres: await product.postmaster() };
  for (const name of Object.keys(credentialsOf)) checks.that(pids[name] > 0, `${name} is not running`);
  for (const [process, pid] of Object.entries(pids)) {
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
    const held = Object.keys(secrets).filter((secret) => environment.includes(secrets[secret]));
    const surplus = held.filter((secret) => !allowed[process]?.includes(secret));
    checks.that(surplus.length === 0, `${process} knows ${surplus.join(', ')}`);
  }
  rows.push({ what: 'processes whose environment was read', count: Object.keys(pids).length });
}
