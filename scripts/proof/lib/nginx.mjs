import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../services/platform/local/ports.mjs';
import { root } from '../../lib/checkout.mjs';
import { end, newFolder } from '../../lib/processes.mjs';
import { nginxNames } from '../../../regions/facts.mjs';
import { until } from '../../lib/until.mjs';
import { processTree } from './process-usage.mjs';

/** nginx as the web image runs it (web/nginx). */

/** Derives variables as web/nginx/settings.envsh does. */
function settings(environment) {
  const output = execFileSync(
    'sh',
    [
      '-c',
      '. "$1" && exec "$2" -p "JSON.stringify(process.env)"',
      'sh',
      join(root, 'web/nginx/settings.envsh'),
      process.execPath,
    ],
    { env: { PATH: process.env.PATH, ...environment }, encoding: 'utf8' },
  );
  return { ...JSON.parse(output), NGINX_LOCAL_RESOLVERS: '127.0.0.1' };
}

/** Fills in a template as the image's entry point does. */
const filled = (template, variables) => template.replace(/\$\{(\w+)\}/g, (_all, name) => variables[name] ?? '');

function moved(text, { folder, port, ingressPort, webRoot }) {
  const places = {
    '/etc/nginx/site/': `${folder}/site/`,
    '/var/cache/site': `${folder}/cache`,
    // The checkout's path may have spaces.
    'root /srv/site': `root "${webRoot}"`,
    '/tmp/': `${folder}/`,
    '/dev/stderr': `${folder}/errors.log`,
    'listen 8080': `listen 127.0.0.1:${port}`,
    'listen 8082': `listen 127.0.0.1:${ingressPort}`,
    'listen 8081': `listen unix:${folder}/status.sock`,
  };
  return text.replace(new RegExp(Object.keys(places).join('|'), 'g'), (place) => places[place]);
}

async function start(folder, port, ingressPort) {
  const asRoot = process.getuid?.() === 0 ? ' user root;' : '';
  const server = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', `daemon off;${asRoot}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  let errorOutput = '';
  server.stderr.setEncoding('utf8').on('data', (text) => (errorOutput = (errorOutput + text).slice(-2_000)));
  let failure;
  server.once('error', (error) => {
    failure = error.code === 'ENOENT' ? new Error('This needs nginx: install it.') : error;
  });
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    await end(server);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await until('nginx to listen', () => {
      if (failure ?? server.exitCode !== null) return true;
      return fetch(`${url}/healthz`).then((response) => response.status > 0);
    });
    if (failure) throw failure;
    if (server.exitCode !== null) throw new Error(`nginx does not start: ${errorOutput}`);
  } catch (error) {
    await stop();
    throw error;
  }
  const errors = () => readFileSync(join(folder, 'errors.log'), 'utf8');
  return { url, ingressPort, pids: () => processTree(server.pid), errors, stop };
}

/**
 * Starts nginx in front of a gateway, without an access log.
 * @param environment further variables of an installation
 * @param webRoot the folder of the built pages
 * @returns url, ingressPort (for the PROXY protocol), pids(), errors(), stop()
 */
export async function startSiteNginx(gatewayUrl, { environment = {}, webRoot = join(root, 'web/dist') } = {}) {
  const folder = newFolder('nginx');
  const port = await freePort();
  const variables = settings({
    GATEWAY_ADDRESS: new URL(gatewayUrl).host,
    PUBLIC_URL: gatewayUrl,
    RATE_LIMIT_SCALE: '10000',
    ...environment,
  });
  const ingressPort = await freePort();
  const places = { folder, port, ingressPort, webRoot };
  cpSync(join(root, 'web/nginx/site'), join(folder, 'site'), { recursive: true });
  writeFileSync(join(folder, 'site/state.conf'), nginxNames);
  mkdirSync(join(folder, 'cache'));
  for (const name of readdirSync(join(folder, 'site'))) {
    const path = join(folder, 'site', name);
    writeFileSync(path, moved(readFileSync(path, 'utf8'), places));
  }
  for (const name of ['site.conf', 'ingress.conf']) {
    const template = readFileSync(join(root, 'web/nginx', `${name}.template`), 'utf8');
    writeFileSync(join(folder, name), filled(template, variables));
  }
  const main = readFileSync(join(root, 'web/nginx/nginx.conf'), 'utf8');
  writeFileSync(join(folder, 'nginx.conf'), moved(main, places));
  return start(folder, port, ingressPort);
}

/** Serves one file with every performance setting: the machine's upper limit. */
export async function startStaticNginx(bytes, headers) {
  const folder = newFolder('nginx');
  const port = await freePort();
  writeFileSync(join(folder, 'answer'), bytes);
  const added = Object.entries(headers).map(([name, value]) => `add_header ${name} "${value}";`);
  writeFileSync(
    join(folder, 'nginx.conf'),
    `worker_processes auto;
pid ${folder}/nginx.pid;
error_log ${folder}/errors.log warn;
events { worker_connections 4096; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  open_file_cache max=100 inactive=1h;
  open_file_cache_valid 1h;
  keepalive_requests 1000;
  client_body_temp_path ${folder}/t1;
  proxy_temp_path ${folder}/t2;
  fastcgi_temp_path ${folder}/t3;
  scgi_temp_path ${folder}/t4;
  uwsgi_temp_path ${folder}/t5;
  default_type application/json;
  server {
    listen 127.0.0.1:${port};
    root ${folder};
    ${added.join('\n    ')}
  }
}
`,
  );
  return start(folder, port);
}
