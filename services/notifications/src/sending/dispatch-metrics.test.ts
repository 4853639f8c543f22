import { metrics } from '@site/platform/base/metrics';
import { until } from '@site/platform/testing/until';
import { anEvent, SendingBench } from '../testing/sending.js';
import { measureDispatches } from './dispatch-metrics.js';

let bench: SendingBench;
const visible = async (name: string): Promise<string | undefined> => {
  const stop = measureDispatches(bench.database.dataSource);
  try {
    return new RegExp(`^${name}(?:{.*})? (.*)$`, 'm').exec(await metrics.metrics())?.[1];
  } finally {
    stop();
  }
};
beforeEach(async () => {
  bench = await SendingBench.open();
});
afterEach(() => bench.close());

const aMinuteAgo = () => bench.query(`UPDATE dispatches SET created_at = created_at - interval '2 minutes'`);

it('shows an urgent dispatch that no one sends, and clears it once sent', async () => {
  await bench.addReader();
  await bench.record(anEvent());
  expect(await visible('alert_run_unsent_share')).toBe('0');
  await aMinuteAgo();
  expect(await visible('alert_run_unsent_share')).toBe('1');
  expect(await visible('alert_dispatches_open')).toBe('1');
  await bench.startSender();
  await until('it is sent', () => bench.isDone());
  expect(await visible('alert_run_unsent_share')).toBe('0');
  expect(await visible('alert_dispatches_open')).toBeUndefined();
});

it('shows the share of reachable channels, without those that are gone', async () => {
  const first = await bench.addReader();
  const second = await bench.addReader();
  await bench.addReader();
  bench.push.answer = ({ channelId }) => {
    if (channelId === first) return { state: 'gone', reason: '' };
    return channelId === second ? { state: 'failed', reason: '' } : { state: 'accepted' };
  };
  await bench.startSender();
  await bench.record(anEvent());
  await until('it is sent', () => bench.isDone());
  await aMinuteAgo();
  expect(await visible('alert_run_unsent_share')).toBe('0.5');
});

it('shows whether sending is paused', async () => {
  expect(await visible('notifications_paused')).toBe('0');
  await bench.query(`UPDATE kill_switch SET scope = 'less_urgent'`);
  expect(await visible('notifications_paused')).toBe('1');
});
