import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildContent } from '@/testing/builders.js';
import { buildAlerts, buildForecast } from '@/testing/weather-builders.js';
import type { FakeRoutes, SeenCall } from '@/testing/fake-gateway.js';
import { renderApp } from '@/testing/render-app.js';

const rogers = { name: 'Rogers', lat: 36.332, lon: -94.1185 };
const wynne = { name: 'Wynne', lat: 35.2245, lon: -90.7868 };

const render = (path: string, routes: FakeRoutes = {}) =>
  renderApp(path, {
    routes: {
      'GET /main/home': { data: buildContent() },
      'GET /main/keys': { data: { weather_Key: '', map_Key: '' } },
      'GET /main/weather/alerts': () => ({ data: buildAlerts() }),
      'GET /main/weather/forecast': { data: buildForecast() },
      'GET /main/weather/search': { data: [{ ...rogers, id: '1', place: 'Rogers, Benton County, Arkansas' }] },
      ...routes,
    },
  });
const remember = (places: object) => localStorage.setItem('places', JSON.stringify(places));
const target = (calls: SeenCall[]) => [
  ...new Set(calls.filter(({ path }) => path === '/main/weather/forecast').map(({ query }) => query.get('lat'))),
];

describe('the place of the last visit', () => {
  it('opens on every page the next time', async () => {
    const { unmount } = render('/weather');
    await userEvent.type(await screen.findByRole('combobox', { name: 'Search for a place' }), '72756');
    await userEvent.click(await screen.findByRole('option', { name: /Rogers/ }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Weather in Rogers' })).toBeVisible();
    unmount();
    for (const [path, heading] of [
      ['/', 'Weather in Rogers'],
      ['/weather', 'Weather in Rogers'],
      ['/forecast', 'Rogers'],
    ] as const) {
      const view = render(path);
      expect(await screen.findByRole('heading', { name: heading })).toBeVisible();
      await waitFor(() => expect(target(view.calls)).toEqual(['36.34']));
      view.unmount();
    }
  });

  it('is overridden by a place in the address', async () => {
    remember({ last: rogers });
    const { calls } = render('/weather?lat=35.2245&lon=-90.7868&name=Wynne');
    expect(await screen.findByRole('heading', { level: 1, name: 'Weather in Wynne' })).toBeVisible();
    await waitFor(() => expect(target(calls)).toEqual(['35.22']));
  });

  it('can be left with one click, permanently', async () => {
    remember({ last: rogers });
    const { unmount } = render('/');
    await userEvent.click(await screen.findByRole('button', { name: 'Show Arkansas' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Weather in Conway, Arkansas' })).toBeVisible();
    unmount();
    render('/');
    expect(await screen.findByRole('heading', { level: 1, name: 'Weather in Conway, Arkansas' })).toBeVisible();
  });

  it("never shows the default place's weather under its name, even if the document has it", async () => {
    remember({ last: rogers });
    const block = document.createElement('script');
    block.type = 'application/json';
    block.id = 'weather-data';
    block.textContent = JSON.stringify({ status: true, action: 'OK', data: buildForecast() });
    document.body.append(block);
    try {
      render('/', { 'GET /main/weather/forecast': 'no answer' });
      expect(await screen.findByRole('heading', { level: 1, name: 'Weather in Rogers' })).toBeVisible();
      expect(screen.getByTestId('temperature')).toHaveTextContent('--');
    } finally {
      block.remove();
    }
  });
});

describe('favorites', () => {
  const star = (name: string) => screen.findByRole('button', { name: `Save ${name} to your places` });
  const list = async () => within(await screen.findByRole('list', { name: 'Your places' }));

  it('are added and removed with a star, also by keyboard', async () => {
    render('/weather?lat=35.2245&lon=-90.7868&name=Wynne');
    expect(await star('Wynne')).toHaveAttribute('aria-pressed', 'false');
    expect(screen.queryByRole('list', { name: 'Your places' })).not.toBeInTheDocument();
    (await star('Wynne')).focus();
    await userEvent.keyboard('{Enter}');
    expect(await star('Wynne')).toHaveAttribute('aria-pressed', 'true');
    expect((await list()).getByRole('button', { name: 'Wynne' })).toHaveAttribute('aria-current', 'true');
    await userEvent.keyboard(' ');
    expect(screen.queryByRole('list', { name: 'Your places' })).not.toBeInTheDocument();
  });

  it.each(['/', '/weather', '/forecast'])('can be switched on %s', async (path) => {
    remember({ last: rogers, favorites: [rogers, wynne] });
    const { calls, router } = render(path);
    await userEvent.click(await screen.findByRole('button', { name: 'Wynne' }));
    expect(
      await screen.findByRole('heading', { name: path === '/forecast' ? 'Wynne' : 'Weather in Wynne' }),
    ).toBeVisible();
    await waitFor(() => expect(target(calls)).toEqual(['36.34', '35.22']));
    expect((await list()).getByRole('button', { name: 'Wynne' })).toHaveAttribute('aria-current', 'true');
    expect(router.state.location.pathname).toBe(path);
  });

  it('are eight at most, and the ninth is refused with a message', async () => {
    const favorites = Array.from({ length: 8 }, (_, index) => ({
      name: `Place ${index}`,
      lat: 34 + index / 10,
      lon: -92,
    }));
    remember({ last: rogers, favorites });
    render('/weather');
    expect(await star('Rogers')).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByText("You've saved 8 places. Remove one to save this one.")).toBeVisible();
    await userEvent.click(await star('Rogers'));
    expect((await list()).getAllByRole('button')).toHaveLength(8);
  });

  it("aren't offered for the default place", async () => {
    render('/weather');
    await screen.findByText('65°');
    expect(screen.queryByRole('button', { name: /^Keep/ })).not.toBeInTheDocument();
  });
});

describe('the search', () => {
  it('has a separate message for an unknown ZIP code', async () => {
    render('/weather', { 'GET /main/weather/search': { data: [] } });
    await userEvent.type(await screen.findByPlaceholderText('City, town, county or ZIP'), '99501');
    expect(await screen.findByText("We couldn't find this ZIP code in Arkansas.")).toBeVisible();
  });
});
