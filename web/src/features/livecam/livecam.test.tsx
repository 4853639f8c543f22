import { screen } from '@testing-library/react';
import { buildContent } from '../../testing/builders.js';
import { renderApp } from '../../testing/render-app.js';

describe('the live cameras', () => {
  it('are five frames, covered where no address is configured', async () => {
    const site = { ...buildContent().site, livecam_urls: ['https://cams.example.com/1', 'https://cams.example.com/2'] };
    renderApp('/livecam', { routes: { 'GET /main/home': { data: buildContent({ site }) } } });
    const frame = await screen.findByTitle('Live camera 1');
    expect(frame).toHaveAttribute('src', 'https://cams.example.com/1');
    expect(frame).toHaveAttribute('sandbox');
    expect(screen.getAllByTitle(/Live camera/)).toHaveLength(2);
    expect(screen.getAllByText(/Camera \d is offline/)).toHaveLength(3);
  });
});
