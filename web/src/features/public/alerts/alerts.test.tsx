import type { Alert } from '@site/proto/weather/v1/alerts.responses';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildContent } from '@/testing/builders.js';
import { buildAlert, buildAlerts, buildEvent } from '@/testing/weather-builders.js';
import type { FakeResponse, FakeRoutes } from '@/testing/fake-gateway.js';
import { collectLog } from '@/testing/collect-log.js';
import { renderApp } from '@/testing/render-app.js';

const faqs = [
  { id: '1', question: 'First question?', answer: 'First answer.' },
  { id: '2', question: 'Second question?', answer: 'Second answer.' },
];
const routes: FakeRoutes = {
  'GET /main/home': { data: buildContent() },
  'GET /main/faqs': { data: faqs },
  'GET /main/weather/alerts': () => ({ data: buildAlerts([buildAlert(1), buildAlert(2, { event: 'Wind Advisory' })]) }),
};

describe('the alerts page', () => {
  const subHeadings = [
    'Service Description',
    'Message Frequency',
    'Message Content',
    'Cost',
    'Opt-Out',
    'Privacy',
    'Support',
  ];
  const withTexts = (url: string) => {
    const site = { ...buildContent().site, text_dispatch_url: url };
    return { ...routes, 'GET /main/home': { data: buildContent({ header: 'Loaded', site }) } };
  };
  const terms = () => within(screen.getByRole('region', { name: 'Terms of Service for receiving Messages' }));

  it('has the terms with the seven subheadings', async () => {
    renderApp('/alert', { routes: withTexts('https://text.example.com/join') });
    await screen.findAllByText('Loaded');
    await screen.findByRole('heading', { level: 1, name: 'Notification Alerts' });
    const headings = terms().getAllByRole('heading', { level: 3 });
    expect(headings.map((heading) => heading.textContent)).toEqual(subHeadings);
    for (const heading of headings) expect(heading).toBeVisible();
    expect(screen.getByText(/in partnership with a text-dispatch provider and also announce/)).toBeVisible();
  });

  it('without a text message provider, lists working channels first, and all terms below', async () => {
    const user = userEvent.setup();
    renderApp('/alert', { routes: withTexts('') });
    const ways = await screen.findByRole('complementary', { name: 'Options that work today' });
    for (const way of [/Wireless Emergency Alerts/, /NOAA Weather Radio/, /National Weather Service in Little Rock/])
      expect(within(ways).getByText(way)).toBeVisible();
    const title = screen.getByRole('heading', { name: 'Terms of Service for receiving Messages' });
    expect(ways.compareDocumentPosition(title)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    const headings = terms().getAllByRole('heading', { level: 3 });
    expect(headings.map((heading) => heading.textContent)).toEqual(subHeadings);
    for (const heading of headings) expect(heading).toBeVisible();
    expect(terms().getByText('They apply once text messages are available again.')).toBeVisible();
    await user.click(within(ways).getByRole('button', { name: 'Get the newsletter' }));
    expect(within(await screen.findByRole('dialog')).getByRole('heading', { name: 'Our newsletter' })).toBeVisible();
  });

  it('lists every active alert', async () => {
    renderApp('/alert', { routes });
    const list = await screen.findByRole('region', { name: 'Active alerts' });
    expect(await within(list).findByRole('link', { name: /Tornado Warning/ })).toHaveAttribute(
      'href',
      '/warning/KLZK.TO.W.0001.2026',
    );
    expect(within(list).getByRole('link', { name: /Wind Advisory/ })).toBeVisible();
  });

  const flood = (number: number) =>
    buildAlert(number, {
      event: 'Flood Warning',
      danger: 33,
      areas: `River ${number}`,
      ends: null,
      until_further_notice: true,
    });
  const flashFlood = buildAlert(20, { event: 'Flash Flood Warning', danger: 22, badge: 'Considerable damage threat' });
  const listed = (alerts: Alert[]) => ({
    ...routes,
    'GET /main/weather/alerts': () => ({ data: buildAlerts(alerts) }),
  });
  const entries = async () => {
    const list = await screen.findByRole('list', { name: 'Active alerts' });
    return [...list.children].map((entry) => entry.textContent);
  };

  it('lists the most dangerous first, with its level and time in words', async () => {
    const coming = buildAlert(3, {
      event: 'Winter Storm Warning',
      danger: 28,
      onset: new Date(Date.now() + 86_400_000).toISOString(),
      ends: null,
    });
    const emergency = buildAlert(4, { danger: 0, level: 'emergency', badge: 'Tornado emergency' });
    renderApp('/alert', { routes: listed([coming, flashFlood, emergency]) });
    const [first, second, third] = await entries();
    expect(first).toMatch(/^Tornado WarningTornado emergencyEmergency · In effect now, until .*\d [AP]M C[DS]T/);
    expect(second).toMatch(/^Flash Flood WarningConsiderable damage threatWarning · In effect now/);
    expect(third).toMatch(/^Winter Storm WarningWarning · Begins \w+day .* C[DS]T, no end given/);
  });

  it('notes that an alert came only over the NWWS-OI feed, also in a collapsed group', async () => {
    const note = 'Received directly from the weather service, before its public list was updated.';
    const user = userEvent.setup();
    const floods = [1, 2, 3].map((number) => ({ ...flood(number), from_nwws: number === 3 }));
    renderApp('/alert', { routes: listed([buildAlert(30, { from_nwws: true }), flashFlood, ...floods]) });
    const [first, second] = await entries();
    expect(first).toContain(note);
    expect(second).not.toContain(note);
    await user.click(screen.getByText(/Flood Warning: 3 alerts/));
    expect(screen.getAllByText(note)).toHaveLength(2);
  });

  it('groups eight river floods in one collapsible entry below the flash flood', async () => {
    const user = userEvent.setup();
    const floods = [1, 2, 3, 4, 5, 6, 7, 8].map(flood);
    renderApp('/alert', { routes: listed([...floods, flashFlood]) });
    const [first, second, third] = await entries();
    expect(first).toMatch(/^Flash Flood Warning/);
    expect(second).toMatch(/^Flood Warning: 8 alertsWarning · all of them in effect now/);
    expect(third).toBeUndefined();
    expect(screen.getByText('Flood Warning: River 3')).not.toBeVisible();
    await user.click(screen.getByText(/Flood Warning: 8 alerts/));
    expect(screen.getByText('Flood Warning: River 3')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Flood Warning: River 3' })).toHaveAttribute(
      'href',
      '/warning/KLZK.TO.W.0003.2026',
    );
    expect(screen.getAllByText('In effect now, until further notice')).toHaveLength(8);
  });

  it('shows 30 of 300 at first, and all on request', async () => {
    const user = userEvent.setup();
    renderApp('/alert', { routes: listed(Array.from({ length: 300 }, (_, index) => buildAlert(index))) });
    expect(await entries()).toHaveLength(30);
    await user.click(screen.getByRole('button', { name: 'Show all 300' }));
    expect(await entries()).toHaveLength(300);
    expect(screen.queryByRole('button', { name: 'Show all 300' })).not.toBeInTheDocument();
    expect(document.activeElement?.closest('li')).toBe(
      screen.getByRole('list', { name: 'Active alerts' }).children[30],
    );
  });

  it('never says "none" without knowing', async () => {
    renderApp('/alert', { routes: { ...routes, 'GET /main/weather/alerts': 'network failure' } });
    expect(await screen.findByText('Alert status unavailable')).toBeVisible();
    expect(screen.queryByText('No Active Weather Alerts')).not.toBeInTheDocument();
  });

  it('opens an answer with its question, and closes it', async () => {
    const user = userEvent.setup();
    renderApp('/alert', { routes });
    const first = await screen.findByText('First question?');
    expect(screen.getByText('First answer.')).not.toBeVisible();
    await user.click(first);
    expect(screen.getByText('First answer.')).toBeVisible();
    expect(screen.getByText('Second answer.')).not.toBeVisible();
    await user.click(first);
    expect(screen.getByText('First answer.')).not.toBeVisible();
  });

  it('links addresses in an answer', async () => {
    const user = userEvent.setup();
    const respondedAt = [{ id: '1', question: 'Where?', answer: 'At https://www.weather.gov/lzk/.' }];
    renderApp('/alert', { routes: { ...routes, 'GET /main/faqs': { data: respondedAt } } });
    await user.click(await screen.findByText('Where?'));
    expect(screen.getByRole('link', { name: /^https:\/\/www\.weather\.gov\/lzk\// })).toHaveAttribute(
      'href',
      'https://www.weather.gov/lzk/',
    );
  });
});

describe('the questions', () => {
  const logged = collectLog();
  const bars = () => screen.getByText('Loading questions').parentElement?.querySelectorAll('.skeleton').length;

  it('loads them without a body, with five placeholders, and next time with as many as there were', async () => {
    let response: (provided: FakeResponse) => void = () => undefined;
    const waiting = { ...routes, 'GET /main/faqs': () => new Promise<FakeResponse>((resolve) => (response = resolve)) };
    const { calls, unmount } = renderApp('/alert', { routes: waiting });
    await screen.findByText('Loading questions');
    expect(bars()).toBe(5);
    const [target] = calls.filter(({ path }) => path === '/main/faqs');
    expect([target?.method, target?.query.size, target?.body]).toEqual(['GET', 0, null]);
    response({ data: faqs });
    await screen.findByText('First question?');
    unmount();
    renderApp('/alert', { routes: waiting });
    await screen.findByText('Loading questions');
    expect(bars()).toBe(2);
  });

  it('logs a failure, reports it, and retries', async () => {
    const user = userEvent.setup();
    let response: FakeResponse = 'network failure';
    renderApp('/alert', { routes: { ...routes, 'GET /main/faqs': () => response } });
    await screen.findByRole('button', { name: 'Try again' });
    expect(logged).toContain('loading the questions failed');
    expect(screen.getByRole('heading', { level: 1, name: 'Notification Alerts' })).toBeVisible();
    response = { data: faqs };
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('First question?')).toBeVisible();
  });

  it('has no heading without questions', async () => {
    renderApp('/alert', { routes: { ...routes, 'GET /main/faqs': { data: [] } } });
    await within(screen.getByRole('main')).findByRole('link', { name: /Tornado Warning/ });
    await waitFor(() =>
      expect(screen.queryByRole('heading', { name: 'Frequently Asked Questions' })).not.toBeInTheDocument(),
    );
  });
});

describe('Get Alerts', () => {
  async function openSignUp(textDispatchUrl: string) {
    const user = userEvent.setup();
    const site = { ...buildContent().site, text_dispatch_url: textDispatchUrl };
    const view = renderApp('/alert', {
      routes: {
        ...routes,
        'GET /main/home': { data: buildContent({ header: 'Loaded', site }) },
        'POST /main/news/letter/create': { action: 'A mail is on its way.', data: {} },
      },
    });
    await screen.findAllByText('Loaded');
    const opener = within(screen.getByRole('main')).getByRole('button', { name: 'Get Alerts' });
    await user.click(opener);
    const dialog = within(await screen.findByRole('dialog', { name: 'Get Alerts' }));
    return { user, opener, dialog, ...view };
  }

  it('offers text messages, the newsletter and official sources, and returns the focus', async () => {
    const { user, opener, dialog } = await openSignUp('https://text.example.com/join');
    expect(dialog.getByRole('link', { name: /^Sign up for text alerts/ })).toHaveAttribute(
      'href',
      'https://text.example.com/join',
    );
    expect(dialog.getByRole('heading', { name: 'From the National Weather Service' })).toBeVisible();
    expect(dialog.getByText(/Wireless Emergency Alerts/)).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(opener).toHaveFocus());
  });

  it('signs up to the newsletter', async () => {
    const { user, dialog, calls } = await openSignUp('');
    await user.type(dialog.getByRole('textbox', { name: 'Your email address' }), 'ada@example.com{Enter}');
    expect(await dialog.findByText('A mail is on its way.')).toBeVisible();
    expect(calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
      '/main/news/letter/create',
    ]);
  });

  it('omits text messages without a provider', async () => {
    const { dialog } = await openSignUp('');
    expect(dialog.queryByRole('heading', { name: 'By text message' })).not.toBeInTheDocument();
    expect(dialog.getByRole('heading', { name: 'Our newsletter' })).toBeVisible();
  });
});

describe('the permalink of a message', () => {
  it('redirects to its warning while listed', async () => {
    const { router } = renderApp('/alert/urn%3Aoid%3A1', {
      routes: { ...routes, 'GET /main/weather/event/KLZK.TO.W.0001.2026': { data: buildEvent() } },
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Tornado Warning' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/warning/KLZK.TO.W.0001.2026');
    expect(screen.getByText('Take cover now.')).toBeVisible();
  });

  it('redirects even after it was replaced', async () => {
    const { router } = renderApp('/alert/urn%3Aoid%3A9', {
      routes: {
        ...routes,
        'GET /main/weather/event/urn%3Aoid%3A9': { data: buildEvent() },
        'GET /main/weather/event/KLZK.TO.W.0001.2026': { data: buildEvent() },
      },
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Tornado Warning' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/warning/KLZK.TO.W.0001.2026');
  });

  it("says that it's unknown, and never that it's over, when the message was never seen", async () => {
    renderApp('/alert/urn%3Aoid%3A9', { routes });
    expect(await screen.findByRole('heading', { level: 1, name: 'We don’t have this alert' })).toBeVisible();
    expect(screen.queryByText(/no longer in effect/)).not.toBeInTheDocument();
  });

  it("says that the status is unknown when the service doesn't respond", async () => {
    const event = 'GET /main/weather/event/urn%3Aoid%3A9';
    renderApp('/alert/urn%3Aoid%3A9', { routes: { ...routes, [event]: 'network failure' } });
    expect(await screen.findByRole('heading', { level: 1, name: 'Alert status unavailable' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
