import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { newId } from '@site/platform/base/ids';
import { ReturnPaths } from '@site/platform/mail/return-path';
import { testLogger } from '@site/platform/testing/logger';
import { testDatabase, type TestDatabase } from '@site/platform/testing/database';
import { submissionsDatabase } from '../database.js';
import { ReportMailbox } from './report-mailbox.js';

const returnPaths = new ReturnPaths({ address: 'bounce@weather.example', secret: 's'.repeat(32) });
let database: TestDatabase;
let mailbox: { server: Server; messages: Map<number, string>; seen: Set<number>; logins: string[] };
beforeEach(async () => {
  database = await testDatabase(submissionsDatabase);
  mailbox = await startMailbox();
});
afterEach(async () => {
  await new Promise((resolve) => mailbox.server.close(resolve));
  await database.drop();
});

/** An IMAP server with one folder (RFC 3501), as far as the reader needs it. */
async function startMailbox() {
  const messages = new Map<number, string>();
  const seen = new Set<number>();
  const logins: string[] = [];
  const response = (socket: Socket, line: string) => {
    const [tag = '', command = '', rest = ''] = /^(\S+) (UID \w+|\w+) ?(.*)$/.exec(line)?.slice(1) ?? [];
    const ids = (text: string) => text.split(',').map(Number);
    const responses: Record<string, () => string> = {
      CAPABILITY: () => '* CAPABILITY IMAP4rev1\r\n',
      LOGIN: () => {
        logins.push(rest);
        return '';
      },
      LIST: () => '* LIST (\\HasNoChildren) "/" Bounces\r\n',
      LSUB: () => '',
      SELECT: () =>
        `* FLAGS (\\Seen)\r\n* ${messages.size} EXISTS\r\n* OK [UIDVALIDITY 1] .\r\n* OK [UIDNEXT 99] .\r\n`,
      'UID SEARCH': () => `* SEARCH ${[...messages.keys()].filter((uid) => !seen.has(uid)).join(' ')}\r\n`,
      'UID FETCH': () =>
        ids(rest.split(' ')[0] ?? '')
          .map((uid) => {
            const text = messages.get(uid) ?? '';
            const section = /BODY(?:\.PEEK)?\[\](?:<0)?/.test(rest) && /<0/.test(rest) ? 'BODY[]<0>' : 'BODY[]';
            return `* ${uid} FETCH (UID ${uid} ${section} {${Buffer.byteLength(text)}}\r\n${text})\r\n`;
          })
          .join(''),
      'UID STORE': () => {
        for (const uid of ids(rest.split(' ')[0] ?? '')) seen.add(uid);
        return '';
      },
    };
    socket.write(`${responses[command.toUpperCase()]?.() ?? ''}${tag} OK done\r\n`);
  };
  const server = createServer((socket) => {
    let pending = '';
    socket.on('error', () => undefined);
    socket.write('* OK IMAP4rev1 ready\r\n');
    socket.on('data', (data) => {
      pending += data.toString('latin1');
      for (let end = pending.indexOf('\r\n'); end >= 0; end = pending.indexOf('\r\n')) {
        response(socket, pending.slice(0, end));
        pending = pending.slice(end + 2);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, messages, seen, logins };
}

const bounceTo = (address: string) =>
  [
    `To: ${address}`,
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.org',
    '',
    'Action: failed',
    'Status: 5.1.1',
    '',
    '--b--',
    '',
  ].join('\r\n');

it('ends the readers whose mails bounced, and marks all messages as seen', async () => {
  const reader = newId();
  const other = newId();
  for (const id of [reader, other])
    await database.dataSource.query(
      `INSERT INTO newsletter_subscribers (id, email, state, confirmed_at) VALUES ($1, $2, 'confirmed', now())`,
      [id, `${id}@example.com`],
    );
  const token = returnPaths.issue({ list: 'newsletter', recipientId: reader, mailId: 'c' });
  const forged = `${token.slice(0, -10)}aaaaaaaaaa`;
  mailbox.messages.set(3, bounceTo(returnPaths.addressOf(token)));
  mailbox.messages.set(4, bounceTo(returnPaths.addressOf(forged)));
  mailbox.messages.set(5, 'Subject: Out of office\r\n\r\nBack on Monday.\r\n');
  const { port } = mailbox.server.address() as AddressInfo;
  const address = `imap://reports:p%40ss@127.0.0.1:${port}/Bounces`;
  const bounces = new ReportMailbox({ address, dataSource: database.dataSource, returnPaths, logger: testLogger });
  expect(await bounces.read()).toBe(3);
  expect([...mailbox.seen]).toEqual([3, 4, 5]);
  expect(mailbox.logins.join()).toMatch(/reports.*p@ss/);
  const states = await database.dataSource.query<{ id: string; state: string }[]>(
    'SELECT id, state FROM newsletter_subscribers',
  );
  expect(Object.fromEntries(states.map(({ id, state }) => [id, state]))).toEqual({
    [reader]: 'bounced',
    [other]: 'confirmed',
  });
  expect(await bounces.read()).toBe(0);
  bounces.close();
});
