import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../services/platform/local/ports.mjs';
import '../lib/installed.mjs';
import { docker } from './docker.mjs';
import { imageSizes } from './sizes.mjs';
import { theFirstHour } from './smoke-first-hour.mjs';
import { theUpgrades } from './smoke-upgrade.mjs';

const { expect, followPhoto, photo, signIn, siteAt } = await import('../lib/visitor-journey.mjs');

/**
 * Tests the compose installation from scratch, as an operator has it: builds and starts it, follows a photo from a visitor through
 * nginx to the home page, kills parts, upgrades it under visitors, and takes it down. Uses a project and a port of its own.
 *   node scripts/compose/smoke.mjs [--built] [--keep]
 * --built uses the existing images; --keep leaves it running and prints its address.
 */

const keep = process.argv.includes('--keep');
const project = `arkansas-weather-smoke-${process.pid}`;
const port = await freePort();
const site = `http://127.0.0.1:${port}`;
const adminEmail = 'operator@smoke.test';
const environment = {
  COMPOSE_PROJECT_NAME: project,
  COMPOSE_PARALLEL_LIMIT: '1',
  VERSION: process.env.VERSION || 'dev',
  // As strict as in production, but with sample content.
  NODE_ENV: 'production',
  ADMIN_EMAIL: adminEmail,
  ADMIN_PASSWORD: '',
  PUBLIC_URL: site,
  PORT: String(port),
  SAMPLE_CONTENT: 'true',
  SAMPLE_WEATHER: '',
  RATE_LIMIT_SCALE: '1',
  // Production requires a mail server. There is none: mails wait, and nothing else does.
  SMTP_URL: 'smtp://mail.smoke.test:587',
  MAIL_FROM: 'Arkansas Weather <weather@smoke.test>',
};
// The .env of this checkout belongs to another installation.
const compose = (args, options = {}) =>
  docker(['compose', '--env-file', '/dev/null', ...args], { ...options, environment });

const startedAt = Date.now();
const say = (text) => process.stdout.write(`${((Date.now() - startedAt) / 1_000).toFixed(1).padStart(6)} s  ${text}\n`);

/** Repeats `attempt` until it returns something; fails with the last reason after `seconds`. */
async function until(what, seconds, attempt) {
  const from = Date.now();
  let reason = 'no answer';
  while (Date.now() - from < seconds * 1_000) {
    try {
      const result = await attempt();
      if (result) return { result, seconds: (Date.now() - from) / 1_000 };
    } catch (error) {
      reason = error.message;
    }
    await wait(200);
  }
  throw new Error(`${what}: not within ${seconds} s (${reason})`);
}

const installation = siteAt(site);
const { get } = installation;

async function theDoor() {
  const page = await get('/', { 'Accept-Encoding': 'br' });
  const html = await page.text();
  expect(page.status === 200 && html.includes('<title>Arkansas Weather</title>'), `/ answered ${page.status}`);
  expect(html.includes('id="home-data"'), 'the document has no home answer in it');
  for (const name of ['content-security-policy', 'x-content-type-options', 'x-request-id', 'x-cache'])
    expect(page.headers.get(name), `/ has no ${name}`);
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1];
  const asset = await get(script, { 'Accept-Encoding': 'br, gzip' });
  await asset.arrayBuffer();
  expect(asset.headers.get('content-encoding') === 'br', `${script} is not sent compressed`);
  expect(asset.headers.get('cache-control')?.includes('immutable'), `${script} is not immutable`);
  expect(asset.headers.get('content-type')?.startsWith('text/javascript'), `${script} has the wrong type`);
  for (const path of ['/metrics', '/readyz', '/index.html.br'])
    expect((await get(path)).status === 404, `${path} is public`);
  const tooLarge = await fetch(`${site}/main/contact-us`, { method: 'POST', body: 'x'.repeat(70_000) });
  expect(
    tooLarge.status === 413 && (await tooLarge.json()).status === false,
    `70 kB of text answered ${tooLarge.status}`,
  );
  say('the pages, their headers and their limits are right');
}

async function thePhoto() {
  const file = await followPhoto(
    installation,
    async () => {
      const log = await compose(['logs', '--no-color', '--no-log-prefix', 'setup']);
      const password = /with the password (\S+)/.exec(log)?.[1];
      expect(password, 'the first password was not printed');
      return signIn(installation, adminEmail, password);
    },
    say,
  );
  await (await get(file)).arrayBuffer();
  const cached = await get(file);
  expect(cached.headers.get('x-cache') === 'HIT', `the picture's X-Cache is ${cached.headers.get('x-cache')}`);
  say('its picture is served by nginx');
}

/** Runs in a container: which of the host:port in its arguments take a connection. */
const reaching = `
  const { connect } = require('node:net');
  const reached = (place) => new Promise((resolve) => {
    const [host, port] = place.split(':');
    const socket = connect({ host, port: Number(port), timeout: 5000 });
    const end = (answer) => { socket.destroy(); resolve(answer ? [place] : []); };
    socket.on('connect', () => end(true)).on('error', () => end(false)).on('timeout', () => end(false));
  });
  Promise.all(process.argv.slice(1).map(reached)).then((all) => console.log(JSON.stringify(all.flat())));
`;

async function theWalls() {
  const needed = ['content:50051', 'object-store:9000', 'postgres:5432', 'redis:6379'];
  const others = ['auth:50051', 'submissions:50051', 'weather-proxy:50051', 'gateway:8080', 'web:8080', '1.1.1.1:443'];
  const reached = await compose(['exec', '-T', 'picture-worker', 'node', '-e', reaching, ...needed, ...others]);
  expect(reached === JSON.stringify(needed), `the picture worker reaches ${reached}`);
  say('the picture worker reaches its stores and content, and nothing else');
}

/** Ends a process as a crash does: from outside its container, so that its restart policy applies. */
async function crash(service) {
  const id = await compose(['ps', '--quiet', service]);
  const pid = await docker(['inspect', '--format', '{{.State.Pid}}', id]);
  const kill = `process.kill(${Number(pid)}, 'SIGKILL')`;
  const image = `arkansas-weather/setup:${environment.VERSION}`;
  await docker(['run', '--rm', '--pid=host', '--network=none', '--entrypoint', 'node', image, '-e', kill]);
}

/**
 * The goal for each part to be healthy again after a crash, in seconds. A missed goal is only printed, because the machine may
 * be doing other work; six times as long is a failure.
 */
const recovery = {
  auth: 10,
  content: 10,
  submissions: 10,
  worker: 10,
  'picture-worker': 10,
  'weather-proxy': 10,
  notifications: 10,
  'notifications-sender': 10,
  gateway: 10,
  web: 10,
  redis: 10,
  'object-store': 20,
  postgres: 20,
};

async function theCrashes() {
  const times = [];
  for (const [service, goal] of Object.entries(recovery)) {
    const id = await compose(['ps', '--quiet', service]);
    const state = () => docker(['inspect', '--format', '{{.State.StartedAt}} {{.State.Health.Status}}', id]);
    const [startedBefore] = (await state()).split(' ');
    await crash(service);
    const { seconds } = await until(`${service} is healthy again`, 6 * goal, async () => {
      if (service !== 'web')
        expect((await get('/main/home')).status === 200, `the home page went away with ${service}`);
      const [started, health] = (await state()).split(' ');
      return started !== startedBefore && health === 'healthy';
    });
    times.push(`${service} ${seconds.toFixed(1)} s${seconds > goal ? ` (goal ${goal} s)` : ''}`);
  }
  say(`each part was killed and came back by itself: ${times.join(', ')}`);
  const sent = await until('photos are taken again', 30, async () => {
    const body = await photo(`After the crashes ${Date.now()}`);
    const response = await fetch(`${site}/main/snapshot/create`, {
      method: 'POST',
      body,
      signal: AbortSignal.timeout(10_000),
    });
    return response.status === 201;
  });
  say(`photos are taken again after ${sent.seconds.toFixed(1)} s; the home page never failed`);
}

async function theLoss() {
  await compose(['stop', 'gateway']);
  const stoppedAt = Date.now();
  await until('the home answer is served stale', 20, async () => {
    const home = await get('/main/home');
    expect(home.status === 200, `/main/home without a gateway answered ${home.status}`);
    // Longer than an answer is stale while it is merely being renewed.
    return Date.now() - stoppedAt > 4_000 && home.headers.get('x-cache') === 'STALE';
  });
  expect((await get('/')).status === 200, 'the first page needs a gateway');
  const unseen = await get('/livecam');
  expect(
    unseen.status === 200 && (await unseen.text()).includes('id="root"'),
    'a page that was never requested needs a gateway',
  );
  const write = await fetch(`${site}/main/snapshot/create`, { method: 'POST', body: await photo('Into the void') });
  expect(
    write.status === 503 && write.headers.get('retry-after'),
    `a photo without a gateway answered ${write.status}`,
  );
  say('without a gateway pages and answers are served stale, and writes are refused with a message');
  await compose(['start', 'gateway']);
  await until(
    'the gateway is back',
    90,
    async () => (await get('/main/snapshots?limit=1')).headers.get('x-cache') === 'MISS',
  );
  say('the gateway is back');
}

async function main() {
  if (!process.argv.includes('--built')) {
    say('building the images, one at a time');
    await compose(['--progress', 'plain', 'build'], { timeoutMs: 1_800_000, lastLines: 40 });
  }
  const { text, kept } = await imageSizes(environment.VERSION);
  process.stdout.write(`${text}\n`);
  expect(kept, 'an image is too large');
  say('starting');
  await compose(['up', '--detach', '--wait', '--wait-timeout', '540', '--quiet-pull'], { timeoutMs: 600_000 });
  say(`everything is healthy on ${site}`);
  await theDoor();
  await thePhoto();
  await theWalls();
  await theFirstHour({ compose, say, expect });
  await theCrashes();
  await theLoss();
  await theUpgrades({ site, environment, compose, say, expect });
}

let failed = false;
try {
  await main();
  say('the compose installation holds');
} catch (error) {
  failed = true;
  process.stderr.write(`\n${error.message}\n\n`);
  for (const args of [
    ['ps', '--all'],
    ['logs', '--no-color', '--tail', '15'],
  ])
    process.stderr.write(`${await compose(args).catch(({ message }) => message)}\n`);
} finally {
  if (keep) say(`left running: ${site}; end it with "docker compose -p ${project} down -v"`);
  else await compose(['down', '--volumes', '--remove-orphans', '--timeout', '20']).catch(({ message }) => say(message));
}
process.exitCode = failed ? 1 : 0;
