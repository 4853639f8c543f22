import { createHmac } from 'node:crypto';
import type { WorkLoop } from '@site/platform/jobs/work-loop';
import { metrics } from '@site/platform/base/metrics';
import { testLogger } from '@site/platform/testing/logger';
import { until } from '@site/platform/testing/until';
import type { NotificationSettings } from '../config.js';
import { readDeliveryStats } from '../statistics/delivery-statistics.js';
import { carrierToken } from '../testing/notifications.js';
import { anEvent, SendingBench } from '../testing/sending.js';
import { recordTextReport, reportLoop, reportUrl } from './delivery-reports.js';

const site = 'https://weather.example';
const settings = { sms: true, smsAuthToken: carrierToken } as NotificationSettings;

let bench: SendingBench;
let loop: WorkLoop;
beforeEach(async () => {
  bench = await SendingBench.open();
  loop = reportLoop(bench.database.dataSource, testLogger);
  await loop.start();
});
afterEach(async () => {
  await loop.stop();
  await bench.close();
});

const day = () => new Date().toISOString().slice(0, 10);
let messages = 0;

interface Report {
  channelId: string;
  dispatchId?: string | undefined;
  state: string;
  code?: number;
  messageId?: string;
  token?: string;
}

/** Calls like the carrier. */
async function report(provided: Report): Promise<void> {
  const { channelId, dispatchId, state, code, messageId = `SM${(messages += 1)}`, token = carrierToken } = provided;
  const dispatch = dispatchId === undefined ? undefined : { id: dispatchId, day: day() };
  const url = reportUrl(site, { channelId, dispatch });
  const form = {
    MessageSid: messageId,
    MessageStatus: state,
    ...(code && { ErrorCode: String(code) }),
    To: '+15015550123',
  };
  const signed = Object.entries(form)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .reduce((text, [name, value]) => `${text}${name}${value}`, url);
  const signature = createHmac('sha1', token).update(signed).digest('base64');
  await recordTextReport({ dataSource: bench.database.dataSource, settings }, { url, form, signature });
}

/** Sends a warning to phones, which the carrier accepts. */
async function aSentWarning(phones: number): Promise<{ dispatchId: string; channels: string[] }> {
  const channels = await Promise.all(Array.from({ length: phones }, () => bench.addReader({ kind: 'sms' })));
  const [dispatch] = await bench.record(anEvent());
  await bench.startSender();
  await until('the warning is sent', () => bench.isDone());
  return { dispatchId: dispatch?.id ?? '', channels };
}

const totals = async () => {
  const { periods, warnings } = await readDeliveryStats(bench.database.dataSource);
  const all = [...periods, ...warnings].map(({ accepted, failed, late }) => [accepted, failed, late].map(Number));
  // The same in each period and in the warning's row.
  expect(new Set(all.map((counts) => counts.join())).size).toBe(1);
  return all[0];
};
const applied = () =>
  until('the reports are applied', async () => {
    const open = await bench.query('SELECT FROM text_reports WHERE NOT is_applied');
    return open.length === 0;
  });
const stateOf = async (channelId: string) => {
  const [channel] = await bench.query<{ state: string }>('SELECT state FROM channels WHERE id = $1', [channelId]);
  return channel?.state;
};

describe('a delivery report', () => {
  it('counts an undelivered text as failed, once, and keeps the number', async () => {
    const { dispatchId, channels } = await aSentWarning(3);
    const [one = '', other = ''] = channels;
    expect(await totals()).toEqual([3, 0, 0]);
    await report({ dispatchId, channelId: one, state: 'undelivered', code: 30_003, messageId: 'SM-same' });
    await report({ dispatchId, channelId: one, state: 'undelivered', code: 30_003, messageId: 'SM-same' });
    await report({ dispatchId, channelId: other, state: 'sent' });
    await report({ dispatchId, channelId: other, state: 'delivered' });
    await applied();
    expect(await totals()).toEqual([2, 1, 0]);
    expect(await stateOf(one)).toBe('confirmed');
    const ledger = await bench.query('SELECT state, reason FROM deliveries WHERE channel_id = $1', [one]);
    expect(ledger).toEqual([{ state: 'failed', reason: 'not delivered, code 30003' }]);
    const stored = await bench.query('SELECT state, code FROM text_reports ORDER BY code');
    expect(stored).toEqual([
      { state: 'delivered', code: 0 },
      { state: 'undelivered', code: 30_003 },
    ]);
    expect(await metrics.metrics()).toMatch(/^sms_reports_total\{outcome="undelivered"\} [1-9]/m);
  });

  it('does not say when nearly all were reached if they were not', async () => {
    const { dispatchId, channels } = await aSentWarning(2);
    const [one = ''] = channels;
    await report({ dispatchId, channelId: one, state: 'undelivered', code: 30_008 });
    await applied();
    const { warnings } = await readDeliveryStats(bench.database.dataSource);
    expect(warnings[0]?.nearlyAllAcceptedAt).toBeUndefined();
    expect(warnings[0]?.halfAcceptedAt).toBeDefined();
  });

  it('puts a number away only for its own error', async () => {
    const codes = [30_005, 30_006, 21_610, 21_211, 21_614];
    const { dispatchId, channels } = await aSentWarning(codes.length + 1);
    const [other = '', ...bad] = channels;
    for (const [index, code] of codes.entries())
      await report({ dispatchId, channelId: bad[index] ?? '', state: 'undelivered', code });
    await applied();
    expect(await Promise.all(bad.map(stateOf))).toEqual(codes.map(() => 'ended'));
    expect(await stateOf(other)).toBe('confirmed');
    expect(await totals()).toEqual([1, codes.length, 0]);
  });

  it('on an error of our set-up puts no number away, and retries while the warning lasts', async () => {
    const codes = [30_034, 30_032, 30_035, 30_002, 21_612, 21_704, 21_408, 21_606];
    const { dispatchId, channels } = await aSentWarning(codes.length);
    for (const [index, code] of codes.entries())
      await report({ dispatchId, channelId: channels[index] ?? '', state: 'failed', code });
    await applied();
    expect(await Promise.all(channels.map(stateOf))).toEqual(codes.map(() => 'confirmed'));
    expect(await bench.query('SELECT DISTINCT state FROM deliveries')).toEqual([{ state: 'waiting' }]);
    await bench.query('UPDATE deliveries SET due_at = now()');
    await bench.query('UPDATE dispatch_shards SET due_at = now()');
    await until('the texts are sent again', () => bench.sms.sent.length === 2 * codes.length);
    await until('the dispatch is finished', () => bench.isDone());
    expect(await totals()).toEqual([codes.length, 0, 0]);
    expect(await metrics.metrics()).toMatch(/^sms_setup_errors_total [1-9]/m);
  });

  it('counts a text as failed if the warning is over', async () => {
    const { dispatchId, channels } = await aSentWarning(1);
    await bench.query(`UPDATE dispatches SET send_until = now()`);
    await report({ dispatchId, channelId: channels[0] ?? '', state: 'undelivered', code: 30_034 });
    await applied();
    expect(await totals()).toEqual([0, 1, 0]);
  });

  it('that arrives before its batch is recorded is applied afterwards', async () => {
    const channelId = await bench.addReader({ kind: 'sms' });
    let isReported = false;
    bench.sms.answer = async (_reserved, { id: dispatchId }) => {
      await report({ dispatchId, channelId, state: 'undelivered', code: 30_007 });
      isReported = true;
      return { state: 'accepted' };
    };
    await bench.record(anEvent());
    await bench.startSender();
    await until('the carrier has reported', () => isReported);
    await applied();
    await until('the dispatch is finished', () => bench.isDone());
    expect(await totals()).toEqual([0, 1, 0]);
  });

  it('on a sign-up message puts away a number that cannot get texts', async () => {
    const landline = await bench.addReader({ kind: 'sms' });
    const off = await bench.addReader({ kind: 'sms' });
    await report({ channelId: landline, state: 'undelivered', code: 30_006 });
    await report({ channelId: off, state: 'undelivered', code: 30_003 });
    await applied();
    expect([await stateOf(landline), await stateOf(off)]).toEqual(['ended', 'confirmed']);
  });

  it('is accepted only if the carrier has signed it', async () => {
    const { dispatchId, channels } = await aSentWarning(1);
    const forged = report({
      dispatchId,
      channelId: channels[0] ?? '',
      state: 'undelivered',
      code: 30_006,
      token: 'guess',
    });
    await expect(forged).rejects.toThrow('not signed by our text carrier');
    expect(await totals()).toEqual([1, 0, 0]);
  });
});
