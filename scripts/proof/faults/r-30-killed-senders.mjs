import { until } from '../../lib/until.mjs';
import { PushStack } from '../lib/push-stack.mjs';

export const name = 'R-30';
export const title = 'senders killed while a warning is sent';
export const rule =
  'Two senders, each killed once in the middle: every subscriber is notified; the messages sent twice are at most those in flight, are counted, and replace each other on the device.';

/** Of one sender: the push lane has three workers with a batch of 500 each (sender.ts). */
const inHand = 3 * 500;
const pulaski = '05119';

export async function run(context) {
  const { checks, rows, log } = context;
  const count = context.quick ? 8_000 : 30_000;
  const stack = await PushStack.open(context);
  const vendor = await stack.startVendor();
  await stack.addBrowsers({ vendor, count, countiesOf: () => [pulaski] });
  await stack.settle();
  const senders = [await stack.startSender(), await stack.startSender()];
  const [{ id }] = await stack.record(stack.warning({ number: 1, counties: [pulaski] }));
  for (const [index, share] of [0.2, 0.5].entries()) {
    const reached = async () => (await vendor.counts()).accepted >= share * count;
    await until(`${share * 100} % to be sent`, reached, { intervalMs: 20 });
    process.kill(senders[index], 'SIGKILL');
    log(`a sender was killed at ${share * 100} %`);
    await stack.startSender();
  }
  const dispatch = await stack.untilFinished(id, { withinMs: 180_000 });
  const counted = await vendor.counts();
  checks.that(counted.browsers === count, `${count - counted.browsers} were not notified`);
  checks.that(dispatch.accepted === count, `the ledger has ${dispatch.accepted} of ${count}`);
  checks.that(counted.repeated <= 2 * inHand, `${counted.repeated} were sent again, more than were in flight`);
  checks.that(
    dispatch.maybeRepeated >= counted.repeated,
    `${counted.repeated} were sent again, but only ${dispatch.maybeRepeated} counted`,
  );
  const topics = new Set((await vendor.pushes()).map(({ topic }) => topic));
  checks.that(topics.size === 1 && !topics.has(''), 'a repeated message would appear beside the first on a device');
  checks.that(Object.keys(counted.faults).length === 0, `faults: ${JSON.stringify(counted.faults)}`);
  rows.push({
    browsers: count,
    notified: counted.browsers,
    'sent again': counted.repeated,
    'counted as such': dispatch.maybeRepeated,
    'in flight at most': 2 * inHand,
  });
  return { repeated: counted.repeated, maybeRepeated: dispatch.maybeRepeated };
}
