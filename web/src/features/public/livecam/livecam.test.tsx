import { screen } from '@testing-library/react';
import { buildContent } from '../../../testing/builders.js';
import { renderApp } from '../../../testing/render-app.js';

describe('the live cameras', () => {
  it('are five frames, covered where no address is configured', async () => {
    const site = { ...buildContent().site, livecam_urls: ['https://cams.example.com/1', 'https://cams.example.com/2'] };
    renderApp('/livecam', { routes: { 'GET /main/home': { data: buildContent({ site }) } } });
    const frame = await screen.findByTitle('Live camera 1');
    expect(frame).toHaveAttribute('src', 'https://cams.example.com/1');
    expect(frame).toHaveAttribute('sandbox');
    expect(screen.getAllByTitle(/Live camera/)).toHaveLength(2);
    expect(screen.getAllByText(/Camera \d is offline/)).toHaveLength(3);
    expect(screen.getByText('The sky over Arkansas, as our cameras see it now.')).toBeVisible();
  });

  it('do not claim to show anything while none is connected', async () => {
    renderApp('/livecam', { routes: { 'GET /main/home': { data: buildContent() } } });
    expect(await screen.findByText('None of our cameras is connected at the moment.')).toBeVisible();
    expect(screen.getAllByText(/Camera \d is offline/)).toHaveLength(5);
  });
});
