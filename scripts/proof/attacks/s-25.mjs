import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../services/platform/local/ports.mjs';
import { root } from '../../lib/checkout.mjs';
import { newFolder } from '../../lib/processes.mjs';
import { launch } from '../../lib/launch.mjs';

export const name = 'S-25';
export const title = 'strict production mode';
export const rule =
  'With NODE_ENV=production nothing starts on embedded stores, generated secrets or a superuser; it exits immediately and says why in one sentence. The first admin’s password is shown once, beside its account.';

/** All required production settings, as an operator might copy them from examples. */
const complete = (databaseUrl) => ({
  NODE_ENV: 'production',
  DATABASE_URL: databaseUrl,
  S3_ENDPOINT: 'http://127.0.0.1:1',
  S3_ACCESS_KEY: 'an-access-key',
  S3_SECRET_KEY: 'a-long-enough-secret',
  PUBLIC_URL: 'https://weather.lab.test',
  ADMIN_EMAIL: 'operator@example.org',
  ADMIN_PASSWORD: 'a-long-enough-password',
  JWT_PRIVATE_KEY: 'x',
  SECOND_FACTOR_KEY: 'x',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'weather@example.org',
});

async function end(words, environment) {
  const dataDir = newFolder('production');
  const { child, output } = launch(words, { PORT: String(await freePort()), DATA_DIR: dataDir, ...environment });
  await once(child, 'exit');
  const made = existsSync(join(dataDir, 'postgres')) || existsSync(join(dataDir, 'secrets.json'));
  rmSync(dataDir, { recursive: true, force: true });
  return { code: child.exitCode, said: output().trim(), made };
}

/** Starts one service on its own, as a container runs it. */
async function service(environment) {
  const child = spawn(process.execPath, [join(root, 'services/content/dist/main.js')], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
  await once(child, 'exit');
  return { code: child.exitCode, said };
}

export async function run({ product: start, checks }) {
  const everything = Object.keys(complete(''));
  const empty = Object.fromEntries(everything.map((each) => [each, '']));

  const bare = await end([], { ...empty, NODE_ENV: 'production' });
  checks.that(bare.code === 1 && !bare.made, 'a bare NODE_ENV=production npm start did something');
  checks.that(bare.said.split('\n').length === 1, `a bare production start printed more than a sentence: ${bare.said}`);
  for (const each of everything.filter((variable) => variable !== 'NODE_ENV'))
    checks.that(bare.said.includes(each), `the sentence does not name ${each}`);
  const needed = ['DATABASE_URL', 'S3_ENDPOINT', 'JWT_PRIVATE_KEY', 'ADMIN_PASSWORD'];
  for (const missing of needed) {
    const { code, said, made } = await end([], { ...complete('postgresql://a:b@127.0.0.1:1/c'), [missing]: '' });
    checks.that(code === 1 && !made && said.includes(missing), `without ${missing} production printed: ${said}`);
  }
  const played = await end(['--simulated'], complete('postgresql://a:b@127.0.0.1:1/c'));
  checks.that(played.code === 1 && /recorded weather/.test(played.said), 'production plays recorded weather');

  const product = await start();
  const { databaseUrl, roles, tls } = product.state();
  const environment = {
    NODE_ENV: 'production',
    GRPC_LISTEN: `127.0.0.1:${await freePort()}`,
    METRICS_PORT: '0',
    TLS_CERT_FILE: join(tls, 'content/tls.crt'),
    TLS_KEY_FILE: join(tls, 'content/tls.key'),
    TLS_CA_FILE: join(tls, 'content/ca.crt'),
  };
  const mighty = await service({ ...environment, DATABASE_URL: databaseUrl });
  checks.that(
    mighty.code === 1 && /"postgres\\?" is a superuser, which production refuses/.test(mighty.said),
    `a service as superuser exited with ${mighty.code}: ${mighty.said.slice(-300)}`,
  );
  const open = await service({
    ...environment,
    DATABASE_URL: roles.content,
    DATABASE_CA_FILE: join(tls, 'content/not-there.crt'),
  });
  checks.that(
    open.code === 78 && open.said.includes('DATABASE_CA_FILE: cannot be read'),
    `a missing authority was ignored: ${open.said.slice(-300)}`,
  );

  const { email, password } = product.admin;
  const shown = readFileSync(product.logFile, 'utf8')
    .split('\n')
    .filter((line) => line.includes(password));
  checks.that(
    shown.length === 1 && shown[0].includes(email),
    `the first admin's password was shown ${shown.length} times`,
  );
  return { refusedStarts: needed.length + 4 };
}
