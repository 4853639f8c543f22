import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverSchema as auth } from '../services/auth/src/config.js';
import { senderSchema, serverSchema as notifications } from '../services/notifications/src/config.js';
import {
  databaseVariables,
  objectStoreVariables,
  queueVariables,
  serverVariables,
} from '../services/platform/src/base/config.js';
import { imageWorkerSchema, workerSchema } from '../services/submissions/src/config.js';
import { weatherVariables } from '../services/weather-proxy/src/config.js';
import { gatewayVariables } from '../gateway/src/config.js';
import { installation } from '../k8s/testing/overlay-cases.js';
import { read as readOverlay } from '../k8s/testing/render.js';
import { readComposeFiles } from './lib/compose-files.mjs';

/**
 * The marks in .env.example that say where a variable applies; `UPDATE_TABLES=1 npx jest scripts/env-example` rewrites
 * them.
 */

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const file = join(root, '.env.example');
const mark = /^# \[.*\]\n/gm;

const schemas = [
  auth,
  gatewayVariables,
  notifications,
  imageWorkerSchema,
  senderSchema,
  weatherVariables,
  workerSchema,
];
/** Of the processes' schemas, of those that `parseConfig` reads beside them, and of the step that adds samples. */
const ofProcesses = new Set([
  ...schemas.flatMap(({ shape }) => Object.keys(shape)),
  ...Object.keys({ ...serverVariables, ...databaseVariables, ...queueVariables, ...objectStoreVariables }),
  'DATABASE_CA_FILE',
  'REDIS_CA_FILE',
  'SAMPLE_CONTENT',
]);

/** Of `npm start` itself (scripts/local-mode), and those that it sets for its processes. */
const ofLocalMode = ['DATA_DIR', 'HOST', 'PORT', 'STATE'];
const setByLocalMode = /^(LOG_FORMAT|METRICS_PORT|GRPC_LISTEN|NOTIFICATIONS_SENDER|WEB_ROOT|\w+_GRPC_ADDRESS|TLS_\w+)$/;
/** Read from the environment by scripts/backup. */
const ofCommands = /^(BACKUP_|PUSHGATEWAY_URL$)/;

const compose = readComposeFiles<{ environment?: object }>();

const ofNginx = new Set(
  [...read('web/nginx/settings.envsh').matchAll(/\$\{?([A-Z][A-Z_]+)/g)].map(([, name]) => name!),
);
const setByImages = new Set(
  [...read('Dockerfile').matchAll(/^ENV (.+)$/gm)].flatMap(([, line]) =>
    [...line!.matchAll(/([A-Z_]+)=/g)].map(([, name]) => name!),
  ),
);
const containers = installation(readOverlay('production')).containers.flatMap(({ container }) => container.env ?? []);
const secrets = new Set(
  containers.flatMap(({ name, value }) => (value?.startsWith('/run/secrets/') ? [name.replace(/_FILE$/, '')] : [])),
);
const setByManifests = new Set(containers.map(({ name }) => name));

/** Returns the places whose settings a variable is read from. */
function placesOf(name: string): string[] {
  const isLocal = ofLocalMode.includes(name) || (ofProcesses.has(name) && !setByLocalMode.test(name));
  const isOnCluster =
    (ofProcesses.has(name) || ofNginx.has(name) || ofCommands.test(name)) &&
    (!setByImages.has(name) || ['NODE_ENV', 'BACKUP_REPOSITORY'].includes(name)) &&
    !setByManifests.has(name);
  return [
    ...(isLocal ? ['npm start'] : ofCommands.test(name) ? ['npm run'] : []),
    ...(new RegExp(`\\$\\{${name}(_FILE)?[:}]`).test(compose.text) ? ['compose'] : []),
    ...(secrets.has(name) ? ['Kubernetes Secret'] : isOnCluster ? ['Kubernetes'] : []),
  ];
}

/** Marks each variable, except those that directly follow one with the same mark. */
function marked(text: string): string {
  let before = '';
  return text
    .replace(mark, '')
    .split('\n')
    .map((line) => {
      const name = /^([A-Z0-9_]+)=/.exec(line)?.[1];
      if (!name) {
        before = '';
        return line;
      }
      const own = `# [${placesOf(name).join(', ') || 'preset'}]`;
      const isNew = own !== before;
      before = own;
      return isNew ? `${own}\n${line}` : line;
    })
    .join('\n');
}

describe('.env.example', () => {
  if (process.env['UPDATE_TABLES']) beforeAll(() => writeFileSync(file, marked(read('.env.example'))));

  it('says where each variable applies', () => {
    expect(read('.env.example')).toBe(marked(read('.env.example')));
  });

  it('has no variable that nothing reads', () => {
    const names = [...read('.env.example').matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name!);
    expect(names.filter((name) => placesOf(name).length === 0)).toEqual(['METRICS_PORT', 'GRPC_LISTEN']);
  });
});

it('compose passes on the intervals, budgets and the address of the trace collector', () => {
  const { services } = compose;
  const operators = [...ofProcesses].filter((name) => /_(POLL_SECONDS|TTL_SECONDS|DAILY_BUDGET)$/.test(name));
  expect(operators.length).toBeGreaterThan(8);
  for (const name of operators)
    expect(services['weather-proxy']!.environment).toMatchObject({ [name]: `\${${name}:-}` });
  for (const name of ['gateway', 'auth', 'content', 'submissions', 'worker', 'picture-worker', 'weather-proxy'])
    expect(services[name]!.environment).toHaveProperty('OTEL_EXPORTER_OTLP_ENDPOINT');
});
