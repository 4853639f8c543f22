import type { Current, Day, ForecastMeta } from '@site/proto/weather/v1/forecasts.responses';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildContent } from '@/testing/builders.js';
import { buildAlerts, buildForecast } from '@/testing/weather-builders.js';
import type { FakeResponse } from '@/testing/fake-gateway.js';
import { renderApp } from '@/testing/render-app.js';
import type { ForecastResponse } from '@/components/time/forecast-clock.js';

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

function forecastWith({
  current = {},
  day = {},
  meta = {},
}: {
  current?: Partial<Current>;
  day?: Partial<Day>;
  meta?: Partial<ForecastMeta>;
}) {
  const response = buildForecast();
  Object.assign(response.current ?? {}, current);
  Object.assign(response.forecast?.forecastday?.[0]?.day ?? {}, day);
  return { ...response, meta: { ...response.meta, ...meta } };
}

async function renderNow(response: FakeResponse, path = '/') {
  renderApp(path, {
    routes: {
      'GET /main/home': { data: buildContent() },
      'GET /main/weather/alerts': () => ({ data: buildAlerts() }),
      'GET /main/weather/forecast': response,
    },
  });
  return within(await screen.findByRole('region', { name: path === '/' ? 'Weather now' : 'Current conditions' }));
}

async function renderReadings(forecast: ForecastResponse) {
  await renderNow({ data: forecast });
  return within(await screen.findByRole('region', { name: 'Air conditions' }));
}

describe('current readings', () => {
  const observed = {
    observedAt: ago(20),
    currentFrom: 'observation' as const,
    stationName: 'Little Rock, Adams Field Airport',
  };

  it('name the station and the measurement time', async () => {
    const now = await renderNow({ data: forecastWith({ meta: observed }) });
    const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'America/Chicago' })
      .format(Date.parse(observed.observedAt))
      .replace(/\s/g, ' ');
    expect(await now.findByText(/Measured/)).toHaveTextContent(`Measured at Little Rock, Adams Field Airport, ${time}`);
  });

  it("are labeled as samples when they are the simulator's", async () => {
    const now = await renderNow({ data: forecastWith({ meta: { ...observed, currentFrom: 'sample' } }) });
    expect(await now.findByText('Sample readings, not measured')).toBeVisible();
    expect(now.getByText(/Source: recorded sample/)).toBeVisible();
    expect(now.queryByText(/Measured at/)).not.toBeInTheDocument();
  });

  it('are labeled as forecast where nothing was measured', async () => {
    const now = await renderNow({ data: forecastWith({ meta: { currentFrom: 'forecast' } }) });
    expect(await now.findByText(/from the forecast for this hour/)).toBeVisible();
    expect(now.queryByText(/Measured/)).not.toBeInTheDocument();
  });

  it.each(['/', '/weather'])('are the same on %s: measured conditions, in nighttime wording', async (path) => {
    const now = await renderNow(
      {
        data: forecastWith({
          current: { is_day: false, condition: { text: 'Mostly Sunny', icon: 'mostly-clear-night', code: 1003 } },
          meta: observed,
        }),
      },
      path,
    );
    expect(await now.findByText('Mostly Clear')).toBeVisible();
  });

  it.each(['/', '/weather'])('say on %s what is still ahead of today, not a low that has passed', async (path) => {
    // Friday 3:30 PM in Arkansas, by the server's clock.
    const body = { status: true, action: 'OK', data: forecastWith({ day: { mintemp_f: undefined } }) };
    const now = await renderNow({ status: 200, headers: { Date: 'Fri, 20 Nov 2026 21:30:00 GMT' }, body }, path);
    expect((await now.findByText('Tonight')).closest('p')).toHaveTextContent('High 23 °F Tonight 18 °F');
    expect(now.queryByText('--')).not.toBeInTheDocument();
  });

  it('include relevant gusts in the chosen units', async () => {
    const now = await renderReadings(
      forecastWith({ current: { wind_mph: 12, wind_kph: 19.3, gust_mph: 28, gust_kph: 45.1 } }),
    );
    expect(await now.findByText('gusts 45 km/h (28 mph)')).toBeVisible();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Units' }), '°F, mph');
    expect(now.getByText('gusts 28 mph').closest('dd')).toHaveTextContent('12 mph S gusts 28 mph');
  });

  it('omit irrelevant gusts', async () => {
    const now = await renderReadings(forecastWith({ current: { wind_mph: 12, gust_mph: 18 } }));
    expect(await now.findByText('13 km/h (8 mph) S')).toBeVisible();
    expect(now.queryByText(/gusts/)).not.toBeInTheDocument();
  });

  it('say precipitation, and snow, where snow is possible', async () => {
    const now = await renderReadings(
      forecastWith({ day: { only_rain: false, totalsnow_cm: 5.08, totalprecip_mm: 5 } }),
    );
    expect((await now.findByText('Chance of precipitation')).closest('div')).toHaveTextContent(
      'Chance of precipitation40% 5.1 cm (2 in) snow, 5 mm (0.2 in) as water',
    );
  });

  it("say once what the station doesn't measure", async () => {
    const now = await renderReadings(
      forecastWith({
        current: { uv: undefined, not_measured: ['uv'] },
        meta: observed,
      }),
    );
    expect((await now.findByText('Not measured by this station')).closest('div')).toHaveTextContent('UV Index');
    expect(now.queryByText('--')).not.toBeInTheDocument();
  });
});

describe('the age of the data', () => {
  it("shows the forecast's time and our last check", async () => {
    const now = await renderNow({ data: forecastWith({ meta: { forecastIssuedAt: ago(125) } }) });
    expect(await now.findByText(/Source:/)).toHaveTextContent(
      'Forecast issued 2 hours ago, last checked 4 min ago. Source: National Weather Service',
    );
  });

  it('shows one time when we checked soon after', async () => {
    const now = await renderNow({ data: forecastWith({ meta: { forecastIssuedAt: ago(6) } }) });
    expect(await now.findByText(/Source:/)).toHaveTextContent('Forecast issued 6 minutes ago. Source');
  });

  it("shows times of day when the device's clock is behind", async () => {
    const now = await renderNow({ data: forecastWith({ meta: { fetchedAt: ago(-45) } }) });
    expect(await now.findByText(/Source:/)).toHaveTextContent(/Updated at \d{1,2}:\d\d [AP]M C[DS]T\. Source/);
  });

  it("stays correct when the provider doesn't respond and the forecast is delayed", async () => {
    const now = await renderNow({
      data: forecastWith({ meta: { forecastIssuedAt: ago(13 * 60), stale: true, fetchedAt: ago(90) } }),
    });
    expect(await now.findByText(/Source:/)).toHaveTextContent(
      "Last updated 1 h ago, the provider isn't responding. Forecast delayed: issued 13 hours ago. Source",
    );
  });
});

describe('the quality of the air', () => {
  const conditions = () => screen.findByRole('region', { name: 'Air conditions' });

  it('is shown when known', async () => {
    await renderNow({ data: forecastWith({ current: { air_quality: { us_epa_index: 3, pm2_5: 41.2 } } }) });
    expect((await within(await conditions()).findByText('Air quality')).closest('div')).toHaveTextContent(
      'Air qualityUnhealthy for sensitive groups PM2.5 41 µg/m³',
    );
  });

  it('leaves no gap when unknown', async () => {
    await renderNow({ data: forecastWith({}) });
    expect(await within(await conditions()).findByText('58%')).toBeVisible();
    expect(screen.queryByText('Air quality')).not.toBeInTheDocument();
  });
});
