import { screen, waitForElementToBeRemoved } from '@testing-library/react';
import { buildContent } from '../../testing/builders.js';
import type { FakeAnswer } from '../../testing/fake-gateway.js';
import { renderApp } from '../../testing/render-app.js';

const home = { 'GET /main/home': { data: buildContent() } };

describe('the about page', () => {
  it('shows the team', async () => {
    const members = [{ id: '1', name: 'Dana Whitlock', designation: 'Meteorologist', image: null, picture: null }];
    renderApp('/about', { routes: { ...home, 'GET /main/teams': { data: members } } });
    expect(await screen.findByRole('heading', { name: 'Dana Whitlock' })).toBeVisible();
    expect(screen.queryByText('Sample')).not.toBeInTheDocument();
    for (const name of ['Our Mission', 'Our Vision', 'Meet our Team'])
      expect(screen.getByRole('heading', { name })).toBeVisible();
  });

  it('shows marked samples when the team cannot be loaded', async () => {
    renderApp('/about', { routes: { ...home, 'GET /main/teams': 'network failure' } });
    expect(await screen.findAllByText('Sample')).toHaveLength(3);
  });

  it('has no team section when there is no team', async () => {
    const soon = new Promise<FakeAnswer>((resolve) => setTimeout(() => resolve({ data: [] }), 50));
    renderApp('/about', { routes: { ...home, 'GET /main/teams': () => soon } });
    await waitForElementToBeRemoved(await screen.findByText('Loading the team'));
    expect(screen.queryByText('Meet our Team')).not.toBeInTheDocument();
  });
});
