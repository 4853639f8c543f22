import { act, screen } from '@testing-library/react';
import { buildContent } from '@/testing/builders.js';
import { renderApp } from '@/testing/render-app.js';

const routes = { 'GET /main/home': { data: buildContent() } };
const cut = "No connection. This page shows older data. New warnings won't arrive.";

function connect(isOnline: boolean) {
  Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true });
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
}

afterEach(() => {
  connect(true);
  document.querySelector('meta[name="kept-at"]')?.remove();
});

it('says that nothing new arrives while offline, and that the alert status is unavailable', async () => {
  renderApp('/terms', { routes });
  await screen.findByRole('heading', { level: 1, name: 'Terms of Use' });
  expect(screen.queryByText(cut)).not.toBeInTheDocument();
  connect(false);
  expect(await screen.findByText(cut)).toBeVisible();
  expect(await screen.findByText(/Alert status unavailable\./)).toBeVisible();
  connect(true);
  expect(screen.queryByText(cut)).not.toBeInTheDocument();
});

it("says of a cached document that the site can't be reached", async () => {
  const mark = document.createElement('meta');
  mark.name = 'kept-at';
  mark.content = '2026-11-22T20:45:00.000Z';
  document.head.append(mark);
  renderApp('/terms', { routes: { ...routes, 'GET /main/weather/alerts': 'network failure' } });
  expect(await screen.findByText(/^We can't reach the site\. This page shows older data/)).toBeVisible();
  expect(await screen.findByText(/Alert status unavailable\./)).toBeVisible();
});
