import { PushStack } from '../lib/push-stack.mjs';
import { percentile, rounded } from '../lib/statistics.mjs';

/** Measures how long a warning takes from first sight to the push services, with one sender. */

const maxCountyP50 = 3;
const maxCountyP99 = 8;
/** For the whole state's 100,000 subscribers; smaller dispatches must keep the same pace. */
const maxStateSeconds = 60;
const stateCount = 100_000;
const maxCpuMs = 0.5;
const manyCores = 8;

const pulaski = '05119';
/** Of subscribers who don't follow Pulaski County. */
const elsewhere = ['05085', '05125', '05045', '05143', '05007', '05131', '05031', '05035', '05069'];
const countiesOf = (inPulaski) => (number) => [
  number < inPulaski ? pulaski : elsewhere[number % elsewhere.length],
  ...(number % 2 ? ['05001'] : []),
];

/** Returns the figures of the warning's finished dispatch. */
async function warn(stack, vendor, sender, { title, number, counties, count, withinMs }) {
  await vendor.forget();
  const before = stack.seconds([sender]);
  const event = stack.warning({ number, counties });
  const seenAt = Date.parse(event.firstSeenAt);
  const [{ id }] = await stack.record(event);
  const run = await stack.untilFinished(id, { withinMs });
  const after = stack.seconds([sender]);
  const counted = await vendor.counts();
  const lags = await vendor.secondsAfter(event.firstSeenAt);
  const perMessage = (part) => rounded(((after[part] - before[part]) * 1_000) / count, 3);
  return {
    metrics: {
      what: title,
      messages: count,
      'first s': rounded((counted.firstAt - seenAt) / 1_000),
      ...(lags.length > 0 && { 'p50 s': rounded(percentile(lags, 0.5)), 'p99 s': rounded(percentile(lags, 0.99)) }),
      'last s': rounded((counted.lastAt - seenAt) / 1_000),
      'sender ms': perMessage('senders'),
      'Postgres ms': perMessage('postgres'),
      'CPU ms': rounded(perMessage('senders') + perMessage('postgres'), 3),
    },
    isExact:
      run.accepted === count &&
      counted.browsers === count &&
      counted.repeated === 0 &&
      Object.keys(counted.faults).length === 0,
    delivered: {
      accepted: run.accepted,
      browsers: counted.browsers,
      repeated: counted.repeated,
      faults: counted.faults,
    },
  };
}

export const benchmark = {
  name: 'push-fan-out',
  title: 'A tornado warning to all subscribers of a county, and of the whole state, by one sender',
  goal: `county of 10,000: p50 ≤ ${maxCountyP50} s, p99 ≤ ${maxCountyP99} s; state of ${stateCount.toLocaleString('en')}: last ≤ ${maxStateSeconds} s; ≤ ${maxCpuMs} ms CPU per message; each browser exactly once`,
  limitMinutes: 15,

  async run(context) {
    const { quick, log } = context;
    const [county, state] = quick ? [2_000, 10_000] : [10_000, stateCount];
    const stack = await PushStack.open(context);
    const vendor = await stack.startVendor();
    await vendor.expectKey(stack.vapidPublicKey);
    log(`adding ${state.toLocaleString('en')} browsers`);
    await stack.addBrowsers({ vendor, count: state, countiesOf: countiesOf(county) });
    await stack.settle();
    const sender = await stack.startSender();

    const warnings = [];
    const tell = async (what) => warnings.push(await warn(stack, vendor, sender, { ...what, withinMs: 300_000 }));
    await tell({ title: 'one county', number: 1, counties: [pulaski], count: county });
    await tell({ title: 'the whole state', number: 2, counties: [pulaski, ...elsewhere], count: state });

    const [local, statewide] = warnings.map(({ metrics }) => metrics);
    const perSecond = stateCount / maxStateSeconds;
    const isInTime =
      local['p50 s'] <= maxCountyP50 && local['p99 s'] <= maxCountyP99 && statewide['last s'] <= state / perSecond;
    const isExact = warnings.every((warning) => warning.isExact);
    if (!isExact) log(`not all exactly once: ${JSON.stringify(warnings.map(({ delivered }) => delivered))}`);
    const onManyCores = Math.round((1_000_000 * statewide['CPU ms']) / 1_000 / manyCores);
    return {
      passed: isInTime && isExact && statewide['CPU ms'] <= maxCpuMs,
      measured: `county p50 ${local['p50 s']} s, p99 ${local['p99 s']} s; state last ${statewide['last s']} s, ${statewide['CPU ms']} ms per message (1,000,000 on ${manyCores} cores: ${onManyCores} s)`,
      details: { rows: warnings.map(({ metrics }) => metrics), isExact },
      rows: warnings.map(({ metrics }) => metrics),
    };
  },
};
