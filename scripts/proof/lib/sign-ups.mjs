import { createHmac, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { until } from '../../lib/until.mjs';
import { patiently } from './site.mjs';

/** Signs up for warnings as visitors and attackers do, and reads the resulting messages. */

export const wishes = { counties: ['05119'], kinds: ['tornado'], least_level: 3 };
export const consent_version = '2026-11';

/** Returns the headers of a visitor at an address. */
export const from = (address) => ({ 'X-Forwarded-For': address, 'Idempotency-Key': randomUUID() });

/** Signs up by `way`, `{ email }`, `{ phone }` or `{ push }`, from an address; returns the response. */
export const signUp = (product, way, address, fields = {}) =>
  patiently(product, 'POST', '/main/notifications/subscribe', {
    json: { wishes, consent_version, ...way, ...fields },
    headers: from(address),
  });

/** Uses a token: "confirm", "end", "wishes". */
export const withToken = (product, path, token) =>
  patiently(product, 'POST', `/main/notifications/${path}`, { json: { token } });

export const tokensIn = (text) => [...text.matchAll(/\/subscription\?token=([\w-]+)/g)].map(([, token]) => token);

/** Returns the mails that name an address, oldest first. */
export function mailsTo(product, address) {
  const folder = join(product.dataDir, 'mail');
  return (
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.eml'))
      .map((file) => readFileSync(join(folder, file), 'utf8'))
      .filter((mail) => mail.includes(address))
      // Quoted-printable breaks lines and encodes "=" as "=3D".
      .map((mail) => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))
  );
}

/** Waits for a mail to an address and returns its token. */
export const tokenFor = (product, address) =>
  until(`the mail to ${address}`, () => mailsTo(product, address).flatMap(tokensIn)[0], { withinMs: 60_000 });

/** Waits until everything that was due has been sent or postponed: messages are sent in order of their due time. */
export async function settle(product) {
  // The first may be in the same batch as messages that were due; the second comes after the end of that batch.
  for (const address of ['198.18.0.1', '198.18.1.1']) {
    const email = `marker-${randomUUID()}@example.org`;
    await signUp(product, { email }, address);
    await tokenFor(product, email);
  }
}

/** Simulates the text message carrier; `environment` makes a product use it. */
export async function startCarrier(defer) {
  const texts = [];
  const authToken = 'of-the-carrier';
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => {
      const form = new URLSearchParams(body);
      texts.push({ to: form.get('To'), text: form.get('Body') });
      response.writeHead(201, { 'Content-Type': 'application/json' }).end('{"sid":"SM1"}');
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  defer(() => {
    server.closeAllConnections();
    server.close();
  });
  const textsTo = (phone) => texts.filter(({ to }) => to === phone);
  return {
    texts,
    textsTo,
    environment: {
      NOTIFICATIONS_SMS: 'true',
      SMS_BASE_URL: `http://127.0.0.1:${server.address().port}`,
      SMS_ACCOUNT_SID: 'AC1',
      SMS_AUTH_TOKEN: authToken,
      SMS_MESSAGING_SERVICE_SID: 'MG1',
    },
    /** Waits for a text to a phone and returns the token of the first. */
    tokenFor: (phone) =>
      until(`the text to ${phone}`, () => textsTo(phone).flatMap(({ text }) => tokensIn(text))[0], {
        withinMs: 60_000,
      }),
    /** Sends a text from a phone, signed as the carrier signs. */
    reply(product, phone, word) {
      const form = { Body: word, From: phone };
      const url = `http://localhost:${product.port}/hooks/sms/inbound`;
      const signature = createHmac('sha1', authToken).update(`${url}Body${word}From${phone}`).digest('base64');
      return patiently(product, 'POST', '/hooks/sms/inbound', { form, headers: { 'X-Twilio-Signature': signature } });
    },
  };
}
