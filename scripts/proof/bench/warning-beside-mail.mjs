import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeAuthority } from '../../../services/platform/local/certificates.mjs';
import { startMailSink } from '../../../services/platform/local/mail-sink.mjs';
import { freePort } from '../../../services/platform/local/ports.mjs';
import { root } from '../../lib/checkout.mjs';
import { newFolder } from '../../lib/processes.mjs';
import { until } from '../../lib/until.mjs';
import { startProgram } from '../lib/program.mjs';
import { startVendor } from '../lib/push-vendor.mjs';
import { startRedis } from '../lib/redis.mjs';
import { median, rounded } from '../lib/statistics.mjs';

const mostLaterSeconds = 2;
const browser = 7;

/** Subscribes a browser as its page would, and confirms as its service worker would. */
async function subscribe(product, vendor) {
  const post = async (path, body, headers = {}) => {
    const answer = await fetch(`${product.url}/main/notifications/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  };
  const { endpoint, keys } = await vendor.subscription(browser);
  const wishes = { counties: ['05119'], kinds: ['tornado'], least_level: 4, loud_when_dangerous: true };
  await post(
    'subscribe',
    { push: { endpoint, ...keys }, wishes, consent_version: '2026-11' },
    { 'Idempotency-Key': `bench-${Date.now()}-${endpoint.slice(-12)}` },
  );
  const token = await until('the first push', async () => {
    const [first] = await vendor.pushes(browser);
    return first && JSON.parse(first.text).notification.data.confirm;
  });
  await post('confirm', { token });
}

export const benchmark = {
  name: 'warning-beside-mail',
  title: 'from the NWWS-OI feed to a browser’s push service, without and with a newsletter being sent to 100,000',
  goal: `at most ${mostLaterSeconds} s later (median)`,

  async run({ quick, product: start, defer, say }) {
    const [readers, rounds] = quick ? [10_000, 3] : [100_000, 7];
    const folder = newFolder('bench');
    defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 }));
    const authority = await makeAuthority();
    writeFileSync(join(folder, 'authority.pem'), authority.certificate);
    const vendor = await startVendor({ name: 'vendor', folder, authority, defer, openEvery: 1 });
    const [sink, redis] = [await startMailSink({ keepBodies: false }), await startRedis()];
    defer(() => redis.remove());
    defer(() => sink.close());
    const [port, control] = [await freePort(), await freePort()];
    await startProgram({
      file: join(root, 'simulator/dist/xmpp/main.js'),
      words: ['--port', String(port), '--control', String(control)],
      defer,
    });
    const product = await start({
      fresh: true,
      environment: {
        ...{ REDIS_URL: redis.url, SMTP_URL: sink.url, MAIL_RATE_PER_SECOND: '10000' },
        ...{ NWWS_HOST: `127.0.0.1:${port}`, NWWS_USER: 'simulated', NWWS_PASSWORD: 'simulated wire' },
        ...{ PUSH_HOSTS: vendor.host, NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem') },
      },
    });
    const listeners = async () => (await fetch(`http://127.0.0.1:${control}/listeners`)).text();
    await until('the product to connect', async () => (await listeners()) === '1');
    await subscribe(product, vendor);

    let number = 0;
    /** Returns the seconds from issuing a warning on the NWWS-OI feed to its push. */
    const warn = async () => {
      number += 1;
      await vendor.forget();
      const saidAt = Date.now();
      await fetch(`http://127.0.0.1:${control}/warning?number=${String(number).padStart(4, '0')}`, { method: 'POST' });
      const [push] = await until(
        'the push',
        async () => {
          const pushes = await vendor.pushes(browser);
          return pushes.length > 0 && pushes;
        },
        { everyMs: 20 },
      );
      // Out of step with anything that happens each second.
      await wait(700 + number * 130);
      return (push.at - saidAt) / 1_000;
    };
    const several = async () => {
      const seconds = [];
      for (let round = 0; round < rounds; round += 1) seconds.push(await warn());
      return seconds;
    };

    await warn();
    const alone = await several();
    say(`mailing ${readers.toLocaleString('en')} readers`);
    const ask = await product.editor();
    await product.replaceReaders(readers);
    const [post] = await ask('post?limit=1');
    const { id } = await ask('newsletter/campaign', { method: 'POST', json: { post_id: post.id } });
    await until('the newsletter to start', () => sink.mails.length > 100);
    const beside = await several();
    const { state } = await ask(`newsletter/campaign/${id}`);
    const sent = sink.mails.length;
    await until('the newsletter to continue', () => sink.mails.length > sent);

    const later = rounded(median(beside) - median(alone));
    const rows = Object.entries({ alone, 'during the newsletter': beside }).map(([what, seconds]) => ({
      what,
      warnings: seconds.length,
      'median s': rounded(median(seconds)),
      'worst s': rounded(Math.max(...seconds)),
    }));
    return {
      // Otherwise the campaign ended before the last warning, and nothing was measured.
      holds: later <= mostLaterSeconds && state !== 'sent',
      measured: `${later} s later (median ${rounded(median(alone))} and ${rounded(median(beside))} s)`,
      details: { laterSeconds: later, readers, sentMeanwhile: sent },
      rows,
    };
  },
};
