import type { Alert } from '@site/proto/weather/v1/alerts.responses';
import { screen, within } from '@testing-library/react';
import { buildContent } from '@/testing/builders.js';
import { buildAlert, buildAlerts, buildForecast } from '@/testing/weather-builders.js';
import { collectLog } from '@/testing/collect-log.js';
import { renderApp } from '@/testing/render-app.js';

// The other sections get no responses.
collectLog();

const hour = 3_600_000;
const fromNow = (hours: number) => new Date(Date.now() + hours * hour).toISOString();

/** Server clocks run this many hours ahead of the device's. */
function open(path: string, alerts: Alert[], hoursAhead = 0) {
  const data = buildForecast({ alerts: { alert: alerts } });
  data.current = { ...data.current!, is_day: true, condition: { text: 'Sunny', icon: 'clear-day', code: 1000 } };
  const time = fromNow(hoursAhead);
  const headers = { Date: new Date(time).toUTCString() };
  renderApp(path, {
    routes: {
      'GET /main/home': { data: buildContent() },
      'GET /main/weather/forecast': { status: 200, headers, body: { status: true, action: 'OK', data } },
      'GET /main/weather/alerts': () => ({
        data: buildAlerts(alerts, { updatedAt: time, sourceTime: time, serverTime: time }),
      }),
    },
  });
}
const main = () => within(screen.getByRole('main'));

describe("a place's warnings", () => {
  const tornado = buildAlert(1, { instruction: 'TAKE COVER NOW!\nMove to a basement.' });
  const flood = buildAlert(2, { event: 'Flood Warning', danger: 33 });

  it.each([
    ['/weather', '2 alerts here', 'Current conditions'],
    ['/hourly', '2 alerts here', /^The next 48 hours/],
    ['/forecast', '2 alerts here', /^Arkansas, USA/],
    ['/county/faulkner', 'Warnings for Faulkner County', 'Now'],
  ])('come first on %s, each with what to do', async (path, title, next) => {
    open(path, [tornado, flood]);
    await main().findByRole('link', { name: /Tornado Warning.*In effect now/ });
    const own = within(main().getByRole('region', { name: title }));
    const [first, second] = own.getAllByRole('listitem');
    expect(first).toHaveTextContent(/^TAKE COVER NOW! Move to a basement\.Tornado Warning/);
    expect(second).toHaveTextContent(/^Take cover now\.Flood Warning/);
    expect(within(first!).getByRole('link')).toHaveAttribute('href', '/warning/KLZK.TO.W.0001.2026');
    const headings = main()
      .getAllByRole('heading', { level: 2 })
      .map(({ textContent }) => textContent);
    expect(headings.slice(0, 2)).toEqual([title, expect.stringMatching(next)]);
  });

  it.each(['/weather', '/hourly', '/forecast'])('are absent from %s once they are over', async (path) => {
    open(path, [{ ...tornado, ends: fromNow(-0.1) }]);
    await main().findAllByText(/Source: National Weather Service/);
    expect(main().queryByText(/Tornado Warning|alerts? here/)).not.toBeInTheDocument();
  });

  it.each(['/weather', '/county/faulkner'])("use the servers' clocks on %s, not the device's", async (path) => {
    const begun = { ...tornado, onset: fromNow(0.9), ends: fromNow(1.5) };
    open(path, [begun, { ...flood, ends: fromNow(0.9) }], 1);
    expect(await main().findByText(/In effect now, until/)).toBeVisible();
    expect(main().queryByText('Flood Warning')).not.toBeInTheDocument();
  });
});

it("the strip counts the minutes left by the weather service's clock", async () => {
  open('/county/faulkner', [buildAlert(1, { ends: fromNow(1.5) })], 1);
  const strip = await screen.findByRole('complementary', { name: 'Weather warning' });
  expect(strip).toHaveTextContent(/\((29|30) min left\)/);
});

describe('the sky drawn for a place', () => {
  const pages = [
    ['/', 'Weather now'],
    ['/weather', 'Current conditions'],
    ['/county/faulkner', 'Now'],
  ] as const;
  const alerts = [
    ['a tornado warning', 'thunderstorm', 'Sunny when last measured', buildAlert(1)],
    ['a warning that begins tomorrow', 'clear', 'Sunny', buildAlert(1, { onset: fromNow(24), ends: fromNow(30) })],
  ] as const;

  it.each(pages.flatMap(([path, part]) => alerts.map((alert) => [path, ...alert, part] as const)))(
    'on %s under %s is %s',
    async (path, _words, sky, words, alert, part) => {
      open(path, [alert]);
      const now = await screen.findByRole('region', { name: part });
      await within(now).findAllByText(words);
      expect(now.querySelector('[data-sky]')).toHaveAttribute('data-sky', sky);
      const scene = document.querySelector('[data-mood]');
      if (path === '/') expect(scene).toHaveAttribute('data-mood', sky === 'clear' ? 'clear' : 'storm');
      else expect(scene).toBeNull();
    },
  );
});
