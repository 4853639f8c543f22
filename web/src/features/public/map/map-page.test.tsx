import type { Outlook } from '@site/proto/weather/v1/outlook.responses';
import type { Gauge, Rivers } from '@site/proto/weather/v1/rivers.responses';
import type { StormReport, StormReports } from '@site/proto/weather/v1/storm-reports.responses';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeImages, type FakeImages } from '@/components/radar/testing/fake-images.js';
import { buildRadar } from '@/components/radar/testing/radar-builders.js';
import { buildContent } from '@/testing/builders.js';
import { buildAlert, buildAlerts } from '@/testing/weather-builders.js';
import type { FakeRoutes } from '@/testing/fake-gateway.js';
import { collectLog } from '@/testing/collect-log.js';
import { renderApp } from '@/testing/render-app.js';

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const renewed = { ok: true, stale: false, fetched_at: ago(1), reason: '' as const };

const layers = (reason: '' | 'not configured') =>
  ['clouds', 'precipitation', 'pressure', 'wind', 'temperature'].map((layer) => ({
    layer,
    reason,
    available: reason === '',
    newest_at: null,
    oldest_at: null,
  }));
const report = (number: number, changes: Partial<StormReport> = {}): StormReport => ({
  id: `r${number}`,
  time: ago(number),
  type: `Hail ${number}`,
  kind: 'hail',
  magnitude: '1.75 inches',
  qualifier: 'measured',
  place: '2 NE Conway',
  county: '05045',
  lat: 35.1,
  lon: -92.4,
  remark: '',
  reporter: '',
  office: 'LZK',
  ...changes,
});
const reports = (count: number, changes: Partial<StormReports> = {}): StormReports => ({
  ...renewed,
  source: 'iem',
  abridged: false,
  reports: Array.from({ length: count }, (_, index) => report(index + 1)),
  ...changes,
});
const gauge = (name: string, changes: Partial<Gauge> = {}): Gauge => ({
  id: name.slice(0, 5),
  name,
  county: '05119',
  lat: 34.7,
  lon: -92.3,
  observed: { at: ago(30), feet: 12.4 },
  observed_category: 'no_flooding',
  trend: 'rising',
  crest: null,
  crest_category: '',
  ...changes,
});
const rivers = (gauges: Gauge[], changes: Partial<Rivers> = {}): Rivers => ({ ...renewed, gauges, ...changes });
const slight = { label: 'SLGT' as const, text: 'Slight Risk', level: 2, fill: '#ffe066', stroke: '#ddaa00' };
const outlook = (): Outlook => ({
  days: [1, 2, 3].map((day) => ({
    ...renewed,
    day,
    issued_at: ago(60),
    valid_from: ago(60),
    valid_until: ago(-600),
    areas: day === 1 ? [{ ...slight, geometry: null }] : [],
    unknown_areas: [],
    counties: day === 1 ? [{ county: '05119', label: 'SLGT', level: 2 }] : [],
    ...(day === 3 && { ok: false, reason: 'failed', areas: [], counties: [] }),
  })),
});

const routes: FakeRoutes = {
  'GET /main/home': { data: buildContent() },
  'GET /main/keys': { data: { weather_Key: '', map_Key: '' } },
  'GET /main/weather/alerts': () => ({ data: buildAlerts([buildAlert(1)]) }),
  'GET /main/weather/radar': { data: buildRadar(12) },
  'GET /main/weather/layers': { data: layers('not configured') },
  'GET /main/weather/outlook': { data: outlook() },
  'GET /main/weather/reports': { data: reports(3) },
  'GET /main/weather/rivers': { data: rivers([gauge('Arkansas River at Little Rock')]) },
};
const open = (changes: FakeRoutes = {}) => renderApp('/map', { routes: { ...routes, ...changes } });
const group = (name: string) => screen.findByRole('group', { name });
const options = async () => within(await group('Map layer')).getAllByRole<HTMLInputElement>('radio');
const region = (name: string) => screen.findByRole('region', { name });

describe('the map page', () => {
  const logged = collectLog();
  let images: FakeImages;
  beforeEach(() => {
    images = fakeImages();
  });

  it('shows the radar without a key, and hides layers that need one', async () => {
    open();
    await waitFor(async () => expect((await options()).find(({ checked }) => checked)?.value).toBe('radar'));
    expect((await options()).map(({ value }) => value)).toEqual(['radar', 'outlook']);
    await waitFor(() => expect(images.requestedUrls).toEqual(['/media/radar/0.webp']));
    expect(await screen.findByRole('img', { name: /^Radar echoes by strength/ })).toBeVisible();
  });

  it('requests the radar immediately, not after the map', async () => {
    const { calls } = open();
    await group('Map layer');
    const paths = calls.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['/main/weather/radar', '/main/keys', '/main/weather/layers']));
  });

  it.each([
    ['it rains', buildRadar(3), 'radar'],
    ['it does not rain', buildRadar(3, { has_echoes: false }), 'temperature'],
    ['nobody has a picture', buildRadar(0), 'temperature'],
  ])('with a key, starts with the most useful layer when %s', async (_case, data, value) => {
    open({ 'GET /main/weather/radar': { data }, 'GET /main/weather/layers': { data: layers('') } });
    await waitFor(async () => expect((await options()).find(({ checked }) => checked)?.value).toBe(value));
    expect(await options()).toHaveLength(7);
  });

  it("keeps the visitor's choice", async () => {
    const { client } = open();
    await userEvent.click(await screen.findByText('Storm outlook', { selector: 'label' }));
    await client.refetchQueries({ queryKey: ['radar'] });
    expect(screen.getByRole('radio', { name: 'Storm outlook' })).toBeChecked();
    expect(screen.queryByRole('slider')).not.toBeInTheDocument();
  });

  it('shows the radar and the alerts when the outlook is malformed', async () => {
    open({ 'GET /main/weather/outlook': { data: { days: [{ day: 1, ok: true }] } } });
    const words = within(await region('Storm outlook'));
    expect(await words.findByText('We can’t show the storm outlook right now.')).toBeVisible();
    expect(await screen.findByRole('img', { name: /^Radar echoes by strength/ })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Show Tornado Warning on the map' })).toBeVisible();
  });

  it("shows a day's outlook with colors and times, and says which day is unknown", async () => {
    open();
    await userEvent.click(await screen.findByText('Storm outlook', { selector: 'label' }));
    const days = within(await group('Outlook day')).getAllByRole('radio');
    expect(days).toHaveLength(3);
    expect(within(screen.getByRole('list', { name: 'Outlook colors' })).getByText('Slight Risk')).toBeVisible();
    expect(screen.getByText(/^Storm Prediction Center, checked 1 minute ago/)).toBeVisible();
    await userEvent.click(days[2]!);
    expect(screen.getByText('We don’t have this day’s outlook right now.')).toBeVisible();
  });

  it('explains the report and river markers once they are shown', async () => {
    open({
      'GET /main/weather/rivers': { data: rivers([gauge('White River', { observed_category: 'moderate' })]) },
    });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Storm reports' }));
    expect(within(await screen.findByRole('list', { name: 'Storm report markers' })).getByText('Hail')).toBeVisible();
    expect(
      screen.getByText(/Storm reports: National Weather Service, via the Iowa Environmental Mesonet/),
    ).toBeVisible();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Rivers' }));
    const marks = await screen.findByRole('list', { name: 'River gauge markers' });
    expect(
      within(marks)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['2Moderate flooding']);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Storm reports' }));
    expect(screen.queryByRole('list', { name: 'Storm report markers' })).not.toBeInTheDocument();
  });

  it('says that the radar is unavailable, without an empty loop', async () => {
    open({ 'GET /main/weather/radar': { status: 503, body: 'down' } });
    expect(await screen.findByText(/^Radar unavailable/)).toBeVisible();
    expect(screen.queryByRole('slider')).not.toBeInTheDocument();
    expect(logged).toContain('the radar failed');
    expect(screen.queryByText(/^No rain/)).not.toBeInTheDocument();
  });

  it('lists the alerts', async () => {
    open();
    const list = await screen.findByRole('region', { name: 'Alerts on this map (1)' });
    expect(within(list).getByRole('link', { name: 'Tornado Warning' })).toBeVisible();
  });
});

describe("the map's text equivalent", () => {
  collectLog();
  beforeEach(() => void fakeImages());

  it('has the newest ten reports, each with its county', async () => {
    open({ 'GET /main/weather/reports': { data: reports(300) } });
    const part = within(await region('Storm reports'));
    const items = within(await part.findByRole('list', { name: 'Newest storm reports' })).getAllByRole('listitem');
    expect(items).toHaveLength(10);
    expect(items[0]).toHaveTextContent('Hail 1');
    expect(within(items[0]!).getByRole('link', { name: 'Faulkner County' })).toHaveAttribute(
      'href',
      '/county/faulkner',
    );
    expect(part.getByText(/The newest 10 of 300 .* Preliminary/)).toBeVisible();
  });

  it.each([
    [reports(0), /^No storm reports from Arkansas/],
    [reports(0, { ok: false, reason: 'failed' }), /^We can’t tell right now whether storms were reported/],
  ])('says "none" only when that\'s known', async (data, words) => {
    open({ 'GET /main/weather/reports': { data } });
    expect(await within(await region('Storm reports')).findByText(words)).toBeVisible();
  });

  it('lists rivers at or near flood stage, worst first, including forecasts', async () => {
    const gauges = [
      gauge('Quiet Creek'),
      gauge('Black River', { observed_category: 'action' }),
      gauge('Cache River', { crest: { at: ago(-600), feet: 20 }, crest_category: 'major' }),
    ];
    open({ 'GET /main/weather/rivers': { data: rivers(gauges) } });
    const list = await within(await region('Rivers at or near flood stage')).findByRole('list', {
      name: /flood stage/,
    });
    expect(
      within(list)
        .getAllByRole('heading')
        .map(({ textContent }) => textContent),
    ).toEqual(['Cache River', 'Black River']);
  });

  it.each([
    [rivers([gauge('Quiet Creek')]), /^None of the 1 gauges/],
    [rivers([], { ok: false, reason: 'failed' }), /can’t tell right now whether rivers/],
  ])("says that no river is flooding only when that's known", async (data, words) => {
    open({ 'GET /main/weather/rivers': { data } });
    expect(await within(await region('Rivers at or near flood stage')).findByText(words)).toBeVisible();
  });

  it('has the outlook by day with the counties of each risk', async () => {
    open();
    const days = within(await region('Storm outlook'));
    expect(await days.findByText('one county')).toBeVisible();
    expect(days.getByText('Pulaski')).toBeInTheDocument();
    expect(days.getByText('No thunderstorm risk for any county in Arkansas.')).toBeVisible();
    expect(days.getByText('Not available right now.')).toBeVisible();
  });
});
