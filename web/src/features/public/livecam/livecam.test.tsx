import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildContent, buildSnapshot } from '@/testing/builders.js';
import type { FakeResponse } from '@/testing/fake-gateway.js';
import { collectLog } from '@/testing/collect-log.js';
import { renderApp } from '@/testing/render-app.js';

describe('the live cameras', () => {
  const logged = collectLog();
  const noneConnected = 'Our webcams are offline. Road cameras, radar and photos show the sky right now.';

  it('are five frames, covered where no address is configured', async () => {
    const site = { ...buildContent().site, livecam_urls: ['https://cams.example.com/1', 'https://cams.example.com/2'] };
    renderApp('/livecam', { routes: { 'GET /main/home': { data: buildContent({ site }) } } });
    const frame = await screen.findByTitle('Live camera 1');
    expect(frame).toHaveAttribute('src', 'https://cams.example.com/1');
    expect(frame).toHaveAttribute('sandbox');
    expect(screen.getAllByTitle(/Live camera/)).toHaveLength(2);
    expect(screen.getAllByText(/Camera \d is offline/)).toHaveLength(3);
    expect(screen.getByText('Live views of the sky over Arkansas.')).toBeVisible();
  });

  it.each([
    ['none is', []],
    ['only empty addresses are', ['', '']],
  ])(
    'have five covers above road cameras, the radar and the newest photos while %s connected',
    async (_case, livecam_urls) => {
      const site = { ...buildContent().site, livecam_urls };
      const data = buildContent({ site, snapshots: [buildSnapshot(1)] });
      renderApp('/livecam', { routes: { 'GET /main/home': { data } } });
      expect(await screen.findByText(noneConnected)).toBeVisible();
      expect(screen.getByRole('link', { name: /^Road cameras/ })).toHaveAttribute(
        'href',
        'https://www.idrivearkansas.com/',
      );
      expect(screen.getByRole('link', { name: 'Radar' })).toHaveAttribute('href', '/map');
      expect(await screen.findByRole('link', { name: /Maria Number1/ })).toBeVisible();
      const covers = screen.getAllByText(/^Camera \d is offline$/);
      expect(covers.map((cover) => cover.textContent)).toEqual([1, 2, 3, 4, 5].map((n) => `Camera ${n} is offline`));
      expect(document.querySelector('iframe')).toBeNull();
    },
  );

  it("aren't called offline while their status is unknown", async () => {
    let response: FakeResponse = 'network failure';
    renderApp('/livecam', { routes: { 'GET /main/home': () => response } });
    const repeated = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByText('We can’t show the webcams right now.')).toBeVisible();
    expect(screen.queryByText(/offline/)).not.toBeInTheDocument();
    expect(logged).toContain('loading the content failed');
    response = { data: buildContent() };
    await userEvent.click(repeated);
    expect(await screen.findByText(noneConnected)).toBeVisible();
  });
});
