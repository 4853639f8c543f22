/* global document -- of the page, where a part of this runs */
import { sponsorStyle, states } from './states.mjs';
import { photographedEvent } from './storm.mjs';

/**
 * The public screens: a name, an address, the state of the responses (states.mjs), and steps on the page before the
 * screenshot. `window: true` takes the window instead of the whole page, for dialogs and menus; `part` takes an
 * element; `map: true` is for screens with a map; `narrow: true` for content that only narrow windows have, `wide:
 * true` for wide ones.
 */

const inCalm = states.calm;

/** The banner may have advanced by the time the page is ready. */
async function showFirstAlert(page) {
  // With reduced motion there is no rotation to pause.
  const pause = page.getByRole('button', { name: 'Pause rotation' });
  await page.getByRole('button', { name: 'Next alert' }).waitFor();
  if (await pause.isVisible()) await pause.click();
  const isFirst = () => page.getByText(/^Alert 1 of /).isVisible();
  while (!(await isFirst())) await page.getByRole('button', { name: 'Previous alert' }).click();
}

async function fillSnapshotForm(page) {
  await page.getByLabel('First name').fill('Marguerite');
  await page.getByLabel('Last name').fill('Delacroix');
  await page.getByRole('textbox', { name: 'Email' }).fill('not an address');
  await page.getByRole('textbox', { name: 'Location' }).fill('Petit Jean State Park');
  const picture = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
    const context = canvas.getContext('2d');
    const sky = context.createLinearGradient(0, 0, 0, 480);
    sky.addColorStop(0, '#274b7a');
    sky.addColorStop(1, '#f0b27a');
    context.fillStyle = sky;
    context.fillRect(0, 0, 640, 480);
    return canvas.toDataURL('image/jpeg').split(',')[1];
  });
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'IMG_2041.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(picture, 'base64') });
}

export const publicScreens = [
  { name: 'home', path: '/', prepare: showFirstAlert },
  { name: 'home-calm', path: '/', state: states.calm },
  { name: 'home-flood-warning', path: '/', state: states['flood warning'] },
  { name: 'home-tornado', path: '/', state: states.tornado, prepare: showFirstAlert },
  { name: 'home-outbreak', path: '/', state: states.outbreak, prepare: showFirstAlert },
  { name: 'home-night', path: '/', state: states.night },
  { name: 'home-dusk', path: '/', state: states.dusk },
  { name: 'home-loading', path: '/', state: states.loading },
  { name: 'home-providers-dead', path: '/', state: states['providers dead'] },
  { name: 'home-stale', path: '/', state: states.stale },
  { name: 'home-sample', path: '/', state: states.sample },
  { name: 'home-empty', path: '/', state: states.empty },
  { name: 'home-everything-down', path: '/', state: states['everything down'] },
  {
    name: 'home-alert-dialog',
    path: '/',
    state: states.tornado,
    window: true,
    prepare: async (page) => {
      await showFirstAlert(page);
      await page.getByRole('button', { name: 'View Full Alert' }).click();
    },
  },
  {
    name: 'home-menu',
    path: '/',
    state: inCalm,
    window: true,
    narrow: true,
    prepare: (page) => page.getByRole('button', { name: 'Open menu' }).click(),
  },
  {
    name: 'home-weather-menu',
    path: '/',
    state: inCalm,
    window: true,
    wide: true,
    prepare: (page) => page.getByRole('button', { name: 'Weather: all pages' }).click(),
  },
  {
    name: 'home-place-finder',
    path: '/',
    state: inCalm,
    window: true,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Find a place' }).first().click();
      await page.getByRole('combobox', { name: 'Search for a place' }).last().fill('fay');
      await page.getByRole('option').first().waitFor();
    },
  },
  { name: 'home-privacy', path: '/#privacy', state: inCalm, window: true },
  {
    name: 'advertise',
    path: '/sponsors',
    state: inCalm,
    window: true,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Advertise With Us' }).click();
      await page.getByLabel('Company Name').fill('Delta Steel');
      await page.getByLabel('Email', { exact: true }).fill('not an address');
      await page.getByLabel('Name', { exact: true }).focus();
    },
  },
  ...['bar', 'circle', 'grid', 'crop'].flatMap((style, index) => [
    { name: `sponsors-${style}`, path: '/sponsors', state: sponsorStyle(String(index + 1)) },
    {
      name: `home-sponsors-${style}`,
      path: '/',
      state: sponsorStyle(String(index + 1)),
      part: (page) => page.getByRole('region', { name: 'Sponsored by' }),
    },
  ]),
  { name: 'sponsors-empty', path: '/sponsors', state: states.empty },
  { name: 'sponsors-loading', path: '/sponsors', state: states.loading },
  { name: 'weather', path: '/weather', state: inCalm },
  { name: 'weather-loading', path: '/weather', state: states.loading },
  { name: 'weather-dead', path: '/weather', state: states['providers dead'] },
  { name: 'forecast', path: '/forecast', map: true },
  { name: 'forecast-loading', path: '/forecast', state: states.loading },
  { name: 'forecast-dead', path: '/forecast', state: states['providers dead'], map: true },
  {
    name: 'forecast-search',
    path: '/forecast',
    state: inCalm,
    window: true,
    prepare: async (page) => {
      await page.getByRole('combobox').fill('con');
      await page.getByRole('option').first().waitFor();
    },
  },
  { name: 'alert', path: '/alert', state: states.tornado },
  { name: 'alert-calm', path: '/alert', state: states.calm },
  { name: 'alert-dead', path: '/alert', state: states['everything down'] },
  { name: 'alert-loading', path: '/alert', state: states.loading },
  {
    name: 'alert-sign-up',
    path: '/alert',
    state: states.calm,
    window: true,
    prepare: (page) => page.getByRole('main').getByRole('button', { name: 'Get Alerts' }).click(),
  },
  {
    name: 'alert-question-open',
    path: '/alert',
    state: states.calm,
    prepare: (page) => page.getByRole('heading', { level: 3 }).getByRole('button').first().click(),
  },
  { name: 'alert-outbreak', path: '/alert', state: states.outbreak },
  {
    name: 'alert-floods-open',
    path: '/alert',
    state: states.outbreak,
    prepare: (page) => page.getByRole('button', { name: /Flood Warning: 8 alerts/ }).click(),
  },
  { name: 'alert-hundreds', path: '/alert', state: states['three hundred alerts'] },
  { name: 'alert-unknown', path: '/alert/urn:oid:never-seen', state: states.calm },
  { name: 'warning', path: `/warning/${photographedEvent}`, state: states['warning in force'] },
  { name: 'warning-cancelled', path: `/warning/${photographedEvent}`, state: states['warning cancelled'] },
  { name: 'warning-upgraded', path: `/warning/${photographedEvent}`, state: states['warning upgraded'] },
  { name: 'warning-unknown', path: '/warning/KLZK.TO.W.9999.2026', state: states.calm },
  { name: 'warning-dead', path: `/warning/${photographedEvent}`, state: states['everything down'] },
  { name: 'warning-loading', path: `/warning/${photographedEvent}`, state: states.loading },
  { name: 'forecast-outbreak', path: '/forecast', state: states.outbreak, map: true },
  { name: 'map', path: '/map', state: inCalm, map: true },
  { name: 'map-outbreak', path: '/map', state: states.outbreak, map: true },
  { name: 'map-dead', path: '/map', state: states['everything down'], map: true },
  { name: 'county', path: '/county/pulaski', state: inCalm },
  { name: 'county-outbreak', path: '/county/faulkner', state: states.outbreak },
  { name: 'county-dead', path: '/county/st-francis', state: states['everything down'] },
  { name: 'county-loading', path: '/county/st-francis', state: states.loading },
  { name: 'hourly', path: '/hourly', state: inCalm },
  { name: 'hourly-dead', path: '/hourly', state: states['providers dead'] },
  { name: 'discussion', path: '/discussion/LZK', state: inCalm },
  { name: 'discussion-dead', path: '/discussion/JAN', state: states['everything down'] },
  { name: 'delivery', path: '/delivery', state: inCalm },
  { name: 'subscription-invalid', path: '/subscription' },
  { name: 'about', path: '/about', state: inCalm },
  { name: 'about-loading', path: '/about', state: states.loading },
  { name: 'about-sample', path: '/about', state: states['everything down'] },
  { name: 'contact', path: '/contact', state: inCalm },
  {
    name: 'contact-faults',
    path: '/contact',
    state: inCalm,
    prepare: (page) => page.getByRole('button', { name: 'Submit Feedback' }).click(),
  },
  { name: 'snapshots', path: '/snapshots', state: inCalm },
  { name: 'snapshots-empty', path: '/snapshots', state: states.empty },
  { name: 'snapshots-loading', path: '/snapshots', state: states.loading },
  { name: 'snapshots-error', path: '/snapshots', state: states['everything down'] },
  {
    name: 'snapshots-form-filled',
    path: '/snapshots',
    state: inCalm,
    prepare: fillSnapshotForm,
    part: (page) => page.locator('#send'),
  },
  {
    name: 'snapshots-detail',
    path: '/snapshots',
    state: inCalm,
    window: true,
    prepare: (page) => page.getByRole('list', { name: 'Photos' }).getByRole('link').first().click(),
  },
  { name: 'blogs', path: '/blogs', state: inCalm },
  { name: 'blogs-empty', path: '/blogs', state: states.empty },
  { name: 'blogs-loading', path: '/blogs', state: states.loading },
  {
    name: 'blogdetail',
    path: '/blogs',
    state: inCalm,
    prepare: async (page) => {
      await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
      await page.waitForURL('**/blog/**');
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
  },
  { name: 'blogdetail-missing', path: '/blogdetail?id=01a1fbf1-0000-7000-8000-000000000000', state: inCalm },
  { name: 'livecam', path: '/livecam', state: inCalm },
  { name: 'privacy', path: '/privacy', state: inCalm },
  { name: 'terms', path: '/terms', state: inCalm },
  { name: 'newsletter-confirm', path: '/newsletter/confirm?token=photographed', state: inCalm },
  { name: 'newsletter-invalid', path: '/newsletter/confirm', state: inCalm },
  { name: 'newsletter-unsubscribe', path: '/newsletter/unsubscribe?token=photographed', state: inCalm },
  { name: 'newsletter-preferences', path: '/newsletter/preferences?token=photographed', state: inCalm },
  { name: 'now', path: '/now' },
  { name: 'now-county', path: '/now/pulaski' },
  { name: 'not-found', path: '/no-such-page', state: inCalm },
];
