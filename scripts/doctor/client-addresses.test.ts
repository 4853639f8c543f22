import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkClientAddresses } from './client-addresses.mjs';
import { Report } from './report.mjs';

let server: Server;
let lines: string[];
/** How the simulated nginx identifies a request. */
let identify: (request: IncomingMessage) => string;

beforeEach(async () => {
  lines = ['nginx: a line of another kind', '{"time":"now"}'];
  server = createServer((request, response) => {
    lines.push(`web-1  | ${JSON.stringify({ service: 'web', client: identify(request), path: request.url })}`);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function findings(options: { hasOther: boolean }): Promise<string[]> {
  const report = new Report((text) => text);
  const { port } = server.address() as AddressInfo;
  await checkClientAddresses(report, {
    publicUrl: `http://localhost:${port}/`,
    otherUrl: options.hasOther ? `http://127.0.0.1:${port}` : undefined,
    readLog: () => lines.join('\n'),
  });
  return report.rows.map(({ result, detail }) => `${result} ${detail}`);
}
const byHost = ({ headers }: IncomingMessage) => (headers.host?.startsWith('localhost') ? '203.0.113.5' : '172.18.0.1');

it('clients with different addresses are fine', async () => {
  identify = byHost;
  expect(await findings({ hasOther: true })).toEqual(['ok two clients have the addresses 203.0.113.5 and 172.18.0.1']);
});

it('clients that share the address of a proxy are found', async () => {
  identify = () => '172.18.0.1';
  expect(await findings({ hasOther: true })).toEqual(['FAILED two clients have the address 172.18.0.1']);
  lines.push(JSON.stringify({ client: '172.18.0.1', path: '/main/home' }));
  expect(await findings({ hasOther: false })).toEqual(['warning all clients so far have the address 172.18.0.1']);
});

it('other clients in the log count when there is no second way to nginx', async () => {
  identify = () => '203.0.113.5';
  lines.push(JSON.stringify({ client: '198.51.100.7', path: '/main/home' }));
  expect(await findings({ hasOther: false })).toEqual([
    'ok other clients have other addresses; this machine’s is 203.0.113.5',
  ]);
});

it('addresses that clients can forge are found', async () => {
  identify = (request) => String(request.headers['x-forwarded-for'] ?? byHost(request));
  expect(await findings({ hasOther: true })).toEqual(['FAILED clients can forge their address by X-Forwarded-For']);
});

it("a log without the doctor's requests proves nothing", async () => {
  identify = byHost;
  const report = new Report((text) => text);
  const { port } = server.address() as AddressInfo;
  await checkClientAddresses(report, { publicUrl: `http://localhost:${port}`, readLog: () => '' });
  expect(report.rows.map(({ result }) => result)).toEqual(['warning']);
});
