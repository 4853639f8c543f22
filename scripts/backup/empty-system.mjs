import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startObjectStore } from '../../services/platform/local/object-store.mjs';
import { freePort } from '../../services/platform/local/ports.mjs';
import { startPostgres } from '../../services/platform/local/postgres.mjs';
import { root, services } from '../lib/checkout.mjs';
import { currentState } from '../../regions/choice.mjs';
import { bindToState, rejectOldData } from '../local-mode/data-dir.mjs';
import { loadSecrets, prepareRoles } from '../local-mode/secrets.mjs';
import { Refusal } from './find-installation.mjs';

/** Creates local mode's Postgres and object store in an empty `dataDir`, with the schemas of the built services. */
export async function startEmpty(dataDir) {
  if (existsSync(join(dataDir, 'postgres')))
    throw new Refusal(`${dataDir} is not empty. Name an empty folder in DATA_DIR.`);
  if (!existsSync(join(root, 'services/auth/dist/migrate.js')))
    throw new Refusal('Build the product first: npm run build');
  mkdirSync(dataDir, { recursive: true });
  // `npm start` checks what these record.
  rejectOldData(dataDir);
  bindToState(dataDir, currentState());
  const secrets = loadSecrets(dataDir);
  const database = await startPostgres({
    dataDir: join(dataDir, 'postgres'),
    port: await freePort(),
    password: secrets.postgresPassword,
  });
  const store = await startObjectStore({
    directory: join(dataDir, 'objects'),
    port: await freePort(),
    accessKey: secrets.s3AccessKey,
    secretKey: secrets.s3SecretKey,
  });
  const { migrator } = await prepareRoles(database.url, secrets);
  for (const service of services) {
    const { status, stderr } = spawnSync(process.execPath, [join(root, `services/${service}/dist/migrate.js`)], {
      env: { ...process.env, DATABASE_URL: migrator },
      encoding: 'utf8',
    });
    if (status !== 0) throw new Refusal(`The schema of ${service} couldn't be created: ${stderr.trim()}`);
  }
  return {
    installation: {
      databaseUrl: migrator,
      store: {
        endpoint: store.url,
        accessKey: secrets.s3AccessKey,
        secretKey: secrets.s3SecretKey,
        bucket: 'arkansas-weather',
        region: 'us-east-1',
      },
    },
    async stop() {
      await store.stop();
      await database.stop();
    },
  };
}
