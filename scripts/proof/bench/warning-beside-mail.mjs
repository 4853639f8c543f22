import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeAuthority } from '../../../services/platform/local/certificates.mjs';
import { startMailSink } from '../../../services/platform/local/mail-sink.mjs';
import { newFolder } from '../../lib/processes.mjs';
import { until } from '../../lib/until.mjs';
import { startVendor } from '../lib/push-vendor.mjs';
import { startRedis } from '../lib/redis-server.mjs';
import { patiently } from '../lib/site-actions.mjs';
import { startFeed } from './lib/nwws-feed.mjs';
import { median, rounded } from '../lib/statistics.mjs';

const maxDelaySeconds = 2;
const browser = 7;

/** Subscribes and confirms as a page and its service worker would. */
async function subscribe(product, vendor) {
  const { endpoint, keys } = await vendor.subscription(browser);
  await patiently(product, 'POST', '/main/notifications/subscribe', {
    json: {
      preferences: { counties: ['05119'], kinds: ['tornado'], min_level: 3 },
      consent_version: '2026-11',
      push: { endpoint, ...keys },
    },
    headers: { 'X-Forwarded-For': '198.51.100.1', 'Idempotency-Key': randomUUID() },
  });
  const token = await until('the first push', async () => {
    const [first] = await vendor.pushes(browser);
    return first && JSON.parse(first.text).notification.data.confirm;
  });
  await patiently(product, 'POST', '/main/notifications/confirm', { json: { token } });
}

export const benchmark = {
  name: 'warning-beside-mail',
  title: 'from the NWWS-OI feed to a browser’s push service, without and with a newsletter being sent to 100,000',
  goal: `at most ${maxDelaySeconds} s later (median)`,

  async run({ quick, product: start, defer, log }) {
    const [readers, rounds] = quick ? [10_000, 3] : [100_000, 7];
    const folder = newFolder('bench');
    defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 }));
    const authority = await makeAuthority();
    writeFileSync(join(folder, 'authority.pem'), authority.certificate);
    const vendor = await startVendor({ name: 'vendor', folder, authority, defer, openEvery: 1 });
    const sink = await startMailSink({ keepBodies: false });
    const redis = await startRedis();
    defer(() => redis.remove());
    defer(() => sink.close());
    const feed = await startFeed(defer);
    const product = await start({
      fresh: true,
      environment: {
        REDIS_URL: redis.url,
        SMTP_URL: sink.url,
        MAIL_RATE_PER_SECOND: '10000',
        ...feed.environment,
        PUSH_HOSTS: vendor.host,
        NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem'),
      },
    });
    await feed.untilFollowed();
    await subscribe(product, vendor);

    let number = 0;
    /** Returns the seconds from issuing a warning on the NWWS-OI feed to its push. */
    const warn = async () => {
      number += 1;
      await vendor.forget();
      const issuedAt = await feed.warn(number);
      const push = await until('the push', async () => (await vendor.pushes(browser))[0], { intervalMs: 20 });
      // Out of step with anything that happens each second.
      await wait(700 + number * 130);
      return (push.at - issuedAt) / 1_000;
    };
    const several = async () => {
      const seconds = [];
      for (let round = 0; round < rounds; round += 1) seconds.push(await warn());
      return seconds;
    };

    await warn();
    const alone = await several();
    log(`mailing ${readers.toLocaleString('en')} readers`);
    const callApi = await product.editor();
    await product.replaceReaders(readers);
    const [post] = await callApi('post?limit=1');
    const { id } = await callApi('newsletter/campaign', { method: 'POST', json: { post_id: post.id } });
    await until('the newsletter to start', () => sink.mails.length > 100);
    const duringNewsletter = await several();
    const { state } = await callApi(`newsletter/campaign/${id}`);
    const sent = sink.mails.length;
    await until('the newsletter to continue', () => sink.mails.length > sent);

    const delaySeconds = rounded(median(duringNewsletter) - median(alone));
    const rows = Object.entries({ alone, 'during the newsletter': duringNewsletter }).map(([what, seconds]) => ({
      what,
      warnings: seconds.length,
      'median s': rounded(median(seconds)),
      'worst s': rounded(Math.max(...seconds)),
    }));
    return {
      // Otherwise the campaign ended before the last warning, and nothing was measured.
      passed: delaySeconds <= maxDelaySeconds && state !== 'sent',
      measured: `${delaySeconds} s later (median ${rounded(median(alone))} and ${rounded(median(duringNewsletter))} s)`,
      details: { delaySeconds, readers, sentMeanwhile: sent },
      rows,
    };
  },
};
