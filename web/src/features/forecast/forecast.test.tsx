import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ForecastDay } from '../../components/weather/forecast-types.js';
import { buildContent, buildForecast } from '../../testing/builders.js';
import type { FakeAnswer } from '../../testing/fake-gateway.js';
import { renderApp } from '../../testing/render-app.js';

const home = { 'GET /main/home': { data: buildContent() } };

function week(count: number): ForecastDay[] {
  return Array.from({ length: count }, (_, index) => ({
    date: `2026-11-${20 + index}`,
    day: {
      maxtemp_f: 68,
      mintemp_f: 47,
      maxwind_mph: 10,
      totalprecip_mm: 12,
      daily_chance_of_rain: 40,
      condition: { text: 'Sunny', icon: '', code: 1000 },
    },
    astro: undefined,
    hour: [],
  }));
}

describe('the 7-day forecast', () => {
  it('asks for seven days at its own default point and shows a card for each', async () => {
    const { calls } = renderApp('/forecast', {
      routes: {
        ...home,
        'GET /main/weather/forecast': { data: buildForecast({ forecast: { forecastday: week(7) } }) },
      },
    });
    const cards = await screen.findAllByRole('article');
    expect(cards).toHaveLength(7);
    expect(within(cards[1] as HTMLElement).getByRole('heading', { name: 'Sat 21/11/2026' })).toBeVisible();
    const query = calls.find(({ path }) => path === '/main/weather/forecast')?.query;
    expect(Object.fromEntries(query ?? [])).toEqual({ lat: '34.97', lon: '-92.37', days: '7' });
  });

  it('labels wind and rain truly: 10 mph is 16 Km/h, and 12 mm is no percentage', async () => {
    renderApp('/forecast', {
      routes: {
        ...home,
        'GET /main/weather/forecast': { data: buildForecast({ forecast: { forecastday: week(1) } }) },
      },
    });
    const card = await screen.findByRole('article');
    expect(card).toHaveTextContent('16 Km/h');
    expect(card).toHaveTextContent('40%');
    expect(card).not.toHaveTextContent('12%');
  });

  it('shows the days that there are when a provider gives fewer', async () => {
    renderApp('/forecast', {
      routes: {
        ...home,
        'GET /main/weather/forecast': { data: buildForecast({ forecast: { forecastday: week(3) } }) },
      },
    });
    expect(await screen.findAllByRole('article')).toHaveLength(3);
  });

  it('says what went wrong and tries again on request', async () => {
    let answer: FakeAnswer = {
      status: 503,
      body: { status: false, action: '', message: 'Nobody answers.', errors: [] },
    };
    renderApp('/forecast', { routes: { ...home, 'GET /main/weather/forecast': () => answer } });
    expect(await screen.findByRole('heading', { name: 'Error loading weather data' })).toBeVisible();
    expect(within(screen.getByRole('alert')).getByText('Nobody answers.')).toBeVisible();
    answer = { data: buildForecast({ forecast: { forecastday: week(7) } }) };
    await userEvent.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Try again' }));
    expect(await screen.findAllByRole('article')).toHaveLength(7);
  });
});

describe('the weather page', () => {
  it('shows live readings and six highlights', async () => {
    renderApp('/weather', {
      routes: {
        ...home,
        'GET /main/weather/forecast': { data: buildForecast({ forecast: { forecastday: week(7) } }) },
      },
    });
    const highlights = await screen.findByRole('region', { name: "Today's Highlights" });
    expect(await within(highlights).findByText('13 km/h S')).toBeVisible();
    expect(
      within(highlights)
        .getAllByRole('term')
        .map((term) => term.textContent),
    ).toEqual(['Real Feel', 'Wind', 'Chances of Rain', 'UV Index', 'Visibility', 'Humidity']);
    expect(screen.getByRole('heading', { name: '7 Days Weather Forecast' })).toBeVisible();
    expect(screen.getByText('65°')).toBeVisible();
  });
});
