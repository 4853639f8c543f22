import type { PublicRoute } from '@site/domain/public-pages';
import { cellAt } from '@site/domain/weather/forecast-cells';
import { randomBytes } from 'node:crypto';
import { brotliCompressSync, constants } from 'node:zlib';
import { counties } from '@site/regions/counties';
import { jest } from '@jest/globals';
import { act } from '@testing-library/react';
import { StrictMode } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { buildRadar, newestTime } from '../components/radar/testing/radar-builders.js';
import { Providers } from '../shell/app.js';
import { SiteRoutes } from '../shell/router.js';
import {
  buildContent,
  buildDelivery,
  buildImage,
  buildPost,
  buildSnapshot,
  buildSocialPost,
  buildSponsor,
  buildFullPost,
} from '../testing/builders.js';
import { buildAlert, buildAlerts, buildEvent, buildForecast } from '@/testing/weather-builders.js';
import { openDocument } from '../testing/server-document.js';
import { serverRenderer } from '../testing/server-renderer.js';
import {
  buildGauge,
  buildOutlook,
  buildRivers,
  buildStormReport,
  buildStormReports,
  buildTextProduct,
} from '../testing/storm-builders.js';
import type { PageToRender } from './render-page.js';

let renderPage: (page: PageToRender) => Promise<string>;
beforeAll(async () => {
  renderPage = await serverRenderer();
});

const origin = 'https://weather.example';
const time = Date.parse('2026-11-20T21:00:00Z');
const block = (data: unknown) => JSON.stringify({ status: true, action: '', message: '', data });
const post = buildPost({ slug: 'a-post' });
const snapshot = buildSnapshot(1);
const area = {
  type: 'Polygon',
  coordinates: [
    [
      [-92.5, 34.6],
      [-92.1, 34.6],
      [-92.1, 34.9],
      [-92.5, 34.6],
    ],
  ],
};
const unmapped = buildEvent();
const event: typeof unmapped = {
  ...unmapped,
  revisions: unmapped.revisions.map((revision) => ({
    ...revision,
    alerts: revision.alerts.map((alert) => ({ ...alert, geometry: area })),
  })),
};
const site = { ...buildContent().site, livecam_urls: ['https://cams.example/1'] };
const content = buildContent({ posts: [post], snapshots: [snapshot], sponsors: [buildSponsor()], site });
const pulaski = counties.find(({ slug }) => slug === 'pulaski')!;
const today = buildForecast();
const countyWeek = buildForecast({
  location: { ...today.location!, ...cellAt(pulaski) },
  forecast: {
    ...today.forecast,
    forecastday: Array.from({ length: 7 }, (_, index) => ({
      ...today.forecast!.forecastday![0]!,
      date: `2026-11-${20 + index}`,
    })),
  },
});
const still = { url: '/media/radar/still.webp', width: 480, height: 420, size_bytes: 11_000 };
const radar = buildRadar(3, {
  still: { ...still, time: new Date(newestTime).toISOString() },
  server_time: new Date(time).toISOString(),
});
const blocks = {
  'home-data': block(content),
  'alerts-data': block(buildAlerts([buildAlert(1, { level: 'emergency' }), buildAlert(2)])),
  'weather-data': block(buildForecast()),
  'week-data': block(buildForecast()),
  'forecast-week-data': block(buildForecast()),
  'county-weather-data': block(countyWeek),
  '/main/post?limit=24': block([post, buildPost({ id: 'post-2', title: 'An older story' })]),
  '/main/snapshots?limit=24': block([snapshot, buildSnapshot(2, { comment: 'An older cloud' })]),
  '/main/teams': block([{ id: 'ada', name: 'Ada', designation: 'Forecaster', image: null, picture: buildImage() }]),
  '/main/keys': block({ weather_Key: '', map_Key: '' }),
  '/main/weather/radar': block(radar),
  '/main/weather/products/LZK/hazards': block(buildTextProduct({ kind: 'hazards', title: 'Hazards' })),
  '/main/weather/products/LZK/discussion': block(buildTextProduct()),
  '/main/notifications/delivery': block(buildDelivery()),
  '/main/social/posts': block({
    ok: true,
    updatedAt: '2026-11-20T20:50:00Z',
    stale: false,
    posts: [buildSocialPost(1)],
  }),
  '/main/weather/outlook': block(buildOutlook({ '05119': 'ENH' })),
  '/main/weather/reports': block(buildStormReports([buildStormReport(1)])),
  '/main/weather/rivers': block(buildRivers([buildGauge()])),
  '/main/faqs': block([{ id: 'q1', question: 'Is it free?', answer: 'Yes.' }]),
  'radar-data': block({ ...radar, frames: radar.frames.slice(0, 1) }),
  'outlook-data': block(buildOutlook({ '05119': 'ENH' })),
  'post-data': block(buildFullPost({ slug: 'a-post' })),
  'event-data': block(event),
};

/** An address of each route, and parts of what its markup must say. */
const pages: Record<PublicRoute | '*', [address: string, ...says: RegExp[]]> = {
  '/': ['/', /Today's Hourly Weather Forecast/, /Post 1/, new RegExp(post.title), new RegExp(snapshot.comment)],
  '/weather': ['/weather', /Current conditions/],
  '/forecast': ['/forecast', /Forecast/],
  '/hourly': ['/hourly', /48 hours/],
  '/county': ['/county', /Pulaski County/],
  '/county/:county': [
    '/county/pulaski',
    /Severe storm outlook/,
    /<iframe src="https:\/\/weather\.example\/embed\/county\/pulaski"/,
  ],
  '/discussion/:office': ['/discussion/LZK', /Hazards/, /A front comes closer\./],
  '/map': ['/map', /Observed 6:35 PM CST/, /Arkansas River at Toad Suck/],
  '/alert': ['/alert', /Is it free\?/],
  '/alert/:alertId': ['/alert/urn%3Aunknown', /alert/i],
  '/warning/:eventKey': [`/warning/${encodeURIComponent(event.event_key)}`, /Tornado Warning/],
  '/delivery': ['/delivery', /Weather service to us/, /Faulkner/],
  '/about': ['/about', /mission/i, /Ada/],
  '/contact': ['/contact', /911/],
  '/snapshots': ['/snapshots', new RegExp(snapshot.comment), /An older cloud/],
  '/blogs': ['/blogs', new RegExp(post.title), /An older story/],
  '/blogdetail': [`/blogdetail?id=${post.id}`, new RegExp(post.title)],
  '/blog/:slug': ['/blog/a-post', new RegExp(post.title)],
  '/sponsors': ['/sponsors', new RegExp(buildSponsor().name)],
  '/livecam': ['/livecam', /cam/i],
  '/newsletter/confirm': ['/newsletter/confirm', /Confirm to get the newsletter/],
  '/newsletter/unsubscribe': ['/newsletter/unsubscribe', /stop emailing/],
  '/newsletter/preferences': ['/newsletter/preferences', /Once a week/],
  '/privacy': ['/privacy', /privacy/i],
  '/terms': ['/terms', /terms/i],
  '*': ['/not-found', /drifted off the map/],
};

const calls: string[] = [];
let root: Root | undefined;
beforeEach(() => {
  calls.length = 0;
  // Nothing answers, so that only the markup and the device decide what the page shows.
  globalThis.fetch = (input) => {
    calls.push(typeof input === 'string' || input instanceof URL ? String(input) : input.url);
    return new Promise(() => undefined);
  };
});
afterEach(() => {
  act(() => root?.unmount());
  root = undefined;
  delete document.documentElement.dataset['theme'];
  delete document.documentElement.dataset['own'];
  document.body.replaceChildren();
});

/** Tests run both of React's renderers in one process. */
const isOfTest = (message: string) => message.includes('multiple renderers concurrently rendering');

/** Takes a document over as `main.tsx` does. Returns what React complained about. */
async function takeOver(container: HTMLElement): Promise<unknown[]> {
  const errors: unknown[] = [];
  const logged = jest.spyOn(console, 'error').mockImplementation((...words) => {
    if (!isOfTest(String(words[0]))) errors.push(words.join(' '));
  });
  await act(async () => {
    root = hydrateRoot(
      container,
      <StrictMode>
        <Providers>
          <BrowserRouter>
            <SiteRoutes />
          </BrowserRouter>
        </Providers>
      </StrictMode>,
      { onRecoverableError: (error) => void errors.push(error) },
    );
  });
  logged.mockRestore();
  return errors;
}

/** Holds only what the timers and the age of embedded responses depend on. */
const atDocumentTime = () =>
  jest.useFakeTimers({
    now: time + 1_000,
    doNotFake: ['setTimeout', 'setInterval', 'performance', 'queueMicrotask'],
  });

/** Addresses of the embedded responses; an event's is refetched, because its warning may have ended. */
const embedded =
  /\/main\/(home|teams|keys|faqs|post|snapshots|social|notifications\/delivery|weather\/(alerts|outlook|reports|rivers|radar|products|forecast))\b/;

describe.each(Object.entries(pages))('%s', (_route, [address, ...says]) => {
  const page: PageToRender = { address, origin, time, blocks };

  it('is readable without scripts', async () => {
    const html = await renderPage(page);
    const visible = new DOMParser().parseFromString(html, 'text/html');
    expect(visible.querySelectorAll('h1')).toHaveLength(1);
    expect(visible.querySelector('h1')?.textContent).not.toBe('');
    for (const words of says) expect(visible.querySelector('main')?.textContent).toMatch(words);
    expect(visible.querySelectorAll('footer a').length).toBeGreaterThan(5);
    // The policy allows neither inline scripts nor style attributes.
    expect(html).not.toMatch(/<script|<style(?!><\/style>)/);
    expect(html.match(/<[^>]* style="[^"]*"[^>]*>/g)).toBeNull();
    // Failed or unfinished sections.
    expect(html).not.toMatch(/<!--\$[!?]/);
  });

  it('is taken over without a difference', async () => {
    const markup = await renderPage(page);
    const container = openDocument(page, markup);
    const heading = container.querySelector('h1');
    expect(await takeOver(container)).toEqual([]);
    expect(container.querySelector('h1')).toBe(heading);
  });

  it('requests nothing that the document embeds', async () => {
    atDocumentTime();
    try {
      await takeOver(openDocument(page, await renderPage(page)));
      expect(calls.filter((url) => embedded.test(url))).toEqual([]);
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('pictures without scripts', () => {
  it.each([
    ['/', 'noscript img[alt="Delta Steel"]'],
    ['/sponsors', 'main img[alt="Delta Steel"]'],
    ['/about', 'main article img'],
    ['/snapshots', 'main img[alt*="Jonesboro"]'],
    ['/map', 'main image[href="/media/radar/still.webp"]'],
    ['/', 'main img[src="/media/radar/still.webp"]'],
    ['/county/pulaski', 'main img[src="/media/radar/still.webp"]'],
    [`/warning/${encodeURIComponent(event.event_key)}`, `main image[href="${radar.frames[0]!.url}"] ~ path`],
    ['/livecam', 'main iframe[src="https://cams.example/1"]'],
  ])('%s has %s', async (address, selector) => {
    const template = document.createElement('template');
    template.innerHTML = (await renderPage({ address, origin, time, blocks })).replaceAll(/<(\/?)noscript/g, '<$1div');
    expect(template.content.querySelector(selector.replace('noscript', 'div'))).not.toBeNull();
  });
});

describe('responses that the gateway lacks', () => {
  const mainOf = async (address: string, provided: PageToRender['blocks']) => {
    const html = await renderPage({ address, origin, time, blocks: provided });
    return new DOMParser().parseFromString(html, 'text/html').querySelector('main')?.textContent;
  };

  it.each([
    ['/blogs', /Home Blog Post/],
    ['/snapshots', /Accepted photos/],
    ['/about', /Our Mission/],
    ['/delivery', /How to read these figures/],
    ['/discussion/LZK', /Other offices/],
    ['/map', /Storm outlook/],
    ['/', /Today's Hourly Weather Forecast/],
  ])('leave a note in their section of %s, and the others as they are', async (address, others) => {
    const main = await mainOf(address, {});
    expect(main).toContain('This section isn’t available yet.');
    expect(main).toMatch(others);
  });

  it.each(Object.entries(pages))(
    'say nothing of loading on %s, which never ends without scripts',
    async (_route, [address]) => {
      const visible = document.createElement('template');
      visible.innerHTML = (await renderPage({ address, origin, time, blocks: {} })).replaceAll(
        /<(\/?)noscript/g,
        '<$1div',
      );
      for (const hidden of visible.content.querySelectorAll('.needs-script')) hidden.remove();
      expect(visible.content.textContent).not.toMatch(/Loading|Checking/);
    },
  );

  it('are named as missing if their service never answered', async () => {
    const sections = { content: 'missing', submissions: 'fresh' };
    const home = JSON.stringify({ status: true, data: content, meta: { sections } });
    const main = await mainOf('/', { ...blocks, 'home-data': home });
    expect(main).toContain('We can’t show the posts right now.');
    expect(main).toContain(snapshot.comment);
  });
});

describe('the size of long lists', () => {
  const random = (length: number) => randomBytes(length).toString('base64').slice(0, length);
  const words = ['storm', 'front', 'river', 'snow', 'wind', 'the', 'of', 'Ozarks', 'tonight', 'hail', 'and', 'rain'];
  const text = (count: number) =>
    Array.from({ length: count }, () => words[Math.floor(Math.random() * words.length)] + random(1)).join(' ');
  const picture = () => {
    const id = random(30).replaceAll('/', '-');
    const sizes = [320, 640, 1280, 1920].flatMap((width) =>
      ['webp', 'jpeg'].map((type) => ({
        src: `/media/posts/ab/${id}-${width}.${type}`,
        width,
        height: width * 0.75,
        type: `image/${type}`,
      })),
    );
    return buildImage({ sizes, placeholder: `data:image/webp;base64,${random(240)}` });
  };
  const many = <Item,>(count: number, item: (index: number) => Item) =>
    Array.from({ length: count }, (_, i) => item(i));
  const posts = many(24, (index) =>
    buildPost({ id: `post-${index}`, title: text(8), description: text(120), picture: picture() }),
  );
  const snapshots = many(24, (index) => buildSnapshot(index, { comment: text(30), picture: picture() }));
  const sponsors = many(9, (index) => buildSponsor({ id: `s${index}`, name: text(2), picture: picture() }));
  const faqs = many(8, (index) => ({ id: `q${index}`, question: text(8), answer: text(60) }));
  const teams = many(8, (index) => ({
    id: `m${index}`,
    name: text(2),
    designation: text(3),
    picture: picture(),
  }));
  const full = buildContent({ posts: posts.slice(0, 6), snapshots: snapshots.slice(0, 9), sponsors, faqs });
  const large: Record<string, string> = {
    ...blocks,
    'home-data': block({ ...full, teams }),
    '/main/post?limit=24': block(posts),
    '/main/snapshots?limit=24': block(snapshots),
    '/main/teams': block(teams),
    '/main/social/posts': block({
      ok: true,
      updatedAt: '2026-11-20T20:50:00Z',
      stale: false,
      posts: many(10, (index) => buildSocialPost(index, { message: text(60), image: `/media/${random(30)}.webp` })),
    }),
  };

  it.each([
    ['/', 30_000, ['home-data', 'alerts-data', 'weather-data', 'outlook-data', 'radar-data', '/main/social/posts']],
    ['/blogs', 40_000, ['home-data', 'alerts-data', '/main/post?limit=24']],
    ['/snapshots', 40_000, ['home-data', 'alerts-data', '/main/snapshots?limit=24']],
    ['/about', 40_000, ['home-data', 'alerts-data', '/main/teams']],
  ])('stays small on %s: at most %i bytes', async (address, max, ids) => {
    const own = Object.fromEntries(ids.map((id) => [id, large[id] ?? '']));
    const html = await renderPage({ address, origin, time, blocks: own });
    const document = [html, ...Object.values(own)].join('\n');
    const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
    expect(brotliCompressSync(document, options).length).toBeLessThan(max);
  });
});

describe('what only the device knows', () => {
  const combinations = ['light', 'dark', undefined].flatMap((theme) =>
    ['us', 'metric', undefined].flatMap((units) => [true, false].map((hasPlace) => ({ theme, units, hasPlace }))),
  );

  it.each(combinations)('follows the takeover: %j', async ({ theme, units, hasPlace }) => {
    for (const address of ['/', '/weather', '/hourly', '/county/pulaski']) {
      const page: PageToRender = { address, origin, time, blocks };
      const markup = await renderPage(page);
      if (theme) document.documentElement.dataset['theme'] = theme;
      if (units) localStorage.setItem('units', units);
      if (hasPlace)
        localStorage.setItem('places', JSON.stringify({ last: { lat: 36.06, lon: -94.16, name: 'Fayetteville' } }));
      document.documentElement.dataset['own'] = 'place units';
      const container = openDocument(page, markup);
      expect(await takeOver(container)).toEqual([]);
      const showsOwnPlace = hasPlace && address !== '/county/pulaski';
      // An own place stays hidden until its forecast arrives, which here never does.
      expect(document.documentElement.dataset['own']).toBe(showsOwnPlace ? 'place units' : undefined);
      if (showsOwnPlace) expect(container.textContent).toContain('Fayetteville');
      act(() => root?.unmount());
      root = undefined;
    }
  });
});

describe('a form without scripts', () => {
  /** Returns a form's address, encoding, and the fields that a browser sends and checks. */
  async function formOf(address: string, name: string) {
    const html = await renderPage({ address, origin, time, blocks });
    const visible = new DOMParser().parseFromString(html, 'text/html');
    const form = visible.querySelector<HTMLFormElement>(name)!;
    const action = form.getAttribute('action');
    const encoding = form.getAttribute('enctype');
    const sent = [...form.elements]
      .filter((field) => field.getAttribute('name'))
      .map((field) => field.getAttribute('name'));
    const required = form.querySelectorAll(':required').length;
    const isCached = form.querySelector('[type=submit][aria-disabled]') !== null;
    const isChecked = !form.noValidate;
    return { method: form.method, action, encoding, sent: [...new Set(sent)], required, isChecked, isCached };
  }

  it.each<[string, string, object]>([
    [
      '/snapshots',
      '[aria-label="Send your photo"]',
      {
        action: '/main/snapshot/create',
        encoding: 'multipart/form-data',
        sent: ['first_name', 'last_name', 'email', 'location', 'comment', 'snapshot_file_path'],
        // Also the agreement, which isn't sent.
        required: 6,
      },
    ],
    ['/terms', 'footer form', { action: '/main/news/letter/create', encoding: null, sent: ['email'], required: 1 }],
    ['/newsletter/confirm', 'main form', { action: null, sent: [], required: 0 }],
    ['/newsletter/unsubscribe', 'main form', { action: null, sent: [], required: 0 }],
    ['/newsletter/preferences', 'main form', { action: null, sent: ['frequency'], required: 2 }],
  ])('on %s is checked and sent by the browser', async (address, name, expected) => {
    expect(await formOf(address, name)).toMatchObject({
      method: 'post',
      isChecked: true,
      isCached: false,
      ...expected,
    });
  });
});

it('keeps and sends what a visitor has entered before the takeover', async () => {
  const page: PageToRender = { address: '/contact', origin, time, blocks };
  const container = openDocument(page, await renderPage(page));
  const entered = { name: 'Nora', phone: '501 555 0123', email: 'nora@example.com', feedback: 'Thanks.' };
  for (const [name, value] of Object.entries(entered))
    container.querySelector<HTMLInputElement>(`[name=${name}]`)!.value = value;
  expect(await takeOver(container)).toEqual([]);
  await act(async () => container.querySelector('form')!.requestSubmit());
  expect(container.textContent).not.toContain('Please check your entries');
  expect(calls.some((url) => url.endsWith('/main/contact-us'))).toBe(true);
});
