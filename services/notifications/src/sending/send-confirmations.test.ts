import type { Mail } from '@site/platform/mail/mailer';
import { SendFailure } from '@site/platform/mail/send-failure';
import type { Browser, PushOptions } from '../push/push-sender.js';
import type { PushResult } from '../push/push-origin.js';
import type { ConfirmationMessage } from '../subscriptions/confirmations.js';
import { createConfirmationSender } from './send-confirmations.js';

const site = 'https://weather.example';
const keys = { p256dh: 'p', auth: 'a' };
const question = (changes: Partial<ConfirmationMessage> = {}): ConfirmationMessage => ({
  channelId: 'channel-1',
  kind: 'push',
  purpose: 'confirm',
  address: 'https://fcm.googleapis.com/fcm/send/1',
  keys,
  token: 'the-token',
  preferences: { counties: ['05119'], kinds: ['tornado'], minLevel: 3, overrideQuietHours: true },
  ...changes,
});

/** A site's senders and the messages they received. */
function setUp({ answer = { state: 'accepted' }, failure }: { answer?: PushResult; failure?: Error } = {}) {
  const pushed: { browser: Browser; text: string; options: PushOptions }[] = [];
  const emails: Mail[] = [];
  const content: string[] = [];
  const send = createConfirmationSender({
    site,
    push: {
      push: async (browser, text, options) => {
        pushed.push({ browser, text, options });
        return answer;
      },
    },
    mailer: {
      send: async (mail) => {
        emails.push(mail);
        if (failure) throw failure;
      },
    },
    sms: {
      send: async (_to, body) => {
        content.push(body);
        return { state: 'failed', reason: 'it may be out' };
      },
    },
  });
  return { send, pushed, emails, texts: content };
}

describe('a confirmation for a browser', () => {
  it("reaches its worker, which posts the token back, and does not count for the push service's health", async () => {
    const { send, pushed } = setUp();
    expect(await send(question())).toBe('accepted');
    const [{ text, options } = { text: '', options: {} }] = pushed;
    expect(JSON.parse(text)).toEqual({
      notification: expect.objectContaining({
        navigate: `${site}/subscription?token=the-token`,
        data: { confirm: 'the-token' },
      }) as object,
    });
    expect(options).toMatchObject({ isProven: false });
  });

  it('is silent and needs no worker if it only checks the subscription', async () => {
    const { send, pushed } = setUp();
    await send(question({ purpose: 'still-there' }));
    expect(JSON.parse(pushed[0]?.text ?? '')).toMatchObject({
      web_push: 8030,
      notification: { silent: true, data: {}, body: expect.stringContaining('Pulaski County') as string },
    });
    expect(pushed[0]?.options).toMatchObject({ isProven: true });
  });

  it.each([
    ['gone', 'gone'],
    ['later', 'later'],
    ['refused', 'refused'],
    ['too-long', 'refused'],
    ['failed', 'refused'],
  ] as const)('answered with "%s" is %s', async (state, fate) => {
    const { send } = setUp({ answer: { state, reason: '' } });
    expect(await send(question())).toBe(fate);
  });
});

describe('a confirmation for a mailbox', () => {
  const mail = question({ kind: 'mail', address: 'nora@example.com' });

  it('has one link, to a page that asks before confirming, and no list headers', async () => {
    const { send, emails } = setUp();
    expect(await send(mail)).toBe('accepted');
    expect(emails[0]).toMatchObject({ to: 'nora@example.com' });
    expect(emails[0]?.text).toContain(`${site}/subscription?token=the-token\n`);
    expect(emails[0]?.text).toContain('Pulaski County');
    expect(emails[0]?.oneClickUrl).toBeUndefined();
  });

  it.each([
    ['bounced', 'gone'],
    ['refused', 'refused'],
    ['away', 'later'],
    ['setup', 'later'],
  ] as const)('failing with "%s" is %s', async (kind, fate) => {
    const { send } = setUp({ failure: new SendFailure(kind, 'no', false) });
    expect(await send(mail)).toBe(fate);
  });
});

it('sends a confirmed mailbox or phone the link to its preferences instead of a confirmation', async () => {
  const { send, emails, texts } = setUp();
  await send(question({ kind: 'mail', purpose: 'manage', address: 'nora@example.com' }));
  expect(emails[0]).toMatchObject({ to: 'nora@example.com', subject: 'You already get weather alerts by email' });
  expect(emails[0]?.text).toMatch(/Nothing has changed.*Pulaski County/);
  expect(emails[0]?.text).toContain(`${site}/subscription?token=the-token\n`);
  expect(emails[0]?.text).not.toMatch(/confirm/i);
  await send(question({ kind: 'sms', purpose: 'manage', address: '+15015550123' }));
  expect(texts[0]).toMatch(/you already get emergency texts.*\/subscription\?token=the-token Reply STOP/);
});

it('does not resend a text that may have been sent', async () => {
  const { send, texts } = setUp();
  expect(await send(question({ kind: 'sms', address: '+15015550123' }))).toBe('refused');
  expect(texts).toHaveLength(1);
  expect(texts[0]).toContain(`open ${site}/subscription?token=the-token Msg`);
});

it('asks in the language of the sign-up', async () => {
  const { send, pushed, emails, texts } = setUp();
  const { preferences } = question();
  const inSpanish = { preferences: { ...preferences, language: 'es' } };
  const address = `${site}/es/subscription?token=the-token`;
  await send(question(inSpanish));
  expect(JSON.parse(pushed[0]?.text ?? '')).toMatchObject({
    notification: { title: 'Falta un paso', lang: 'es-US', navigate: address, data: { confirm: 'the-token' } },
  });
  await send(question({ ...inSpanish, kind: 'mail', address: 'nora@example.com' }));
  await send(question({ ...inSpanish, kind: 'mail', address: 'nora@example.com', purpose: 'manage' }));
  expect(emails.map(({ subject }) => subject)).toEqual([
    'Confirme sus alertas meteorológicas',
    'Ya recibe alertas meteorológicas por correo',
  ]);
  for (const { text, html } of emails) {
    expect(text).toContain(`${address}\n`);
    expect(text).toContain('el condado de Pulaski');
    expect(html).toContain('<html lang="es">');
  }
  await send(question({ ...inSpanish, kind: 'sms', address: '+15015550123' }));
  expect(texts[0]).toMatch(/^[\x20-\x7e]+$/);
  expect(texts[0]).toContain(`abra ${address} `);
});
