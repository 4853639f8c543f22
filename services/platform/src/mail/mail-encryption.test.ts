import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { startMailSink } from '../../local/mail-sink.mjs';
import { freePort } from '../../local/ports.mjs';
import { until } from '../../testing/until.js';
import { offersStartTls, warnWithoutTls } from './mail-encryption.js';

const capture = () => {
  const lines: string[] = [];
  return { lines, logger: pino({}, { write: (line: string) => lines.push(line) }) };
};

it('warns about a mail server without STARTTLS, without its password', async () => {
  const sink = await startMailSink();
  const { lines, logger } = capture();
  const stop = warnWithoutTls(`smtp://user:secret@127.0.0.1:${sink.port}`, logger);
  await until('the warning', () => lines.length > 0);
  stop();
  await sink.close();
  expect(JSON.parse(lines[0]!)).toMatchObject({
    level: 40,
    host: '127.0.0.1',
    msg: expect.stringContaining('offers no STARTTLS') as string,
  });
  expect(lines.join()).not.toContain('secret');
});

it('recognizes a mail server with STARTTLS', async () => {
  const server = new SMTPServer({ authOptional: true, logger: false });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.server.address() as AddressInfo;
  expect(await offersStartTls('127.0.0.1', port)).toBe(true);
  await new Promise<void>((resolve) => server.close(resolve));
});

it('reports nothing while the mail server cannot be reached, and nothing about smtps', async () => {
  await expect(offersStartTls('127.0.0.1', await freePort())).rejects.toThrow('ECONNREFUSED');
  const { lines, logger } = capture();
  warnWithoutTls('smtps://mail.example.org', logger)();
  warnWithoutTls(undefined, logger)();
  expect(lines).toEqual([]);
});
