import { randomUUID } from 'node:crypto';
import { addToOutbox } from '@site/platform/jobs/outbox';
import type { JobName } from '@site/proto/queues';
import { until } from '@site/platform/testing/until';
import { MailHarness } from '../testing/mails.js';
import { runJob } from '../jobs/job.js';
import { mailJobs } from './mail-parts.js';
import { Submissions } from '../testing/submissions.js';
import { addOutcomeMail } from '../decisions/decision-mail.js';

let submissions: Submissions;
let emails: MailHarness;
beforeAll(async () => {
  submissions = await Submissions.start({ requeueAfterSeconds: 1 });
  emails = await MailHarness.start(submissions);
  emails.work();
});
afterAll(async () => {
  await emails.stop();
  await submissions.stop();
});

const newsletter = (method: string, request: object) =>
  submissions.service.call<object>('submissions.v1.NewsletterService', method, request);
const signUp = (email: string) => newsletter('subscribe', { email, idempotency: { fingerprint: randomUUID() } });
const anAddress = () => `${randomUUID()}@example.com`;
const tokenIn = (text: string, page: string) =>
  new RegExp(`https://weather\\.example/newsletter/${page}\\?token=([\\w-]+)`).exec(text)?.[1] ?? '';
const stateOf = async (email: string) =>
  (await submissions.query<{ state: string }>('SELECT state FROM newsletter_subscribers WHERE email = $1', [email]))[0]
    ?.state;
const add = (name: JobName<'mail'>, payload: Record<string, string>) =>
  submissions.database.dataSource.transaction((manager) => addToOutbox(manager, { queue: 'mail', name, payload }));
const processed = (id: string) =>
  until(
    'the outbox row to be processed',
    async () =>
      (await submissions.query('SELECT FROM outbox WHERE id = $1 AND processed_at IS NOT NULL', [id])).length > 0,
  );
const settled = () =>
  until('the outbox to be empty', async () => {
    const open = await submissions.query(
      `SELECT FROM outbox WHERE queue IN ('mail', 'newsletter') AND processed_at IS NULL`,
    );
    return open.length === 0;
  });

describe('signing up', () => {
  it('five times within an hour, each time in another spelling, sends one mail', async () => {
    const mark = randomUUID();
    for (const spelling of [
      `Nora.${mark}@Example.com`,
      `nora\u00ad.${mark}@example.com`,
      `nora.${mark}@exam\u2063ple.com`,
      `ｎｏｒａ.${mark}@example。com`,
      `\u200fnora.${mark}@example.com\ufeff`,
    ])
      await signUp(spelling);
    await emails.first(`nora.${mark}@example.com`);
    await settled();
    expect(emails.sink.mails.filter(({ raw }) => raw.includes(mark))).toHaveLength(1);
  });

  it('is confirmed by the mail, and then sends a welcome', async () => {
    const email = anAddress();
    await signUp(email);
    const confirmation = await emails.first(email);
    expect(confirmation.headers['subject']).toBe('Please confirm your subscription to Arkansas Weather');
    const token = tokenIn(confirmation.text, 'confirm');
    expect(tokenIn(confirmation.html, 'confirm')).toBe(token);
    await newsletter('confirmSubscription', { token });
    const [, welcome] = await until('the welcome', () => (emails.to(email).length > 1 ? emails.to(email) : undefined));
    expect(welcome?.headers['subject']).toBe('Welcome to the newsletter of Arkansas Weather');
    await newsletter('confirmSubscription', { token });
    await settled();
    expect(emails.to(email)).toHaveLength(2);
    await newsletter('unsubscribe', { token: tokenIn(welcome?.text ?? '', 'unsubscribe') });
    expect(await stateOf(email)).toBe('unsubscribed');
  });

  it('sends one confirmation per hour, however often it is repeated', async () => {
    const email = anAddress();
    for (let n = 0; n < 4; n += 1) await signUp(email);
    await settled();
    expect(emails.to(email)).toHaveLength(1);
  });
});

describe('every newsletter mail, including the confirmation', () => {
  it('can be unsubscribed with one click, and by a visible link', async () => {
    const email = anAddress();
    await signUp(email);
    const { headers, text, html } = await emails.first(email);
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    const [, oneClick] =
      /^<https:\/\/weather\.example\/main\/news\/letter\/unsubscribe\?token=([\w-]{43})>$/.exec(
        headers['list-unsubscribe'] ?? '',
      ) ?? [];
    expect(tokenIn(text, 'unsubscribe')).toBe(oneClick);
    expect(tokenIn(html, 'unsubscribe')).toBe(oneClick);
    expect(tokenIn(text, 'preferences')).toBe(oneClick);
    expect(headers['list-id']).toBe('<newsletter.weather.example>');
    await newsletter('unsubscribe', { token: oneClick });
    expect(await stateOf(email)).toBe('unsubscribed');
  });

  it('has a plain-text and an HTML body, one recipient, and a fixed sender', async () => {
    const email = anAddress();
    await signUp(email);
    const { headers, text, html, to } = await emails.first(email);
    expect(to).toEqual([email]);
    expect(headers['to']).toBe(email);
    expect(headers['from']).toBe('Arkansas Weather <news@weather.example>');
    expect(headers['content-type']).toMatch('multipart/alternative');
    expect(text.split('\n').filter((line) => line.length > 72 && !line.includes('https://'))).toEqual([]);
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(headers['message-id']).toMatch(/^<[0-9a-f-]{36}@weather\.example>$/);
  });
});

describe('a decision', () => {
  it('notifies the sender of a photo that it is online, and where', async () => {
    const { id } = await submissions.create({ email: 'nora@example.com', firstName: 'Nora' });
    await submissions.query(`UPDATE snapshots SET status = 'approved', decided_at = now() WHERE id = $1`, [id]);
    await submissions.database.dataSource.transaction((manager) => addOutcomeMail(manager, { type: 'snapshot', id }));
    const { headers, text, html } = await emails.first('nora@example.com');
    expect(headers['subject']).toBe('Your photo is on Arkansas Weather');
    expect(text).toContain(`https://weather.example/snapshots?id=${id}`);
    expect(html).toContain('Hello Nora, thank you for your photo');
    expect(headers['list-unsubscribe']).toBeUndefined();
    expect(headers['auto-submitted']).toBe('auto-generated');
  });

  it("is sent with the reason, which stays text and can't inject a header", async () => {
    const email = anAddress();
    const evil = 'Ada\r\nBcc: victim@example.com <b>=?utf-8?Q?x?=</b>';
    const { id } = await submissions.create({ email, firstName: evil });
    await submissions.reject(id, 'We see <script>alert(1)</script>\nand a "plate" & more.');
    const { headers, to, html, text } = await emails.first(email);
    expect(to).toEqual([email]);
    expect(Object.keys(headers)).not.toContain('bcc');
    expect(html).not.toMatch(/<script|<b>/);
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).toContain('> We see <script>alert(1)</script>');
    expect(emails.to('victim@example.com')).toEqual([]);
  });

  it('notifies the contact of a sponsorship request', async () => {
    const email = anAddress();
    const id = randomUUID();
    await submissions.query(
      `INSERT INTO sponsors (id, name, email, phone_number, company_name, message, status, decided_at)
       VALUES ($1, 'Grace', $2, '+15015550100', 'Ozark Tires', 'Hello', 'approved', now())`,
      [id, email],
    );
    await submissions.database.dataSource.transaction((manager) => addOutcomeMail(manager, { type: 'sponsor', id }));
    expect((await emails.first(email)).headers['subject']).toBe('Ozark Tires is a sponsor of Arkansas Weather');
  });

  it('sends no mail when it was undone in the meantime', async () => {
    const email = anAddress();
    const { id } = await submissions.create({ email });
    const outboxId = await add('send-outcome', { type: 'snapshot', id });
    await processed(outboxId);
    expect(emails.to(email)).toEqual([]);
  });
});

describe('a forgotten password', () => {
  it('sends the code that auth issues, and reports to auth that it was sent', async () => {
    const resetId = randomUUID();
    const email = anAddress();
    emails.resets.set(resetId, { email, name: 'Ada', code: '042137' });
    const outboxId = await add('send-reset-code', { resetId });
    const { headers, text, html } = await emails.first(email);
    expect(text).toContain('    042137\n');
    expect(html).toContain('>042137<');
    expect(headers['subject']).not.toContain('042137');
    await until('auth to hear of it', () => emails.completed.includes(outboxId));
  });

  it('sends nothing for an unknown address', async () => {
    const before = emails.sink.mails.length;
    const outboxId = await add('send-reset-code', { resetId: randomUUID() });
    await processed(outboxId);
    expect(emails.sink.mails).toHaveLength(before);
  });
});

describe('an invitation', () => {
  it('is mailed with its link, role and expiry, and reported to auth', async () => {
    const invitationId = randomUUID();
    emails.invitations.set(invitationId, 'the-token');
    const outboxId = await add('send-invitation', { invitationId });
    const { headers, text } = await emails.first(`${invitationId}@example.com`);
    expect(headers['subject']).toBe('Ada invites you to Arkansas Weather');
    expect(text).toContain('https://weather.example/dashboard/join#the-token');
    expect(text.replaceAll(/\s+/g, ' ')).toMatch(
      /become an editor of Arkansas Weather.*until November 27, 2026 at 12:05 PM \(Central Time\)/,
    );
    await until('auth to hear of it', () => emails.completed.includes(outboxId));
  });

  it('that was revoked isn’t mailed', async () => {
    const before = emails.sink.mails.length;
    await processed(await add('send-invitation', { invitationId: randomUUID() }));
    expect(emails.sink.mails).toHaveLength(before);
  });
});

describe('a changed role or second factor', () => {
  it.each([
    ['factor-added', 'A second factor was added to your account', 'a second factor was added to your account on'],
    ['factor-removed', 'A second factor was removed from your account', 'All other devices were signed out.'],
    [
      'factor-reset',
      'Your second factor was reset',
      'all second factors and recovery codes of your account were removed',
    ],
    ['recovery-codes', 'Your recovery codes were replaced', 'The old ones no longer work.'],
    ['made-admin', "You're now an admin", 'you were made an admin on'],
    ['made-editor', "You're now an editor", 'you were made an editor on'],
    ['made-moderator', "You're now a moderator", 'you were made a moderator on'],
    ['of a version to come', 'Your account was changed', 'your account was changed on'],
  ])("%s is mailed to the account's owner, and reported to auth", async (change, subject, words) => {
    const userId = randomUUID();
    const email = anAddress();
    emails.accountChanges.set(userId, { email, name: 'Ada', changedAt: '2026-11-20T18:05:00.000Z', change });
    const outboxId = await add('send-account-changed', { personId: userId, change });
    const { headers, text } = await emails.first(email);
    expect(headers['subject']).toBe(`${subject} (Arkansas Weather)`);
    expect(text.replaceAll(/\s+/g, ' ')).toContain(words);
    expect(text).toContain('https://weather.example/dashboard/forgot-password');
    await until('auth to hear of it', () => emails.completed.includes(outboxId));
  });

  it('sends no mail when the account is gone', async () => {
    const before = emails.sink.mails.length;
    await processed(await add('send-account-changed', { personId: randomUUID(), change: 'factor-added' }));
    expect(emails.sink.mails).toHaveLength(before);
  });
});

describe('a changed password', () => {
  it("is mailed to the account's owner, with the time and how to recover, and reported to auth", async () => {
    const userId = randomUUID();
    const email = anAddress();
    emails.passwordChanges.set(userId, { email, name: 'Ada', changedAt: '2026-11-20T18:05:00.000Z' });
    const outboxId = await add('send-password-changed', { personId: userId });
    const { headers, text, html } = await emails.first(email);
    expect(headers['subject']).toBe('Your password for Arkansas Weather was changed');
    expect(text.replaceAll(/\s+/g, ' ')).toContain(
      'Hello Ada, the password of your account was changed on November 20, 2026 at 12:05 PM (Central Time).',
    );
    for (const body of [text, html]) expect(body).toContain('https://weather.example/dashboard/forgot-password');
    await until('auth to hear of it', () => emails.completed.includes(outboxId));
    expect(emails.to(email)).toHaveLength(1);
  });

  it('sends no mail when the account is gone', async () => {
    const before = emails.sink.mails.length;
    await processed(await add('send-password-changed', { personId: randomUUID() }));
    expect(emails.sink.mails).toHaveLength(before);
  });

  it('gives up immediately, visibly, when the job names no person', async () => {
    const outboxId = await add('send-password-changed', { personId: 'no id' });
    const reason = await until('the job to be given up', async () => {
      const [row] = await submissions.query<{ failed_reason: string }>(
        'SELECT failed_reason FROM outbox WHERE id = $1 AND failed_at IS NOT NULL',
        [outboxId],
      );
      return row?.failed_reason;
    });
    expect(reason).toMatch('is not an id');
    await submissions.query('UPDATE outbox SET processed_at = now() WHERE id = $1', [outboxId]);
  });
});

describe("when a mail can't be sent", () => {
  afterEach(() => {
    emails.sink.rejectRecipient = () => undefined;
    emails.sink.rejectMessage = () => undefined;
  });

  it("stops sending to a mailbox that doesn't exist", async () => {
    const email = anAddress();
    emails.sink.rejectRecipient = () => ({ code: 550, message: '5.1.1 No such user' });
    await signUp(email);
    await until('the address to be marked', async () => (await stateOf(email)) === 'bounced');
    await settled();
    expect(emails.to(email)).toEqual([]);
  });

  it("doesn't treat a rejection of our server as one of the mailbox", async () => {
    const email = anAddress();
    emails.sink.rejectRecipient = () => ({ code: 554, message: '5.7.1 Your address is listed' });
    await signUp(email);
    const [row] = await until('the job to be given up', async () => {
      const rows = await submissions.query<{ failed_reason: string; id: string }>(
        `SELECT outbox.id, failed_reason FROM outbox JOIN newsletter_subscribers ON payload ->> 'subscriberId' = newsletter_subscribers.id::text
         WHERE email = $1 AND failed_at IS NOT NULL`,
        [email],
      );
      return rows.length > 0 ? rows : undefined;
    });
    expect(row?.failed_reason).toMatch('5.7.1 Your address is listed');
    expect(await stateOf(email)).toBe('pending');
    await submissions.query('UPDATE outbox SET processed_at = now() WHERE id = $1', [row?.id]);
  });

  it('retries after a temporary rejection, and sends it once', async () => {
    const email = anAddress();
    let refusals = 1;
    emails.sink.rejectRecipient = () => (refusals-- > 0 ? { code: 451, message: '4.7.1 Try again later' } : undefined);
    await signUp(email);
    await emails.first(email);
    await settled();
    expect(emails.to(email)).toHaveLength(1);
  });

  it('ends a job whose mail server never finishes its response, and sends the mail in a later one', async () => {
    const email = anAddress();
    const resetId = randomUUID();
    emails.resets.set(resetId, { email, name: 'Ada', code: '111111' });
    const job = {
      name: 'send-reset-code',
      data: { outboxId: randomUUID(), payload: { resetId } },
      attempt: 1,
    };
    const handlers = mailJobs(emails.parts);
    const run = (limitSeconds: number) =>
      runJob(
        { 'send-reset-code': { ...handlers['send-reset-code'], limitSeconds } },
        job,
        new AbortController().signal,
      );
    let hangs = 1;
    emails.sink.beforeResponse = () => (hangs-- > 0 ? new Promise(() => undefined) : undefined);
    await expect(run(1)).rejects.toThrow('it took longer than 1 s and was ended');
    const [first] = emails.to(email);
    await until('its lease to be released', () =>
      run(30).then(
        () => true,
        () => false,
      ),
    );
    const [, second, ...others] = emails.to(email);
    expect([second?.headers['message-id'], others]).toEqual([first?.headers['message-id'], []]);
    const ledger = await submissions.query('SELECT state, maybe_repeated, tries FROM mail_sends WHERE id = $1', [
      job.data.outboxId,
    ]);
    expect(ledger).toEqual([{ state: 'sent', maybe_repeated: 1, tries: 2 }]);
  });

  it('sends an unrecorded mail again, with the same Message-ID, and counts it', async () => {
    const email = anAddress();
    const resetId = randomUUID();
    emails.resets.set(resetId, { email, name: 'Ada', code: '111111' });
    const outboxId = await add('send-reset-code', { resetId });
    await emails.first(email);
    await until('auth to hear of it', () => emails.completed.includes(outboxId));
    // As after a process died between the mail server's response and the record.
    await submissions.query(
      `UPDATE mail_sends SET state = 'sending', leased_until = now() - interval '1 second' WHERE id = $1`,
      [outboxId],
    );
    await submissions.query('UPDATE outbox SET processed_at = NULL, enqueued_at = NULL WHERE id = $1', [outboxId]);
    const [first, second] = await until('the second mail', () =>
      emails.to(email).length > 1 ? emails.to(email) : undefined,
    );
    expect(first?.headers['message-id']).toBe(second?.headers['message-id']);
    const ledger = await until('the record', async () => {
      const [row] = await submissions.query<{ maybe_repeated: number; tries: number }>(
        `SELECT maybe_repeated, tries FROM mail_sends WHERE id = $1 AND state = 'sent'`,
        [outboxId],
      );
      return row;
    });
    expect(ledger).toEqual({ maybe_repeated: 1, tries: 2 });
  });
});

it('asks content to publish a post that missed its time', async () => {
  const postId = randomUUID();
  await submissions.database.dataSource.transaction((manager) =>
    addToOutbox(manager, { queue: 'newsletter', name: 'publish-post', payload: { postId } }),
  );
  await until('content to be asked', () => emails.published.includes(postId));
});
