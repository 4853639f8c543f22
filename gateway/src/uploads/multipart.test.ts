import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HttpException } from '@nestjs/common';
import { until } from '../../../services/platform/testing/until.js';
import { readForm, type ReceivedForm } from './multipart.js';
import { Spool } from './spool.js';

const folder = mkdtempSync(join(tmpdir(), 'spool-'));
const spool = new Spool(folder);
const pace = { windowMs: 200, minBytes: 100, maxUploadMs: 1_500 };

let server: Server;
let client: Socket;

beforeEach(async () => {
  await spool.prepare();
  for (const file of readdirSync(folder)) rmSync(join(folder, file));
  server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  client = connect((server.address() as { port: number }).port, '127.0.0.1');
  client.on('error', () => undefined);
});

afterEach(() => {
  client.destroy();
  server.closeAllConnections();
  server.close();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const head = (length: number) =>
  `POST / HTTP/1.1\r\nHost: test\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${length}\r\n\r\n`;
const opening =
  '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nAda\r\n--b\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n';
const closing = '\r\n--b--\r\n';

/** Returns the status and message of a refusal. */
async function received(): Promise<ReceivedForm | [number, string]> {
  const [request] = (await once(server, 'request')) as [IncomingMessage];
  const plan = { fieldNames: new Set(['name']), maxFieldBytes: 1_024, fileField: 'photo', path: spool.newPath() };
  try {
    return await readForm(request, plan, pace);
  } catch (error) {
    if (!(error instanceof HttpException)) throw error;
    return [error.getStatus(), (error.getResponse() as { message: string }).message];
  }
}

const stoodStill = [400, 'The upload stalled. Please send it again.'];

it('accepts a slow body as long as it progresses', async () => {
  const form = received();
  client.write(head(opening.length + 500 + closing.length) + opening);
  for (let sent = 0; sent < 5; sent += 1) {
    await new Promise((resolve) => setTimeout(resolve, 80));
    client.write('x'.repeat(100));
  }
  client.write(closing);
  expect(await form).toMatchObject({ texts: new Map([['name', 'Ada']]), file: { sizeBytes: 500 } });
});

it('ends a stalled body', async () => {
  const form = received();
  client.write(head(10_000) + opening);
  expect(await form).toEqual(stoodStill);
});

it('ends a dripping body, even though it never stalls', async () => {
  const form = received();
  client.write(head(10_000) + opening);
  const dripping = setInterval(() => client.write('x'), 20);
  expect(await form).toEqual(stoodStill);
  clearInterval(dripping);
});

it('ends a body that takes too long overall', async () => {
  const form = received();
  client.write(head(1_000_000) + opening);
  const flowing = setInterval(() => client.write('x'.repeat(200)), 50);
  expect(await form).toEqual(stoodStill);
  clearInterval(flowing);
});

it('leaves nothing open when the client disconnects', async () => {
  const form = received();
  client.write(`${head(10_000)}${opening}${'x'.repeat(1_000)}`);
  await until('the file is begun', () => readdirSync(folder).length === 1);
  client.destroy();
  expect(await form).toEqual([400, 'The upload was interrupted. Please send it again.']);
  for (const file of readdirSync(folder)) rmSync(join(folder, file));
  await new Promise((resolve) => setImmediate(resolve));
  expect(readdirSync(folder)).toEqual([]);
});

it('returns 503 if the disk fails', async () => {
  const form = received();
  rmSync(folder, { recursive: true });
  client.write(`${head(opening.length + 1 + closing.length)}${opening}x${closing}`);
  expect(await form).toEqual([503, 'We can’t accept uploads right now. Try again in a minute.']);
});

it('removes files left by a killed process, but none in progress or foreign ones', async () => {
  const old = spool.newPath();
  const recent = spool.newPath();
  const foreign = join(folder, 'somebody-elses');
  const anHourAgo = new Date(Date.now() - 3_600_000);
  for (const path of [old, recent, foreign]) writeFileSync(path, 'x');
  for (const path of [old, foreign]) utimesSync(path, anHourAgo, anHourAgo);
  await spool.prepare();
  expect([old, recent, foreign].map((path) => existsSync(path))).toEqual([false, true, true]);
});
