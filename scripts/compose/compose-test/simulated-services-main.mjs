/**
 * Simulates weather providers, a mail server and a push service. Runs in a container on the network "egress", started
 * by `simulated-services.mjs`.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { startMailSink } from '../../../services/platform/local/mail-sink.mjs';
import { addresses, certificates, controlPort } from './simulated-services.mjs';

/** Loads the build, whose types are those of its sources. @param {string} file */
const fromSimulator = (file) => import(new URL(`../../../simulator/dist/${file}`, import.meta.url).href);
/** @type {typeof import('../../../simulator/push-service/push-service.js')} */
const { startPushService } = await fromSimulator('push-service/push-service.js');
/** @type {typeof import('../../../simulator/cap.js')} */
const { capAlert } = await fromSimulator('cap.js');
/** @type {typeof import('../../../simulator/simulator.js')} */
const { startSimulator } = await fromSimulator('simulator.js');

const browser = 1;

/** @param {string} address */
const at = (address) => ({ host: new URL(address).hostname, port: Number(new URL(address).port) });
const simulator = await startSimulator(at(addresses.providers));
const mail = await startMailSink(at(addresses.mail));
const push = await startPushService({
  ...at(addresses.push),
  tls: {
    certificate: readFileSync(`${certificates}/tls.crt`, 'utf8'),
    key: readFileSync(`${certificates}/tls.key`, 'utf8'),
  },
  keyPairs: 2,
  openInterval: 1,
});

/** @type {Record<string, (address: URL) => unknown>} */
const handlers = {
  'GET /ready': () => ({}),
  'GET /mails': ({ searchParams }) =>
    mail.mails.filter(({ to }) => to.includes(searchParams.get('to') ?? '')).map((one) => readMail(one)),
  'GET /subscription': () => push.subscription(browser),
  'GET /pushes': () => push.pushes(browser),
  'GET /push-faults': () => push.counts(),
  'POST /warning': () => {
    simulator.setAlerts(brokenAlerts());
    simulator.clearCalls();
    return simulator.setMode('nws', { mode: 'tornado', expires_in_s: 3_600 }) ?? {};
  },
  'DELETE /warning': () => {
    simulator.setAlerts(undefined);
    return simulator.setMode('nws', { mode: 'ok' }) ?? {};
  },
  'GET /polls': () => simulator.calls('/alerts/active').map(({ at }) => Date.parse(at)),
};

/** Alerts that Postgres or a schema would reject: NUL, half of an emoji, no event. */
function brokenAlerts() {
  const now = Date.now();
  const alertOf = (/** @type {number} */ number, /** @type {Partial<Parameters<typeof capAlert>[0]>} */ changes) => ({
    ...capAlert({
      id: `urn:oid:broken.${now}.${number}`,
      event: 'Flood Advisory',
      sent: new Date(now),
      ends: new Date(now + 3_600_000),
      vtec: `O.NEW.KLZK.FL.Y.900${number}`,
      counties: ['05085'],
      ...changes,
    }),
  });
  const nameless = alertOf(3, {});
  nameless.properties.event = null;
  return [
    alertOf(1, { description: 'Water\u0000 over roads.' }),
    alertOf(2, { headline: 'Flooding \ud83d' }),
    nameless,
  ];
}

const control = createServer((request, response) => {
  const address = new URL(request.url ?? '/', 'http://outside');
  const handler = handlers[`${request.method} ${address.pathname}`];
  response.writeHead(handler ? 200 : 404, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(handler ? handler(address) : { error: 'unknown address' }));
});
control.listen(controlPort, () => process.stdout.write('the outside world is ready\n'));

for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(0));

/**
 * Decodes a mail as nodemailer writes it.
 * @param {{ to: string[], raw: string }} mail
 * @returns {{ to: string[], subject: string, text: string }} `text` is the plain text part
 */
function readMail({ to, raw }) {
  const message = raw.replaceAll('\r\n', '\n');
  const parts = message.split(/^--.+$/m).map((part) => cut(part.replace(/^\n/, '')));
  const [head] = cut(message);
  const plain = parts.find(([partHead]) => /^content-type: text\/plain/im.test(partHead)) ?? cut('');
  return { to, subject: decodeMimeText(headerOf(head, 'subject')), text: decode(plain) };
}

/** @param {string} text @returns {[head: string, body: string]} */
function cut(text) {
  const at = text.indexOf('\n\n');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 2)];
}

/** @param {string} head @param {string} name */
const headerOf = (head, name) => new RegExp(`^${name}: (.*(?:\\n[ \\t].*)*)`, 'im').exec(head)?.[1] ?? '';

/** @param {ReturnType<typeof cut>} part */
function decode([head, body]) {
  const encoding = headerOf(head, 'content-transfer-encoding').trim();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  return encoding === 'quoted-printable' ? readQuoted(body.replaceAll('=\n', '')) : body;
}

const readQuoted = (/** @type {string} */ text) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_all, hex) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

/** Decodes a header's encoded words (RFC 2047). @param {string} text */
const decodeMimeText = (text) =>
  text
    .replace(/\n[ \t]/g, ' ')
    .replace(/(\?=)\s+(?==\?)/g, '$1')
    .replace(/=\?utf-8\?([BQ])\?(.*?)\?=/gi, (_all, kind, encoded) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(encoded, 'base64').toString('utf8')
        : readQuoted(encoded.replaceAll('_', ' ')),
    );
