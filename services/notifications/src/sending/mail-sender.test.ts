import { randomBytes, randomUUID } from 'node:crypto';
import type { Mail, Mailer } from '@site/platform/mail/mailer';
import { SendFailure } from '@site/platform/mail/send-failure';
import { AddressSeal } from '../channels/address-seal.js';
import type { Reserved } from '../dispatches/dispatch-rows.js';
import { aReserved, aDispatch, anEvent } from '../testing/sending.js';
import { MailSender, outcomeOf } from './mail-sender.js';

const seal = new AddressSeal({ current: randomBytes(32), hash: randomBytes(32) });
const site = 'https://weather.example';

function fakeMailer() {
  const sent: { to: string; text: string }[] = [];
  const written: Mail[] = [];
  const mailer: Mailer = {
    atOnce: 4,
    encode: async (mail) => {
      written.push(mail);
      const { id, to, subject, text, oneClickUrl = '' } = mail;
      return Buffer.from([`To: ${to}`, `Message-ID: <${id}@x>`, `Subject: ${subject}`, oneClickUrl, text].join('\n'));
    },
    send: async () => undefined,
    startSending: ({ to, bytes }) => ({
      release: async () => void sent.push({ to, text: bytes.toString('utf8') }),
      abandon: () => undefined,
    }),
    close: () => undefined,
  };
  return { mailer, sent, written };
}

const dispatchAt = (createdAt: Date) => aDispatch({ firstSeenAt: createdAt, createdAt });

function readerAt(email: string, language: Reserved['language'] = 'en') {
  const channelId = randomUUID();
  return aReserved({ channelId, kind: 'mail', addressSealed: seal.seal(email, channelId), language });
}

it('describes the warning, with the reader’s links to change and unsubscribe', async () => {
  const { mailer, sent } = fakeMailer();
  const send = new MailSender(mailer, seal, site, 1_000).begin(dispatchAt(new Date()));
  const readers = [readerAt('ann@example.com'), readerAt('bob@example.com')];
  for (const reader of readers) expect(await send(reader)).toEqual({ state: 'accepted' });
  expect(sent.map(({ to }) => to)).toEqual(['ann@example.com', 'bob@example.com']);
  for (const [index, { text }] of sent.entries()) {
    const token = seal.manageToken(readers[index]?.channelId ?? '');
    expect(text).toContain('Subject: Tornado Warning: Pulaski County');
    expect(text).toContain(`${site}/subscription?token=${token}`);
    expect(text).toContain(`${site}/main/notifications/end?token=${token}`);
  }
});

it('frames the official English text in Spanish for the readers who chose it, and translates none of it', async () => {
  const { mailer, sent, written } = fakeMailer();
  const text = 'THE NATIONAL WEATHER SERVICE HAS ISSUED A\nTORNADO WARNING <FOR> PULASKI COUNTY.';
  const dispatch = { ...dispatchAt(new Date()), alert: anEvent({ text, badge: 'Tornado on the ground' }) };
  const sender = new MailSender(mailer, seal, site, 1_000);
  const send = sender.begin(dispatch);
  await send(readerAt('ann@example.com'));
  const bea = readerAt('bea@example.com', 'es');
  await send(bea);
  const [english, spanish] = sent;
  expect(english?.text).toContain('Subject: Tornado Warning: Pulaski County');
  expect(english?.text).not.toContain('THE NATIONAL WEATHER SERVICE');
  expect(spanish?.text).toContain('Subject: Aviso de tornado (Tornado Warning): condado de Pulaski');
  expect(spanish?.text).toContain(`Texto oficial, en inglés:\n${text}`);
  expect(spanish?.text).toContain(`${site}/es/now/alert/KLZK.TO.W.0042.2026`);
  expect(spanish?.text).toContain(
    `Cambiar o cancelar estas alertas:\n${site}/es/subscription?token=${seal.manageToken(bea.channelId)}`,
  );
  const html = written.find(({ subject }) => subject.startsWith('Aviso'))?.html ?? '';
  expect(html).toContain('<html lang="es">');
  expect(html).toMatch(
    /<h1[^>]*>Aviso de tornado \(<span lang="en">Tornado Warning<\/span>\): condado de Pulaski<\/h1>/,
  );
  await sender.begin({ ...dispatch, kind: 'raised' })(bea);
  expect(written.at(-1)?.html).toMatch(
    /<h1[^>]*>Mayor peligro: Tornado en tierra \(<span lang="en">Tornado on the ground</,
  );
  expect(html).toMatch(/<p lang="en"[^>]*>THE NATIONAL WEATHER SERVICE HAS ISSUED A\nTORNADO WARNING &#60;FOR&#62;/);
});

it('does not send a mail that waited for ten minutes', async () => {
  const { mailer, sent } = fakeMailer();
  const send = new MailSender(mailer, seal, site, 1_000).begin(dispatchAt(new Date(Date.now() - 11 * 60_000)));
  expect(await send(readerAt('ann@example.com'))).toMatchObject({ state: 'later', waitMs: Number.POSITIVE_INFINITY });
  expect(sent).toEqual([]);
});

it.each([
  ['bounced', false, 'gone'],
  ['refused', false, 'failed'],
  ['later', false, 'later'],
  ['away', true, 'later'],
  ['setup', false, 'later'],
] as const)('treats a mail that failed with %s (possibly sent: %s) as %s', (kind, maybeSent, state) => {
  const outcome = outcomeOf(new SendFailure(kind, 'said the server', maybeSent));
  expect(outcome).toMatchObject({ state, reason: 'said the server', ...(maybeSent && { maybeSent }) });
});
