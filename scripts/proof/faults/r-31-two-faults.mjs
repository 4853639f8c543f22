import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../../lib/until.mjs';
import { PushStack } from '../lib/push-stack.mjs';

export const name = 'R-31';
export const title = 'two faults together while a warning is sent';
export const rule = 'Under any two simultaneous faults, every subscriber is notified while the warning is in force.';

const pulaski = '05119';
const faultMs = 6_000;

/** Each has ended when its promise resolves. */
const faults = {
  'a sender is killed': async ({ stack, senders }) => {
    process.kill(senders.pop(), 'SIGKILL');
    await wait(faultMs);
    senders.push(await stack.startSender());
  },
  'a sender freezes beyond its lease': async ({ senders }) => {
    const pid = senders.shift();
    process.kill(pid, 'SIGSTOP');
    await wait(25_000);
    process.kill(pid, 'SIGCONT');
    senders.push(pid);
  },
  'Postgres crashes': ({ stack }) => stack.crashPostgres(faultMs),
  ...Object.fromEntries(
    ['hang', 'reset', 'error', 'throttle'].map((mode) => [
      `the push service: ${mode}`,
      async ({ vendor }) => {
        await vendor.behave({ mode, retry_after_s: 3 });
        await wait(faultMs);
        await vendor.behave();
      },
    ]),
  ),
};

function pickTwo(seed) {
  const names = Object.keys(faults);
  const first = seed % names.length;
  const second = (first + 1 + (Math.floor(seed / names.length) % (names.length - 1))) % names.length;
  const picked = [names[first], names[second]];
  // A push service has only one behavior at a time.
  return picked.every((each) => each.startsWith('the push service')) ? pickTwo(seed + 1) : picked;
}

export async function run(context) {
  const { checks, rows, log } = context;
  const count = context.quick ? 6_000 : 15_000;
  const rounds = context.quick ? 2 : 6;
  // FAULT_SEED=… replays the same faults.
  const seed = Number(process.env.FAULT_SEED ?? randomInt(10_000));
  const stack = await PushStack.open(context);
  const vendor = await stack.startVendor();
  await stack.addBrowsers({ vendor, count, countiesOf: () => [pulaski] });
  await stack.settle();
  const senders = [await stack.startSender(), await stack.startSender()];
  for (let round = 0; round < rounds; round += 1) {
    const pair = pickTwo(seed + round * 11);
    log(pair.join(', and '));
    await vendor.forget();
    const event = stack.warning({ number: round + 1, counties: [pulaski] });
    const [{ id }] = await stack.record(event);
    await until('the first tenth', async () => (await vendor.counts()).accepted >= count / 10, { intervalMs: 20 });
    await Promise.all(pair.map((each) => faults[each]({ stack, vendor, senders })));
    const dispatch = await stack.untilFinished(id, { withinMs: 240_000 });
    const counted = await vendor.counts();
    checks.that(counted.browsers === count, `${pair.join(', ')}: ${count - counted.browsers} were not notified`);
    checks.that(
      dispatch.late + dispatch.failed + dispatch.gone === 0,
      `${pair.join(', ')}: given up: ${JSON.stringify(dispatch)}`,
    );
    rows.push({
      faults: pair.join(', '),
      notified: counted.browsers,
      'last s': Math.round((counted.lastAt - Date.parse(event.firstSeenAt)) / 100) / 10,
      'sent again': counted.repeated,
      'counted as such': dispatch.maybeRepeated,
    });
  }
  return { seed };
}
