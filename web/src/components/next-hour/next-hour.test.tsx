import { screen, waitFor } from '@testing-library/react';
import type { NextHour } from '@site/proto/weather/v1/next-hour.responses';
import { renderApp } from '@/testing/render-app.js';
import { buildAlerts, buildForecast } from '@/testing/weather-builders.js';
import type { FakeRoutes } from '@/testing/fake-gateway.js';

const minuteMs = 60_000;

/** One letter per five minutes from a frame four minutes ago on. */
function buildNextHour(text: string, changes: Partial<NextHour> = {}): NextHour {
  const frame = Date.now() - 4 * minuteMs;
  const intensities = { '-': 'none', l: 'light', h: 'heavy' } as const;
  return {
    ok: true,
    reason: '',
    method: 'Our estimate from NOAA radar',
    source: 'mrms',
    frame_time: new Date(frame).toISOString(),
    frame_age_seconds: 240,
    steps: Array.from(text, (letter, index) => ({
      time: new Date(frame + index * 5 * minuteMs).toISOString(),
      minutes: index * 5,
      intensity: intensities[letter as keyof typeof intensities],
      confidence: 0.9 - index / 25,
    })),
    server_time: new Date().toISOString(),
    ...changes,
  };
}

function renderCounty(nextHour: NextHour) {
  const requests: string[] = [];
  const routes: FakeRoutes = {
    'GET /main/weather/forecast': { data: buildForecast() },
    'GET /main/weather/alerts': () => ({ data: buildAlerts() }),
    'GET /main/weather/next-hour': () => {
      requests.push('next-hour');
      return { data: nextHour };
    },
  };
  renderApp('/county/pulaski', { routes });
  return requests;
}
const heading = () => screen.queryByRole('heading', { name: 'Rain in the next hour' });

describe('rain in the next hour', () => {
  it('is one sentence and a bar, which screen readers get as text', async () => {
    renderCounty(buildNextHour('----llllhhhhh'));
    await waitFor(() => expect(heading()).toBeVisible());

    const time = String.raw`\d{1,2}:\d{2} [AP]M`;
    expect(screen.getByText(new RegExp(`^Light rain from about ${time}, heavy around ${time}\\.$`))).toBeVisible();
    expect(screen.getByRole('img', { name: /^Rain by time/ })).toHaveAccessibleName(
      expect.stringMatching(new RegExp(`^Rain by time: ${time} none, ${time} light, ${time} heavy$`)),
    );
    expect(screen.getByText(/Our estimate from NOAA radar of .*, not a warning\./)).toHaveTextContent(
      '6 of 10 starts were right within 10 minutes',
    );
  });

  it.each([
    ['no rain is near', buildNextHour('-------------')],
    ['nothing is known', buildNextHour('', { ok: false, reason: 'no motion' })],
    [
      'the frame is old',
      buildNextHour('hhhhhhhhhhhhh', { frame_time: new Date(Date.now() - 16 * minuteMs).toISOString() }),
    ],
  ])('is absent when %s', async (_what, nextHour) => {
    const requests = renderCounty(nextHour);
    await waitFor(() => expect(requests).toHaveLength(1));
    await screen.findByRole('heading', { name: /Pulaski/, level: 1 });
    expect(heading()).not.toBeInTheDocument();
  });
});
