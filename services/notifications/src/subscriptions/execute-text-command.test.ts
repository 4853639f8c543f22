import { createHmac } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import type { ReceiveTextResponse } from '@site/proto/gen/nest/notifications/v1/subscriptions';
import { messages } from '../messages/messages-en.js';
import { carrierToken, Notifications } from '../testing/notifications.js';

let notifications: Notifications;
beforeAll(async () => {
  notifications = await Notifications.start();
});
afterAll(() => notifications.stop());

const url = 'https://weather.example/hooks/sms/inbound';
let lastNumber = 5_015_550_100;
const aPhone = () => `+1${(lastNumber += 1)}`;

/** Calls like the carrier. */
async function texted(form: Record<string, string>, token = carrierToken): Promise<string> {
  const signed = Object.keys(form)
    .toSorted()
    .reduce((text, name) => `${text}${name}${form[name]}`, url);
  const signature = createHmac('sha1', token).update(signed).digest('base64');
  const { reply } = await notifications.call<ReceiveTextResponse>('receiveText', { url, form, signature });
  return reply;
}
async function aSubscriber(): Promise<{ phone: string; state: () => Promise<string | undefined> }> {
  const phone = aPhone();
  await notifications.subscribe({ phone });
  const id = (await notifications.channelOf('sms', phone))?.id ?? '';
  await notifications.call('confirmChannel', { token: await notifications.confirmToken(id) });
  return { phone, state: async () => (await notifications.channelOf('sms', phone))?.state };
}

describe('a text to our number', () => {
  it('stops texts to the sending phone, with one reply', async () => {
    const nora = await aSubscriber();
    const other = await aSubscriber();
    expect(await texted({ From: nora.phone, Body: 'Stop please' })).toBe(messages.textStopped);
    expect(await nora.state()).toBe('ended');
    expect(await other.state()).toBe('confirmed');
    // An automatic reply must not start a loop.
    expect(await texted({ From: nora.phone, Body: 'STOP' })).toBe('');
    expect(await texted({ From: nora.phone, Body: 'START' })).toBe(messages.textStarted);
    expect(await texted({ From: nora.phone, Body: 'Please stop texting me' })).toBe(messages.textStopped);
  });

  it('is confirmed in Spanish if it asks in Spanish', async () => {
    const nora = await aSubscriber();
    expect(await texted({ From: nora.phone, Body: 'Ya no quiero recibir mensajes' })).toMatch(
      /no recibira mas mensajes/,
    );
    expect(await nora.state()).toBe('ended');
  });

  it('stops them without another reply if the carrier has already replied', async () => {
    const nora = await aSubscriber();
    expect(await texted({ From: nora.phone, Body: 'Arret', OptOutType: 'STOP' })).toBe('');
    expect(await nora.state()).toBe('ended');
  });

  it('gets the same reply from an unknown phone and from a number that is not a phone', async () => {
    expect(await texted({ From: aPhone(), Body: 'STOP' })).toBe(messages.textStopped);
    expect(await texted({ From: 'sip:x', Body: 'STOP' })).toBe(messages.textStopped);
  });

  it('explains itself on request, and gets no reply to other words', async () => {
    const nora = await aSubscriber();
    expect(await texted({ From: nora.phone, Body: 'help' })).toBe(messages.textHelp);
    expect(await texted({ From: nora.phone, Body: 'thank you' })).toBe('');
    expect(await nora.state()).toBe('confirmed');
  });

  it('is understood and answered in Spanish, without accents', async () => {
    const nora = await aSubscriber();
    expect(await texted({ From: nora.phone, Body: 'Ayuda' })).toMatch(/^[\x20-\x7e]*Responda STOP para cancelar\.$/);
    expect(await texted({ From: nora.phone, Body: '¡Alto!' })).toMatch(/no recibira mas mensajes/);
    expect(await nora.state()).toBe('ended');
  });

  it('is accepted only if the carrier has signed it', async () => {
    const nora = await aSubscriber();
    await expect(texted({ From: nora.phone, Body: 'STOP' }, 'guessed')).rejects.toMatchObject({
      code: status.PERMISSION_DENIED,
    });
    expect(await nora.state()).toBe('confirmed');
  });
});

it('refuses texts on a site without text messages', async () => {
  const without = await Notifications.start({ sms: false, smsAuthToken: undefined });
  try {
    await expect(
      without.call('receiveText', { url, form: { From: aPhone(), Body: 'STOP' }, signature: '' }),
    ).rejects.toMatchObject({ code: status.FAILED_PRECONDITION });
  } finally {
    await without.stop();
  }
});
