import { until } from '../../lib/until.mjs';
import { machineIsBusy } from '../lib/http-load.mjs';
import { PushStack } from '../lib/push-stack.mjs';

export const name = 'R-32';
export const title = 'one push service that hangs, fails or rate-limits us';
export const rule =
  'Subscribers at another push service are notified at most 3 s later than if it responded (p99); its own are notified when it responds again, and only those it reports as gone are ended.';

const maxDelaySeconds = 3;
const gonePercent = 20;
const pulaski = '05119';
const asItShould = 'answers as it should';
const behaviors = {
  'is met for the first time': { mode: 'ok' },
  [asItShould]: { mode: 'ok' },
  hangs: { mode: 'hang' },
  'resets connections': { mode: 'reset' },
  'answers 503': { mode: 'error', status: 503 },
  'answers 429': { mode: 'throttle', retry_after_s: 5 },
  [`answers 410 for ${gonePercent} %`]: { mode: 'gone', percent: gonePercent },
};

export async function run(context) {
  const { checks, rows, log } = context;
  const count = context.quick ? 1_500 : 5_000;
  const stack = await PushStack.open(context);
  const good = await stack.startVendor();
  const bad = await stack.startVendor();
  for (const vendor of [good, bad]) await stack.addBrowsers({ vendor, count, countiesOf: () => [pulaski] });
  await stack.settle();
  await stack.startSender();
  let healthyP99;
  for (const [index, [what, behavior]] of Object.entries(behaviors).entries()) {
    log(`the other one ${what}`);
    const wasBusy = machineIsBusy();
    await Promise.all([good.forget(), bad.forget(), bad.behave(behavior)]);
    const event = stack.warning({ number: index + 1, counties: [pulaski] });
    const [{ id }] = await stack.record(event);
    const isEveryoneNotified = async () => (await good.counts()).browsers === count;
    await until('all subscribers elsewhere to be notified', isEveryoneNotified, { withinMs: 120_000 });
    const seconds = await good.secondsAfter(event.firstSeenAt);
    const within = (share) => Math.round(10 * seconds[Math.ceil(share * seconds.length) - 1]) / 10;
    const p99 = within(0.99);
    if (what === asItShould) healthyP99 = p99;
    if (healthyP99 !== undefined)
      checks.that(
        wasBusy || p99 <= healthyP99 + maxDelaySeconds,
        `${what}: those elsewhere waited ${p99} s instead of ${healthyP99} s`,
      );
    // A subscription that is gone stays gone.
    if (behavior.mode !== 'gone') await bad.behave();
    const dispatch = await stack.untilFinished(id, { withinMs: 180_000 });
    const counts = await bad.counts();
    const expected = behavior.mode === 'gone' ? count - dispatch.gone : count;
    checks.that(counts.browsers === expected, `${what}: ${expected - counts.browsers} of its own were not notified`);
    checks.that(dispatch.late + dispatch.failed === 0, `${what}: given up: ${JSON.stringify(dispatch)}`);
    const [{ ended }] = await stack.query(`SELECT count(*)::int AS ended FROM channels WHERE state <> 'confirmed'`);
    checks.that(ended === dispatch.gone, `${what}: ${ended} channels ended, ${dispatch.gone} are gone`);
    rows.push({
      'the other one': what,
      'elsewhere p50 s': within(0.5),
      'elsewhere p99 s': p99,
      'its own, last s': Math.round((counts.lastAt - Date.parse(event.firstSeenAt)) / 100) / 10,
      'sent again': counts.repeated,
      gone: dispatch.gone,
      machine: wasBusy ? 'busy: time not judged' : 'quiet',
    });
  }
}
