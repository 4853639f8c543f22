import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildContent } from '@/testing/builders.js';
import { buildForecast } from '@/testing/weather-builders.js';
import type { FakeRoutes } from '@/testing/fake-gateway.js';
import { renderApp } from '@/testing/render-app.js';

const renderWeather = (routes: FakeRoutes = {}, query = '') =>
  renderApp(`/weather${query}`, {
    routes: {
      'GET /main/home': { data: buildContent() },
      'GET /main/weather/forecast': { data: buildForecast() },
      ...routes,
    },
  });

describe('the weather page', () => {
  it('shows live readings and exactly six highlights', async () => {
    renderWeather();
    const highlights = await screen.findByRole('region', { name: "Today's Highlights" });
    expect(await within(highlights).findByText('13 km/h (8 mph) S')).toBeVisible();
    expect(
      within(highlights)
        .getAllByRole('term')
        .map((term) => term.textContent),
    ).toEqual(['Real Feel', 'Wind', 'Visibility', 'Chances of Rain', 'UV Index', 'Humidity']);
    expect(screen.getByRole('heading', { name: '7 Days Weather Forecast' })).toBeVisible();
    expect(screen.getByText('65°')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Fri, Nov 20' })).toBeVisible();
    expect(screen.queryByText('Sample data')).not.toBeInTheDocument();
  });

  it.each([
    ['early in the morning', 'Fri, 20 Nov 2026 13:10:00 GMT'],
    ['in the afternoon', 'Fri, 20 Nov 2026 21:30:00 GMT'],
    ['late in the evening', 'Sat, 21 Nov 2026 05:30:00 GMT'],
  ])('agrees with the home page on every value %s', async (_time, sentAt) => {
    const body = { status: true, action: 'OK', data: buildForecast() };
    const { router } = renderWeather({
      'GET /main/weather/forecast': { status: 200, headers: { Date: sentAt }, body },
    });
    const getSearchText = async (region: string, role: 'term' | 'definition') =>
      within(await screen.findByRole('region', { name: region }))
        .getAllByRole(role)
        .map(({ textContent }) => textContent);
    const temperaturesIn = (text: string | null | undefined) => text?.match(/(High|Low|Tonight) -?\d+ °F/g);
    async function values(now: string, highlights: string) {
      const current = within(await screen.findByRole('region', { name: now }));
      await current.findByText('Partly cloudy');
      return {
        now: current.getByText(/^65/).textContent.slice(0, 2),
        ahead: temperaturesIn(current.getByText(/^(Low|Tonight)$/).closest('p')?.textContent),
        terms: await getSearchText(highlights, 'term'),
        values: await getSearchText(highlights, 'definition'),
        sun: await getSearchText('Sunrise and sunset', 'definition'),
      };
    }
    const onWeather = await values('Current conditions', "Today's Highlights");
    const card = screen.getByRole('heading', { name: 'Fri, Nov 20' }).closest('article');
    router.navigate('/');
    const onHome = await values('Weather now', 'Air conditions');
    expect(onHome).toEqual(onWeather);
    expect(onHome.ahead).not.toHaveLength(0);
    const today = screen.getByRole('heading', { name: 'Today Fri, Nov 20' }).closest('article');
    expect(temperaturesIn(today?.textContent)).toEqual(onHome.ahead);
    const low = onHome.ahead?.find((text) => !text.startsWith('High'))?.match(/\d+/)?.[0];
    expect(card).toHaveTextContent(`${low}°`);
  });

  it('shows the searched place, and links to its details', async () => {
    const place = { id: '1', name: 'Rogers', place: 'Rogers, Arkansas', lat: 36.332, lon: -94.1185, type: 'place' };
    const { calls, router } = renderWeather({ 'GET /main/weather/search': { data: [place] } });
    await userEvent.type(await screen.findByRole('combobox', { name: 'Search for a place' }), 'rog');
    await userEvent.click(await screen.findByRole('option', { name: /Rogers/ }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Weather in Rogers' })).toBeVisible();
    await waitFor(() => expect(calls.at(-1)?.query.get('lat')).toBe('36.34'));
    expect(router.state.location.search).toBe('?lat=36.3320&lon=-94.1185&name=Rogers');
    expect(screen.getByRole('link', { name: 'Full forecast and map' })).toHaveAttribute(
      'href',
      '/forecast?lat=36.3320&lon=-94.1185&name=Rogers',
    );
  });

  it("shows dashes and the error message, and no invented number, when the service doesn't respond", async () => {
    renderWeather({ 'GET /main/weather/forecast': 'network failure' });
    const conditions = within(await screen.findByRole('region', { name: 'Current conditions' }));
    expect(await conditions.findByText(/Failed to fetch weather data/)).toBeVisible();
    expect(conditions.getAllByText('--')).toHaveLength(3);
    expect(screen.getByRole('heading', { name: 'Error loading weather data' })).toBeVisible();
  });

  it('marks sample numbers', async () => {
    renderWeather({
      'GET /main/weather/forecast': { data: buildForecast({ meta: { ...buildForecast().meta, sample: true } }) },
    });
    expect(await screen.findByText('Sample data')).toBeVisible();
  });
});
