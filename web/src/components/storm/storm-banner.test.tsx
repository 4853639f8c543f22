import type { StormBanner } from '@site/proto/content/v1/storm-mode.responses';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { siteContentQuery } from '@/components/content/site-content.js';
import { buildContent } from '@/testing/builders.js';
import { collectLog } from '@/testing/collect-log.js';
import { renderApp } from '@/testing/render-app.js';
import { buildAlert, buildAlerts } from '@/testing/weather-builders.js';

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const notice = (change: Partial<StormBanner> = {}): StormBanner => ({
  id: 'b1',
  text: 'Tornado near Mayflower',
  link_url: '/livecam',
  link_label: 'We are live',
  starts_at: inHours(-1),
  ends_at: inHours(2),
  ...change,
});
const open = (banner: StormBanner | null, path = '/terms') =>
  renderApp(path, { routes: { 'GET /main/home': { data: buildContent({ storm_banner: banner }) } } });
const log = collectLog();
const banner = () => screen.findByRole('region', { name: 'Storm notice' });

function connect(isOnline: boolean) {
  Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true });
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
}
afterEach(() => connect(true));

describe('the storm banner', () => {
  it.each(['/terms', '/faqs', '/nowhere-at-all'])('is above %s with its link', async (path) => {
    open(notice(), path);
    const region = within(await banner());
    expect(region.getByText('Tornado near Mayflower')).toBeVisible();
    expect(region.getByRole('link', { name: 'We are live' })).toHaveAttribute('href', '/livecam');
  });

  it('is absent without a notice', async () => {
    open(null);
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('region', { name: 'Storm notice' })).not.toBeInTheDocument();
  });

  it.each(['/', '/terms'])('is above %s even if an alert is malformed', async (path) => {
    const malformed = { ...buildAlert(1), event: null as unknown as string };
    renderApp(path, {
      routes: {
        'GET /main/home': { data: buildContent({ storm_banner: notice() }) },
        'GET /main/weather/alerts': () => ({ data: buildAlerts([malformed]) }),
      },
    });
    await screen.findByText('Weather warnings are in effect.', { exact: false });
    expect(within(await banner()).getByText('Tornado near Mayflower')).toBeVisible();
    expect(log).not.toHaveLength(0);
  });

  it('opens other sites in a new tab, and may have no link', async () => {
    const { client } = open(notice({ link_url: 'https://live.example/' }));
    const link = within(await banner()).getByRole('link', { name: /We are live/ });
    expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'));
    act(() => {
      client.setQueryData(
        siteContentQuery.queryKey,
        (existing) => existing && { ...existing, storm_banner: notice({ link_url: null }) },
      );
    });
    expect(within(await banner()).queryByRole('link')).not.toBeInTheDocument();
  });

  it("isn't hidden by a clock that is hours fast while the site sends it", async () => {
    open(notice({ ends_at: inHours(-2) }));
    expect(await banner()).toBeVisible();
  });

  it("ends by the device's clock while offline", async () => {
    open(notice({ ends_at: inHours(-0.1) }));
    await banner();
    connect(false);
    expect(screen.queryByRole('region', { name: 'Storm notice' })).not.toBeInTheDocument();
    connect(true);
    expect(await banner()).toBeVisible();
  });

  it('shows all of a long text on request', async () => {
    open(notice({ text: 'Take cover now. '.repeat(12).trim() }));
    const region = within(await banner());
    const user = userEvent.setup();
    await user.click(region.getByRole('button', { name: 'Show all', expanded: false }));
    expect(region.getByRole('button', { name: 'Show less', expanded: true })).toBeVisible();
  });
});
