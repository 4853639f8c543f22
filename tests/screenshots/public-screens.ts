import type { Locator, Page } from '@playwright/test';
import type { ResponseState } from './mock-responses.js';
import { sponsorStyle, states } from './states.js';
import { warningEventKey } from './storm-alerts.js';

/** A screen in a state. */
export interface Screen {
  name: string;
  path: string;
  /** Changes to the responses. */
  state?: ResponseState;
  /** Steps before the screenshot. */
  prepare?: (page: Page) => Promise<unknown>;
  /** Takes this element instead of the whole page. */
  part?: (page: Page) => Locator;
  /** Takes the window instead of the whole page. */
  window?: boolean;
  /** Only in windows of phones. */
  narrow?: boolean;
  /** Only in windows of desktops. */
  wide?: boolean;
  /** Has a map, which needs software rendering. */
  map?: boolean;
}

const { normal, calm, tornado, outbreak, loading, empty } = states;
const providersDead = states['providers dead'];
const down = states['everything down'];

/** Appends each state's `end` to the screen's name. */
const inStates = (name: string, path: string, ends: Record<string, ResponseState>, more?: Partial<Screen>): Screen[] =>
  Object.entries(ends).map(([end, state]) => ({ name: end ? `${name}-${end}` : name, path, state, ...more }));

const after = (name: string, path: string, prepare?: Screen['prepare'], more?: Partial<Screen>): Screen => ({
  name,
  path,
  state: calm,
  window: true,
  prepare,
  ...more,
});

const clickButton = (within: Page | Locator, name: string) => within.getByRole('button', { name }).first().click();
const click = (name: string) => (page: Page) => clickButton(page, name);

/** The banner may have advanced before the page is ready. */
async function showFirstAlert(page: Page) {
  // With reduced motion there is no rotation to pause.
  const pause = page.getByRole('button', { name: 'Pause rotation' });
  await page.getByRole('button', { name: 'Next alert' }).waitFor();
  if (await pause.isVisible()) await pause.click();
  const isFirst = () => page.getByText(/^Alert 1 of /).isVisible();
  while (!(await isFirst())) await page.getByRole('button', { name: 'Previous alert' }).click();
}

async function fillSnapshotForm(page: Page) {
  await page.getByLabel('First name').fill('Marguerite');
  await page.getByLabel('Last name').fill('Delacroix');
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('not an address');
  await page.getByRole('textbox', { name: 'Location' }).fill('Petit Jean State Park');
  const base64 = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
    const context = canvas.getContext('2d')!;
    const sky = context.createLinearGradient(0, 0, 0, 480);
    sky.addColorStop(0, '#274b7a');
    sky.addColorStop(1, '#f0b27a');
    context.fillStyle = sky;
    context.fillRect(0, 0, 640, 480);
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? '';
  });
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'IMG_2041.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(base64, 'base64') });
}

async function findPlace(page: Page) {
  await clickButton(page, 'Find a place');
  await page.getByRole('combobox', { name: 'Search for a place' }).last().fill('fay');
  await page.getByRole('option').first().waitFor();
}

async function fillSponsorForm(page: Page) {
  await clickButton(page, 'Advertise With Us');
  await page.getByLabel('Company Name').fill('Delta Steel');
  await page.getByLabel('Email', { exact: true }).fill('not an address');
  await page.getByLabel('Name', { exact: true }).focus();
}

async function openPost(page: Page) {
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
  await page.waitForURL('**/blogdetail?id=*');
  await page.getByRole('heading', { level: 1 }).waitFor();
}

async function searchForecast(page: Page) {
  await page.getByRole('combobox', { name: 'Search for a place' }).fill('con');
  await page.getByRole('option').first().waitFor();
}

const onlyCalm = {
  county: '/county/pulaski',
  discussion: '/discussion/LZK',
  contact: '/contact',
  delivery: '/delivery',
  'blogdetail-missing': '/blogdetail?id=01a1fbf1-0000-7000-8000-000000000000',
  livecam: '/livecam',
  privacy: '/privacy',
  terms: '/terms',
  'newsletter-confirm': '/newsletter/confirm?token=photographed',
  'newsletter-invalid': '/newsletter/confirm',
  'newsletter-unsubscribe': '/newsletter/unsubscribe?token=photographed',
  'newsletter-preferences': '/newsletter/preferences?token=photographed',
  'alert-unknown': '/alert/urn:oid:never-seen',
  'warning-unknown': '/warning/KLZK.TO.W.9999.2026',
  'not-found': '/no-such-page',
};

const event = `/warning/${warningEventKey}`;

export const publicScreens: Screen[] = [
  ...inStates('home', '/', { '': normal, tornado, outbreak }, { prepare: showFirstAlert }),
  ...inStates('home', '/', { calm, 'flood-warning': states['flood warning'], night: states.night, dusk: states.dusk }),
  ...inStates('home', '/', { loading, 'providers-dead': providersDead, stale: states.stale, sample: states.sample }),
  ...inStates('home', '/', { empty, 'everything-down': down }),
  after(
    'home-alert-dialog',
    '/',
    async (page) => {
      await showFirstAlert(page);
      await clickButton(page, 'View Full Alert');
    },
    { state: tornado },
  ),
  after('home-menu', '/', click('Open menu'), { narrow: true }),
  after('home-weather-menu', '/', click('Weather: all pages'), { wide: true }),
  after('home-place-finder', '/', findPlace),
  after('home-privacy', '/#privacy'),
  after('advertise', '/sponsors', fillSponsorForm),
  ...['bar', 'circle', 'grid', 'crop'].flatMap((style, index) => [
    { name: `sponsors-${style}`, path: '/sponsors', state: sponsorStyle(String(index + 1)) },
    {
      name: `home-sponsors-${style}`,
      path: '/',
      state: sponsorStyle(String(index + 1)),
      part: (page: Page) => page.getByRole('region', { name: 'Sponsored by' }),
    },
  ]),
  ...inStates('sponsors', '/sponsors', { empty, loading }),
  ...inStates('weather', '/weather', { '': calm, loading, dead: providersDead }),
  ...inStates('forecast', '/forecast', { '': normal, dead: providersDead, outbreak }, { map: true }),
  ...inStates('forecast', '/forecast', { loading }),
  after('forecast-search', '/forecast', searchForecast),
  ...inStates('alert', '/alert', { '': tornado, calm, dead: down, loading, outbreak }),
  ...inStates('alert', '/alert', { hundreds: states['three hundred alerts'] }),
  after('alert-sign-up', '/alert', (page) => clickButton(page.getByRole('main'), 'Get Alerts')),
  {
    name: 'alert-question-open',
    path: '/alert',
    state: calm,
    prepare: (page) => page.locator('details[name=questions] summary').first().click(),
  },
  {
    name: 'alert-floods-open',
    path: '/alert',
    state: outbreak,
    prepare: (page) => page.getByText(/Flood Warning: 8 alerts/).click(),
  },
  ...inStates('warning', event, { '': states['warning in force'], dead: down, loading }),
  ...inStates('warning', event, { cancelled: states['warning cancelled'], upgraded: states['warning upgraded'] }),
  ...inStates('map', '/map', { '': calm, outbreak, dead: down }, { map: true }),
  ...inStates('county', '/county/faulkner', { outbreak }),
  ...inStates('county', '/county/st-francis', { dead: down, loading }),
  ...inStates('hourly', '/hourly', { '': calm, dead: providersDead }),
  ...inStates('discussion', '/discussion/JAN', { dead: down }),
  ...inStates('about', '/about', { '': calm, loading, sample: down }),
  { name: 'contact-faults', path: '/contact', state: calm, prepare: click('Submit Feedback') },
  ...inStates('snapshots', '/snapshots', { '': calm, empty, loading, error: down }),
  {
    name: 'snapshots-form-filled',
    path: '/snapshots',
    state: calm,
    prepare: fillSnapshotForm,
    part: (page) => page.locator('#send'),
  },
  after('snapshots-detail', '/snapshots', (page) =>
    page.getByRole('list', { name: 'Photos' }).getByRole('link').first().click(),
  ),
  ...inStates('blogs', '/blogs', { '': calm, empty, loading }),
  { name: 'blogdetail', path: '/blogs', state: calm, prepare: openPost },
  { name: 'now', path: '/now' },
  { name: 'now-county', path: '/now/pulaski' },
  ...['', '/now/pulaski', '/county/pulaski', '/alert', '/forecast', '/hourly'].map((path) => ({
    name: `es${path.replaceAll('/', '-')}`,
    path: `/es${path}`,
  })),
  { name: 'subscription-invalid', path: '/subscription' },
  ...Object.entries(onlyCalm).map(([name, path]) => ({ name, path, state: calm })),
];

const printed = (name: string, path: string, state: ResponseState = calm): Screen => ({
  name: `print-${name}`,
  path,
  state,
  prepare: (page) => page.emulateMedia({ media: 'print' }),
});

/** Printed pages, and link previews in messengers. */
export const paperAndPictures: Screen[] = [
  printed('home', '/'),
  printed('forecast', '/forecast'),
  printed('alert', '/alert', tornado),
  printed('now', '/now/pulaski'),
  { name: 'share-home', path: '/share/home.png', window: true },
];
