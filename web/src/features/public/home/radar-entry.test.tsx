import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { Outlook } from '@site/proto/weather/v1/outlook.responses';
import { buildRadar, newestTime } from '@/components/radar/testing/radar-builders.js';
import { buildContent } from '@/testing/builders.js';
import { buildAlerts, buildForecast } from '@/testing/weather-builders.js';
import type { FakeResponse, FakeRoutes } from '@/testing/fake-gateway.js';
import { collectLog } from '@/testing/collect-log.js';
import { renderApp } from '@/testing/render-app.js';
import { buildOutlook } from '@/testing/storm-builders.js';

const allWell: FakeRoutes = {
  'GET /main/home': { data: buildContent() },
  'GET /main/weather/forecast': { data: buildForecast() },
  'GET /main/weather/alerts': () => ({ data: buildAlerts() }),
  'GET /main/weather/outlook': () => ({ data: buildOutlook() }),
  'GET /main/weather/radar': { data: buildRadar(3) },
  'GET /main/weather/next-hour': { data: { ok: false, reason: 'no motion', frame_time: null, steps: [] } },
  'GET /main/social/posts': { data: { ok: true, updatedAt: null, stale: false, posts: [] } },
};
const renderWith = (routes: FakeRoutes) => renderApp('/', { routes: { ...allWell, ...routes } });
const renderHome = (outlook: FakeResponse) => renderWith({ 'GET /main/weather/outlook': outlook });
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
    await waitFor(async () => expect(await entry()).toHaveTextContent('Rain or snow over Arkansas or nearby.'));
    expect(screen.queryByText(/Severe storm outlook|no severe/i)).not.toBeInTheDocument();
    expect(log).toEqual(answer === 'network failure' ? ['the storm outlook failed'] : []);
  });

  it.each([null, {}, { days: null }, { days: [null] }, { days: [{ day: 1, ok: true }] }])(
    'shows no risk when the response is malformed, and the alerts are unaffected: %j',
    async (data) => {
      const { client } = renderHome({ data });
      await waitFor(() => expect(client.getQueryState(['outlook', 'in brief'])?.fetchStatus).toBe('idle'));
      expect(await screen.findByText('No Active Weather Alerts')).toBeVisible();
      await waitFor(async () => expect(await entry()).toHaveTextContent('Rain or snow over Arkansas or nearby.'));
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

describe('the radar picture', () => {
  const still = {
    time: new Date(newestTime).toISOString(),
    url: '/media/radar/still.webp',
    width: 480,
    height: 432,
    size_bytes: 11_000,
  };
  const show = async (radar: Parameters<typeof buildRadar>[1], count = 3) => {
    renderWith({ 'GET /main/weather/radar': { data: buildRadar(count, { still, ...radar }) } });
    const link = await entry();
    return { link, picture: () => link.querySelector('img') };
  };

  it('loads late with its space reserved, and has its time and age', async () => {
    const { link, picture: getImage } = await show({});
    await waitFor(() => expect(link).toHaveTextContent('6:35 PM CST, 4 min ago'));
    expect(getImage()).toHaveAttribute('src', still.url);
    for (const [name, value] of Object.entries({ loading: 'lazy', width: '480', height: '432' }))
      expect(getImage()).toHaveAttribute(name, value);
  });

  it('says that it is old, instead of what it shows', async () => {
    const { link } = await show({ newest_age_seconds: 23 * 60 });
    await waitFor(() => expect(link).toHaveTextContent(/23 min ago.*Rain and storms have moved since then\./));
    expect(link).not.toHaveTextContent('Rain or snow');
  });

  it('says "no rain" only if a recent picture shows none', async () => {
    const { link } = await show({ has_echoes: false });
    await waitFor(() => expect(link).toHaveTextContent('No rain or snow over Arkansas or nearby.'));
  });

  it('is absent without recent frames, which is no reassurance', async () => {
    const { link, picture: getImage } = await show({}, 0);
    await waitFor(() => expect(link).toHaveTextContent(/Radar unavailable.*That doesn’t mean the weather is calm\./));
    expect(link).not.toHaveTextContent('No rain');
    expect(getImage()).toBeNull();
  });

  it('leaves its place to a symbol when it fails to load', async () => {
    const { link, picture: getImage } = await show({});
    await waitFor(() => expect(getImage()).not.toBeNull());
    fireEvent.error(getImage()!);
    expect(getImage()).toBeNull();
    expect(link).toHaveTextContent('6:35 PM CST');
  });
});
