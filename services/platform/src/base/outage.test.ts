import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { isOutage, neverReached } from './outage.js';

const failureOf = (work: Promise<unknown>) => work.then(() => undefined).catch((error: unknown) => error);
const codeOf = (error: unknown) => String((error as { code?: unknown }).code);

it('detects an unresolvable name, a closed port and a broken connection', async () => {
  const nameless = await failureOf(once(connect(80, 'nobody.invalid'), 'connect'));
  const server = createServer((incoming) => incoming.socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const broken = await failureOf(once(get({ port, host: '127.0.0.1' }), 'response'));
  await new Promise((resolve) => server.close(resolve));
  const rejected = await failureOf(once(connect(port, '127.0.0.1'), 'connect'));
  expect([nameless, rejected, broken].map(isOutage)).toEqual([true, true, true]);
  expect([nameless, rejected, broken].map((error) => neverReached(codeOf(error)))).toEqual([true, true, false]);
});

it('detects outages in wrapped errors', async () => {
  const fetched = await failureOf(fetch('http://nobody.invalid/'));
  expect(codeOf(fetched)).toBe('undefined');
  expect(isOutage(fetched)).toBe(true);
  expect(isOutage(Object.assign(new Error('query failed'), { driverError: { code: '57P03' } }))).toBe(true);
  // A standby: cannot execute INSERT in a read-only transaction.
  expect(isOutage(Object.assign(new Error('query failed'), { driverError: { code: '25006' } }))).toBe(true);
});

it.each([
  [new TypeError('x is not a function')],
  [Object.assign(new Error('no such file'), { code: 'ENOENT' })],
  [Object.assign(new Error('query failed: Connection terminated'), { driverError: { code: '23505', message: '' } })],
  [undefined],
  ['ECONNREFUSED'],
])('does not treat other errors as an outage: %s', (error) => {
  expect(isOutage(error)).toBe(false);
});
