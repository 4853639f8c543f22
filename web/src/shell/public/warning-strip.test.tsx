import { screen, within } from '@testing-library/react';
import { buildContent } from '@/testing/builders.js';
import { buildAlert, buildAlerts, buildForecast } from '@/testing/weather-builders.js';
import { renderApp } from '@/testing/render-app.js';
import type { Alert } from '@site/proto/weather/v1/alerts.responses';

const littleRock = { name: '72201', lat: 34.747, lon: -92.2809 };
const around = {
  type: 'Polygon',
  coordinates: [
    [
      [-92.5, 34.6],
      [-92, 34.6],
      [-92, 35],
      [-92.5, 35],
      [-92.5, 34.6],
    ],
  ],
};
const emergency: Partial<Alert> = {
  danger: 0,
  level: 'emergency',
  badge: 'Tornado emergency',
  nws_headline: 'TORNADO EMERGENCY FOR LITTLE ROCK',
  instruction: 'TAKE COVER NOW! Move to a basement or an interior room.',
  counties: ['05119'],
  geometry: around,
};
const storm: Partial<Alert> = { event: 'Severe Thunderstorm Warning', danger: 24, counties: ['05007'], geometry: null };

const open = (path: string, alerts: Alert[], more = {}) =>
  renderApp(path, {
    routes: {
      'GET /main/home': { data: buildContent() },
      'GET /main/weather/alerts': () => ({ data: buildAlerts(alerts) }),
      'GET /main/weather/forecast': { data: buildForecast() },
      ...more,
    },
  });
const strip = () => screen.findByRole('complementary', { name: 'Weather warning' });
const noStrip = () => expect(screen.queryByRole('complementary', { name: 'Weather warning' })).not.toBeInTheDocument();

it('says what, where, until when and what to do, on any page about a warned place', async () => {
  open('/about?lat=34.7470&lon=-92.2809&name=72201', [buildAlert(1, emergency)]);
  const visible = within(await strip());
  expect(visible.getByText('TORNADO EMERGENCY FOR LITTLE ROCK')).toBeVisible();
  expect(visible.getByText('TAKE COVER NOW!')).toBeVisible();
  expect(visible.getByText(/^72201 · In effect now, until .* \(\d+ min left\)$/)).toBeVisible();
  expect(visible.getByRole('link', { name: /EMERGENCY/ })).toHaveAttribute('href', '/warning/KLZK.TO.W.0001.2026');
});

it("prefers the saved place's warning to a worse one elsewhere that isn't an emergency", async () => {
  localStorage.setItem('places', JSON.stringify({ last: { name: 'Rogers', lat: 36.332, lon: -94.1185 } }));
  open('/terms', [
    buildAlert(1, { ...emergency, level: 'warning', badge: '', nws_headline: '' }),
    buildAlert(2, storm),
  ]);
  expect(within(await strip()).getByText('Severe Thunderstorm Warning for Rogers')).toBeVisible();
});

it("prefers the URL's place to the saved one", async () => {
  localStorage.setItem('places', JSON.stringify({ last: littleRock }));
  open('/county/benton', [buildAlert(1, { ...emergency, level: 'warning' }), buildAlert(2, storm)]);
  expect(within(await strip()).getByText('Severe Thunderstorm Warning for Benton County')).toBeVisible();
});

it('uses the counties that the device follows without a place', async () => {
  localStorage.setItem('followed counties', '05007');
  open('/terms', [buildAlert(2, storm)]);
  expect(within(await strip()).getByText('Severe Thunderstorm Warning for Benton County')).toBeVisible();
});

it("names an emergency's counties without a place", async () => {
  open('/no-such-page', [buildAlert(1, emergency)]);
  const visible = within(await strip());
  expect(visible.getByText('TORNADO EMERGENCY FOR LITTLE ROCK')).toBeVisible();
  expect(visible.getByText(/^Pulaski County · In effect now/)).toBeVisible();
  expect(visible.getByText('If you are there: take cover now.')).toBeVisible();
});

it.each([
  ['Tornado Warning', 5, 'TAKE COVER NOW! Move to a basement.', 'take cover now'],
  ['Extreme Wind Warning', 2, 'TAKE SHELTER NOW!', 'take shelter now'],
  [
    'Flash Flood Warning',
    22,
    'Torrential rain is falling. Turn around, don’t drown when encountering flooded roads.',
    'turn around, don’t drown when encountering flooded roads',
  ],
  [
    'Severe Thunderstorm Warning',
    23,
    'For your protection move to an interior room on the lowest floor of a building.',
    'for your protection move to an interior room on the lowest floor of a building',
  ],
  ['Snow Squall Warning', 25, '', 'slow down or stay off the road'],
  ['Earthquake Warning', 24, 'Drop to the floor and take cover.', 'drop to the floor and take cover'],
  ['Ice Storm Warning', 27, 'Travel is strongly discouraged.', 'travel is strongly discouraged'],
])('says the action of a %s on every page without a place', async (event, danger, instruction, action) => {
  const warning = { event, danger, instruction, counties: ['05119'], level: 'warning' as const, badge: '' };
  for (const path of ['/', '/terms', '/no-such-page']) {
    const { unmount } = open(path, [buildAlert(1, { ...warning, nws_headline: '' })]);
    const visible = within(await strip());
    expect(visible.getByText(`${event} for Pulaski County`)).toBeVisible();
    expect(visible.getByText(`If you are there: ${action}.`)).toBeVisible();
    expect(visible.getByRole('status')).toHaveTextContent(`${event} for Pulaski County. If you are there: ${action}.`);
    unmount();
  }
});

it.each([
  ['Evacuation - Immediate', 'Residents of Mena: leave now.', 'If you are there: residents of Mena: leave now.'],
  ['Civil Danger Warning', 'I-40 is closed. Leave the area.', 'If you are there: leave the area.'],
])('gives the reason of a %s before its action', async (event, instruction, action) => {
  const desc = 'A dam is failing.';
  open('/terms', [buildAlert(1, { event, danger: 34, instruction, desc, counties: ['05119'] })]);
  const visible = within(await strip());
  expect(visible.getByText(desc)).toBeVisible();
  expect(visible.getByRole('status')).toHaveTextContent(`${event} for Pulaski County. ${desc} ${action}`);
});

it('speaks to everyone about a warning for the whole state', async () => {
  open('/terms', [
    buildAlert(1, {
      event: 'Civil Emergency Message',
      desc: 'The emergency number 911 is out of service in parts of the state.',
      instruction: 'Call your local police or fire department directly.',
      counties: [],
      statewide: true,
    }),
  ]);
  expect(within(await strip()).getByRole('status')).toHaveTextContent(
    'Civil Emergency Message for Arkansas. 911 is down in parts of Arkansas. Call your local police or fire department directly.',
  );
});

it('shows no warnings that last for days without a place', async () => {
  open('/terms', [
    buildAlert(1, { event: 'Flood Warning', danger: 32, counties: ['05119'], instruction: 'Stay away.' }),
  ]);
  await screen.findByRole('contentinfo');
  noStrip();
});

it('names the action of a warning for the place even if the alert gives none', async () => {
  open('/county/pulaski', [buildAlert(1, { ...emergency, instruction: '' })]);
  expect(within(await strip()).getByText(/^Take shelter now/)).toBeVisible();
});

it("says that an emergency elsewhere isn't at the place", async () => {
  localStorage.setItem('places', JSON.stringify({ last: littleRock }));
  open('/county/benton', [buildAlert(1, emergency)]);
  expect(within(await strip()).getByText(/^Pulaski County, not Benton County · In effect now/)).toBeVisible();
});

it('counts further warnings for the place', async () => {
  open('/county/pulaski', [buildAlert(1, emergency), buildAlert(2, { ...storm, counties: ['05119'] })]);
  expect(within(await strip()).getByRole('link', { name: '1 more alert for Pulaski County' })).toHaveAttribute(
    'href',
    '/alert',
  );
});

it.each([
  ['another county', [buildAlert(2, storm)]],
  ['nothing but watches', [buildAlert(1, { event: 'Tornado Watch', level: 'watch', danger: 61, counties: ['05119'] })]],
  [
    'a warning that has yet to begin',
    [buildAlert(1, { ...emergency, onset: new Date(Date.now() + 9e6).toISOString() })],
  ],
])('is absent with %s', async (_case, alerts) => {
  open('/county/pulaski', alerts);
  await screen.findByRole('heading', { level: 1, name: 'Pulaski County' });
  await screen.findByRole('region', { name: 'Warnings for Pulaski County' });
  noStrip();
});
