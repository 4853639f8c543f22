import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../lib/checkout.mjs';
import { call, documents, leak, operations, publicReads } from '../lib/site-actions.mjs';

export const name = 'S-01';
export const title = 'leaked secrets';
export const rule = 'No provider key, password or private key appears in a response, an error, a built file or a log.';

const canaries = {
  OPENWEATHER_KEY: 'CANARY_openweather_7f3a',
  FACEBOOK_PAGE_ACCESS_TOKEN: 'CANARY_facebook_91bc',
  WEATHERAPI_KEY: 'CANARY_weatherapi_55de',
};

const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name));

export async function run({ product: start, log, quick, checks }) {
  const product = await start({ environment: canaries, fresh: true });
  const token = await product.signIn();
  const { adminPassword, jwtPrivateKey, postgresPassword, s3SecretKey, secondFactorKey } = JSON.parse(
    readFileSync(join(product.dataDir, 'secrets.json'), 'utf8'),
  );
  const secrets = { adminPassword, postgresPassword, s3SecretKey, secondFactorKey, jwt: jwtPrivateKey.split('\n')[1] };
  const inspect = (where, text) => {
    checks.that(!/CANARY_/.test(text), `${where} contains a provider's key`);
    for (const [what, value] of Object.entries(secrets)) checks.that(!text.includes(value), `${where} holds ${what}`);
  };
  let responses = 0;
  for (const path of [...publicReads, ...documents]) {
    inspect(path, (await call(product, 'GET', path)).text);
    responses += 1;
  }
  const all = await operations(product);
  const wrongs = ['%00', "'", '-1', '../../etc/passwd', '{}', '9'.repeat(400), 'NaN'];
  for (const { method, path } of all) {
    for (const wrong of quick ? wrongs.slice(0, 2) : wrongs) {
      for (const bearer of [undefined, token]) {
        if (bearer && path.endsWith('/logout')) continue;
        const address =
          path.replaceAll(/\{\w+\}/g, encodeURIComponent(wrong)) + `?cursor=${encodeURIComponent(wrong)}&limit=x`;
        const { text } = await call(product, method, address, {
          token: bearer,
          ...(method === 'POST' && { json: '{"a":' }),
        });
        responses += 1;
        inspect(`${method} ${path}`, text);
        if (!path.startsWith('/docs'))
          checks.that(!leak.test(text), `${method} ${path} reveals internals: ${text.slice(0, 200)}`);
      }
    }
  }
  const built = filesBelow(join(root, 'web/dist'));
  for (const file of built) {
    const text = readFileSync(file, 'latin1');
    inspect(file, text);
    checks.that(
      !/-----BEGIN [A-Z ]*PRIVATE KEY-----|\bAKIA[0-9A-Z]{16}\b|\bEAA[A-Za-z0-9]{40,}/.test(text),
      `${file} contains what looks like a key`,
    );
    checks.that(!/\.map$/.test(file), `${file} reveals the sources`);
  }
  await product.stop();
  const logText = readFileSync(product.logFile, 'utf8');
  // The launcher prints the first admin's password on purpose.
  const spoken = logText
    .split('\n')
    .filter((line) => !line.includes('First admin'))
    .join('\n');
  inspect('the log', spoken);
  log(`${responses} responses, ${built.length} files, ${logText.length} characters of log`);
  return { responses, files: built.length };
}
