import { screen, waitFor } from '@testing-library/react';
import type { Outlook } from '@site/proto/weather/v1/outlook.answers';
import { buildAlerts, buildContent, buildForecast } from '../../../testing/builders.js';
import type { FakeAnswer, FakeRoutes } from '../../../testing/fake-gateway.js';
import { collectLog } from '../../../testing/logged.js';
import { renderApp } from '../../../testing/render-app.js';
import { buildOutlook } from '../../../testing/storm-builders.js';

const allWell: FakeRoutes = {
  'GET /main/home': { data: buildContent() },
  'GET /main/weather/forecast': { data: buildForecast() },
  'GET /main/weather/alerts': () => ({ data: buildAlerts() }),
  'GET /main/social/posts': { data: { ok: true, updatedAt: null, stale: false, posts: [] } },
};
const renderHome = (outlook: FakeAnswer) =>
  renderApp('/', { routes: { ...allWell, 'GET /main/weather/outlook': outlook } });
const entry = () => screen.findByRole('link', { name: /^Is it coming here\? Open the radar/ });
const risks = { '05045': 'SLGT', '05119': 'SLGT', '05007': 'MRGL' } as const;
const log = collectLog();

/** Embeds the outlook as the gateway does, until the test ends. */
function inDocument(outlook: Outlook): () => void {
  const block = document.createElement('script');
  block.type = 'application/json';
  block.id = 'outlook-data';
  block.textContent = JSON.stringify({ status: true, action: 'OK', data: outlook });
  document.body.append(block);
  return () => block.remove();
}

describe('the radar link', () => {
  it("opens the map, and shows today's risk if there is one", async () => {
    renderHome({ data: buildOutlook(risks) });
    expect(await entry()).toHaveAttribute('href', '/map');
    await waitFor(async () =>
      expect(await entry()).toHaveTextContent(
        /Severe storm outlook (today|tonight): Slight Risk in 2 counties\. Storm Prediction Center/,
      ),
    );
  });

  it.each([
    ['there is none', { data: buildOutlook() }],
    ['it is not known', { data: buildOutlook(risks, { ok: false, reason: 'failed' }) }],
    ['it is over', { data: buildOutlook(risks, { valid_until: new Date(Date.now() - 1_000).toISOString() }) }],
    ['nobody answers', 'network failure' as const],
  ])('shows no risk when %s', async (_case, answer) => {
    const { client } = renderHome(answer);
    await waitFor(() => expect(client.getQueryState(['outlook', 'in brief'])?.fetchStatus).toBe('idle'));
    await screen.findByRole('heading', { name: "Today's Hourly Weather Forecast" });
    expect(await entry()).toHaveTextContent(/Rain and storms over Arkansas on radar/);
    expect(screen.queryByText(/Severe storm outlook|no severe/i)).not.toBeInTheDocument();
    expect(log).toEqual(answer === 'network failure' ? ['the storm outlook failed'] : []);
  });

  it.each([null, {}, { days: null }, { days: [null] }, { days: [{ day: 1, ok: true }] }])(
    'shows no risk when the response is malformed, and the alerts are unaffected: %j',
    async (data) => {
      const { client } = renderHome({ data });
      await waitFor(() => expect(client.getQueryState(['outlook', 'in brief'])?.fetchStatus).toBe('idle'));
      expect(await screen.findByText('No Active Weather Alerts')).toBeVisible();
      expect(await entry()).toHaveTextContent(/Rain and storms over Arkansas on radar/);
      expect(screen.queryByText('Alert status unavailable')).not.toBeInTheDocument();
      expect(screen.queryByText(/This section didn't load/)).not.toBeInTheDocument();
    },
  );

  it('reads the risk from the document', async () => {
    const remove = inDocument(buildOutlook(risks));
    try {
      renderHome('no answer');
      expect(await screen.findByText(/Slight Risk in 2 counties/)).toBeVisible();
    } finally {
      remove();
    }
  });
});
