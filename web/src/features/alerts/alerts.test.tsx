import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildAlert, buildAlerts, buildContent } from '../../testing/builders.js';
import type { FakeRoutes } from '../../testing/fake-gateway.js';
import { renderApp } from '../../testing/render-app.js';

const faqs = [
  { id: '1', question: 'First question?', answer: 'First answer.' },
  { id: '2', question: 'Second question?', answer: 'Second answer.' },
];
const routes: FakeRoutes = {
  'GET /main/home': { data: buildContent({ faqs }) },
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
