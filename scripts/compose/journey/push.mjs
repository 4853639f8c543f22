import { expect } from '../../lib/visitor-journey.mjs';
import { until } from '../../lib/until.mjs';
import { sendJson } from './send-json.mjs';

const pulaski = '05119';
const event = 'Tornado Warning';

/**
 * Subscribes a browser to a county, confirms by the first push, and receives a warning issued by the weather service.
 */
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
