import { until } from '../../lib/until.mjs';
import { expect, sendJson } from '../../lib/visitor-journey.mjs';

const visitor = 'visitor@journey.test';

export async function contact({ site, say, session, outside }) {
  const feedback = `Is the siren test on Saturday? ${Date.now()}`;
  const body = new URLSearchParams({ name: 'Journey Visitor', phone: '5015550123', email: visitor, feedback });
  const { data: sent } = await site.json('/main/contact-us', { method: 'POST', body });
  const headers = await session();
  const { data: inbox } = await site.json('/admin/main/contact-us?state=new', { headers });
  const message = inbox.find(({ id }) => id === sent.id);
  expect(message?.feedback === feedback, 'the message is not in the dashboard');

  const text = `Yes, at noon. ${Date.now()}`;
  await sendJson(site, 'POST', `/admin/main/contact-us/${sent.id}/reply`, { text }, headers);
  await outside.mail('the reply by mail', visitor, (mail) => mail.text.includes(text));
  say('a message reached the dashboard, and its reply the visitor’s mailbox');
}

/** Signs up for the newsletter; saves the address for the post stage. */
export async function newsletter({ site, say, outside, publicUrl, kept }) {
  const email = `reader-${Date.now()}@journey.test`;
  await sendJson(site, 'POST', '/main/news/letter/create', { email });
  const mail = await outside.mail('the confirmation mail', email);
  const [, link] = /(https:\S+\/newsletter\/confirm\?token=[^\s)>\]]+)/.exec(mail.text) ?? [];
  expect(link?.startsWith(`${publicUrl}/`), `the confirmation mail has no link to ${publicUrl}: ${mail.text}`);
  const { pathname, search, searchParams } = new URL(link);
  expect((await site.get(`${pathname}${search}`)).status === 200, 'the page behind the link does not open');
  await sendJson(site, 'POST', '/main/news/letter/confirm', { token: searchParams.get('token') });
  kept.reader = email;
  say('a reader signed up and confirmed with the link in the mail');
}

const pulaski = '05119';
const event = 'Tornado Warning';

/** Subscribes a browser, confirms by the first push, and receives a warning. */
export async function push({ site, say, outside }) {
  const { consentVersion } = await import('@site/proto/notifications/v1/subscriptions.schema');
  const { endpoint, keys } = await outside.subscription();
  const wishes = { counties: [pulaski], kinds: ['tornado'], least_level: 1 };
  const request = { push: { endpoint, ...keys }, wishes, consent_version: consentVersion };
  await sendJson(site, 'POST', '/main/notifications/subscribe', request);
  const question = await outside.push('the push that asks for confirmation', ({ data }) => data?.confirm);
  const { data } = await sendJson(site, 'POST', '/main/notifications/confirm', { token: question.data.confirm });
  expect(data.management_token, 'the browser got no token to change its subscription');

  const alerts = async () => (await site.json('/main/weather/alerts')).data;
  expect((await alerts()).ok === true, 'the alerts are not ok before the warning');
  await outside.warn();
  try {
    await until(
      'the warning on the site',
      async () => {
        const { ok, alerts: shown } = await alerts();
        return ok && shown.some((alert) => alert.event === event);
      },
      { withinMs: 75_000, everyMs: 500 },
    );
    const told = await outside.push('the push with the warning', ({ title }) => title?.includes('Tornado'));
    expect(`${told.title} ${told.body}`.includes('Pulaski'), `the push does not name the county: ${told.title}`);
    say(`a browser subscribed, confirmed, and got "${told.title}"`);
  } finally {
    await outside.calmDown();
  }
}
