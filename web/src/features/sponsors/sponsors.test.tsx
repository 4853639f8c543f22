import { screen } from '@testing-library/react';
import { buildContent, buildSponsor } from '../../testing/builders.js';
import { renderApp } from '../../testing/render-app.js';

const withSponsors = (view: '1' | '2' | '3' | '4') => ({
  'GET /main/home': { data: buildContent({ sponsors: [buildSponsor()], sponsor_view: view }) },
});

describe('the sponsors page', () => {
  it('shows name, website and phone number', async () => {
    renderApp('/sponsors', { routes: withSponsors('1') });
    expect(await screen.findByRole('heading', { name: 'Delta Steel' })).toBeVisible();
    for (const label of ['Company Name', 'Website', 'Phone Number']) expect(screen.getByText(label)).toBeVisible();
    expect(screen.getByRole('link', { name: /example\.com/ })).toHaveAttribute(
      'rel',
      'noopener noreferrer nofollow ugc sponsored',
    );
    expect(screen.getByRole('link', { name: '+15015550123' })).toHaveAttribute('href', 'tel:+15015550123');
  });

  it.each(['1', '2', '3', '4'] as const)('follows the chosen style %s', async (view) => {
    const { container } = renderApp('/sponsors', { routes: withSponsors(view) });
    await screen.findByRole('heading', { name: 'Delta Steel' });
    expect(container.querySelector(`main [data-view="${view}"]`)).toBeInTheDocument();
  });

  it('says when there are none', async () => {
    renderApp('/sponsors', { routes: { 'GET /main/home': { data: buildContent() } } });
    expect(await screen.findByText('There are no sponsors at the moment.')).toBeVisible();
  });
});
