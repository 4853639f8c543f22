import type { StormBanner } from '@site/proto/content/v1/storm-mode.responses';
import type { Post } from '@site/proto/content/v1/posts.responses';
import type { Alert } from '@site/proto/weather/v1/alerts.responses';
import type { Hour } from '@site/proto/weather/v1/forecasts.responses';
import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildRadar } from '@/components/radar/testing/radar-builders.js';
import { buildContent, buildPost, buildSnapshot, buildSponsor } from '@/testing/builders.js';
import { buildAlert, buildAlerts, buildForecast } from '@/testing/weather-builders.js';
import { buildOutlook } from '@/testing/storm-builders.js';
import type { ForecastResponse } from '@/components/time/forecast-clock.js';
import type { FakeResponse, FakeRoutes } from '@/testing/fake-gateway.js';
import { collectLog } from '@/testing/collect-log.js';
import { renderApp } from '@/testing/render-app.js';
import * as strings from '@/strings/public-strings.js';

const allWell: FakeRoutes = {
  'GET /main/home': { data: buildContent() },
  'GET /main/weather/forecast': { data: buildForecast() },
  'GET /main/weather/alerts': () => ({ data: buildAlerts() }),
  'GET /main/weather/outlook': () => ({ data: buildOutlook() }),
  'GET /main/weather/radar': { data: buildRadar(1) },
  'GET /main/social/posts': { data: { ok: true, updatedAt: null, stale: false, posts: [] } },
};
const notice: StormBanner = {
  id: 'b1',
  text: '',
  link_url: '/livecam',
  link_label: 'We are live',
  starts_at: new Date(Date.now() - 3_600_000).toISOString(),
  ends_at: new Date(Date.now() + 3_600_000).toISOString(),
};
const renderHome = (routes: FakeRoutes = {}) => renderApp('/', { routes: { ...allWell, ...routes } });

/** Every element is in view. */
function inWindow(): () => void {
  globalThis.IntersectionObserver = class {
    constructor(private readonly callback: IntersectionObserverCallback) {}
    observe(target: Element) {
      const entries = [{ isIntersecting: true, target }] as unknown as IntersectionObserverEntry[];
      this.callback(entries, this as unknown as IntersectionObserver);
    }
    disconnect() {}
  } as unknown as typeof IntersectionObserver;
  return () => void Reflect.deleteProperty(globalThis, 'IntersectionObserver');
}

describe('alerts on the home page', () => {
  const alertRegion = () => screen.getByRole('region', { name: 'Weather alerts' });

  it('says that there are none after a successful response, and links on', async () => {
    renderHome();
    expect(await screen.findByText('No Active Weather Alerts')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Learn more' })).toHaveAttribute('href', '/alert');
  });

  it.each([
    ['the call fails', 'network failure' as const],
    ['the server does not know', { data: buildAlerts([], { ok: false }) }],
  ])('never says "none" when %s: it says so and links to the weather service', async (_case, answer) => {
    renderHome({ 'GET /main/weather/alerts': answer });
    expect(await screen.findByText('Alert status unavailable')).toBeVisible();
    expect(within(alertRegion()).getByRole('link', { name: /weather\.gov/ })).toHaveAttribute(
      'href',
      'https://www.weather.gov/lzk/',
    );
    expect(screen.queryByText('No Active Weather Alerts')).not.toBeInTheDocument();
  });

  it('shows a single alert without position and rotation', async () => {
    renderHome({ 'GET /main/weather/alerts': { data: buildAlerts([buildAlert(1)]) } });
    expect(await screen.findByRole('heading', { name: 'Headline 1' })).toBeVisible();
    expect(screen.getByText('Description 1')).toBeVisible();
    expect(screen.queryByText(/Alert \d of/)).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Pause rotation' })).not.toBeInTheDocument();
  });

  it('opens the full alert and returns the focus', async () => {
    const user = userEvent.setup();
    renderHome({ 'GET /main/weather/alerts': { data: buildAlerts([buildAlert(1)]) } });
    const opener = await screen.findByRole('button', { name: 'View Full Alert' });
    await user.click(opener);
    const dialog = await screen.findByRole('dialog', { name: 'Tornado Warning' });
    expect(within(dialog).getByText('Take cover now.')).toBeVisible();
    expect(within(dialog).getByText('Faulkner; Pulaski')).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(opener).toHaveFocus();
  });

  it('says the danger and the time in words', async () => {
    const warning = buildAlert(1, { danger: 4, badge: 'Tornado on the ground' });
    renderHome({ 'GET /main/weather/alerts': { data: buildAlerts([warning]) } });
    expect(await screen.findByText('Tornado on the ground')).toBeVisible();
    expect(within(alertRegion()).getByText(/^In effect now, until .*C[DS]T$/)).toBeVisible();
  });

  it("doesn't claim that an open alert is in effect after it left the list", async () => {
    const user = userEvent.setup();
    const alerts = [buildAlert(1)];
    const { client } = renderHome({ 'GET /main/weather/alerts': () => ({ data: buildAlerts(alerts) }) });
    await user.click(await screen.findByRole('button', { name: 'View Full Alert' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/^In effect now/)).toBeVisible();
    alerts[0] = buildAlert(2);
    await act(() => client.invalidateQueries({ queryKey: ['alerts'] }));
    expect(await dialog.findByText(/No longer listed as active/)).toBeVisible();
    expect(dialog.queryByText(/^In effect now/)).not.toBeInTheDocument();
    expect(dialog.getByRole('link', { name: 'See what happened' })).toHaveAttribute(
      'href',
      '/warning/KLZK.TO.W.0001.2026',
    );
  });

  it('continues with the newest message of the same warning', async () => {
    const user = userEvent.setup();
    const alerts = [buildAlert(1)];
    const { client } = renderHome({ 'GET /main/weather/alerts': () => ({ data: buildAlerts(alerts) }) });
    await user.click(await screen.findByRole('button', { name: 'View Full Alert' }));
    const dialog = within(await screen.findByRole('dialog'));
    alerts[0] = buildAlert(1, { id: 'urn:oid:1b', desc: 'The newer text.', revision: 2 });
    await act(() => client.invalidateQueries({ queryKey: ['alerts'] }));
    expect(await dialog.findByText('The newer text.')).toBeVisible();
  });

  describe('when there are several', () => {
    beforeEach(() => {
      jest.useFakeTimers();
    });
    afterEach(() => {
      jest.useRealTimers();
    });
    const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
    const headline = () => within(alertRegion()).getByRole('heading').textContent;

    async function renderAlerts(count: number) {
      const alerts = Array.from({ length: count }, (_, index) => buildAlert(index + 1));
      const view = renderHome({ 'GET /main/weather/alerts': () => ({ data: buildAlerts(alerts) }) });
      await wait(50);
      return view;
    }

    it('advances every 5000 ms with a 300 ms fade, and wraps around', async () => {
      await renderAlerts(2);
      expect(headline()).toBe('Headline 1');
      expect(screen.getByText('Alert 1 of 2')).toBeVisible();
      await wait(4_900);
      expect(alertRegion().querySelector('[data-fading]')).toBeNull();
      await wait(100);
      expect(alertRegion().querySelector('[data-fading]')).not.toBeNull();
      expect(headline()).toBe('Headline 1');
      await wait(300);
      expect(headline()).toBe('Headline 2');
      expect(screen.getByText('Alert 2 of 2')).toBeVisible();
      expect(alertRegion().querySelector('[data-fading]')).toBeNull();
      await wait(5_000);
      expect(headline()).toBe('Headline 1');
    });

    it('stays in place while paused, and can be stepped through', async () => {
      const user = userEvent.setup({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) });
      await renderAlerts(3);
      await user.click(screen.getByRole('button', { name: 'Pause rotation' }));
      await user.unhover(alertRegion());
      await wait(12_000);
      expect(headline()).toBe('Headline 1');
      await user.click(screen.getByRole('button', { name: 'Previous alert' }));
      expect(headline()).toBe('Headline 3');
      await user.click(screen.getByRole('button', { name: 'Next alert' }));
      expect(headline()).toBe('Headline 1');
    });

    it('pauses on hover and focus', async () => {
      const user = userEvent.setup({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) });
      await renderAlerts(2);
      await user.hover(alertRegion());
      await wait(12_000);
      expect(headline()).toBe('Headline 1');
    });

    it('shows a new alert immediately', async () => {
      const alerts = [buildAlert(1), buildAlert(2)];
      renderHome({ 'GET /main/weather/alerts': () => ({ data: buildAlerts(alerts) }) });
      await wait(50);
      expect(headline()).toBe('Headline 1');
      alerts.push(buildAlert(3));
      // During severe alerts, the page polls every ten seconds.
      await wait(10_100);
      expect(headline()).toBe('Headline 3');
    });

    it('starts with the most dangerous, whatever the response order', async () => {
      const alerts = [buildAlert(1, { danger: 33 }), buildAlert(2, { danger: 22 })];
      renderHome({ 'GET /main/weather/alerts': () => ({ data: buildAlerts(alerts) }) });
      await wait(50);
      expect(headline()).toBe('Headline 2');
    });

    const flood = (number: number) =>
      buildAlert(number, { event: 'Flood Warning', danger: 33, counties: ['05119'], ends: null });
    const inBenton = { counties: ['05007'] };
    async function renderWithPlace(own: Alert[], elsewhere: Alert[]) {
      localStorage.setItem('places', JSON.stringify({ last: { name: 'Conway', lat: 35.09, lon: -92.44 } }));
      renderHome({
        'GET /main/weather/forecast': { data: buildForecast({ alerts: { alert: own } }) },
        'GET /main/weather/alerts': () => ({ data: buildAlerts([...elsewhere, ...own]) }),
      });
      await wait(50);
    }

    it('starts with alerts for the visitor’s place, then sorts by danger', async () => {
      await renderWithPlace(
        [buildAlert(1, { event: 'Wind Advisory', level: 'advisory', danger: 80 })],
        [buildAlert(2, { danger: 22, ...inBenton }), buildAlert(3, inBenton)],
      );
      for (const [index, number] of [1, 3, 2].entries()) {
        expect(screen.getByText(`Alert ${index + 1} of 3`)).toBeVisible();
        expect(headline()).toBe(`Headline ${number}`);
        await wait(5_300);
      }
    });

    it('treats no place as the visitor’s own until one is known', async () => {
      const minor = buildAlert(1, { danger: 80 });
      renderHome({
        'GET /main/weather/forecast': { data: buildForecast({ alerts: { alert: [minor] } }) },
        'GET /main/weather/alerts': () => ({ data: buildAlerts([minor, buildAlert(2)]) }),
      });
      await wait(50);
      expect(headline()).toBe('Headline 2');
      await wait(5_300);
      expect(within(alertRegion()).getByText('Faulkner County. Take cover now.')).toBeVisible();
    });

    it.each<[string, Partial<Alert>]>([
      ['a tornado warning', {}],
      ['an emergency', { event: 'Flash Flood Warning', level: 'emergency', danger: 1 }],
    ])('stays on %s for the visitor’s place, even when another alert is issued', async (_case, changes) => {
      const user = userEvent.setup({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) });
      const elsewhere = [buildAlert(2, inBenton)];
      await renderWithPlace([buildAlert(4, { danger: 0, level: 'emergency' }), buildAlert(1, changes)], elsewhere);
      await wait(12_000);
      expect(headline()).toBe('Headline 1');
      elsewhere.push(buildAlert(3, inBenton));
      await wait(10_100);
      expect(screen.getByText('Alert 2 of 4')).toBeVisible();
      expect(headline()).toBe('Headline 1');
      await user.click(screen.getByRole('button', { name: 'Next alert' }));
      expect(headline()).not.toBe('Headline 1');
    });

    it("doesn't repeat the warning in the strip, but counts it", async () => {
      await renderWithPlace([buildAlert(1)], [buildAlert(2, inBenton), buildAlert(3, inBenton)]);
      for (const number of [2, 3]) {
        expect(headline()).toBe(`Headline ${number}`);
        expect(screen.getByText(`Alert ${number} of 3`)).toBeVisible();
        await wait(5_300);
      }
      expect(headline()).toBe('Headline 2');
    });

    it.each<[string, Partial<Alert>]>([
      ['tornado', { danger: 0 }],
      ['flash flood', { event: 'Flash Flood Warning', danger: 1 }],
    ])('stays on a %s emergency while no place is known', async (_case, changes) => {
      const alerts = [buildAlert(1, { level: 'emergency', ...changes }), buildAlert(2)];
      renderHome({ 'GET /main/weather/alerts': () => ({ data: buildAlerts(alerts) }) });
      await wait(50);
      await wait(12_000);
      expect(screen.getByText('Alert 1 of 2')).toBeVisible();
      expect(headline()).toBe('Headline 1');
    });

    it('names the counties and the first action on every slide', async () => {
      const first = ['05045', '05119'];
      const second = ['05007'];
      const flashFlood = {
        event: 'Flash Flood Warning',
        danger: 22,
        instruction: 'Move to\nhigher ground now. Act quickly.',
      };
      await renderWithPlace(
        [buildAlert(3), buildAlert(1, { ...flashFlood, counties: first })],
        [buildAlert(2, { counties: second, instruction: 'TAKE COVER NOW! Move to a basement.' })],
      );
      const slide = within(alertRegion());
      expect(
        slide.getByText('Your location · Faulkner and Pulaski counties. Move to higher ground now.'),
      ).toBeVisible();
      await wait(5_300);
      expect(slide.getByText('Benton County. TAKE COVER NOW!')).toBeVisible();
    });

    it("shows eight river floods as one slide, which an update of one doesn't bring back", async () => {
      const user = userEvent.setup({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) });
      const alerts = [buildAlert(9), ...[1, 2, 3, 4, 5, 6, 7, 8].map(flood)];
      renderHome({ 'GET /main/weather/alerts': () => ({ data: buildAlerts(alerts) }) });
      await wait(50);
      expect(headline()).toBe('Headline 9');
      await wait(5_300);
      expect(screen.getByText('Alert 2 of 2')).toBeVisible();
      expect(within(alertRegion()).getByText(/^Pulaski County and 7 more like it\./)).toBeVisible();
      await wait(5_300);
      expect(headline()).toBe('Headline 9');
      await user.hover(alertRegion());
      alerts[3] = { ...flood(3), id: 'urn:oid:3b', sent: new Date().toISOString() };
      await wait(20_100);
      expect(headline()).toBe('Headline 9');
    });

    it('removes an alert when it expires', async () => {
      const ending = buildAlert(1, { ends: new Date(Date.now() + 15_000).toISOString() });
      renderHome({ 'GET /main/weather/alerts': () => ({ data: buildAlerts([ending, buildAlert(2)]) }) });
      await wait(50);
      expect(screen.getByText('Alert 1 of 2')).toBeVisible();
      await wait(20_000);
      expect(headline()).toBe('Headline 2');
      expect(screen.queryByText(/Alert \d of/)).not.toBeInTheDocument();
    });
  });
});

describe('a warning for the visitor’s place', () => {
  const benton = buildAlert(2, { counties: ['05007'] });
  const shelters = { ...notice, text: 'Shelters are open in Conway and Mayflower.' };
  const textOf = () => document.querySelector('main')?.textContent ?? '';

  async function renderWarned(alerts: Alert[], forecast: Partial<ForecastResponse> = {}) {
    localStorage.setItem('places', JSON.stringify({ last: { name: 'Conway', lat: 35.09, lon: -92.44 } }));
    renderHome({
      'GET /main/home': { data: buildContent({ storm_banner: shelters }) },
      'GET /main/weather/forecast': { data: buildForecast(forecast) },
      'GET /main/weather/alerts': () => ({ data: buildAlerts(alerts) }),
    });
    const strip = await screen.findByRole('complementary', { name: 'Weather warning' });
    await within(strip).findByText('Tornado Warning for Conway');
  }

  it('has the radar directly below the strip, and other places’ alerts below the weather', async () => {
    await renderWarned([buildAlert(1), benton]);
    expect(await screen.findByText('Alert 2 of 2')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Next alert' })).not.toBeInTheDocument();
    const order = ['Radar: is it coming here?', 'Weather in Conway', 'Headline 2', 'Shelters are open'];
    const positions = order.map((text) => textOf().indexOf(text));
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
    expect(positions[0]).toBeGreaterThan(-1);
    expect(textOf()).not.toContain('Headline 1');
  });

  it('has further warnings for the place above the weather', async () => {
    await renderWarned([buildAlert(1), buildAlert(3, { event: 'Flash Flood Warning', danger: 36 }), benton]);
    await screen.findByText('Alert 2 of 3');
    expect(textOf().indexOf('Radar: is it coming here?')).toBeLessThan(textOf().indexOf('Headline 3'));
    expect(textOf().indexOf('Headline 3')).toBeLessThan(textOf().indexOf('Weather in Conway'));
  });

  it('is the heading of its card if there is no other alert', async () => {
    await renderWarned([buildAlert(1)]);
    const card = within(screen.getByRole('region', { name: 'Weather alerts' }));
    expect(card.getByRole('heading', { name: 'Headline 1' })).toBeVisible();
    expect(card.getByText('Description 1')).toBeVisible();
    expect(card.getByRole('button', { name: 'View Full Alert' })).toBeVisible();
    expect(card.queryByText('Tornado Warning')).not.toBeInTheDocument();
    expect(card.queryByText(/^Alert \d of/)).not.toBeInTheDocument();
    expect(textOf().indexOf('Headline 1')).toBeLessThan(textOf().indexOf('Radar: is it coming here?'));
  });

  it('folds the editors’ notice into one line', async () => {
    const user = userEvent.setup();
    await renderWarned([buildAlert(1)]);
    const line = within(await screen.findByRole('region', { name: 'Storm notice' }));
    expect(line.queryByRole('link', { name: 'We are live' })).not.toBeInTheDocument();
    await user.click(line.getByRole('button', { name: 'Show all' }));
    expect(line.getByRole('link', { name: 'We are live' })).toHaveAttribute('href', '/livecam');
  });

  it.each([
    ['observation', new Date(Date.now() - 600_000).toISOString(), /^Clear when last measured, \d{1,2}:\d\d [AP]M$/],
    ['observation', null, 'Clear when last measured'],
    ['forecast', null, 'Clear in this hour’s forecast'],
  ] as const)('marks a clear sky from the %s of %s as earlier', async (currentFrom, observedAt, label) => {
    const { current, meta } = buildForecast();
    await renderWarned([buildAlert(1)], {
      current: { ...current!, condition: { text: 'Clear', icon: 'clear-night', code: 1000 } },
      meta: { ...meta, currentFrom, observedAt },
    });
    expect(await screen.findByText(label)).toBeVisible();
  });
});

describe('current conditions', () => {
  it('shows the readings with their units', async () => {
    // Built here because the page shows its age.
    renderHome({ 'GET /main/weather/forecast': { data: buildForecast() } });
    expect(await screen.findByRole('heading', { level: 1, name: 'Weather in Conway, Arkansas' })).toBeVisible();
    expect(screen.getByTestId('temperature')).toHaveTextContent('65');
    const now = within(screen.getByRole('region', { name: 'Weather now' }));
    expect(now.getByText('18 °C (65 °F)')).toBeVisible();
    const air = within(await screen.findByRole('region', { name: 'Air conditions' }));
    for (const text of ['13 km/h (8 mph) S', '58%', '16 km (10 mi)', '40%']) expect(air.getByText(text)).toBeVisible();
    expect(air.getByText('Real Feel').closest('div')).toHaveTextContent('18 °C (65 °F)');
    // "Feels like" is the only number that the specification shows twice.
    expect(now.queryByText('58%')).not.toBeInTheDocument();
    expect(now.getByText(/Source: National Weather Service/)).toHaveTextContent('Updated 4 min ago');
  });

  it('requests one day at the default place, without asking for the location', async () => {
    const { calls } = renderHome();
    await screen.findByText('Partly cloudy');
    const [call] = calls.filter(({ path }) => path === '/main/weather/forecast');
    expect(Object.fromEntries(call?.query ?? [])).toEqual({ lat: '35.20', lon: '-91.84', days: '1' });
  });

  it('shows dashes while loading', async () => {
    renderHome({ 'GET /main/weather/forecast': 'no answer' });
    expect(screen.getByTestId('temperature')).toHaveTextContent('--');
    expect(screen.getByRole('region', { name: 'Air conditions' })).not.toHaveTextContent(/NaN|undefined|\b0\b/);
    expect(await screen.findByText('No Active Weather Alerts')).toBeVisible();
  });

  it('shows the error in the hero only, and sentences instead of dashes', async () => {
    const body = { status: false, action: '', message: 'The weather is not available right now.', errors: [] };
    renderHome({ 'GET /main/weather/forecast': { status: 503, body } });
    expect(await screen.findByText(/The weather is not available right now\./)).toBeVisible();
    expect(screen.getAllByText(/not available right now/)).toHaveLength(1);
    expect(screen.getByText('We can’t show the weather right now.')).toBeVisible();
    expect(await screen.findByText(/show the hours when the forecast loads/)).toBeVisible();
    expect(screen.queryByText('--')).not.toBeInTheDocument();
  });

  it("says how old the readings are when the provider doesn't respond", async () => {
    const meta = { ...buildForecast().meta, stale: true, fetchedAt: new Date(Date.now() - 14 * 60_000).toISOString() };
    renderHome({ 'GET /main/weather/forecast': { data: buildForecast({ meta }) } });
    expect(await screen.findByText(/Last updated/)).toHaveTextContent(
      "Last updated 14 min ago, the provider isn't responding",
    );
  });

  it('marks sample numbers, and only those', async () => {
    const sample = { ...buildForecast().meta, sample: true };
    const { unmount } = renderHome({ 'GET /main/weather/forecast': { data: buildForecast({ meta: sample }) } });
    expect(await screen.findAllByText('Sample data')).not.toHaveLength(0);
    expect(screen.getByText(/^Sample readings and sample forecast, nothing measured/)).toBeVisible();
    expect(screen.queryByText(/Measured|issued/)).not.toBeInTheDocument();
    unmount();
    renderHome();
    await screen.findByText('Partly cloudy');
    expect(screen.queryByText('Sample data')).not.toBeInTheDocument();
  });
});

function fakeGeolocation(answer: GeolocationPosition | GeolocationPositionError) {
  const asked = { times: 0 };
  const getCurrentPosition: Geolocation['getCurrentPosition'] = (found, failed) => {
    asked.times += 1;
    if ('coords' in answer) found(answer);
    else failed?.(answer);
  };
  Object.defineProperty(navigator, 'geolocation', { value: { getCurrentPosition }, configurable: true });
  return asked;
}
const timeout = { code: 3, PERMISSION_DENIED: 1 } as GeolocationPositionError;
afterEach(() => {
  Reflect.deleteProperty(navigator, 'geolocation');
});

describe('an alert while no place is known', () => {
  const banner = () => within(screen.getByRole('region', { name: 'Weather alerts' }));
  const renderAlert = () => renderHome({ 'GET /main/weather/alerts': () => ({ data: buildAlerts([buildAlert(1)]) }) });

  it('is asked about in the banner, and nowhere else', async () => {
    renderAlert();
    await screen.findByText('Partly cloudy');
    expect(banner().getByText('Is this near you?')).toBeVisible();
    expect(screen.queryByText('Where are you?')).not.toBeInTheDocument();
  });

  it('is asked about again after a timeout', async () => {
    fakeGeolocation(timeout);
    renderAlert();
    await screen.findByText('Partly cloudy');
    await userEvent.click(banner().getByRole('button', { name: 'Use my location' }));
    expect(banner().getByText("We couldn't find your location.")).toBeVisible();
    expect(banner().getByText('Is this near you?')).toBeVisible();
    expect(banner().getByRole('button', { name: 'Use my location' })).toBeEnabled();
  });

  it('is the visitor’s own once a place is chosen', async () => {
    const user = userEvent.setup();
    const found = [{ id: '1', name: 'Conway', place: 'Conway, Arkansas', lat: 35.09, lon: -92.44 }];
    renderHome({
      'GET /main/weather/search': { data: found },
      'GET /main/weather/alerts': () => ({ data: buildAlerts([buildAlert(1)]) }),
    });
    await screen.findByText('Partly cloudy');
    await user.click(banner().getByRole('button', { name: 'Choose a place' }));
    await user.type(await screen.findByRole('combobox', { name: 'Search for a place' }), 'con');
    await user.click(await screen.findByRole('option', { name: /Conway/ }));
    const strip = within(await screen.findByRole('complementary', { name: 'Weather warning' }));
    expect(await strip.findByText('Tornado Warning for Conway')).toBeVisible();
    expect(screen.queryByText('Is this near you?')).not.toBeInTheDocument();
  });
});

describe('the visitor’s location', () => {
  const at = (latitude: number, longitude: number) => ({ coords: { latitude, longitude } }) as GeolocationPosition;
  const places = (calls: { path: string; query: URLSearchParams }[]) =>
    calls
      .filter(({ path }) => path === '/main/weather/forecast')
      .map(({ query }) => `${query.get('lat')},${query.get('lon')}`);

  it('is requested only by the button, and then used', async () => {
    const asked = fakeGeolocation(at(36.0726, -94.1574));
    const user = userEvent.setup();
    const { calls } = renderHome();
    await screen.findByText('Partly cloudy');
    expect(asked.times).toBe(0);
    await user.click(screen.getByRole('button', { name: 'Use my location' }));
    await waitFor(() => expect(places(calls)).toEqual(['35.20,-91.84', '36.08,-94.16']));
    await user.click(screen.getByRole('button', { name: 'Show Arkansas' }));
    expect(await screen.findByRole('button', { name: 'Use my location' })).toBeVisible();
  });

  it('falls back to the default place when denied', async () => {
    fakeGeolocation({ code: 1, PERMISSION_DENIED: 1 } as GeolocationPositionError);
    const { calls } = renderHome();
    await userEvent.click(await screen.findByRole('button', { name: 'Use my location' }));
    expect(await screen.findByText(/doesn't share your location/)).toBeVisible();
    expect(new Set(places(calls))).toEqual(new Set(['35.20,-91.84']));
  });

  it('keeps the saved place when denied', async () => {
    fakeGeolocation({ code: 1, PERMISSION_DENIED: 1 } as GeolocationPositionError);
    const last = { name: 'Fayetteville', lat: 36.07, lon: -94.17 };
    localStorage.setItem('places', JSON.stringify({ last }));
    const { calls } = renderHome();
    await userEvent.click(await screen.findByRole('button', { name: 'Use my location' }));
    expect(await screen.findByText(/doesn't share your location, so we're showing Fayetteville/)).toBeVisible();
    // Rounded to the forecast's grid.
    expect(places(calls).at(-1)).toBe('36.08,-94.16');
    expect(JSON.parse(localStorage.getItem('places') ?? '{}')).toMatchObject({ last });
  });

  it('falls back to the default place without browser support', async () => {
    renderHome();
    await userEvent.click(await screen.findByRole('button', { name: 'Use my location' }));
    expect(await screen.findByText(/can't find your location/)).toBeVisible();
  });

  it("isn't used outside the covered area", async () => {
    fakeGeolocation(at(52.5, 13.4));
    const { calls } = renderHome();
    await userEvent.click(await screen.findByRole('button', { name: 'Use my location' }));
    expect(await screen.findByText(/outside the area/)).toBeVisible();
    expect(new Set(places(calls))).toEqual(new Set(['35.20,-91.84']));
  });
});

describe('a first visit', () => {
  const offer = () => screen.queryByRole('region', { name: 'Where are you?' });

  it('asks for a place once', async () => {
    const { unmount } = renderHome();
    await screen.findByText('Partly cloudy');
    expect(offer()).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Not now' }));
    expect(offer()).not.toBeInTheDocument();
    unmount();
    renderHome();
    await screen.findByText('Partly cloudy');
    expect(offer()).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Use my location' })).toBeVisible();
  });

  it('asks again after a timeout', async () => {
    fakeGeolocation(timeout);
    renderHome();
    await screen.findByText('Partly cloudy');
    await userEvent.click(screen.getByRole('button', { name: 'Use my location' }));
    expect(offer()).toBeVisible();
    expect(screen.getByText("We couldn't find your location")).toBeVisible();
  });

  it('remembers a named place for the next visit', async () => {
    const user = userEvent.setup();
    const found = [{ id: '1', name: 'Fayetteville', place: 'Fayetteville, Arkansas', lat: 36.0626, lon: -94.1574 }];
    const { calls, unmount } = renderHome({ 'GET /main/weather/search': { data: found } });
    await user.click(await screen.findByRole('button', { name: 'Choose a place' }));
    const box = await screen.findByRole('combobox', { name: 'Search for a place' });
    expect(box).toHaveFocus();
    await user.type(box, 'fay');
    await user.click(await screen.findByRole('option', { name: /Fayetteville/ }));
    const asked = () =>
      calls
        .filter(({ path }) => path === '/main/weather/forecast')
        .at(-1)
        ?.query.get('lat');
    await waitFor(() => expect(asked()).toBe('36.06'));
    expect(offer()).not.toBeInTheDocument();
    unmount();
    renderHome();
    expect(await screen.findByRole('heading', { level: 1, name: 'Weather in Fayetteville' })).toBeVisible();
  });
});

describe('a response without content', () => {
  it.each([
    ['null', null],
    ['an empty object', {}],
    ['lists that are null', { posts: null, teams: null, sponsors: [], snapshots: [], site: null }],
  ])('(%s) leaves the other sections unchanged', async (_case, data) => {
    const log = jest.spyOn(console, 'error').mockReturnValue();
    renderHome({ 'GET /main/home': { data } });
    expect(await screen.findByText('Partly cloudy')).toBeVisible();
    expect(await screen.findByRole('region', { name: 'Air conditions' })).toBeVisible();
    expect(screen.getByRole('contentinfo')).toBeVisible();
    expect(screen.queryByText(/couldn't be shown|didn't load/)).not.toBeInTheDocument();
    log.mockRestore();
  });
});

describe('the next hours', () => {
  /** Friday 3:30 PM in Arkansas, by the server's clock. */
  const at = { status: 200, headers: { Date: 'Fri, 20 Nov 2026 21:30:00 GMT' } };
  const respondedAt = (data: ReturnType<typeof buildForecast>): FakeResponse => ({
    ...at,
    body: { status: true, action: 'OK', data },
  });

  it('are a sentence about rain beside the current conditions, with its end', async () => {
    const wet = ({ time }: Hour) => time >= '2026-11-20 18:00' && time < '2026-11-21 17:00';
    const { forecast } = buildForecast();
    const hour = forecast?.hour?.map((each) => ({ ...each, chance_of_rain: wet(each) ? 80 : 5 })) ?? [];
    renderHome({ 'GET /main/weather/forecast': respondedAt(buildForecast({ forecast: { ...forecast, hour } })) });
    const now = within(await screen.findByRole('region', { name: 'Weather now' }));
    expect(await now.findByText('Rain from 6 PM to Saturday evening.')).toBeVisible();
  });

  it('are shown once', async () => {
    renderHome({ 'GET /main/weather/forecast': respondedAt(buildForecast()) });
    expect(await screen.findByText('Rain is unlikely in the next 33 hours.')).toBeVisible();
    expect(screen.getAllByRole('table')).toHaveLength(1);
  });

  it('are left out when the provider has none', async () => {
    renderHome({
      'GET /main/weather/forecast': respondedAt(buildForecast({ forecast: { forecastday: [], hour: [] } })),
    });
    await screen.findByText('Partly cloudy');
    expect(screen.queryByText(/rain.*hours/i)).not.toBeInTheDocument();
  });
});

describe('the hourly section', () => {
  it('has a table with the same eight slots', async () => {
    renderHome();
    await screen.findByText('Partly cloudy');
    const table = within(screen.getByRole('region', { name: "Today's Hourly Weather Forecast" })).getByRole('table');
    expect(within(table).getAllByRole('row')).toHaveLength(9);
  });
});

describe('sponsors on the home page', () => {
  it('link to the sponsors page', async () => {
    renderHome({ 'GET /main/home': { data: buildContent({ sponsors: [buildSponsor()], sponsor_view: '2' }) } });
    expect(await screen.findByRole('link', { name: /Delta Steel/ })).toHaveAttribute('href', '/sponsors');
  });

  it('load when they come near, even when they arrive later', async () => {
    const forgetWindow = inWindow();
    try {
      renderHome({ 'GET /main/home': { data: buildContent({ sponsors: [buildSponsor()] }) } });
      const link = await screen.findByRole('link', { name: /Delta Steel/ });
      expect(await within(link).findByRole('img', { name: 'Delta Steel' })).toBeVisible();
    } finally {
      forgetWindow();
    }
  });

  it('have placeholders until they are known', async () => {
    renderHome({ 'GET /main/home': 'no answer' });
    expect(await screen.findByText('Loading sponsors')).toBeInTheDocument();
  });

  it('leave no gap when there are none', async () => {
    renderHome();
    await screen.findByText('No Active Weather Alerts');
    expect(screen.queryByText('Sponsored by')).not.toBeInTheDocument();
  });

  it("show the name when a logo can't be loaded", async () => {
    const topSponsor = buildSponsor({ url: null });
    renderHome({ 'GET /main/home': { data: buildContent({ topSponsor }) } });
    const logo = await screen.findByRole('img', { name: 'Delta Steel' });
    act(() => void logo.dispatchEvent(new Event('error', { bubbles: true })));
    expect(await screen.findByText('Delta Steel')).toBeVisible();
    expect(screen.queryByRole('img', { name: 'Delta Steel' })).not.toBeInTheDocument();
  });
});

describe('snapshots on the home page', () => {
  it("are marked as old while their service doesn't respond", async () => {
    const meta = { sections: { content: 'fresh', submissions: 'stale' } };
    const data = buildContent({ snapshots: [buildSnapshot(1)] });
    renderHome({ 'GET /main/home': { status: 200, body: { status: true, action: 'OK', data, meta } } });
    expect(await screen.findByText("We can't load newer photos right now.")).toBeVisible();
    expect(screen.getByRole('link', { name: /Maria Number1/ })).toBeVisible();
  });

  const withSnapshots = (count: number) => ({
    'GET /main/home': {
      data: buildContent({ snapshots: Array.from({ length: count }, (_, index) => buildSnapshot(index)) }),
    },
  });

  it('are a plain grid without arrows for up to three', async () => {
    renderHome(withSnapshots(3));
    expect(await screen.findAllByRole('link', { name: /Maria Number/ })).toHaveLength(3);
    expect(screen.queryByRole('button', { name: 'Next slide' })).not.toBeInTheDocument();
  });

  it("are a carousel with named buttons for more, whose hidden slides can't be focused", async () => {
    const { container } = renderHome(withSnapshots(5));
    expect(await screen.findByRole('button', { name: 'Next slide' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Previous slide' })).toBeVisible();
    const slides = [...container.querySelectorAll<HTMLElement>('.slick-slide')];
    expect(slides.length).toBeGreaterThan(5);
    await waitFor(() => expect(slides.filter((slide) => !slide.inert)).toHaveLength(3));
  });

  it('become a carousel when there are more than three later', async () => {
    const forgetWindow = inWindow();
    try {
      let count = 3;
      const { client } = renderHome({ 'GET /main/home': () => withSnapshots(count)['GET /main/home'] });
      expect(await screen.findAllByRole('link', { name: /Maria Number/ })).toHaveLength(3);
      count = 5;
      await act(() => client.invalidateQueries({ queryKey: ['home'] }));
      expect(await screen.findByRole('button', { name: 'Next slide' })).toBeVisible();
    } finally {
      forgetWindow();
    }
  });

  it('shorten a comment to 30 words', async () => {
    const words = Array.from({ length: 31 }, (_, index) => `word${index}`);
    const snapshots = [
      buildSnapshot(1, { comment: words.join(' ') }),
      buildSnapshot(2, { comment: words.slice(0, 30).join(' ') }),
    ];
    renderHome({ 'GET /main/home': { data: buildContent({ snapshots }) } });
    expect(await screen.findByText(`${words.slice(0, 30).join(' ')}…`)).toBeVisible();
    expect(screen.getByText(words.slice(0, 30).join(' '))).toBeVisible();
  });

  it('are labeled examples when there are none, or when loading fails', async () => {
    renderHome({ 'GET /main/home': 'network failure' });
    expect(await screen.findAllByText(strings.example)).toHaveLength(3);
  });

  it('open the photo on the snapshots page', async () => {
    const { router } = renderHome(withSnapshots(1));
    await userEvent.click(await screen.findByRole('link', { name: /Maria Number0/ }));
    expect(await screen.findByRole('dialog', { name: 'Maria Number0' })).toBeVisible();
    expect(router.state.location).toMatchObject({ pathname: '/snapshots', search: '?id=snapshot-0' });
  });
});

describe('posts on the home page', () => {
  const respondedAt = (posts: Post[], sections: object): FakeResponse => ({
    status: 200,
    body: { status: true, action: 'OK', data: buildContent({ posts }), meta: { sections } },
  });
  const posts = async () => within(await screen.findByRole('region', { name: 'From the blog' }));

  it("are said to be none only when that's known", async () => {
    const { unmount } = renderHome({ 'GET /main/home': { data: buildContent() } });
    expect(await (await posts()).findByText('No posts yet.')).toBeVisible();
    unmount();
    renderHome({ 'GET /main/home': respondedAt([], { content: 'missing', submissions: 'fresh' }) });
    expect(await (await posts()).findByText('We can’t show the posts right now.')).toBeVisible();
    expect((await posts()).queryByText('No posts yet.')).not.toBeInTheDocument();
  });

  it('can be reloaded on request', async () => {
    let answer: FakeResponse = 'network failure';
    renderHome({ 'GET /main/home': () => answer });
    const repeated = await (await posts()).findByRole('button', { name: 'Try again' });
    answer = { data: buildContent({ posts: [buildPost()] }) };
    await userEvent.click(repeated);
    expect(await screen.findByRole('link', { name: /shelf cloud/ })).toBeVisible();
    expect(logged).toContain('loading the content failed');
  });
  const logged = collectLog();

  it("are marked as old while their service doesn't respond", async () => {
    const { unmount } = renderHome({
      'GET /main/home': respondedAt([buildPost()], { content: 'stale', submissions: 'fresh' }),
    });
    expect(await (await posts()).findByText('We can’t load newer posts right now.')).toBeVisible();
    expect(screen.getByRole('link', { name: /shelf cloud/ })).toBeVisible();
    unmount();
    renderHome({ 'GET /main/home': respondedAt([buildPost()], { content: 'fresh', submissions: 'fresh' }) });
    await screen.findByRole('link', { name: /shelf cloud/ });
    expect((await posts()).queryByText(/can’t load newer posts/)).not.toBeInTheDocument();
  });

  it('are shortened to 24 words and link to the blog', async () => {
    const words = Array.from({ length: 25 }, (_, index) => `word${index}`);
    renderHome({ 'GET /main/home': { data: buildContent({ posts: [buildPost({ description: words.join(' ') })] }) } });
    expect(await screen.findByText(`${words.slice(0, 24).join(' ')}…`)).toBeVisible();
    expect(screen.getByRole('link', { name: /shelf cloud/ })).toHaveAttribute('href', '/blogs');
  });
});

describe('the weather panel', () => {
  it('shows today and tomorrow in brief, and links to the week and the map', async () => {
    renderHome();
    const panel = within(await screen.findByRole('region', { name: 'Today and tomorrow' }));
    expect(await panel.findByRole('heading', { level: 3, name: /^Today / })).toBeVisible();
    expect(panel.getByRole('heading', { level: 3, name: /^Tomorrow / })).toBeVisible();
    expect(panel.getByRole('link', { name: 'Seven days' })).toHaveAttribute('href', '/forecast');
    expect(panel.getByRole('link', { name: '48 hours' })).toHaveAttribute('href', '/hourly');
    expect(panel.getByRole('link', { name: 'Map and radar' })).toHaveAttribute('href', '/map');
  });

  it('is one sentence when there is no weather data', async () => {
    renderHome({ 'GET /main/weather/forecast': 'network failure' });
    const panel = await screen.findByRole('region', { name: 'Today and tomorrow' });
    expect(await within(panel).findByText('We don’t have the forecast for these days right now.')).toBeVisible();
    expect(within(panel).queryByText(/--$/)).not.toBeInTheDocument();
    expect(within(panel).queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('the ways to follow the weather', () => {
  it.each([
    [/^Live chats.*Get warnings on this device/, '/alert'],
    [/^Live storm coverage.*Radar and storm reports on the map/, '/map'],
    [/^Video channel.*Read our latest posts/, '/blogs'],
  ])('%s: link to alternatives when nothing is configured', async (name, address) => {
    const site = { ...buildContent().site, livecam_urls: ['', ''] };
    renderHome({ 'GET /main/home': { data: buildContent({ header: 'Loaded', site }) } });
    await screen.findAllByText('Loaded');
    expect(await screen.findByRole('link', { name })).toHaveAttribute('href', address);
  });

  it.each([
    [/^Live chats.*Chat with the team/, 'https://text.example.com/join'],
    [/^Live storm coverage.*on our webcams/, '/livecam'],
    [/^Video channel.*explained on video/, 'https://video.example.com/'],
  ])('%s: link to the configured addresses', async (name, address) => {
    const site = {
      ...buildContent().site,
      text_dispatch_url: 'https://text.example.com/join',
      livecam_urls: ['', 'https://cams.example.com/2'],
      video_channel_url: 'https://video.example.com/',
    };
    renderHome({ 'GET /main/home': { data: buildContent({ header: 'Loaded', site }) } });
    await screen.findAllByText('Loaded');
    expect(await screen.findByRole('link', { name })).toHaveAttribute('href', address);
  });
});

describe('the home page', () => {
  it('has its sections in the specification’s order', async () => {
    renderHome({
      'GET /main/home': { data: buildContent({ sponsors: [buildSponsor()], posts: [buildPost()] }) },
    });
    await screen.findByRole('link', { name: /shelf cloud/ });
    const names = screen
      .getAllByRole('region')
      .map((region) => region.getAttribute('aria-label') ?? region.querySelector('h2')?.textContent);
    const wanted = [
      'Weather now',
      'Sponsored by',
      'Today and tomorrow',
      "Today's Hourly Weather Forecast",
      'Get Updated About Arkansas Weather',
      'Snapshots',
      'From our Facebook page',
      'From the blog',
    ];
    expect(names.filter((name) => wanted.includes(name ?? ''))).toEqual(wanted);
  });

  it('uses the response in the document before it fetches', async () => {
    const block = document.createElement('script');
    block.type = 'application/json';
    block.id = 'home-data';
    block.textContent = JSON.stringify({
      status: true,
      action: 'OK',
      data: buildContent({ header: 'From the document' }),
    });
    document.body.append(block);
    try {
      renderHome({ 'GET /main/home': 'no answer' });
      expect(screen.getAllByText('From the document', { ignore: 'script' })).toHaveLength(10);
    } finally {
      block.remove();
    }
    expect(await screen.findByText('No Active Weather Alerts')).toBeVisible();
  });

  it('opens the privacy policy and the terms of use from their links', async () => {
    renderApp('/#privacy', { routes: allWell });
    expect(await screen.findByRole('dialog', { name: 'Privacy Policy' })).toBeVisible();
  });
});

describe('a section that breaks', () => {
  const logged = collectLog();

  it("doesn't affect the other sections", async () => {
    renderHome({ 'GET /main/home': { data: buildContent({ snapshots: [null as never], posts: [buildPost()] }) } });
    expect(await screen.findByText(/This section didn't load/)).toBeVisible();
    expect(screen.getByText('No Active Weather Alerts')).toBeVisible();
    expect(screen.getByRole('region', { name: "Today's Hourly Weather Forecast" })).toBeVisible();
    expect(screen.getByRole('link', { name: /shelf cloud/ })).toBeVisible();
    expect(logged).not.toEqual([]);
  });
});
