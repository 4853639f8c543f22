import { execFileSync } from 'node:child_process';
import { createECDH } from 'node:crypto';
import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../../lib/until.mjs';
import { PushStack } from '../lib/push-stack.mjs';

export const name = 'R-33';
export const title = 'old backups, wrong keys and floods of updates';
export const rule =
  'With yesterday’s backup no one gets yesterday’s warning; with a wrong key at most 5 % are attempted and no subscription is ended; however often a warning is updated, each device gets each step once.';

const pulaski = '05119';
const lonoke = '05085';
const dayMs = 24 * 3_600_000;
const updates = 300;

const newKey = () => {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  return Buffer.from(ecdh.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url');
};

const stop = async (pid) => {
  process.kill(pid, 'SIGTERM');
  await until('the sender to exit', () => {
    try {
      return !process.kill(pid, 0);
    } catch {
      return true;
    }
  });
};

/** Copies with owners and permissions, which Postgres checks. */
const copy = (from, to) => execFileSync('cp', ['-a', from, to]);

/** Returns an event as the weather service's log has it a day later. */
const aDayAgo = (event) => {
  const earlier = (moment) => new Date(Date.parse(moment) - dayMs).toISOString();
  return { ...event, sent: earlier(event.sent), firstSeenAt: earlier(event.firstSeenAt), ends: earlier(event.ends) };
};

/** Restores two backups a day later: from before a warning, and from the middle of another one's dispatch. */
async function restoreYesterday({ house, vendor, checks, rows, count }) {
  await vendor.forget();
  const [{ id: cutOff }] = await house.record(house.warning({ number: 101, counties: [pulaski] }));
  const backup = `${house.folder}/backup`;
  await house.withDatabaseFolder((directory) => copy(directory, backup));
  const yesterdays = house.warning({ number: 102, counties: [pulaski] });
  const [{ id }] = await house.record(yesterdays);
  const before = await house.startSender();
  await house.untilFinished(id);
  await house.untilFinished(cutOff);
  await stop(before);
  await house.withDatabaseFolder((directory) => {
    rmSync(directory, { recursive: true });
    copy(backup, directory);
  });
  await house.query(`UPDATE alert_runs SET send_until = send_until - interval '1 day' WHERE id = $1`, [cutOff]);
  await vendor.forget();
  const old = await house.record(aDayAgo(yesterdays), { ...aDayAgo(yesterdays), revision: 2, action: 'EXP' });
  checks.that(old.length === 0, 'yesterday’s warning started a run');
  const after = await house.startSender();
  const closed = await house.untilFinished(cutOff);
  const quiet = await vendor.counts();
  checks.that(quiet.requests === 0, `${quiet.requests} were notified of yesterday’s weather`);
  const [{ id: fresh }] = await house.record(house.warning({ number: 103, counties: [pulaski] }));
  await house.untilFinished(fresh);
  const counted = await vendor.counts();
  checks.that(counted.browsers === count, `only ${counted.browsers} of ${count} were notified of today’s`);
  await stop(after);
  rows.push({ what: 'yesterday’s backup', told: quiet.requests, 'of today’s': counted.browsers, late: closed.late });
}

/** Sends with another key than the one that browsers subscribed with. */
async function sendWithWrongKey({ house, vendor, checks, rows, count }) {
  await vendor.forget();
  await vendor.expectKey(house.vapidPublicKey);
  const wrong = await house.startSender({ VAPID_PRIVATE_KEY: newKey() });
  const [{ id }] = await house.record(house.warning({ number: 201, counties: [pulaski] }));
  await until('a refusal', async () => (await vendor.counts()).statuses['403'] > 0);
  // The sender retries after one second, and after four.
  await wait(10_000);
  const refused = await vendor.counts();
  checks.that(refused.requests <= count * 0.05, `${refused.requests} of ${count} were attempted with a wrong key`);
  const [{ ended }] = await house.query(`SELECT count(*)::int AS ended FROM channels WHERE state <> 'confirmed'`);
  checks.that(ended === 0, `${ended} were ended because of it`);
  await stop(wrong);
  const right = await house.startSender();
  await house.untilFinished(id, { withinMs: 180_000 });
  const counted = await vendor.counts();
  checks.that(counted.browsers === count, `with the right key ${count - counted.browsers} were not notified`);
  await stop(right);
  rows.push({ what: 'a wrong key', refused: refused.requests, told: counted.browsers, ended });
}

/** A warning that is updated hundreds of times, upgraded once and extended once. */
async function flood({ house, vendor, checks, rows, count }) {
  await vendor.forget();
  const sender = await house.startSender();
  const made = [];
  const raisedAt = updates / 3;
  const grownAt = (2 * updates) / 3;
  for (let revision = 1; revision <= updates; revision += 1) {
    const isRaised = revision >= raisedAt;
    const counties = revision >= grownAt ? [pulaski, lonoke] : [pulaski];
    const event = house.warning({
      ...{ number: 301, counties, revision, action: revision === 1 ? 'NEW' : 'CON' },
      ...(isRaised && { threatStep: 3, level: 'emergency', badge: 'Tornado emergency', danger: 1 }),
    });
    made.push(...(await house.record(event)));
  }
  const kinds = made.map(({ kind }) => kind).join(', ');
  checks.that(kinds === 'new, raised, grown', `${updates} updates made: ${kinds}`);
  for (const { id } of made) await house.untilFinished(id);
  const perBrowser = new Map();
  for (const { browser } of await vendor.pushes()) perBrowser.set(browser, (perBrowser.get(browser) ?? 0) + 1);
  const most = Math.max(...perBrowser.values());
  checks.that(perBrowser.size === count, `${count - perBrowser.size} were not notified`);
  checks.that(most <= 2, `a device was notified ${most} times`);
  await stop(sender);
  rows.push({ what: `${updates} updates`, told: perBrowser.size, 'most often': most });
}

export async function run(context) {
  const count = context.quick ? 2_000 : 10_000;
  const house = await PushStack.open(context);
  const vendor = await house.startVendor();
  await house.addBrowsers({ vendor, count, countiesOf: () => [pulaski] });
  await house.settle();
  const parts = { ...context, house, vendor, count };
  context.say('yesterday’s backup');
  await restoreYesterday(parts);
  context.say('a wrong key');
  await sendWithWrongKey(parts);
  context.say('a flood of updates');
  await flood(parts);
}
