import type { ForecastDay } from '@site/proto/weather/v1/forecasts.responses';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildContent } from '@/testing/builders.js';
import { buildAlert, buildAlerts, buildForecast, buildHour } from '@/testing/weather-builders.js';
import type { FakeResponse, FakeRoutes } from '@/testing/fake-gateway.js';
import { collectLog } from '@/testing/collect-log.js';
import { renderApp } from '@/testing/render-app.js';

function week(count: number): ForecastDay[] {
  return Array.from({ length: count }, (_, index) => ({
    date: `2026-11-${20 + index}`,
    day: {
      maxtemp_f: 68,
      mintemp_f: 47,
      avgtemp_f: 57.4,
      maxwind_mph: 10,
      totalprecip_mm: 12,
      avghumidity: 61,
      avgvis_km: 16,
      uv: 8,
      daily_chance_of_rain: 40,
      only_rain: true,
      condition: { text: 'Sunny', icon: '', code: 1000 },
    },
    astro: undefined,
    hour: [],
  }));
}
const response = (count = 7) => ({ data: buildForecast({ forecast: { forecastday: week(count) } }) });
/** Without current conditions, today shows the readings of the whole day, like the other days. */
const withoutNow = (count: number) => {
  const { current: _unknown, ...rest } = response(count).data;
  return { data: rest };
};

const renderForecast = (routes: FakeRoutes = {}, query = '') =>
  renderApp(`/forecast${query}`, {
    routes: {
      'GET /main/home': { data: buildContent() },
      'GET /main/keys': { data: { weather_Key: '', map_Key: '' } },
      'GET /main/weather/alerts': () => ({ data: buildAlerts() }),
      'GET /main/weather/forecast': response(),
      ...routes,
    },
  });
const openDetails = (card: HTMLElement) => userEvent.click(within(card).getByText('Details'));
const placesAsked = (calls: { path: string; query: URLSearchParams }[]) =>
  calls
    .filter(({ path }) => path === '/main/weather/forecast')
    .map(({ query }) => ['lat', 'lon', 'days'].map((name) => query.get(name)).join(' '));

describe('the farm and garden view', () => {
  const farmWeek = week(7).map((day, index) => ({
    ...day,
    day: {
      ...day.day!,
      mintemp_f: [47, 40, 30, 28, 35, 36, 37][index],
      daily_chance_of_rain: index === 1 ? 10 : 40,
      totalprecip_mm: index === 2 ? 12 : 0,
    },
    hour:
      index === 6
        ? []
        : Array.from({ length: 24 }, (_unused, hour) =>
            buildHour(hour, {
              time: `${day.date} ${String(hour).padStart(2, '0')}:00`,
              temp_f: 50,
              dewpoint_f: 40,
              humidity: 50,
              precip_mm: index === 2 ? 0.5 : 0,
              wind_mph: 10,
              gust_mph: 20,
            }),
          ),
  }));
  const farm = async () => within(await screen.findByRole('region', { name: 'Farm and garden' }));
  const withHours: FakeRoutes = {
    'GET /main/weather/forecast': {
      status: 200,
      headers: { Date: 'Fri, 20 Nov 2026 21:30:00 GMT' },
      body: { status: true, action: 'OK', data: buildForecast({ forecast: { forecastday: farmWeek } }) },
    },
  };

  it('sums up rain, drying days and freezes, and says how many days it knows', async () => {
    renderForecast(withHours);
    const view = await farm();
    const totals = view.getAllByRole('definition').map((each) => each.textContent.replaceAll(/\s+/g, ' '));
    expect(totals).toEqual([
      '12 mm (0.47 in) Based on 6 of 7 days',
      '1: Sat ',
      'First: Sun, Nov 22, 30 °F Last: Mon, Nov 23, 28 °F',
    ]);
    expect(view.getAllByText('Drying day')).toHaveLength(2);
  });

  it('has the numbers as a table, in the chosen units, with dashes for unknown ones', async () => {
    renderForecast(withHours);
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Units' }), '°F, mph');
    const table = within((await farm()).getByRole('table', { hidden: true }));
    const rows = table.getAllByRole('row', { hidden: true });
    expect(rows[3]).toHaveTextContent('Sun, Nov 220.47 in40 °F50%10 mph20 mph30 °FYesNo');
    expect(rows[7]).toHaveTextContent('Thu, Nov 26----------37 °FNoNo');
  });

  it('is not there without a forecast', async () => {
    renderForecast({ 'GET /main/weather/forecast': 'network failure' });
    await screen.findByRole('alert');
    expect(screen.queryByRole('region', { name: 'Farm and garden' })).not.toBeInTheDocument();
  });
});

describe('the 7-day forecast', () => {
  it('requests seven days at the default point and shows a card for each', async () => {
    const { calls } = renderForecast();
    const cards = await screen.findAllByRole('article');
    expect(cards).toHaveLength(7);
    expect(within(cards[1] as HTMLElement).getByRole('heading', { name: 'Sat, Nov 21 21/11/2026' })).toBeVisible();
    expect(cards[1]?.querySelector('time')).toHaveAttribute('datetime', '2026-11-21');
    expect(placesAsked(calls)).toEqual(['34.96 -92.38 7']);
    expect(screen.getByRole('heading', { name: 'Arkansas, USA' })).toBeVisible();
    expect(screen.getByText('near Conway, Arkansas')).toBeVisible();
  });

  it('shows the alerts of the place before the days', async () => {
    const data = { ...response().data, alerts: { alert: [buildAlert(1)] } };
    renderForecast({ 'GET /main/weather/forecast': { data } });
    const alerts = await screen.findByRole('region', { name: '1 alert here' });
    const [today] = await screen.findAllByRole('article');
    expect(alerts.compareDocumentPosition(today!)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it("opens a day's details on a tap, and leaves the others closed", async () => {
    renderForecast();
    const [today, tomorrow] = await screen.findAllByRole('article');
    const uv = (card: HTMLElement | undefined) => within(card!).getByText('UV Index');
    expect(uv(tomorrow)).not.toBeVisible();
    await openDetails(tomorrow!);
    expect(uv(tomorrow)).toBeVisible();
    expect(uv(today)).not.toBeVisible();
  });

  it("labels every number correctly: 10 mph is 16 Km/h, and 12 mm isn't a percentage", async () => {
    renderForecast({ 'GET /main/weather/forecast': withoutNow(1) });
    const article = await screen.findByRole('article');
    await openDetails(article);
    const card = within(article);
    for (const text of [
      'today, average 57 °F',
      '16 Km/h (10 mph)',
      '40%',
      '12 mm (0.47 in)',
      '61%',
      '8',
      '16 km (10 mi)',
    ])
      expect(card.getByText(text)).toBeVisible();
    expect(card.queryByText('12%')).not.toBeInTheDocument();
  });

  it('shows everything in the chosen units', async () => {
    renderForecast({ 'GET /main/weather/forecast': withoutNow(1) });
    const article = await screen.findByRole('article');
    await openDetails(article);
    const card = within(article);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Units' }), '°C, km/h');
    for (const text of ['today, average 14 °C', '16 Km/h', '12 mm', '16 km', '8°', '20°'])
      expect(card.getByText(text)).toBeVisible();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Units' }), '°F, mph');
    for (const text of ['today, average 57 °F', '10 mph', '0.47 in', '10 mi'])
      expect(card.getByText(text)).toBeVisible();
  });

  it('has the same numbers as a table', async () => {
    renderForecast({ 'GET /main/weather/forecast': withoutNow(7) });
    await screen.findAllByRole('article');
    const table = screen.getAllByRole('table', { hidden: true })[0]!;
    const rows = within(table).getAllByRole('row', { hidden: true });
    expect(rows).toHaveLength(8);
    expect(rows[1]).toHaveTextContent(
      'Fri 20/11/2026Sunny57 °F47 °F68 °F40%, 12 mm (0.47 in)16 Km/h (10 mph)61%816 km (10 mi)',
    );
  });

  it('shows high and low large, the average small, and no dashes for what the forecast lacks', async () => {
    const days = week(3);
    Object.assign(days[1] ?? {}, {
      day: { ...days[1]?.day, avgtemp_f: undefined, uv: undefined, avgvis_km: undefined },
    });
    Object.assign(days[2] ?? {}, { day: undefined, hour: [] });
    const data = buildForecast({ current: undefined, forecast: { forecastday: days } });
    renderForecast({ 'GET /main/weather/forecast': { data } });
    const cards = await screen.findAllByRole('article');
    expect(cards[0]).toHaveTextContent(/average 57 °F.*68°/);
    expect(cards[1]).not.toHaveTextContent('average');
    for (const card of cards) expect(card).not.toHaveTextContent('--');
  });

  it("shows current readings on today's card only, the same as the other pages", async () => {
    renderForecast();
    const [today, tomorrow] = await screen.findAllByRole('article');
    const card = within(today as HTMLElement);
    await openDetails(today as HTMLElement);
    expect(card.getByText('58%').closest('div')).toHaveTextContent('Humidity58% now');
    for (const text of ['13 Km/h (8 mph)', '65 °F']) expect(card.getByText(text)).toBeVisible();
    expect(
      within(tomorrow as HTMLElement)
        .getByText('61%')
        .closest('div'),
    ).toHaveTextContent(/^Humidity61%$/);
  });

  it('labels the chance column by what may fall on any of the days', async () => {
    const days = week(2);
    Object.assign(days[1]?.day ?? {}, { only_rain: false, totalsnow_cm: 5 });
    renderForecast({ 'GET /main/weather/forecast': { data: buildForecast({ forecast: { forecastday: days } }) } });
    const cards = await screen.findAllByRole('article');
    await openDetails(cards[1]!);
    const table = screen.getAllByRole('table', { hidden: true })[0]!;
    expect(
      within(table).getByRole('columnheader', { name: 'Chance of precipitation', hidden: true }),
    ).toBeInTheDocument();
    expect(screen.getAllByText('Rain chance')).toHaveLength(1);
    expect(screen.getByText('5 cm (2 in) snow, 12 mm (0.47 in) as water')).toBeVisible();
  });

  it('shows fewer days when the provider has fewer, and says how many', async () => {
    renderForecast({ 'GET /main/weather/forecast': response(3) });
    expect(await screen.findAllByRole('article')).toHaveLength(3);
    expect(screen.getByText('The provider gives 3 days at the moment.')).toBeVisible();
  });
});

describe('the map of the 7-day forecast', () => {
  const logged = collectLog();

  it('has five layers', async () => {
    renderForecast();
    expect(await screen.findByRole('region', { name: 'Weather map' })).toBeVisible();
    expect(logged).toEqual([]);
  });

  it('works without the keys, whose failure is only logged', async () => {
    renderForecast({ 'GET /main/keys': 'network failure' });
    expect(await screen.findByRole('region', { name: 'Weather map' })).toBeVisible();
    expect(logged).toEqual(['loading the keys failed']);
    expect(screen.queryByText(/keys/i)).not.toBeInTheDocument();
  });
});

describe('the states of the 7-day forecast', () => {
  it("shows that it's loading", async () => {
    renderForecast({ 'GET /main/weather/forecast': 'no answer' });
    expect(await screen.findByText('Loading forecast')).toBeInTheDocument();
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
  });

  it("shows the server's error message and retries on request", async () => {
    let provided: FakeResponse = {
      status: 503,
      body: { status: false, action: '', message: 'Nobody answers.', errors: [] },
    };
    renderForecast({ 'GET /main/weather/forecast': () => provided });
    expect(await screen.findByRole('heading', { name: 'Error loading weather data' })).toBeVisible();
    expect(within(screen.getByRole('alert')).getByText('Nobody answers.')).toBeVisible();
    provided = response();
    await userEvent.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Try again' }));
    expect(await screen.findAllByRole('article')).toHaveLength(7);
  });

  it.each([
    ['there is no answer', 'network failure' as const],
    ['the answer says nothing', { status: 502, body: '<html>Bad gateway</html>' }],
  ])('has its own message when %s', async (_case, provided) => {
    renderForecast({ 'GET /main/weather/forecast': provided });
    expect(await within(await screen.findByRole('alert')).findByText('Failed to fetch weather data')).toBeVisible();
  });

  it("says how old the data is when the provider doesn't respond", async () => {
    const meta = { ...buildForecast().meta, stale: true, fetchedAt: new Date(Date.now() - 14 * 60_000).toISOString() };
    renderForecast({
      'GET /main/weather/forecast': { data: buildForecast({ meta, forecast: { forecastday: week(7) } }) },
    });
    expect(await screen.findByText(/Last updated/)).toHaveTextContent("14 min ago, the provider isn't responding");
    expect(screen.getAllByRole('article')).toHaveLength(7);
  });

  it('says that a forecast is delayed, however recently it was fetched', async () => {
    const now = Date.now();
    const meta = {
      ...buildForecast().meta,
      fetchedAt: new Date(now - 60_000).toISOString(),
      forecastIssuedAt: new Date(now - 14 * 3_600_000).toISOString(),
      forecastDelayed: true,
    };
    renderForecast({
      'GET /main/weather/forecast': { data: buildForecast({ meta, forecast: { forecastday: week(7) } }) },
    });
    expect(await screen.findByText(/Forecast delayed/)).toHaveTextContent(
      'Forecast delayed: issued 14 hours ago, last checked 1 min ago. Source: National Weather Service',
    );
    expect(screen.queryByText(/Updated/)).not.toBeInTheDocument();
  });

  it('marks sample numbers', async () => {
    const meta = { ...buildForecast().meta, sample: true };
    renderForecast({
      'GET /main/weather/forecast': { data: buildForecast({ meta, forecast: { forecastday: week(7) } }) },
    });
    expect(await screen.findByText('Sample data')).toBeVisible();
  });
});

describe('the place of the 7-day forecast', () => {
  const fayetteville = {
    id: 'place-1',
    name: 'Fayetteville',
    place: 'Fayetteville, Washington County, Arkansas',
    lat: 36.0716,
    lon: -94.1663,
    type: 'place',
  };

  it('is the found one, and appears in the address', async () => {
    const { calls, router } = renderForecast({ 'GET /main/weather/search': { data: [fayetteville] } });
    await userEvent.type(await screen.findByRole('combobox', { name: 'Search for a place' }), 'fay');
    await userEvent.click(await screen.findByRole('option', { name: /Fayetteville/ }));
    expect(await screen.findByRole('heading', { name: 'Fayetteville' })).toBeVisible();
    await waitFor(() => expect(placesAsked(calls)).toEqual(['34.96 -92.38 7', '36.08 -94.16 7']));
    expect(router.state.location.search).toBe('?lat=36.0716&lon=-94.1663&name=Fayetteville');
  });

  it('is the one in the address, which can be reloaded and shared', async () => {
    const { calls } = renderForecast({}, '?lat=36.0716&lon=-94.1663&name=Fayetteville');
    expect(await screen.findByRole('heading', { name: 'Fayetteville' })).toBeVisible();
    await screen.findAllByRole('article');
    expect(placesAsked(calls)).toEqual(['36.08 -94.16 7']);
    expect(document.title).toBe('7-Day Weather Forecast, Fayetteville · Arkansas Weather');
  });

  it("has the provider's name when the address has none", async () => {
    renderForecast({}, '?lat=35.09&lon=-92.44');
    expect(await screen.findByRole('heading', { name: 'Conway, United States of America' })).toBeVisible();
  });

  it("never shows another place's weather while its own loads", async () => {
    const { router } = renderForecast({
      'GET /main/weather/search': { data: [fayetteville] },
      'GET /main/weather/forecast': ({ query }) => (query.get('lat') === '36.08' ? 'no answer' : response()),
    });
    await screen.findAllByRole('article');
    await userEvent.type(screen.getByRole('combobox', { name: 'Search for a place' }), 'fay');
    await userEvent.click(await screen.findByRole('option', { name: /Fayetteville/ }));
    expect(router.state.location.search).toContain('Fayetteville');
    expect(await screen.findByText('Loading forecast')).toBeInTheDocument();
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
  });

  it('returns to the default point with one click, even from another state', async () => {
    const { calls, router } = renderForecast({}, '?lat=35.1495&lon=-90.049&name=Memphis');
    expect(await screen.findByRole('heading', { name: 'Memphis' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Show Arkansas' }));
    expect(await screen.findByRole('heading', { name: 'Arkansas, USA' })).toBeVisible();
    expect(router.state.location.search).toBe('');
    await waitFor(() => expect(placesAsked(calls).at(-1)).toBe('34.96 -92.38 7'));
  });

  it('is marked as outside Arkansas', async () => {
    renderForecast({}, '?lat=32.7767&lon=-96.797&name=Dallas');
    expect(await screen.findByText('This place is outside Arkansas.')).toBeVisible();
  });

  it('is the default for an invalid address', async () => {
    const { calls } = renderForecast({}, '?lat=abc&lon=999&name=Nowhere');
    expect(await screen.findByRole('heading', { name: 'Arkansas, USA' })).toBeVisible();
    await screen.findAllByRole('article');
    expect(placesAsked(calls)).toEqual(['34.96 -92.38 7']);
  });

  describe('from the browser', () => {
    function fakeGeolocation(getResponseSchema: GeolocationPosition | GeolocationPositionError) {
      const getCurrentPosition: Geolocation['getCurrentPosition'] = (found, failed) =>
        'coords' in getResponseSchema ? found(getResponseSchema) : failed?.(getResponseSchema);
      Object.defineProperty(navigator, 'geolocation', { value: { getCurrentPosition }, configurable: true });
    }
    afterEach(() => {
      Reflect.deleteProperty(navigator, 'geolocation');
    });
    const ask = async () => userEvent.click(await screen.findByRole('button', { name: 'Use my location' }));

    it('is used instead of a found one when allowed', async () => {
      fakeGeolocation({ coords: { latitude: 36.5, longitude: -92.5 } } as GeolocationPosition);
      const { calls, router } = renderForecast({}, '?lat=36.0716&lon=-94.1663&name=Fayetteville');
      await ask();
      expect(await screen.findByRole('heading', { name: 'Conway, United States of America' })).toBeVisible();
      expect(placesAsked(calls).at(-1)).toBe('36.50 -92.50 7');
      expect(router.state.location.search).toBe('');
    });

    it('is the default when denied', async () => {
      fakeGeolocation({ code: 1, PERMISSION_DENIED: 1 } as GeolocationPositionError);
      const { calls } = renderForecast();
      await ask();
      expect(await screen.findByText(/doesn't share your location/)).toBeVisible();
      expect(new Set(placesAsked(calls))).toEqual(new Set(['34.96 -92.38 7']));
    });

    it('is the default without browser support', async () => {
      const { calls } = renderForecast();
      await ask();
      expect(await screen.findByText(/can't find your location/)).toBeVisible();
      expect(new Set(placesAsked(calls))).toEqual(new Set(['34.96 -92.38 7']));
    });
  });
});
