import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { startMailSink } from '../../../services/platform/local/mail-sink.mjs';
import { startSimulator } from '../../../simulator/dist/simulator.js';
import { startPushService } from '../../../simulator/dist/push-service/push-service.js';
import { addresses, certificates, controlPort } from './outside-names.mjs';
import { readMail } from './read-mail.mjs';

/**
 * Simulates the internet services of an installation: weather providers, a mail server and a push service. Runs in a
 * container on the network "egress", started by `outside.mjs`.
 */

const browser = 1;

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
  openEvery: 1,
});

const answers = {
  'GET /ready': () => ({}),
  'GET /mails': ({ searchParams }) =>
    mail.mails.filter(({ to }) => to.includes(searchParams.get('to'))).map((one) => readMail(one)),
  'GET /subscription': () => push.subscription(browser),
  'GET /pushes': () => push.pushes(browser),
  'GET /push-faults': () => push.counts(),
  'POST /warning': () => simulator.setMode('nws', { mode: 'tornado', expires_in_s: 3_600 }) ?? {},
  'DELETE /warning': () => simulator.setMode('nws', { mode: 'ok' }) ?? {},
};

const control = createServer((request, response) => {
  const address = new URL(request.url, 'http://outside');
  const answer = answers[`${request.method} ${address.pathname}`];
  response.writeHead(answer ? 200 : 404, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(answer ? answer(address) : { error: 'unknown address' }));
});
control.listen(controlPort, () => process.stdout.write('the outside world is ready\n'));

for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(0));
