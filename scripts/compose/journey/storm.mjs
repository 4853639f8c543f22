import { expect } from '../../lib/visitor-journey.mjs';
import { until } from '../../lib/until.mjs';
import { sendJson } from './send-json.mjs';

/** Returns the state's local time in `hours`, in the form's format: "2026-11-26T07:30". */
function localTimeIn(hours, timeZone) {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return format.format(Date.now() + hours * 3_600_000).replace(' ', 'T');
}

/** Publishes the storm banner, reads it as a visitor does, and removes it. */
export async function storm({ site, say, session }) {
  const { state } = await import('@site/state/state');
  const text = `Storms expected tonight ${Date.now()}`;
  const headers = await session();
  const banner = { text, ends_at: localTimeIn(3, state.timeZone) };
  await sendJson(site, 'POST', '/admin/main/storm-banner', banner, headers);
  const bannerNow = async () => (await site.json('/main/home')).data.storm_banner;
  await until('the banner on the home page', async () => (await bannerNow())?.text === text);
  await until('the banner in the document', async () => (await (await site.get('/')).text()).includes(text));
  await site.json('/admin/main/storm-banner/end', { method: 'POST', headers });
  await until('the banner to be removed', async () => (await bannerNow()) === null);
  expect(
    (await site.json('/admin/main/storm-banner', { headers })).data === null,
    'the dashboard still shows the banner',
  );
  say('the storm banner was published, shown and removed');
}
