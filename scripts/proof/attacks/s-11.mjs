import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../lib/until.mjs';
import { approvedSnapshot, call } from '../lib/site.mjs';

export const name = 'S-11';
export const title = 'mail header injection';
export const rule = 'No input adds a header, a recipient or a part to our mail.';

const payloads = [
  '\r\nBcc: victim@evil.example',
  '\nBcc: victim@evil.example',
  '%0d%0aBcc: victim@evil.example',
  '=?utf-8?q?x?=\r\n\tBcc: v@evil.example',
  '"Bill" <victim@evil.example>, ',
  '\u2028Bcc: victim@evil.example',
  '\u0085Bcc: v@evil.example',
];

const mailsOf = (folder) => {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.eml'))
      .map((file) => readFileSync(join(folder, file), 'utf8'));
  } catch {
    return [];
  }
};

export async function run({ product: start, say, checks }) {
  const product = await start({ fresh: true });
  const token = await product.signIn();
  for (const [n, payload] of payloads.entries()) {
    const refused = [
      await call(product, 'POST', '/main/news/letter/create', { json: { email: `a${n}@example.org${payload}` } }),
      await call(product, 'POST', '/main/news/letter/create', { json: { email: `${payload}a${n}@example.org` } }),
      await call(product, 'POST', '/admin/auth/forgot/password', { json: { email: `admin@example.com${payload}` } }),
      await call(product, 'POST', '/main/contact-us', {
        form: { name: `N${payload}`, phone: '1', email: 'c@example.org', feedback: 'f' },
      }),
    ];
    for (const { status, text } of refused)
      checks.that(status < 500, `${JSON.stringify(payload)} returned ${status}: ${text.slice(0, 80)}`);
  }
  await call(product, 'POST', '/main/news/letter/create', {
    json: { email: Array.from({ length: 10_000 }, (_, n) => `r${n}@example.org`).join(',') },
  });
  await call(product, 'POST', '/main/news/letter/create', { json: { email: 'plain@example.org' } });
  await call(product, 'POST', '/admin/auth/forgot/password', { json: { email: product.admin.email } });
  await approvedSnapshot(product, token, {
    fields: { first_name: 'Bill =?utf-8?q?x?=', last_name: '"<v@evil.example>"', email: 'sender@example.org' },
  });
  const folder = join(product.dataDir, 'mail');
  const wanted = ['plain@example.org', product.admin.email, 'sender@example.org'];
  const arrived = () => wanted.filter((address) => mailsOf(folder).some((mail) => mail.includes(address)));
  await until('the mails', () => arrived().length === wanted.length, { withinMs: 30_000 }).catch(() =>
    checks.that(false, `only ${arrived().join(', ')} got mail`),
  );
  const mails = mailsOf(folder);
  for (const mail of mails) {
    const head = mail
      .split(/\r?\n\r?\n/, 1)[0]
      .replaceAll(/\r?\n[ \t]+/g, ' ')
      .split(/\r?\n/);
    const field = (name) => head.filter((line) => line.toLowerCase().startsWith(`${name}:`));
    checks.that(field('to').length === 1 && !field('to')[0].includes(','), `a mail has the recipients ${field('to')}`);
    checks.that(field('bcc').length === 0 && field('cc').length === 0, 'a mail has a Bcc or Cc');
    checks.that(field('from').length === 1 && field('subject').length === 1, 'a mail has two From or Subject');
    checks.that(
      !head.some((line) => line.includes('evil.example') && !/^subject:/i.test(line)),
      'a header names the foreign address',
    );
  }
  say(`${mails.length} mails read`);
  return { mails: mails.length };
}
