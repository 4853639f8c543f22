import type { Alert } from '@site/proto/weather/v1/alerts.responses';
import { act, screen, within } from '@testing-library/react';
import { buildContent } from '@/testing/builders.js';
import { buildAlert, buildAlerts, buildForecast } from '@/testing/weather-builders.js';
import { collectLog } from '@/testing/collect-log.js';
import { renderApp } from '@/testing/render-app.js';

// The other sections get no responses.
collectLog();

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const dropped = buildAlert(1, {
  counties: ['05045'],
  ends: minutesFromNow(15),
  unlisted_since: minutesFromNow(-5),
});

/** The result can advance the upstream clock. */
function open(path: string, alerts: Alert[] = [], unlisted = [dropped]) {
  let time = minutesFromNow(0);
  const { client } = renderApp(path, {
    routes: {
      'GET /main/home': { data: buildContent() },
      'GET /main/weather/forecast': { data: buildForecast() },
      'GET /main/weather/alerts': () => ({
        data: buildAlerts(alerts, { unlisted, updatedAt: time, sourceTime: time, serverTime: time }),
      }),
    },
  });
  return (minutes: number) => {
    time = minutesFromNow(minutes);
    return act(() => client.invalidateQueries({ queryKey: ['alerts'] }));
  };
}
const list = () => screen.findByRole('list', { name: 'No longer listed' });

const conway = { name: 'Conway', lat: 35.09, lon: -92.44 };

describe('an alert that left the list without a cancellation', () => {
  beforeEach(() => localStorage.setItem('places', JSON.stringify({ last: conway })));

  it.each(['/', '/alert', '/map', '/county/faulkner'])(
    'is shown on %s until its end, without "no alerts"',
    async (path) => {
      const goOn = open(path);
      const entry = within(await list()).getByRole('listitem');
      expect(within(entry).getByRole('link', { name: 'Tornado Warning: Faulkner County' })).toHaveAttribute(
        'href',
        '/warning/KLZK.TO.W.0001.2026',
      );
      expect(entry).toHaveTextContent(
        /Removed from the official list at .* C[DS]T, before its planned end \(.* C[DS]T\)\. Check weather\.gov\/lzk\.$/,
      );
      expect(screen.queryByText('No Active Weather Alerts')).not.toBeInTheDocument();
      expect(screen.getByText('No alerts on the official list')).toBeVisible();
      expect(document.querySelector('.lucide-circle-check')).toBeNull();

      await goOn(16);
      expect(await screen.findByText('No Active Weather Alerts')).toBeVisible();
      expect(screen.queryByText(/No longer listed/)).not.toBeInTheDocument();
    },
  );

  it.each(['/', '/alert', '/county/faulkner'])('is shown on %s with the others', async (path) => {
    open(path, [buildAlert(2, { event: 'Wind Advisory', level: 'advisory', danger: 80, counties: ['05045'] })]);
    expect(await list()).toBeVisible();
    expect(within(screen.getByRole('main')).getAllByText('Wind Advisory')).not.toHaveLength(0);
  });

  it("isn't shown for another county", async () => {
    open('/county/benton');
    expect(await screen.findByText('No Active Weather Alerts')).toBeVisible();
    expect(screen.queryByText(/No longer listed/)).not.toBeInTheDocument();
  });

  it.each([
    ['/', conway, [], 'Weather in Conway'],
    ['/', undefined, [buildAlert(2)], 'Weather in Conway'],
    ['/alert', undefined, [], 'Active alerts'],
    ['/map', undefined, [], 'Alerts on this map'],
  ])('is only counted on %s when it is elsewhere than %j', async (path, place, alerts, above) => {
    localStorage.setItem('places', JSON.stringify({ last: place }));
    const elsewhere = { ...dropped, counties: ['05007'] };
    open(path, alerts, [elsewhere, { ...elsewhere, id: 'urn:oid:9' }]);
    const line = await screen.findByText(/^2 warnings were removed from the official list early\. Check/);
    expect(within(line).getByRole('link', { name: 'weather.gov/lzk' })).toBeVisible();
    expect(screen.queryByRole('list', { name: 'No longer listed' })).not.toBeInTheDocument();
    const main = document.querySelector('main')?.textContent ?? '';
    expect(main.indexOf(above)).toBeGreaterThan(-1);
    expect(main.indexOf(above)).toBeLessThan(main.indexOf('2 warnings were'));
  });

  it('is called an alert unless all are warnings', async () => {
    localStorage.clear();
    open('/alert', [], [{ ...dropped, level: 'watch' }]);
    expect(await screen.findByText(/^1 alert was removed from the official list early\./)).toBeVisible();
  });
});
