/** Stages of the compose test as a visitor: contact, newsletter and warnings. */
import { until } from '../../lib/until.mjs';
import { expect, sendJson } from '../../lib/visitor-requests.mjs';

/** @typedef {import('./run.mjs').World} World */

const visitor = 'visitor@journey.test';

/** @param {World} world */
export async function contact({ site, log, session, outside }) {
  const feedback = `Is the siren test on Saturday? ${Date.now()}`;
  const body = new URLSearchParams({ name: 'Journey Visitor', phone: '5015550123', email: visitor, feedback });
  /** @type {{ data: { id: number } }} */
  const { data: sent } = await site.json('/main/contact-us', { method: 'POST', body });
  const headers = await session();
  /** @type {{ data: { id: number, feedback: string }[] }} */
  const { data: inbox } = await site.json('/admin/main/contact-us?state=new', { headers });
  const message = inbox.find(({ id }) => id === sent.id);
  expect(message?.feedback === feedback, 'the message is not in the dashboard');

  const text = `Yes, at noon. ${Date.now()}`;
  await sendJson(site, 'POST', `/admin/main/contact-us/${sent.id}/reply`, { text }, headers);
  await outside.mail('the reply by mail', visitor, (mail) => mail.text.includes(text));
  log('a message reached the dashboard, and its reply the visitor’s mailbox');
}

/** Signs up for the newsletter; saves the address for the post stage. @param {World} world */
export async function newsletter({ site, log, outside, publicUrl, state }) {
  const email = `reader-${Date.now()}@journey.test`;
  await sendJson(site, 'POST', '/main/news/letter/create', { email });
  const mail = await outside.mail('the confirmation mail', email);
  const [, link] = /(https:\S+\/newsletter\/confirm\?token=[^\s)>\]]+)/.exec(mail.text) ?? [];
  expect(link?.startsWith(`${publicUrl}/`), `the confirmation mail has no link to ${publicUrl}: ${mail.text}`);
  const { pathname, search, searchParams } = new URL(link ?? '');
  expect((await site.get(`${pathname}${search}`)).status === 200, 'the page behind the link does not open');
  await sendJson(site, 'POST', '/main/news/letter/confirm', { token: searchParams.get('token') });
  state.reader = email;
  log('a reader signed up and confirmed with the link in the mail');
}

const pulaski = '05119';
const event = 'Tornado Warning';

/**
 * Subscribes a browser and a mailbox, and lets a tornado warning begin beside three broken alerts: it must reach both,
 * the page for slow connections, and open pages.
 * @param {World} world
 */
export async function push({ site, log, outside, publicUrl }) {
  const { consentVersion } = await import('@site/proto/notifications/v1/subscriptions.schema');
  const { endpoint, keys } = await outside.subscription();
  const preferences = { counties: [pulaski], kinds: ['tornado'], min_level: 1 };
  const subscribe = (/** @type {{ push: object } | { email: string }} */ channel) =>
    sendJson(site, 'POST', '/main/notifications/subscribe', {
      ...channel,
      preferences,
      consent_version: consentVersion,
    });
  /** @param {string} token @returns {Promise<{ data: { management_token?: string } }>} */
  const confirm = (token) => sendJson(site, 'POST', '/main/notifications/confirm', { token });

  await subscribe({ push: { endpoint, ...keys } });
  const question = await outside.push('the push that asks for confirmation', ({ data }) => data?.confirm);
  const { data } = await confirm(String(question.data?.confirm));
  expect(data.management_token, 'the browser got no token to change its subscription');
  const email = `alerts-${Date.now()}@journey.test`;
  await subscribe({ email });
  const mail = await outside.mail('the mail that asks for confirmation', email);
  const [, token] = /https:\S+\/subscription\S*[?&]token=([^\s&)>\]]+)/.exec(mail.text) ?? [];
  expect(token, `the mail has no link to ${publicUrl}/subscription: ${mail.text}`);
  await confirm(token);

  const alerts = async () => {
    /** @type {{ data: { ok: boolean, version: number, alerts: { event: string }[] } }} */
    const { data } = await site.json('/main/weather/alerts');
    return data;
  };
  const { ok, version } = await alerts();
  expect(ok === true, 'the alerts are not ok before the warning');
  const streamed = nextVersion(site, version);
  await outside.warn();
  try {
    const waits = { withinMs: 75_000, intervalMs: 200 };
    const pushed = outside.push('the push with the warning', ({ title }) => title?.includes('Tornado'));
    const arrivals = await Promise.all(
      Object.entries({
        site: until(
          'the warning on the site',
          async () => (await alerts()).alerts.some((one) => one.event === event),
          waits,
        ),
        '/now': until(
          'the warning on /now/pulaski',
          async () => (await (await site.get('/now/pulaski')).text()).includes(event),
          waits,
        ),
        stream: streamed,
        push: pushed,
        mail: outside.mail('the mail with the warning', email, ({ subject }) => subject.includes('Tornado')),
      }).map(async ([way, arrival]) => {
        await arrival;
        return { way, at: Date.now() };
      }),
    );
    const { title, body } = await pushed;
    expect(`${title} ${body}`.includes('Pulaski'), `the push does not name the county: ${title}`);
    const [polledAt = NaN] = await outside.polls();
    const seconds = arrivals.map(({ way, at }) => `${way} ${((at - polledAt) / 1_000).toFixed(1)} s`);
    log(`beside three broken alerts, "${title}" arrived after the poll: ${seconds.join(', ')}`);
  } finally {
    await outside.calmDown();
  }
}

/**
 * Waits for the stream of alerts to announce another version than this.
 * @param {World['site']} site
 * @param {number} version
 */
async function nextVersion({ address }, version) {
  const response = await fetch(`${address}/main/weather/alerts/stream`, { signal: AbortSignal.timeout(90_000) });
  let text = '';
  expect(response.body, 'the stream of alerts is empty');
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const versions = [...text.matchAll(/^data: *(\d+)/gm)].map(([, number]) => Number(number));
    const next = versions.find((number) => number > version);
    if (next !== undefined) return next;
  }
  throw new Error(`the stream ended without a new version: ${text.slice(-200)}`);
}
