import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildRadar } from '@/components/radar/testing/radar-builders.js';
import { buildContent, buildSnapshot } from '@/testing/builders.js';
import { buildAlert, buildAlerts, buildForecast } from '@/testing/weather-builders.js';
import type { FakeRoutes } from '@/testing/fake-gateway.js';
import { collectLog } from '@/testing/collect-log.js';
import { renderApp } from '@/testing/render-app.js';
import {
  buildGauge,
  buildGaugeCourse,
  buildOutlook,
  buildRivers,
  buildStormReport,
  buildStormReports,
} from '@/testing/storm-builders.js';

const quiet: FakeRoutes = {
  'GET /main/home': { data: buildContent() },
  'GET /main/weather/forecast': { data: buildForecast() },
  'GET /main/weather/alerts': () => ({ data: buildAlerts() }),
  'GET /main/weather/outlook': () => ({ data: buildOutlook() }),
  'GET /main/weather/reports': () => ({ data: buildStormReports() }),
  'GET /main/weather/rivers': () => ({ data: buildRivers() }),
  'GET /main/weather/radar': { data: buildRadar(1) },
};
const renderCounty = (routes: FakeRoutes = {}, path = '/county/faulkner') =>
  renderApp(path, { routes: { ...quiet, ...routes } });
const part = async (name: string) => within(await screen.findByRole('region', { name }));
const outlook = () => part('Severe storm outlook');
const reports = () => part('Storm reports of the last 24 hours');
const rivers = () => part('Rivers');
const warnings = () => part('Warnings for Faulkner County');

const log = collectLog();

describe('the page of a county', () => {
  it('says "quiet" in every section on a quiet day', async () => {
    renderCounty();
    expect(await screen.findByRole('heading', { level: 1, name: 'Faulkner County' })).toBeVisible();
    expect(await (await warnings()).findByText('No Active Weather Alerts')).toBeVisible();
    expect(await (await outlook()).findAllByText('No severe storms are expected in Faulkner County.')).toHaveLength(3);
    expect(
      await (await reports()).findByText('No storm reports from Faulkner County in the last 24 hours.'),
    ).toBeVisible();
    expect(await (await rivers()).findByText('No river gauges with readings in Faulkner County.')).toBeVisible();
    expect(await (await part('Now')).findByText('65 °F')).toBeVisible();
    expect((await part('The week')).getByRole('heading', { name: 'Fri, Nov 20' })).toBeVisible();
  });

  it('shows the newest photos with their places, and links to all', async () => {
    const snapshots = Array.from({ length: 5 }, (_unused, index) => buildSnapshot(index));
    renderCounty({ 'GET /main/home': { data: buildContent({ snapshots }) } });
    const photos = await part('Photos from across the state');
    expect(await photos.findAllByRole('listitem')).toHaveLength(3);
    expect(photos.getByRole('link', { name: 'See all photos' })).toHaveAttribute('href', '/snapshots');
  });

  it('shows warnings for the county and the whole state, not for other counties', async () => {
    const alerts = [
      buildAlert(1, { event: 'Tornado Warning', counties: ['05045'] }),
      buildAlert(2, { event: 'Flood Watch', counties: [], statewide: true }),
      buildAlert(3, { event: 'Ice Storm Warning', counties: ['05007'] }),
      buildAlert(4, { event: 'Wind Advisory', counties: [] }),
    ];
    renderCounty({ 'GET /main/weather/alerts': () => ({ data: buildAlerts(alerts) }) });
    const part = await warnings();
    expect(await part.findByRole('link', { name: /Tornado Warning/ })).toHaveAttribute(
      'href',
      '/warning/KLZK.TO.W.0001.2026',
    );
    expect(part.getByRole('link', { name: /Flood Watch/ })).toBeVisible();
    expect(part.getByRole('link', { name: /Wind Advisory/ })).toBeVisible();
    expect(part.queryByText(/Ice Storm/)).not.toBeInTheDocument();
  });

  it('says that a county has none while another has some, only with fresh data', async () => {
    const elsewhere = [buildAlert(1, { counties: ['05007'] })];
    const { unmount } = renderCounty({ 'GET /main/weather/alerts': () => ({ data: buildAlerts(elsewhere) }) });
    expect(await (await warnings()).findByText('No Active Weather Alerts')).toBeVisible();
    unmount();
    renderCounty({ 'GET /main/weather/alerts': () => ({ data: buildAlerts(elsewhere, { ok: false }) }) });
    expect(await (await warnings()).findByText('Alert status unavailable')).toBeVisible();
  });

  it('keeps each section when the others fail', async () => {
    const failed: FakeRoutes = Object.fromEntries(
      Object.keys(quiet).map((route) => [route, 'network failure' as const]),
    );
    renderCounty({ ...failed, 'GET /main/weather/rivers': () => ({ data: buildRivers([buildGauge()]) }) });
    expect(await (await rivers()).findByText('Arkansas River at Toad Suck')).toBeVisible();
    expect(await (await outlook()).findByText('We can’t show the storm outlook right now.')).toBeVisible();
    expect(await (await reports()).findByText('We can’t show the storm reports right now.')).toBeVisible();
    expect(await (await warnings()).findByText('Alert status unavailable')).toBeVisible();
    expect(screen.queryByText(/No severe storms|No storm report|No Active/)).not.toBeInTheDocument();
    expect(log).toContain('the storm outlook failed');
  });

  it('retries a failed section', async () => {
    const routes: FakeRoutes = { 'GET /main/weather/reports': 'network failure' };
    const all = { ...quiet, ...routes };
    renderApp('/county/faulkner', { routes: all });
    const part = await reports();
    const repeated = await part.findByRole('button', { name: 'Try again' });
    all['GET /main/weather/reports'] = { data: buildStormReports() };
    await userEvent.click(repeated);
    expect(await part.findByText(/No storm report/)).toBeVisible();
  });

  it.each([
    ['/county/nowhere', 'a county that does not exist'],
    ['/county/%3Cscript%3E', 'an address that is no name'],
  ])('shows "not found" at %s, %s', async (path) => {
    renderCounty({}, path);
    expect(await screen.findByRole('heading', { level: 1, name: 'This page has drifted off the map' })).toBeVisible();
  });

  it("switches to another county without showing the previous one's data", async () => {
    const report = buildStormReport(1, { remark: 'Only in Faulkner' });
    const { router } = renderCounty({ 'GET /main/weather/reports': () => ({ data: buildStormReports([report]) }) });
    expect(await screen.findByText('Only in Faulkner')).toBeVisible();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Another county' }), 'Hot Spring County');
    expect(await screen.findByRole('heading', { level: 1, name: 'Hot Spring County' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/county/hot-spring');
    expect(screen.queryByText('Only in Faulkner')).not.toBeInTheDocument();
  });

  it('shows the next hours with a sentence about rain', async () => {
    const body = { status: true, action: 'OK', data: buildForecast() };
    const headers = { Date: 'Fri, 20 Nov 2026 21:30:00 GMT' };
    renderCounty({ 'GET /main/weather/forecast': { status: 200, headers, body } });
    const hours = await part('The next hours');
    expect(await hours.findByText('Rain is unlikely in the next 33 hours.')).toBeVisible();
    expect(hours.getAllByRole('rowheader').map(({ textContent }) => textContent)).toContain('Sat 12 PM');
  });

  it('has a list of its sections to jump to', async () => {
    renderCounty();
    const list = within(await screen.findByRole('navigation', { name: 'On this page' }));
    await rivers();
    const headings = list.getAllByRole('link').map((link) => {
      const section = document.querySelector<HTMLElement>(link.getAttribute('href') ?? '');
      return section && within(section).getByRole('heading', { level: 2 }).textContent;
    });
    expect(headings).toEqual([
      'Now',
      'The next hours',
      'The week',
      'Severe storm outlook',
      'Storm reports of the last 24 hours',
      'Rivers',
      'Photos from across the state',
      'Shelters, roads and outages',
    ]);
  });

  it('leaves the farm view to the forecast page', async () => {
    renderCounty();
    await part('The week');
    expect(screen.queryByRole('region', { name: 'Farm and garden' })).not.toBeInTheDocument();
  });

  it('links to the map, the hourly forecast, the text-only page, the office and official pages', async () => {
    renderCounty();
    await screen.findByRole('heading', { level: 1 });
    const main = within(screen.getByRole('main'));
    const links = Object.fromEntries(
      main.getAllByRole('link').map((link) => [link.firstChild?.textContent || link.textContent, link]),
    );
    expect(main.getByRole('link', { name: /^Map and radar/ })).toHaveAttribute('href', '/map');
    expect(main.getByRole('link', { name: 'Text only, for slow connections' })).toHaveAttribute(
      'href',
      '/now/faulkner',
    );
    expect(main.getByRole('link', { name: '48 hours' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/hourly\?lat=35\.1463&lon=-92\.3247&name=Faulkner/),
    );
    expect(links['Farm and garden: rain total, freezes, drying days']).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/forecast\?lat=35\.1463&lon=-92\.3247&name=Faulkner.*#farm$/),
    );
    expect(links['Hazardous weather outlook']).toHaveAttribute('href', '/discussion/LZK#hazards');
    expect(links['Road conditions']).toHaveAttribute('href', 'https://www.idrivearkansas.com/');
    expect(links['Road conditions']).toHaveAttribute('target', '_blank');
  });
});

describe('the widget of a county', () => {
  it('has HTML for an iframe, to copy, and a link to look at it', async () => {
    const user = userEvent.setup();
    renderCounty();
    await user.click(await screen.findByText('Show this weather on your site'));
    const code = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Code for your page' });
    expect(code).toHaveAttribute('readonly');
    expect(code.value).toMatch(
      /^<iframe src="http[^"]+\/embed\/county\/faulkner" title="Weather in Faulkner County" [^<>]*><\/iframe>$/,
    );
    await user.click(screen.getByRole('button', { name: 'Copy code' }));
    expect(await navigator.clipboard.readText()).toBe(code.value);
    expect(screen.getByRole('link', { name: /See the widget/ })).toHaveAttribute('href', '/embed/county/faulkner');
  });
});

describe('the storm outlook of a county', () => {
  it("uses the center's terms, with their meaning and validity", async () => {
    renderCounty({ 'GET /main/weather/outlook': () => ({ data: buildOutlook({ '05045': 'ENH', '05007': 'HIGH' }) }) });
    const part = await outlook();
    expect(await part.findByText(/Enhanced Risk/)).toBeVisible();
    expect(part.getByText('level 3 of 5')).toBeVisible();
    expect(part.queryByText('ENH')).not.toBeInTheDocument();
    expect(part.getByText('Numerous severe thunderstorms possible.')).toBeVisible();
    expect(part.queryByText(/High Risk/)).not.toBeInTheDocument();
    expect(part.getAllByText(/^Valid .* to /)).toHaveLength(3);
  });

  it('is unknown for a failed or past day, which is never "none"', async () => {
    const past = new Date(Date.now() - 60_000).toISOString();
    const data = buildOutlook({}, { valid_until: past });
    data.days[1] = { ...data.days[1]!, ok: false, reason: 'failed', valid_until: null };
    renderCounty({ 'GET /main/weather/outlook': { data } });
    const part = await outlook();
    expect(await part.findAllByText('Not available right now.')).toHaveLength(2);
    expect(part.getAllByText(/No severe storms/)).toHaveLength(1);
  });

  it("says when it couldn't be refreshed", async () => {
    renderCounty({ 'GET /main/weather/outlook': () => ({ data: buildOutlook({}, { stale: true }) }) });
    expect(await (await outlook()).findByText(/couldn't update it since then/)).toBeVisible();
  });
});

describe('the storm reports of a county', () => {
  it("shows the county's reports, marked as preliminary", async () => {
    const own = buildStormReport(1, { remark: 'Golf balls' });
    const other = buildStormReport(2, { county: '05007', remark: 'Elsewhere' });
    renderCounty({ 'GET /main/weather/reports': () => ({ data: buildStormReports([own, other]) }) });
    const part = await reports();
    expect(await part.findByText('Golf balls')).toBeVisible();
    expect(part.getByText(/^Preliminary/)).toBeVisible();
    expect(part.getByText(', 1.75 inches, measured')).toBeVisible();
    expect(part.queryByText('Elsewhere')).not.toBeInTheDocument();
  });

  it('shows twenty at a time, and all 300 on request, keeping the reading position', async () => {
    const many = Array.from({ length: 300 }, (_, index) => buildStormReport(index + 1));
    renderCounty({ 'GET /main/weather/reports': () => ({ data: buildStormReports(many) }) });
    const list = await (await reports()).findByRole('list', { name: 'Storm reports' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(20);
    await userEvent.click(screen.getByRole('button', { name: 'Show all 300' }));
    const entries = within(list).getAllByRole('listitem');
    expect(entries).toHaveLength(300);
    expect(entries[20]).toHaveFocus();
  });

  it.each([
    ['nobody knows', { ok: false, reason: 'failed' as const }],
    ['the list was cut', { abridged: true }],
  ])('doesn\'t say "none" when %s', async (_case, changes) => {
    renderCounty({ 'GET /main/weather/reports': () => ({ data: buildStormReports([], changes) }) });
    expect(await (await reports()).findByText(/can't tell right now whether storms were reported/)).toBeVisible();
    expect(screen.queryByText(/No storm report/)).not.toBeInTheDocument();
  });
});

describe('the rivers of a county', () => {
  it('shows stage, trend, category and crest, and loads the chart when opened', async () => {
    const { calls } = renderCounty({
      'GET /main/weather/rivers': () => ({
        data: buildRivers([buildGauge(), buildGauge({ id: 'OTHER', county: '' })]),
      }),
      'GET /main/weather/rivers/TADA4': () => ({ data: buildGaugeCourse() }),
    });
    const part = await rivers();
    expect(await part.findByText('12.4 ft')).toBeVisible();
    expect(part.getByText('rising')).toBeVisible();
    expect(part.getByText('No flooding')).toBeVisible();
    expect(part.getByText(/Highest forecast: 28\.1 ft, .*: minor flooding/)).toBeVisible();
    expect(part.getAllByRole('listitem')).toHaveLength(1);
    expect(calls.some(({ path }) => path.endsWith('/TADA4'))).toBe(false);

    const opener = part.getByRole('button', { name: /Show readings for Arkansas River/ });
    await userEvent.click(opener);
    expect(await part.findByText('Minor flooding 24.0 ft')).toBeVisible();
    expect(
      part.getByText(/major flooding 45\.0 ft\. Flood stages far above the current level aren't shown\./),
    ).toBeVisible();
    await userEvent.click(part.getByText('Show the readings as a table'));
    const table = within(part.getByRole('table'));
    expect(table.getAllByText('Measured').length).toBeGreaterThan(10);
    expect(table.getAllByText('Forecast')).toHaveLength(8);
    await userEvent.click(part.getByRole('button', { name: /Hide readings/ }));
    expect(part.queryByRole('table')).not.toBeInTheDocument();
  });

  it('says what is missing: reading, forecast, flood stages or chart', async () => {
    const bare = buildGauge({ observed: null, observed_category: '', trend: '', crest: null, crest_category: '' });
    const thresholds = { action_feet: null, minor_feet: null, moderate_feet: null, major_feet: null };
    const course = buildGaugeCourse({ gauge: bare, forecast: [], forecast_issued_at: null, thresholds });
    renderCounty({
      'GET /main/weather/rivers': () => ({ data: buildRivers([bare]) }),
      'GET /main/weather/rivers/TADA4': { data: course },
    });
    const part = await rivers();
    expect(await part.findByText('No reading in the last day')).toBeVisible();
    await userEvent.click(part.getByRole('button', { name: /Show readings/ }));
    expect(await part.findByText(/There is no forecast for this gauge\. This gauge has no flood stages/)).toBeVisible();
  });

  it('says when the chart fails to load, and when gauges are unknown', async () => {
    const { unmount } = renderCounty({ 'GET /main/weather/rivers': () => ({ data: buildRivers([buildGauge()]) }) });
    await userEvent.click(await (await rivers()).findByRole('button', { name: /Show readings/ }));
    expect(await screen.findByText("We can't show this river's readings right now.")).toBeVisible();
    unmount();
    renderCounty({
      'GET /main/weather/rivers': () => ({ data: buildRivers([], { ok: false, reason: 'failed' }) }),
    });
    expect(await screen.findByText("River levels for Faulkner County aren't available right now.")).toBeVisible();
  });
});

describe('the counties', () => {
  it('links to all counties', async () => {
    const { router } = renderCounty({}, '/county');
    expect(await screen.findByRole('heading', { level: 1, name: 'Counties of Arkansas' })).toBeVisible();
    const main = within(screen.getByRole('main'));
    expect(main.getAllByRole('link')).toHaveLength(75);
    await userEvent.selectOptions(main.getByRole('combobox', { name: 'Your county' }), 'Yell County');
    await waitFor(() => expect(router.state.location.pathname).toBe('/county/yell'));
  });
});
