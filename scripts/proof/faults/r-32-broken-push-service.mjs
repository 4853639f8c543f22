import { until } from '../../lib/until.mjs';
import { machineIsBusy } from '../lib/load.mjs';
import { PushStack } from '../lib/push-stack.mjs';

export const name = 'R-32';
export const title = 'one push service that hangs, fails or rate-limits us';
export const rule =
  'Subscribers at another push service are notified at most 3 s later than if it responded (p99); its own are notified when it responds again, and only those it reports as gone are ended.';

const mostSecondsLater = 3;
const gonePercent = 20;
const pulaski = '05119';
const asItShould = 'answers as it should';
const behaviours = {
  'is met for the first time': { mode: 'ok' },
  [asItShould]: { mode: 'ok' },
  hangs: { mode: 'hang' },
  'resets connections': { mode: 'reset' },
  'answers 503': { mode: 'error', status: 503 },
  'answers 429': { mode: 'throttle', retry_after_s: 5 },
  [`answers 410 for ${gonePercent} %`]: { mode: 'gone', percent: gonePercent },
};

export async function run(context) {
  const { checks, rows, say } = context;
  const count = context.quick ? 1_500 : 5_000;
  const house = await PushStack.open(context);
  const good = await house.startVendor();
  const bad = await house.startVendor();
  for (const vendor of [good, bad]) await house.addBrowsers({ vendor, count, countiesOf: () => [pulaski] });
  await house.settle();
  await house.startSender();
  let usual;
  for (const [index, [what, behaviour]] of Object.entries(behaviours).entries()) {
    say(`the other one ${what}`);
    const wasBusy = machineIsBusy();
    await Promise.all([good.forget(), bad.forget(), bad.behave(behaviour)]);
    const event = house.warning({ number: index + 1, counties: [pulaski] });
    const [{ id }] = await house.record(event);
    const isAllTold = async () => (await good.counts()).browsers === count;
    await until('all subscribers elsewhere to be notified', isAllTold, { withinMs: 120_000 });
    const seconds = await good.secondsAfter(event.firstSeenAt);
    const within = (share) => Math.round(10 * seconds[Math.ceil(share * seconds.length) - 1]) / 10;
    const p99 = within(0.99);
    if (what === asItShould) usual = p99;
    if (usual !== undefined)
      checks.that(
        wasBusy || p99 <= usual + mostSecondsLater,
        `${what}: those elsewhere waited ${p99} s instead of ${usual} s`,
      );
    // A subscription that is gone stays gone.
    if (behaviour.mode !== 'gone') await bad.behave();
    const told = await house.untilFinished(id, { withinMs: 180_000 });
    const own = await bad.counts();
    const wanted = behaviour.mode === 'gone' ? count - told.gone : count;
    checks.that(own.browsers === wanted, `${what}: ${wanted - own.browsers} of its own were not notified`);
    checks.that(told.late + told.failed === 0, `${what}: given up: ${JSON.stringify(told)}`);
    const [{ ended }] = await house.query(`SELECT count(*)::int AS ended FROM channels WHERE state <> 'confirmed'`);
    checks.that(ended === told.gone, `${what}: ${ended} channels ended, ${told.gone} are gone`);
    rows.push({
      'the other one': what,
      'elsewhere p50 s': within(0.5),
      'elsewhere p99 s': p99,
      'its own, last s': Math.round((own.lastAt - Date.parse(event.firstSeenAt)) / 100) / 10,
      'sent again': own.repeated,
      gone: told.gone,
      machine: wasBusy ? 'busy: time not judged' : 'quiet',
    });
  }
}
