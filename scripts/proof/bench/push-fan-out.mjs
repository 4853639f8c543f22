import { PushStack } from '../lib/push-stack.mjs';
import { percentile, rounded } from '../lib/statistics.mjs';

/**
 * Measures how long a warning takes from first sight to the push services, with one sender.
 *
 *     FAN_OUT_MILLION=1 npm run bench -- --only push-fan-out
 *
 * also warns 1,000,000 browsers in about 20 minutes.
 */

const mostCountyP50 = 3;
const mostCountyP99 = 8;
/** For the whole state's 100,000 subscribers; smaller dispatches must keep the same pace. */
const mostStateSeconds = 60;
const stateCount = 100_000;
const mostCpuMs = 0.5;
const million = 1_000_000;
const manyCores = 8;

const pulaski = '05119';
/** Of subscribers who don't follow Pulaski County. */
const elsewhere = ['05085', '05125', '05045', '05143', '05007', '05131', '05031', '05035', '05069'];
const countiesOf = (inPulaski) => (number) => [
  number < inPulaski ? pulaski : elsewhere[number % elsewhere.length],
  ...(number % 2 ? ['05001'] : []),
];

/** Returns the figures of the warning's finished dispatch. */
async function warn(house, vendor, sender, { title, number, counties, count, withinMs }) {
  await vendor.forget();
  const before = house.seconds([sender]);
  const event = house.warning({ number, counties });
  const seenAt = Date.parse(event.firstSeenAt);
  const [{ id }] = await house.record(event);
  const run = await house.untilFinished(id, { withinMs });
  const after = house.seconds([sender]);
  const counted = await vendor.counts();
  const lags = await vendor.secondsAfter(event.firstSeenAt);
  const perMessage = (part) => rounded(((after[part] - before[part]) * 1_000) / count, 3);
  return {
    figures: {
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
    told: { accepted: run.accepted, browsers: counted.browsers, repeated: counted.repeated, faults: counted.faults },
  };
}

/** Checks that ledger, shards and leases cope; the push service only counts. */
async function warnMillion(context) {
  const house = await PushStack.open(context);
  const vendor = await house.startVendor({ isCounting: true });
  context.say(`adding ${million.toLocaleString('en')} browsers`);
  await house.addBrowsers({ vendor, count: million, countiesOf: countiesOf(million) });
  await house.settle();
  const sender = await house.startSender();
  return warn(house, vendor, sender, {
    title: 'a million, counted',
    number: 1,
    counties: [pulaski],
    count: million,
    withinMs: 40 * 60_000,
  });
}

export const benchmark = {
  name: 'push-fan-out',
  title: 'A tornado warning to all subscribers of a county, and of the whole state, by one sender',
  goal: `county of 10,000: p50 ≤ ${mostCountyP50} s, p99 ≤ ${mostCountyP99} s; state of ${stateCount.toLocaleString('en')}: last ≤ ${mostStateSeconds} s; ≤ ${mostCpuMs} ms CPU per message; each browser exactly once`,
  limitMinutes: process.env.FAN_OUT_MILLION ? 75 : 15,

  async run(context) {
    const { quick, say } = context;
    const [county, state] = quick ? [2_000, 10_000] : [10_000, stateCount];
    const house = await PushStack.open(context);
    const vendor = await house.startVendor();
    await vendor.expectKey(house.vapidPublicKey);
    say(`adding ${state.toLocaleString('en')} browsers`);
    await house.addBrowsers({ vendor, count: state, countiesOf: countiesOf(county) });
    await house.settle();
    const sender = await house.startSender();

    const warnings = [];
    const tell = async (what) => warnings.push(await warn(house, vendor, sender, { ...what, withinMs: 300_000 }));
    await tell({ title: 'one county', number: 1, counties: [pulaski], count: county });
    await tell({ title: 'the whole state', number: 2, counties: [pulaski, ...elsewhere], count: state });
    if (process.env.FAN_OUT_MILLION) warnings.push(await warnMillion(context));

    const [local, whole, all] = warnings.map(({ figures }) => figures);
    const perSecond = stateCount / mostStateSeconds;
    const isInTime =
      local['p50 s'] <= mostCountyP50 && local['p99 s'] <= mostCountyP99 && whole['last s'] <= state / perSecond;
    const isExact = warnings.every((warning) => warning.isExact);
    if (!isExact) say(`not all exactly once: ${JSON.stringify(warnings.map(({ told }) => told))}`);
    const onManyCores = Math.round((million * whole['CPU ms']) / 1_000 / manyCores);
    if (all)
      say(
        `1,000,000 on ${manyCores} cores, from their CPU time: ${Math.round((million * all['CPU ms']) / 1_000 / manyCores)} s`,
      );
    return {
      holds: isInTime && isExact && whole['CPU ms'] <= mostCpuMs,
      measured: `county p50 ${local['p50 s']} s, p99 ${local['p99 s']} s; state last ${whole['last s']} s, ${whole['CPU ms']} ms per message (1,000,000 on ${manyCores} cores: ${onManyCores} s)`,
      details: { rows: warnings.map(({ figures }) => figures), isExact },
      rows: warnings.map(({ figures }) => figures),
    };
  },
};
