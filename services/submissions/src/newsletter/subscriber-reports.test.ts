import { createHmac, randomUUID } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { newId } from '@site/platform/base/ids';
import { ReturnPaths } from '@site/platform/mail/return-path';
import { until } from '@site/platform/testing/until';
import type { Campaign } from '@site/proto/gen/nest/submissions/v1/newsletter';
import { Webhook } from 'standardwebhooks';
import { MailHarness } from '../testing/mails.js';
import { admin, Submissions } from '../testing/submissions.js';

const secret = 'a-secret-of-enough-characters';
const returnPaths = new ReturnPaths({ address: 'bounce@weather.example', secret });
let submissions: Submissions;
let emails: MailHarness;
beforeEach(async () => {
  submissions = await Submissions.start({ requeueAfterSeconds: 1, mailReports: { returnPaths, secret } });
  emails = await MailHarness.start(submissions, returnPaths);
});
afterEach(async () => {
  await emails.stop();
  await submissions.stop();
});

const call = <Response>(method: string, request: object) =>
  submissions.service.call<Response>('submissions.v1.NewsletterService', method, request, admin);
const get = (id: string) => call<Campaign>('getCampaign', { id });
const report = (format: string, body: string, headers: Record<string, string> = {}) =>
  submissions.service.call('mail.v1.MailReportsService', 'receiveReport', { format, body, headers });
const signed = (events: object[], at = new Date()) => {
  const body = JSON.stringify({ events });
  const id = randomUUID();
  const signature = new Webhook(secret, { format: 'raw' }).sign(id, at, body);
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  return report('generic', body, {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
  });
};
const stateOf = async (email: string) =>
  (await submissions.query<{ state: string }>('SELECT state FROM newsletter_subscribers WHERE email = $1', [email]))[0]
    ?.state;

/** Sends a campaign; returns it with the return path of each reader's mail. */
async function sendCampaign(readers: number) {
  const addresses = await emails.readers(readers);
  const campaign = await call<Campaign>('createCampaign', {
    postId: newId(),
    story: { title: 'Ice', excerpt: 'Freezing rain.', url: 'https://weather.example/blogdetail?id=1' },
    idempotency: { fingerprint: randomUUID() },
  });
  emails.work();
  await until('the campaign to be sent', async () => (await get(campaign.id)).state === 'sent');
  const pathOf = (address: string) => emails.sink.mails.find(({ to }) => to.includes(address))?.from ?? '';
  return { id: campaign.id, addresses, pathOf };
}

it('ends bounced and complaining readers, once, and counts them with their reasons', async () => {
  const { id, addresses, pathOf } = await sendCampaign(5);
  const [removed = '', angry = '', busy = '', blocked = ''] = addresses;
  expect(new Set(addresses.map(pathOf)).size).toBe(5);
  expect(pathOf(removed)).toMatch(/^bounce\+[a-z2-7]{50}@weather\.example$/);
  for (let n = 0; n < 2; n += 1)
    await signed([
      { recipient: pathOf(removed), type: 'bounce', reason: `550 5.1.1 <${removed}> unknown` },
      { recipient: pathOf(angry), type: 'complaint', reason: 'abuse' },
      { recipient: pathOf(busy), type: 'soft-bounce', reason: '452 4.2.2 full' },
      { recipient: pathOf(blocked), type: 'bounce', reason: '550 5.7.26 DMARC' },
    ]);
  expect(await Promise.all(addresses.map(stateOf))).toEqual([
    'bounced',
    'complained',
    'confirmed',
    'confirmed',
    'confirmed',
  ]);
  expect(await get(id)).toMatchObject({
    sent: 5,
    bounced: 2,
    complained: 1,
    reportReasons: [
      { kind: 'bounce', reason: '550 5.1.1 (address) unknown', count: 1 },
      { kind: 'bounce', reason: '550 5.7.26 DMARC', count: 1 },
      { kind: 'complaint', reason: 'abuse', count: 1 },
    ],
  });
});

it('takes the signed reports of Mailgun, and those of Amazon SES and Postmark with the password', async () => {
  const { addresses, pathOf } = await sendCampaign(3);
  const [first = '', second = '', third = ''] = addresses;
  const tokenOf = (address: string) => returnPaths.tokensIn(pathOf(address))[0] ?? '';
  const raw = emails.sink.mails.find(({ to }) => to.includes(first))?.raw ?? '';
  expect(raw).toMatch(new RegExp(`^X-PM-Metadata-returntoken: ${tokenOf(first)}\r$`, 'im'));
  expect(raw).toContain(`X-Mailgun-Variables: {"returntoken":"${tokenOf(first)}"}`);

  const mailgun = (timestamp: number) =>
    JSON.stringify({
      signature: {
        timestamp: String(timestamp),
        token: 't',
        signature: createHmac('sha256', secret).update(`${timestamp}t`).digest('hex'),
      },
      'event-data': { event: 'failed', severity: 'permanent', 'user-variables': { returntoken: tokenOf(first) } },
    });
  const now = Math.floor(Date.now() / 1_000);
  const password = { authorization: `Basic ${Buffer.from(`reports:${secret}`).toString('base64')}` };
  const ses = JSON.stringify({
    Type: 'Notification',
    Message: JSON.stringify({ notificationType: 'Complaint', complaint: {}, mail: { source: pathOf(second) } }),
  });
  const postmark = JSON.stringify({
    RecordType: 'Bounce',
    Type: 'HardBounce',
    Details: 'No such user',
    Metadata: { returntoken: tokenOf(third) },
  });
  const refused = { code: status.UNAUTHENTICATED };
  await expect(report('mailgun', mailgun(now - 3_600))).rejects.toMatchObject(refused);
  await expect(report('mailgun', mailgun(now).replace('"t"', '"u"'))).rejects.toMatchObject(refused);
  for (const [format, body] of [
    ['ses', ses],
    ['postmark', postmark],
  ] as const) {
    await expect(report(format, body)).rejects.toMatchObject(refused);
    const wrong = { authorization: `Basic ${Buffer.from('reports:x').toString('base64')}` };
    await expect(report(format, body, wrong)).rejects.toMatchObject(refused);
  }
  expect(await Promise.all(addresses.map(stateOf))).toEqual(['confirmed', 'confirmed', 'confirmed']);
  await report('mailgun', mailgun(now));
  await report('ses', ses, password);
  await report('postmark', postmark, password);
  expect(await Promise.all(addresses.map(stateOf))).toEqual(['bounced', 'complained', 'bounced']);
});

it('refuses unsigned, old and forged reports, and reveals nothing about addresses', async () => {
  const { addresses, pathOf } = await sendCampaign(1);
  const [reader = ''] = addresses;
  const event = { recipient: pathOf(reader), type: 'bounce', reason: '5.1.1' };
  const body = JSON.stringify({ events: [event] });
  await expect(report('generic', body)).rejects.toMatchObject({ code: status.UNAUTHENTICATED });
  const hourAgo = new Date(Date.now() - 3_600_000);
  await expect(signed([event], hourAgo)).rejects.toMatchObject({ code: status.UNAUTHENTICATED });
  const letter = pathOf(reader)[20] === 'q' ? 'r' : 'q';
  const forged = pathOf(reader).slice(0, 20) + letter + pathOf(reader).slice(21);
  await expect(signed([{ ...event, recipient: forged }])).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
  expect(await stateOf(reader)).toBe('confirmed');
  // Of the other list, and of a reader who no longer exists: the same response.
  for (const list of ['alerts', 'newsletter'] as const) {
    const token = returnPaths.issue({ list, recipientId: newId(), mailId: 'x' });
    expect(await signed([{ ...event, recipient: returnPaths.addressOf(token) }])).toEqual({});
  }
  await expect(report('unknown', body)).rejects.toMatchObject({ code: status.FAILED_PRECONDITION });
  await submissions.query('DELETE FROM newsletter_subscribers');
  expect(await signed([event])).toEqual({});
});

it('ends an address after bounces without a clear reason only when they repeat over days', async () => {
  const { addresses } = await sendCampaign(1);
  const [reader = ''] = addresses;
  const [{ id: recipientId } = { id: '' }] = await submissions.query<{ id: string }>(
    'SELECT id FROM newsletter_subscribers WHERE email = $1',
    [reader],
  );
  for (const mailId of ['1', '2', '3']) {
    expect(await stateOf(reader)).toBe('confirmed');
    const token = returnPaths.issue({ list: 'newsletter', recipientId, mailId });
    await signed([{ recipient: token, type: 'bounce', reason: '550 5.7.1 Message rejected' }]);
    await submissions.query(`UPDATE mail_reports SET reported_at = reported_at - interval '2 days'`);
  }
  expect(await stateOf(reader)).toBe('bounced');
});
