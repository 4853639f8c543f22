import { createHmac, randomUUID } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { metrics } from '@site/platform/base/metrics';
import { until } from '@site/platform/testing/until';
import { aBrowser, carrierToken, Notifications } from '../testing/notifications.js';
import { measureBudgets } from './budget-metrics.js';
import type { ConfirmationBudgets } from './confirmation-limits.js';

let notifications: Notifications;
beforeEach(async () => {
  notifications = await Notifications.start();
});
afterEach(() => notifications.stop());

let lastNumber = 5_015_550_100;
const aPhone = () => `+1${(lastNumber += 1)}`;
const anEmail = () => `${randomUUID()}@example.com`;
const requestedAt = (address: string) =>
  notifications.confirmations.asked.filter((message) => message.address === address);
const question = (address: string, nth = 1) =>
  until(`question ${nth} to ${address}`, () => requestedAt(address)[nth - 1]);
const confirm = (token: string) => notifications.call('confirmChannel', { token });
const end = (token: string) => notifications.call('endSubscription', { token });

const setTimes = async (statement: string, values: unknown[] = []) => {
  await notifications.query(statement, values);
  await notifications.query("SELECT pg_notify('notifications_confirmations', '')");
};
/** Waits until the relay has processed everything due. */
const settled = () =>
  until('everything due to be looked at', async () => {
    const due = await notifications.query(
      'SELECT FROM confirmations WHERE due_at <= now() OR tries > 0 AND due_at > now()',
    );
    return due.length === 0;
  });
/** Minutes until the message to an address is due; null if none is. */
async function dueInMinutes(kind: string, address: string): Promise<number | null> {
  const id = (await notifications.channelOf(kind, address))?.id;
  const [row] = await notifications.query<{ minutes: number | null }>(
    'SELECT extract(epoch FROM due_at - now())::float8 / 60 AS minutes FROM confirmations WHERE channel_id = $1',
    [id],
  );
  return row?.minutes ?? null;
}

const url = 'https://weather.example/hooks/sms/inbound';
/** Calls like the carrier. */
function texted(from: string, word: string): Promise<object> {
  const form = { Body: word, From: from };
  const signature = createHmac('sha1', carrierToken).update(`${url}Body${word}From${from}`).digest('base64');
  return notifications.call('receiveText', { url, form, signature });
}

describe('one address', () => {
  it.each([
    ['a phone', 'sms', () => ({ phone: aPhone() })],
    ['a mailbox', 'mail', () => ({ email: anEmail() })],
  ] as const)(
    'gets a message an hour, then ever fewer, when it signs up and unsubscribes in turn (%s)',
    async (_what, kind, make) => {
      const way: { phone?: string; email?: string } = make();
      const address = way.phone ?? way.email ?? '';
      await notifications.startRelay();
      await notifications.subscribe(way);
      const { token } = await question(address);
      for (let n = 0; n < 5; n += 1) {
        await end(token);
        await notifications.subscribe(way);
        await settled();
      }
      expect(requestedAt(address)).toHaveLength(1);
      expect(await dueInMinutes(kind, address)).toBeCloseTo(60, 0);

      await setTimes(`UPDATE requested_addresses SET last_requested_at = now() - interval '1 hour'`);
      await setTimes('UPDATE confirmations SET due_at = now()');
      await question(address, 2);
      await end(token);
      await notifications.subscribe(way);
      await settled();
      expect(await dueInMinutes(kind, address)).toBeCloseTo(120, 0);
    },
  );

  it('gets no message sooner after it has confirmed and unsubscribed', async () => {
    const email = anEmail();
    await notifications.startRelay();
    await notifications.subscribe({ email });
    const { token } = await question(email);
    await confirm(token);
    await end(token);
    await notifications.subscribe({ email });
    await settled();
    expect(requestedAt(email)).toHaveLength(1);
    expect(await dueInMinutes('mail', email)).toBeCloseTo(60, 0);
  });

  it('gets one message, however often it is signed up while that is being sent', async () => {
    const phone = aPhone();
    let release = () => undefined as void;
    const sending = new Promise<void>((resolve) => (release = resolve));
    const take = notifications.confirmations.send;
    notifications.confirmations.send = async (message) => {
      const fate = await take(message);
      await sending;
      return fate;
    };
    await notifications.startRelay();
    await notifications.startRelay();
    await notifications.subscribe({ phone });
    await question(phone);
    for (let n = 0; n < 3; n += 1) await notifications.subscribe({ phone });
    const other = anEmail();
    await notifications.subscribe({ email: other });
    await question(other);
    release();
    await settled();
    expect(requestedAt(phone)).toHaveLength(1);
  });

  it('gets no other message after a text that may have been sent was refused', async () => {
    const phone = aPhone();
    notifications.confirmations.fates.push('refused');
    await notifications.startRelay();
    await notifications.subscribe({ phone });
    await question(phone);
    await settled();
    await notifications.subscribe({ phone });
    await settled();
    expect(requestedAt(phone)).toHaveLength(1);
  });
});

describe('a phone that has sent STOP', () => {
  it('gets no text before it sends START, even if someone signs it up', async () => {
    const phone = aPhone();
    await notifications.startRelay();
    await notifications.subscribe({ phone });
    await question(phone);
    await texted(phone, 'STOP');
    await setTimes(`UPDATE requested_addresses SET last_requested_at = now() - interval '60 days'`);
    expect(await notifications.subscribe({ phone })).toEqual({});
    await settled();
    expect(requestedAt(phone)).toHaveLength(1);

    await texted(phone, 'Start');
    await notifications.subscribe({ phone });
    await question(phone, 2);
  });

  it('is remembered without a subscription, even by the sweep', async () => {
    const phone = aPhone();
    await texted(phone, 'STOP');
    await setTimes(`UPDATE requested_addresses SET stopped_at = now() - interval '3 years'`);
    await notifications.sweep();
    await notifications.startRelay();
    await notifications.subscribe({ phone });
    await settled();
    expect(requestedAt(phone)).toEqual([]);
  });

  it('can’t be confirmed by an old link', async () => {
    const phone = aPhone();
    await notifications.startRelay();
    await notifications.subscribe({ phone });
    const { token } = await question(phone);
    await texted(phone, 'STOP');
    await notifications.subscribe({ phone });
    await expect(confirm(token)).rejects.toMatchObject({ code: status.ABORTED });
    expect((await notifications.channelOf('sms', phone))?.state).toBe('pending');
  });
});

describe('area codes', () => {
  it.each(['+18765550123', '+14165550123', '+19005550123', '+17875550123', '+15005550123', '+18005550123'])(
    'outside the states are refused with the field: %s',
    async (phone) => {
      await expect(notifications.subscribe({ phone })).rejects.toMatchObject({
        code: status.INVALID_ARGUMENT,
        details: `We can't send texts to area code ${phone.slice(2, 5)}. Please enter a US mobile number.`,
      });
      expect(await notifications.query('SELECT FROM channels')).toEqual([]);
    },
  );

  it('can be configured', async () => {
    const narrow = await Notifications.start({ smsAreaCodes: ['787'] });
    try {
      expect(await narrow.subscribe({ phone: '+17875550123' })).toEqual({});
      await expect(narrow.subscribe({ phone: aPhone() })).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
    } finally {
      await narrow.stop();
    }
  });
});

describe('many sign-ups', () => {
  const from = (client: string) => ({ network: '198.51.100.0/24', client });
  const toListRequest = (emails: string[]) => emails.filter((email) => requestedAt(email).length > 0);

  it('of one client are all accepted; messages slow down unless their channels confirm', async () => {
    await notifications.startRelay();
    const emails = Array.from({ length: 30 }, anEmail);
    for (const email of emails) expect(await notifications.subscribe({ email, ...from('198.51.100.7') })).toEqual({});
    await settled();
    const first = toListRequest(emails);
    expect(first).toHaveLength(20);
    const waiting = emails.find((email) => requestedAt(email).length === 0) ?? '';
    expect(await dueInMinutes('mail', waiting)).toBeLessThan(2);

    const neighbor = anEmail();
    await notifications.subscribe({ email: neighbor, ...from('198.51.100.8') });
    await question(neighbor);

    for (const email of first.slice(0, 4)) await confirm((await question(email)).token);
    await setTimes('UPDATE confirmations SET due_at = now() WHERE due_at IS NOT NULL');
    await until('the others to be asked', () => toListRequest(emails).length === 30);
  });

  it('continue at a slow pace without any confirmation', async () => {
    await notifications.startRelay();
    const emails = Array.from({ length: 22 }, anEmail);
    for (const email of emails) await notifications.subscribe({ email, ...from('198.51.100.7') });
    await settled();
    await notifications.query(`UPDATE confirmation_counts SET last_sent_at = now() - interval '31 seconds'`);
    await setTimes('UPDATE confirmations SET due_at = now() WHERE due_at IS NOT NULL');
    await until('one more', () => toListRequest(emails).length === 21);
    await settled();
    expect(toListRequest(emails)).toHaveLength(21);
  });

  it('by push have no limit', async () => {
    await notifications.startRelay();
    const browsers = Array.from({ length: 60 }, () => aBrowser());
    for (const push of browsers) await notifications.subscribe({ push, ...from('198.51.100.7') });
    await until('all of them to be asked', () => browsers.every(({ endpoint }) => requestedAt(endpoint).length === 1));
  });

  const budgets: ConfirmationBudgets = { mail: { site: 4, network: 2 }, sms: { site: 4, network: 2 } };
  it('stay within the budget of their network and of the site, which the metrics show', async () => {
    await notifications.startRelay(budgets);
    const stop = measureBudgets({ dataSource: notifications.database.dataSource, budgets });
    const emails = Array.from({ length: 9 }, anEmail);
    for (const [n, email] of emails.entries())
      await notifications.subscribe({ email, network: `10.0.${n % 3}.0/24`, client: `10.0.${n % 3}.${n}` });
    await settled();
    expect(toListRequest(emails)).toHaveLength(4);
    const text = await metrics.metrics();
    expect(text).toContain('confirmation_budget_used_share{kind="mail",scope="site"} 1');
    expect(text).toContain('confirmation_budget_used_share{kind="mail",scope="network"} 1');
    expect(text).toContain('confirmation_budget_used_share{kind="sms",scope="site"} 0');
    expect(text).toMatch(/confirmations_delayed_total\{kind="mail",scope="site"\} [1-9]/);
    stop();

    await notifications.query(`UPDATE confirmation_counts SET day = day - 1`);
    await setTimes('UPDATE confirmations SET due_at = now() WHERE due_at IS NOT NULL');
    await until('the next day’s to be asked', () => toListRequest(emails).length === 8);
  });
});
