import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildContent } from '@/testing/builders.js';
import type { FakeRoutes } from '@/testing/fake-gateway.js';
import { renderApp } from '@/testing/render-app.js';

const routes: FakeRoutes = { 'GET /main/home': { data: buildContent({ header: 'Storms on Friday' }) } };
const render = (path = '/terms', more: FakeRoutes = {}) => renderApp(path, { routes: { ...routes, ...more } });

function scrollTo(pixels: number) {
  act(() => {
    Object.defineProperty(window, 'scrollY', { value: pixels, configurable: true });
    window.dispatchEvent(new Event('scroll'));
  });
}
afterEach(() => {
  Object.defineProperty(window, 'scrollY', { value: 0, configurable: true });
});

describe('the top bar', () => {
  it('repeats the header text ten times, nine of them hidden from screen readers', async () => {
    render();
    const copies = await screen.findAllByText('Storms on Friday');
    expect(copies).toHaveLength(10);
    expect(copies.filter((copy) => copy.getAttribute('aria-hidden') === 'true')).toHaveLength(9);
  });

  it('can be paused', async () => {
    render();
    const pause = await screen.findByRole('button', { name: 'Pause the announcement' });
    await userEvent.click(pause);
    expect(pause).toHaveAttribute('aria-pressed', 'true');
    expect(document.querySelector('.marquee')).toHaveAttribute('data-paused');
  });

  it('is absent without a text, and shows no error on failure', async () => {
    render('/terms', { 'GET /main/home': 'network failure' });
    expect(await screen.findByRole('heading', { level: 1, name: 'Terms of Use' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Announcement' })).not.toBeInTheDocument();
    expect(screen.queryByText(/went wrong/)).not.toBeInTheDocument();
  });
});

describe('the Spanish pages', () => {
  it.each([
    ['/terms', '/es'],
    ['/forecast', '/es/forecast'],
    ['/county/hot-spring', '/es/county/hot-spring'],
    ['/warning/KLZK.TO.W.0042.2026', '/es/now/alert/KLZK.TO.W.0042.2026'],
  ])('are suggested on %s to a browser that prefers Spanish', async (path, spanish) => {
    const languages = jest.spyOn(navigator, 'languages', 'get').mockReturnValue(['es-MX', 'en']);
    render(path);
    const link = await screen.findByRole('link', { name: 'Alertas y tiempo en español' });
    expect(link).toHaveAttribute('href', spanish);
    languages.mockRestore();
  });

  it('are not suggested to others, whose footer links them', async () => {
    render();
    expect(await screen.findByRole('link', { name: 'Español' })).toHaveAttribute('href', '/es');
    expect(screen.queryByRole('link', { name: 'Alertas y tiempo en español' })).not.toBeInTheDocument();
  });
});

describe('the navigation', () => {
  it('opens the shop in a new tab, and hides it without a URL', async () => {
    const { unmount } = render();
    const shop = (await screen.findAllByRole('link', { name: /^Our Shop/ }))[0];
    expect(shop).toHaveAttribute('target', '_blank');
    expect(shop).toHaveAttribute('rel', expect.stringContaining('noopener'));
    unmount();
    const site = { ...buildContent().site, shop_url: '' };
    render('/terms', { 'GET /main/home': { data: buildContent({ header: 'Loaded', site }) } });
    await screen.findAllByText('Loaded');
    expect(screen.queryByRole('link', { name: /^Our Shop/ })).not.toBeInTheDocument();
  });

  it('changes its look after 50 pixels; the button to the top appears after 300', async () => {
    render();
    const bar = await screen.findByRole('banner');
    scrollTo(50);
    expect(bar).not.toHaveAttribute('data-stuck');
    scrollTo(51);
    expect(bar).toHaveAttribute('data-stuck');
    scrollTo(300);
    expect(screen.queryByRole('button', { name: 'Scroll to top' })).not.toBeInTheDocument();
    scrollTo(301);
    expect(screen.getByRole('button', { name: 'Scroll to top' })).toBeVisible();
  });

  it('has a full-screen menu that closes on Escape and navigation', async () => {
    const user = userEvent.setup();
    const { router } = render();
    const opener = await screen.findByRole('button', { name: 'Open menu' });
    await user.click(opener);
    const menu = await screen.findByRole('dialog', { name: 'Menu' });
    expect(menu).toContainElement(document.activeElement as HTMLElement);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(opener).toHaveFocus();

    await user.click(opener);
    await user.click(within(await screen.findByRole('dialog')).getByRole('link', { name: 'Live Cam' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Live Cam' })).toHaveFocus();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/livecam');
  });

  it('has the links in order, in the bar and in the menu', async () => {
    const user = userEvent.setup();
    render();
    const order = ['Home', 'Weather', 'Get Alerts', 'About', 'Contact Us', 'Live Cam', 'Our Shop'];
    await user.click(await screen.findByRole('button', { name: 'Open menu' }));
    const menu = within(await screen.findByRole('dialog', { name: 'Menu' }));
    const inMenu = within(menu.getByRole('navigation', { name: 'Main' })).getAllByRole('link');
    expect(inMenu.map((link) => link.firstChild?.textContent)).toEqual(order);
    await user.keyboard('{Escape}');
    const bar = within(screen.getByRole('banner')).getByRole('navigation');
    expect(
      within(bar)
        .getAllByRole('link')
        .map((link) => link.firstChild?.textContent),
    ).toEqual(order);
  });

  it('has dropdowns for the weather pages and for pages that the bar omits', async () => {
    const user = userEvent.setup();
    const { router } = render();
    const opener = await screen.findByRole('button', { name: 'Weather: all pages' });
    await user.click(opener);
    expect(opener).toHaveAttribute('aria-expanded', 'true');
    const bar = within(within(screen.getByRole('banner')).getByRole('navigation'));
    for (const [name, address] of [
      ['Weather now', '/weather'],
      ['7-day forecast', '/forecast'],
      ['Map and radar', '/map'],
      ['Hour by hour, 48 hours', '/hourly'],
      ['County by county', '/county'],
      ['County pages, text only', '/now'],
    ] as const)
      expect(bar.getByRole('link', { name })).toHaveAttribute('href', address);
    await user.keyboard('{Escape}');
    expect(opener).toHaveFocus();
    expect(bar.queryByRole('link', { name: 'Weather now' })).not.toBeInTheDocument();

    await user.click(screen.getByRole('button', { name: 'More' }));
    await user.click(bar.getByRole('link', { name: 'Snapshots' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Arkansas Snapshots' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/snapshots');
    expect(bar.queryByRole('link', { name: 'Snapshots' })).not.toBeInTheDocument();
  });

  it('finds a place from every page', async () => {
    const user = userEvent.setup();
    const found = [
      { id: '1', name: 'Conway', place: 'Conway, Faulkner County, Arkansas', lat: 35.0887, lon: -92.4421 },
    ];
    const { router } = render('/terms', { 'GET /main/weather/search': { data: found } });
    const opener = await screen.findByRole('button', { name: 'Find a place' });
    await user.click(opener);
    const box = await screen.findByRole('combobox', { name: 'Search for a place' });
    expect(box).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(box).not.toBeInTheDocument();
    expect(opener).toHaveFocus();

    await user.click(opener);
    await user.type(await screen.findByRole('combobox', { name: 'Search for a place' }), 'con');
    await user.click(await screen.findByRole('option', { name: /Conway/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/weather'));
    expect(router.state.location.search).toContain('name=Conway');
    expect(screen.queryByRole('search')).not.toBeInTheDocument();
  });

  it('links only to existing pages', async () => {
    const { router } = render();
    await screen.findByRole('heading', { level: 1 });
    const paths = new Set(screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? ''));
    // The gateway renders the text-only pages, not this application.
    for (const path of ['/now', '/es']) expect(paths.delete(path)).toBe(true);
    for (const path of [...paths].filter((href) => href.startsWith('/'))) {
      act(() => router.navigate(path));
      await waitFor(() => expect(screen.getAllByRole('heading', { level: 1, hidden: true })).toHaveLength(1));
      expect(screen.queryByText('404')).not.toBeInTheDocument();
    }
  });
});

describe('the footer', () => {
  it("has exactly four columns, with the specification's links", async () => {
    render();
    const footer = within(await screen.findByRole('contentinfo'));
    const titles = (await footer.findAllByRole('heading')).map((heading) => heading.textContent);
    expect(titles).toEqual(['About Us', 'Services', 'Important Link', 'Newsletter']);
    const links = (title: string) =>
      within(footer.getByRole('heading', { name: title }).parentElement!)
        .getAllByRole('link')
        .map((link) => [link.firstChild?.textContent, link.getAttribute('href')]);
    expect(links('Services')).toEqual([
      ['7-days Forecast', '/forecast'],
      ['Live storm Coverage', '/livecam'],
      ['Weather Summary', '/weather'],
      ['Get Alerts', '/alert'],
    ]);
    expect(links('Important Link')).toEqual([
      ['Sponsers', '/sponsors'],
      ['National Weather Service', 'https://www.weather.gov/lzk/'],
      ['Arkansas driving conditions', 'https://www.idrivearkansas.com/'],
      ['Earthquake Hazards Program', 'https://www.usgs.gov/programs/earthquake-hazards'],
      ['Weather Blogs', '/blogs'],
    ]);
    expect(footer.getByRole('link', { name: 'Map and radar' })).toHaveAttribute('href', '/map');
    expect(footer.getByRole('link', { name: 'Contact Us' })).toHaveAttribute('href', '/contact');
    expect(footer.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/#privacy');
    expect(footer.getByRole('link', { name: 'Terms of Use' })).toHaveAttribute('href', '/#terms');
    expect(footer.getByText(/This is not an official warning service/)).toBeVisible();
  });
});

describe('every page', () => {
  it('has its own title and focuses its heading after a navigation', async () => {
    const { router } = render();
    await screen.findByRole('heading', { level: 1, name: 'Terms of Use' });
    expect(document.title).toBe('Terms of Use · Arkansas Weather');
    expect(document.body).toHaveFocus();
    act(() => router.navigate('/privacy'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Privacy Policy' })).toHaveFocus();
    expect(document.title).toBe('Privacy Policy · Arkansas Weather');
  });

  it('shows a 404 for unknown paths, with a search, the active warnings and the home page', async () => {
    const found = [
      { id: '1', name: 'Conway', place: 'Conway, Faulkner County, Arkansas', lat: 35.0887, lon: -92.4421 },
    ];
    const { router } = render('/no/such/page', { 'GET /main/weather/search': { data: found } });
    expect(await screen.findByRole('heading', { level: 1, name: 'This page has drifted off the map' })).toBeVisible();
    const page = within(screen.getByRole('main'));
    expect(page.getByRole('link', { name: 'See active warnings' })).toHaveAttribute('href', '/alert');
    expect(page.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/');
    const user = userEvent.setup();
    await user.type(page.getByRole('combobox', { name: 'Search for a place' }), 'con');
    await user.click(await page.findByRole('option', { name: /Conway/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/weather'));
    expect(router.state.location.search).toContain('name=Conway');
  });

  it('can switch themes, and stores the choice', async () => {
    const user = userEvent.setup();
    render();
    await user.click(await screen.findByRole('button', { name: 'Use the dark theme' }));
    expect(document.documentElement.dataset.theme).toBe('dark');
    expect(localStorage.getItem('theme')).toBe('dark');
    await user.click(screen.getByRole('button', { name: 'Use the light theme' }));
    expect(document.documentElement.dataset.theme).toBeUndefined();
    expect(localStorage.getItem('theme')).toBeNull();
  });
});

it.each([
  ['/alerts', '/alert', 'Notification Alerts'],
  ['/radar', '/map', 'Weather map'],
])('leads from %s to %s', async (path, target, title) => {
  const { router } = renderApp(path);
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(router.state.location.pathname).toBe(target);
});
