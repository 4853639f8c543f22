import { checkMailDns, type MailDnsSettings } from './mail-dns.mjs';
import { Report } from './report.mjs';

const complete: Record<string, string[]> = {
  'news.weather.example': ['google-site-verification=x', 'v=spf1 include:_spf.provider.example -all'],
  's1._domainkey.news.weather.example': ['v=DKIM1; k=rsa; p=MIGf', 'MA0GC'],
  '_dmarc.weather.example': ['v=DMARC1; p=reject'],
};
const settings: MailDnsSettings = {
  MAIL_FROM: 'Arkansas Weather <alerts@News.weather.example>',
  MAIL_BOUNCE_ADDRESS: 'bounce@news.weather.example',
  MAIL_DKIM_SELECTOR: 's1',
};

async function rowsOf(
  changes: Record<string, string[] | Error> = {},
  variables = settings,
  mailServers = ['mx.example'],
) {
  const report = new Report((text) => text);
  const records = { ...complete, ...changes };
  await checkMailDns(report, variables, {
    resolveTxt: async (name) => {
      const found = records[name] ?? [];
      if (found instanceof Error) throw found;
      if (found.length === 0) throw Object.assign(new Error('no data'), { code: 'ENODATA' });
      // A DKIM key in two parts; other records apart.
      return name.includes('_domainkey') ? [found] : found.map((text) => [text]);
    },
    resolveMx: async () => {
      if (mailServers.length === 0) throw Object.assign(new Error('no data'), { code: 'ENOTFOUND' });
      return mailServers.map((exchange) => ({ exchange, priority: 10 }));
    },
  });
  return Object.fromEntries(report.rows.map(({ check, ...row }) => [check.replace('mail ', ''), row]));
}

it('finds nothing wrong with a complete domain, and DMARC of the domain above', async () => {
  const rows = await rowsOf();
  expect(Object.keys(rows).sort()).toEqual(['DKIM', 'DMARC', 'SPF', 'bounces']);
  for (const row of Object.values(rows)) expect(row).toMatchObject({ result: 'ok', todo: '' });
});

it.each<[string, string, Record<string, string[] | Error>, RegExp]>([
  ['no SPF record', 'SPF', { 'news.weather.example': [] }, /v=spf1 include/],
  ['two SPF records', 'SPF', { 'news.weather.example': ['v=spf1 -all', 'v=spf1 a -all'] }, /Merge them/],
  ['SPF for everyone', 'SPF', { 'news.weather.example': ['v=spf1 +all'] }, /"~all"/],
  ['no DKIM key', 'DKIM', { 's1._domainkey.news.weather.example': [] }, /your mail provider shows/],
  ['a revoked DKIM key', 'DKIM', { 's1._domainkey.news.weather.example': ['v=DKIM1; p='] }, /your mail provider shows/],
  ['no DMARC record', 'DMARC', { '_dmarc.weather.example': [] }, /v=DMARC1; p=none/],
  ['a name server that is down', 'SPF', { 'news.weather.example': new Error('ETIMEOUT') }, /Try again/],
])('warns about %s, with what to do', async (_what, check, changes, todo) => {
  const rows = await rowsOf(changes);
  expect(rows[check]).toMatchObject({ result: 'warning', todo: expect.stringMatching(todo) as string });
  expect(Object.values(rows).filter(({ result }) => result === 'ok')).toHaveLength(3);
});

it('warns about an unknown selector, and about bounces that can’t arrive or belong to another domain', async () => {
  const { MAIL_DKIM_SELECTOR: _selector, ...withoutSelector } = settings;
  expect((await rowsOf({}, withoutSelector))['DKIM']).toMatchObject({ result: 'warning' });
  expect((await rowsOf({}, settings, []))['bounces']).toMatchObject({ result: 'warning' });
  const elsewhere = { ...settings, MAIL_BOUNCE_ADDRESS: 'bounce@provider.example' };
  const rows = await rowsOf({ 'provider.example': ['v=spf1 -all'] }, elsewhere);
  expect(rows['bounces']?.todo).toContain("SPF then doesn't count for DMARC");
  expect(Object.keys(await rowsOf({}, {}))).toEqual([]);
});
