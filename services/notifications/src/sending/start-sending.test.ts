import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConfig } from '@site/platform/base/config';
import { testLogger } from '@site/platform/testing/logger';
import { until } from '@site/platform/testing/until';
import { senderSchema } from '../config.js';
import { readCursor, recordEvents } from '../events/record-events.js';
import { Notifications, somePreferences } from '../testing/notifications.js';
import { anEvent } from '../testing/sending.js';
import { startSending, type Sending } from './start-sending.js';

/** The sender, with mails written to files. */

let notifications: Notifications;
let sending: Sending;
let folder: string;
beforeAll(async () => {
  notifications = await Notifications.start();
  folder = await mkdtemp(join(tmpdir(), 'alerts-'));
  const { keys, database } = notifications;
  const config = parseConfig(senderSchema, {
    DATABASE_URL: database.settings.url,
    NOTIFICATIONS_KEY: keys.current.toString('hex'),
    NOTIFICATIONS_HASH_KEY: keys.hash.toString('hex'),
    PUBLIC_URL: 'https://weather.example/',
    MAIL_FROM: 'Storm Desk <alerts@weather.example>',
    DATA_DIR: folder,
  });
  sending = await startSending(config, database.dataSource, testLogger);
});
afterAll(async () => {
  await sending.stop();
  await notifications.stop();
});

/** The only mail whose name starts with the prefix, without soft line breaks. */
const mailOf = (prefix: string): Promise<string> =>
  until(`a mail ${prefix}`, async () => {
    const names = await readdir(join(folder, 'mail')).catch(() => []);
    const found = names.find((name) => name.startsWith(prefix) && name.endsWith('.eml'));
    const raw = found && (await readFile(join(folder, 'mail', found), 'utf8'));
    return (
      raw &&
      raw
        .replace(/=\r\n/g, '')
        .replace(/\r\n[ \t]+/g, ' ')
        .replaceAll('=3D', '=')
    );
  });

it('sends a mailbox a confirmation, and once confirmed, a warning with an unsubscribe link', async () => {
  const email = 'nora@example.com';
  await notifications.subscribe({ email, preferences: somePreferences() });
  const question = await mailOf('confirm.');
  expect(question).not.toContain('List-');
  const token = /\/subscription\?token=([\w-]{43})\s/.exec(question)?.[1] ?? '';
  await notifications.call('confirmChannel', { token });

  const { dataSource } = notifications.database;
  const expected = await readCursor(dataSource);
  const created = await recordEvents(dataSource, { events: [anEvent({ sequence: 1 })], expected, now: Date.now() });
  const [dispatch] = created === 'moved' ? [] : created;
  const warning = await mailOf(`${dispatch?.id}.`);
  expect(warning).toContain('From: Storm Desk <alerts@weather.example>');
  expect(warning).toContain(`To: ${email}`);
  expect(warning).toContain('Subject: Tornado Warning: Pulaski County');
  expect(warning).toContain('List-ID: <alerts.weather.example>');
  const leave = /List-Unsubscribe: <https:\/\/weather\.example\/main\/notifications\/end\?token=([\w-]{43})>/;
  await notifications.call('endSubscription', { token: leave.exec(warning)?.[1] });
  expect(await notifications.query('SELECT state FROM channels')).toEqual([{ state: 'ended' }]);
});
