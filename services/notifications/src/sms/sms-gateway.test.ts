import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { smsSetupErrors } from './sms-errors.js';
import { openSmsGateway, type SmsGateway } from './sms-gateway.js';

let server: Server;
let gateway: SmsGateway;
let answer: { status: number; body: string; headers?: Record<string, string> };
let target: { url: string; authorization: string; form: URLSearchParams }[];

beforeEach(async () => {
  target = [];
  answer = { status: 201, body: '{"sid":"SM1"}' };
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      const { url = '', headers } = request;
      target.push({ url, authorization: headers.authorization ?? '', form: new URLSearchParams(text) });
      response.writeHead(answer.status, answer.headers).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  gateway = openSmsGateway({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    accountSid: 'AC1',
    authToken: 'secret',
    messagingServiceSid: 'MG1',
  });
});
afterEach(async () => {
  await gateway.close();
  server.closeAllConnections();
  server.close();
});

it('calls the Twilio API', async () => {
  expect(await gateway.send('+15015550123', 'Take shelter')).toEqual({ state: 'accepted' });
  expect(target).toMatchObject([
    {
      url: '/2010-04-01/Accounts/AC1/Messages.json',
      authorization: `Basic ${Buffer.from('AC1:secret').toString('base64')}`,
    },
  ]);
  expect(Object.fromEntries(target[0]?.form ?? [])).toEqual({
    To: '+15015550123',
    MessagingServiceSid: 'MG1',
    Body: 'Take shelter',
  });
});

it('asks for delivery reports', async () => {
  await gateway.send('+15015550123', 'x', 'https://weather.example/hooks/sms/status?channel=1');
  expect(target[0]?.form.get('StatusCallback')).toBe('https://weather.example/hooks/sms/status?channel=1');
});

it.each([21_211, 21_610, 21_614])('puts away a number for its own error %i', async (code) => {
  answer = { status: 400, body: `{"code":${code}}` };
  expect(await gateway.send('+15015550123', 'x')).toMatchObject({ state: 'gone' });
});

it.each([
  ...[21_612, 21_704, 21_703, 21_408, 21_606, 21_603, 21_659, 21_705, 21_608, 30_034, 20_404].map((code) => [
    400,
    code,
  ]),
  [401, 20_003],
  [403, 20_005],
  [404, 20_404],
  [404, 0],
  [301, 0],
  [402, 0],
])('retries what status %i and code %i say about our set-up, and alerts an operator', async (status, code) => {
  const before = (await smsSetupErrors.get()).values[0]?.value ?? 0;
  answer = { status, body: code === 0 ? 'no JSON' : `{"code":${code}}` };
  expect(await gateway.send('+15015550123', 'x')).toMatchObject({ state: 'later', waitMs: 30_000 });
  expect((await smsSetupErrors.get()).values[0]?.value).toBe(before + 1);
});

it('waits as long as a busy service asks, also until a date', async () => {
  answer = {
    status: 429,
    body: '{"code":20429}',
    headers: { 'retry-after': new Date(Date.now() + 20_000).toUTCString() },
  };
  const outcome = await gateway.send('+15015550123', 'x');
  expect(outcome).toMatchObject({ state: 'later', waitMs: expect.closeTo(20_000, -4) as number });
});

it('distinguishes an unreachable number from a refused text and a busy service', async () => {
  answer = { status: 400, body: '{"code":21610}' };
  expect(await gateway.send('+15015550123', 'x')).toMatchObject({ state: 'gone' });
  answer = { status: 400, body: '{"code":21617}' };
  expect(await gateway.send('+15015550123', 'x')).toMatchObject({ state: 'failed' });
  answer = { status: 429, body: '', headers: { 'retry-after': '3' } };
  expect(await gateway.send('+15015550123', 'x')).toMatchObject({ state: 'later', waitMs: 3_000 });
});

it('does not resend a text that may have been sent', async () => {
  server.closeAllConnections();
  server.removeAllListeners('request');
  server.on('request', (request) => request.socket.destroy());
  expect(await gateway.send('+15015550123', 'x')).toMatchObject({ state: 'failed' });
});
