import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildAlert, buildAlerts, buildContent } from '../../testing/builders.js';
import type { FakeAnswer, FakeRoutes } from '../../testing/fake-gateway.js';
import { collectLog } from '../../testing/logged.js';
import { renderApp } from '../../testing/render-app.js';

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
  it('has the terms with the seven sub-headings', async () => {
    renderApp('/alert', { routes });
    await screen.findByRole('heading', { level: 1, name: 'Notification Alerts' });
    const terms = screen.getByRole('region', { name: 'Terms of Service for receiving Messages' });
    expect(
      within(terms)
        .getAllByRole('heading', { level: 3 })
        .map((heading) => heading.textContent),
    ).toEqual(['Service Description', 'Message Frequency', 'Message Content', 'Cost', 'Opt-Out', 'Privacy', 'Support']);
  });

  it('lists every active alert', async () => {
    renderApp('/alert', { routes });
    const list = await screen.findByRole('region', { name: 'In effect now' });
    expect(await within(list).findByRole('link', { name: /Tornado Warning/ })).toHaveAttribute(
      'href',
      '/alert/urn%3Aoid%3A1',
    );
    expect(within(list).getByRole('link', { name: /Wind Advisory/ })).toBeVisible();
  });

  it('never says "none" when it does not know', async () => {
    renderApp('/alert', { routes: { ...routes, 'GET /main/weather/alerts': 'network failure' } });
    expect(await screen.findByText('Alert status unavailable')).toBeVisible();
    expect(screen.queryByText('No Active Weather Alerts')).not.toBeInTheDocument();
  });

  it('opens one answer at a time, and closes it by its own question', async () => {
    const user = userEvent.setup();
    renderApp('/alert', { routes });
    const first = await screen.findByRole('button', { name: 'First question?' });
    const second = screen.getByRole('button', { name: 'Second question?' });
    await user.click(first);
    expect(screen.getByText('First answer.')).toBeVisible();
    await user.click(second);
    expect(screen.getByText('First answer.')).not.toBeVisible();
    expect(screen.getByText('Second answer.')).toBeVisible();
    await user.click(second);
    expect(screen.getByText('Second answer.')).not.toBeVisible();
    expect(second).toHaveAttribute('aria-expanded', 'false');
  });
});

describe('the questions', () => {
  const logged = collectLog();
  const bars = () => screen.getByText('Loading questions').parentElement?.querySelectorAll('.skeleton').length;

  it('asks for them without a payload, with five bars in their place, and with as many as there were next time', async () => {
    let answer: (given: FakeAnswer) => void = () => undefined;
    const waiting = { ...routes, 'GET /main/faqs': () => new Promise<FakeAnswer>((resolve) => (answer = resolve)) };
    const { calls, unmount } = renderApp('/alert', { routes: waiting });
    await screen.findByText('Loading questions');
    expect(bars()).toBe(5);
    const [asked] = calls.filter(({ path }) => path === '/main/faqs');
    expect([asked?.method, asked?.query.size, asked?.body]).toEqual(['GET', 0, null]);
    answer({ data: faqs });
    await screen.findByRole('button', { name: 'First question?' });
    unmount();
    renderApp('/alert', { routes: waiting });
    await screen.findByText('Loading questions');
    expect(bars()).toBe(2);
  });

  it('logs a failure, says that they are missing, and asks again', async () => {
    const user = userEvent.setup();
    let answer: FakeAnswer = 'network failure';
    renderApp('/alert', { routes: { ...routes, 'GET /main/faqs': () => answer } });
    await screen.findByRole('button', { name: 'Try again' });
    expect(logged).toContain('loading the questions failed');
    expect(screen.getByRole('heading', { level: 1, name: 'Notification Alerts' })).toBeVisible();
    answer = { data: faqs };
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'First question?' })).toBeVisible();
  });

  it('has no heading when there are none', async () => {
    renderApp('/alert', { routes: { ...routes, 'GET /main/faqs': { data: [] } } });
    await screen.findByRole('link', { name: /Tornado Warning/ });
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

  it('offers text messages, the newsletter and the authorities, and gives the focus back', async () => {
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
    await user.type(dialog.getByRole('textbox', { name: 'Your e-mail address' }), 'ada@example.com{Enter}');
    expect(await dialog.findByText('A mail is on its way.')).toBeVisible();
    expect(calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
      '/main/news/letter/create',
    ]);
  });

  it('does not speak of text messages when no provider is configured', async () => {
    const { dialog } = await openSignUp('');
    expect(dialog.queryByRole('heading', { name: 'By text message' })).not.toBeInTheDocument();
    expect(dialog.getByRole('heading', { name: 'By e-mail' })).toBeVisible();
  });
});

describe('the page of one alert', () => {
  it('shows it while it is in effect', async () => {
    renderApp('/alert/urn%3Aoid%3A1', { routes });
    expect(await screen.findByRole('heading', { level: 1, name: 'Tornado Warning' })).toBeVisible();
    expect(screen.getByText('Take cover now.')).toBeVisible();
  });

  it('says that it is over only when that is known', async () => {
    const { unmount } = renderApp('/alert/urn%3Aoid%3A9', { routes });
    expect(await screen.findByRole('heading', { level: 1, name: 'This alert is no longer in effect' })).toBeVisible();
    unmount();
    renderApp('/alert/urn%3Aoid%3A9', { routes: { ...routes, 'GET /main/weather/alerts': 'network failure' } });
    expect(await screen.findByRole('heading', { level: 1, name: 'Alert status unavailable' })).toBeVisible();
  });
});
