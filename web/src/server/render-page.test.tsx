import type { PublicRoute } from '@site/domain/public-pages';
import { jest } from '@jest/globals';
import { act } from '@testing-library/react';
import { StrictMode } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { Providers } from '../shell/app.js';
import { SiteRoutes } from '../shell/router.js';
import {
  buildAlert,
  buildAlerts,
  buildContent,
  buildEvent,
  buildForecast,
  buildPost,
  buildSnapshot,
  buildSponsor,
  buildWholePost,
} from '../testing/builders.js';
import { openDocument } from '../testing/server-document.js';
import { serverRenderer } from '../testing/server-renderer.js';
import {
  buildGauge,
  buildOutlook,
  buildRivers,
  buildStormReport,
  buildStormReports,
} from '../testing/storm-builders.js';
import type { PageToRender } from './render-page.js';

let renderPage: (page: PageToRender) => Promise<string>;
beforeAll(async () => {
  renderPage = await serverRenderer();
});

const time = Date.parse('2026-11-20T21:00:00Z');
const block = (data: unknown) => JSON.stringify({ status: true, action: '', message: '', data });
const post = buildPost({ slug: 'a-post' });
const snapshot = buildSnapshot(1);
const event = buildEvent();
const blocks = {
  'home-data': block(buildContent({ posts: [post], snapshots: [snapshot], sponsors: [buildSponsor()] })),
  'alerts-data': block(buildAlerts([buildAlert(1, { level: 'emergency' }), buildAlert(2)])),
  'weather-data': block(buildForecast()),
  'week-data': block(buildForecast()),
  'forecast-week-data': block(buildForecast()),
  '/main/weather/outlook': block(buildOutlook({ '05119': 'ENH' })),
  '/main/weather/reports': block(buildStormReports([buildStormReport(1)])),
  '/main/weather/rivers': block(buildRivers([buildGauge()])),
  '/main/faqs': block([{ id: 'q1', question: 'Is it free?', answer: 'Yes.' }]),
  'outlook-data': block(buildOutlook({ '05119': 'ENH' })),
  'post-data': block(buildWholePost({ slug: 'a-post' })),
  'event-data': block(event),
};

/** An address of each route, and a part of what its markup must say. */
const pages: Record<PublicRoute | '*', [address: string, says: RegExp]> = {
  '/': ['/', /The next hours/],
  '/weather': ['/weather', /Current conditions/],
  '/forecast': ['/forecast', /Forecast/],
  '/hourly': ['/hourly', /48 hours/],
  '/county': ['/county', /Pulaski County/],
  '/county/:county': ['/county/pulaski', /Severe storm outlook/],
  '/discussion/:office': ['/discussion/LZK', /discussion/],
  '/map': ['/map', /Weather map/],
  '/alert': ['/alert', /Is it free\?/],
  '/alert/:alertId': ['/alert/urn%3Aunknown', /alert/i],
  '/warning/:eventKey': [`/warning/${encodeURIComponent(event.event_key)}`, /Tornado Warning/],
  '/delivery': ['/delivery', /warnings/],
  '/about': ['/about', /mission/i],
  '/contact': ['/contact', /911/],
  '/snapshots': ['/snapshots', /photo/],
  '/blogs': ['/blogs', new RegExp(post.title)],
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

describe.each(Object.entries(pages))('%s', (_route, [address, says]) => {
  const page: PageToRender = { address, time, blocks };

  it('is readable without scripts', async () => {
    const html = await renderPage(page);
    const shown = new DOMParser().parseFromString(html, 'text/html');
    expect(shown.querySelectorAll('h1')).toHaveLength(1);
    expect(shown.querySelector('h1')?.textContent).not.toBe('');
    expect(shown.querySelector('main')?.textContent).toMatch(says);
    expect(shown.querySelectorAll('footer a').length).toBeGreaterThan(5);
    // The policy allows neither inline scripts nor style attributes.
    expect(html).not.toMatch(/<script|<style/);
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
});

describe('what only the device knows', () => {
  const combinations = ['light', 'dark', undefined].flatMap((theme) =>
    ['us', 'metric', undefined].flatMap((units) => [true, false].map((hasPlace) => ({ theme, units, hasPlace }))),
  );

  it.each(combinations)('follows the takeover: %j', async ({ theme, units, hasPlace }) => {
    for (const address of ['/', '/weather', '/hourly', '/county/pulaski']) {
      const page: PageToRender = { address, time, blocks };
      const markup = await renderPage(page);
      if (theme) document.documentElement.dataset['theme'] = theme;
      if (units) localStorage.setItem('units', units);
      if (hasPlace)
        localStorage.setItem('places', JSON.stringify({ last: { lat: 36.06, lon: -94.16, name: 'Fayetteville' } }));
      document.documentElement.dataset['own'] = 'place units';
      const container = openDocument(page, markup);
      expect(await takeOver(container)).toEqual([]);
      expect(document.documentElement.dataset['own']).toBeUndefined();
      if (hasPlace && address !== '/county/pulaski') expect(container.textContent).toContain('Fayetteville');
      act(() => root?.unmount());
      root = undefined;
    }
  });

  it('requests nothing that the document embeds', async () => {
    const page: PageToRender = { address: '/', time, blocks };
    jest.useFakeTimers({
      now: time + 1_000,
      doNotFake: ['setTimeout', 'setInterval', 'performance', 'queueMicrotask'],
    });
    try {
      await takeOver(openDocument(page, await renderPage(page)));
      expect(calls.filter((url) => /home|alerts|forecast|outlook/.test(url))).toEqual([]);
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('a form without scripts', () => {
  /** Returns a form's address, encoding, and the fields that a browser sends and checks. */
  async function formOf(address: string, name: string) {
    const html = await renderPage({ address, time, blocks });
    const shown = new DOMParser().parseFromString(html, 'text/html');
    const form = shown.querySelector<HTMLFormElement>(name)!;
    const [action, encoding] = [form.getAttribute('action'), form.getAttribute('enctype')];
    const sent = [...form.elements]
      .filter((field) => field.getAttribute('name'))
      .map((field) => field.getAttribute('name'));
    const required = form.querySelectorAll(':required').length;
    return { method: form.method, action, encoding, sent: [...new Set(sent)], required, isChecked: !form.noValidate };
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
    expect(await formOf(address, name)).toMatchObject({ method: 'post', isChecked: true, ...expected });
  });
});

it('keeps and sends what a visitor has entered before the takeover', async () => {
  const page: PageToRender = { address: '/contact', time, blocks };
  const container = openDocument(page, await renderPage(page));
  const entered = { name: 'Nora', phone: '501 555 0123', email: 'nora@example.com', feedback: 'Thanks.' };
  for (const [name, value] of Object.entries(entered))
    container.querySelector<HTMLInputElement>(`[name=${name}]`)!.value = value;
  expect(await takeOver(container)).toEqual([]);
  await act(async () => container.querySelector('form')!.requestSubmit());
  expect(container.textContent).not.toContain('Please check your entries');
  expect(calls.some((url) => url.endsWith('/main/contact-us'))).toBe(true);
});
