import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { providersBelow } from '../../simulator/addresses.mjs';
import type { Behavior } from '../../simulator/provider-modes.js';
import { startSimulator, type Provider, type Simulator } from '../../simulator/simulator.js';
import { warningProduct } from '../../simulator/xmpp/products.js';
import { simulatedUser, startXmppServer, type XmppServer } from '../../simulator/xmpp/xmpp-server.js';
import { checkNwws } from './nwws.mjs';
import { checkProviders } from './providers.mjs';
import { redactorOf, Report, tableOf } from './report.mjs';

const keys = {
  WEATHERAPI_KEY: 'weatherapi-canary',
  MAPBOX_TOKEN: 'pk.mapbox-canary',
  OPENWEATHER_KEY: 'openweather-canary',
  FACEBOOK_PAGE_ID: '100000000000001',
  FACEBOOK_PAGE_ACCESS_TOKEN: 'facebook-canary',
  // Newer than any that we know: it doesn't expire in this test.
  FACEBOOK_GRAPH_VERSION: 'v99.0',
};

let simulator: Simulator;
const folder = mkdtempSync(join(tmpdir(), 'arkansas-weather-doctor-'));
beforeAll(async () => {
  simulator = await startSimulator();
});
afterAll(async () => {
  await simulator.close();
  rmSync(folder, { recursive: true });
});

const newReport = (environment = {}) => new Report(redactorOf(environment));
const findingsOf = ({ rows }: Report) => rows.filter(({ result }) => result === 'warning' || result === 'FAILED');

async function examineProviders(options = {}, changes = {}): Promise<Report> {
  const environment = { PUBLIC_URL: 'https://weather.example', ...providersBelow(simulator.url), ...keys, ...changes };
  const report = newReport(environment);
  await checkProviders(report, environment, options);
  return report;
}

type Deviation = [what: string, provider: Provider, behaviour: Behavior, check: string, result: string, words: RegExp];
const ok = { mode: 'ok' } as const;
const deviations: Deviation[] = [
  [
    'a required field is gone',
    'nws',
    { ...ok, path: '/points/', edit: { field: 'properties.gridId' } },
    'nws point',
    'FAILED',
    /properties\.gridId/,
  ],
  [
    'numbers become text',
    'nws',
    { ...ok, path: '/forecast?', edit: { field: 'properties.periods.temperature', value: 'mild' } },
    'nws forecast',
    'FAILED',
    /only 0 of 14 periods are usable/,
  ],
  [
    'an optional field is gone',
    'nws',
    { ...ok, path: '/hourly', edit: { field: 'properties.periods.windSpeed' } },
    'nws hourly',
    'warning',
    /missing: properties\.periods\.windSpeed/,
  ],
  [
    'forecasts are no longer updated',
    'nws',
    { mode: 'stale', path: '/forecast' },
    'nws forecast',
    'FAILED',
    /older than a day/,
  ],
  [
    'alerts can’t be read',
    'nws',
    { ...ok, path: '/alerts', edit: { field: 'features.properties.event' } },
    'nws alerts',
    'FAILED',
    /4 of 4 features are unreadable/,
  ],
  [
    'its clock is ten minutes ahead',
    'nws',
    { ...ok, clock_ahead_s: 600 },
    'nws alerts',
    'warning',
    /clock is -\d+ s ahead/,
  ],
  ['no ETag', 'nws', { ...ok, headers: { ETag: null } }, 'nws alerts', 'warning', /neither ETag nor/],
  [
    'an ETag that is ignored',
    'nws',
    { ...ok, path: '/alerts', headers: { ETag: '"fixed"' } },
    'nws alerts',
    'warning',
    /instead of 304/,
  ],
  ['too many calls', 'nws', { mode: 'http', status: 429, path: '/alerts' }, 'nws alerts', 'FAILED', /status 429/],
  [
    'few calls left',
    'nws',
    { ...ok, path: '/points/', headers: { 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '2' } },
    'nws point',
    'warning',
    /2 of 60 calls left/,
  ],
  ['a picture instead of the list of times', 'mrms', { mode: 'empty' }, 'mrms capabilities', 'FAILED', /content type/],
  [
    'an unknown category',
    'spc',
    { ...ok, edit: { field: 'features.properties.LABEL', value: 'EXTREME' } },
    'spc outlook',
    'warning',
    /EXTREME\).*: an unknown category/,
  ],
  [
    'a renamed time',
    'iem',
    { ...ok, edit: { field: 'features.properties.valid' } },
    'iem reports',
    'FAILED',
    /no readable report/,
  ],
  ['a new address', 'noaa-maps', { mode: 'redirect' }, 'noaa-maps reports', 'FAILED', /redirects to/],
  [
    'gauges without a stage',
    'nwps',
    { ...ok, edit: { field: 'gauges.status' } },
    'nwps gauges',
    'FAILED',
    /no gauge has a stage/,
  ],
  [
    'gauges in meters',
    'nwps',
    { ...ok, edit: { field: 'gauges.status.observed.primaryUnit', value: 'm' } },
    'nwps gauges',
    'warning',
    /unknown units: m \(\d+ times\)/,
  ],
  [
    'a gauge’s readings in meters',
    'nwps',
    { ...ok, path: '/stageflow', edit: { field: 'observed.primaryUnits', value: 'm' } },
    'nwps stageflow',
    'warning',
    /unknown units: m/,
  ],
  ['a refused key', 'weatherapi', { mode: 'http', status: 401 }, 'weatherapi forecast', 'FAILED', /status 401/],
  ['a plan with three days', 'weatherapi', { mode: 'free_plan' }, 'weatherapi forecast', 'warning', /3 of 7 days/],
  [
    'another content type',
    'mapbox',
    { mode: 'content_type' },
    'mapbox geocoding',
    'FAILED',
    /content type text\/plain/,
  ],
  [
    'a web page instead of a picture',
    'openweather',
    { mode: 'html' },
    'openweather tile',
    'FAILED',
    /not the wanted file/,
  ],
  ['an expired token', 'facebook', { mode: 'http', status: 400 }, 'facebook page', 'FAILED', /status 400/],
];

describe('the providers', () => {
  it('of a healthy simulator give no finding, and recordings without keys', async () => {
    const report = await examineProviders({ folder });
    expect(findingsOf(report)).toEqual([]);
    expect(report.rows.length).toBeGreaterThan(20);
    const recordings = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(recordings.length).toBeGreaterThan(30);
    expect(recordings.filter((text) => text.includes('canary'))).toEqual([]);
    expect(JSON.parse(readFileSync(join(folder, 'nws_alerts.json'), 'utf8'))).toHaveProperty('features');
  });

  it('deviate in twenty-two ways', () => expect(deviations).toHaveLength(22));

  it.each(deviations)('%s: %s', async (_what, provider, behavior, check, result, args) => {
    simulator.setMode(provider, behavior);
    try {
      const report = await examineProviders();
      expect(findingsOf(report)).toContainEqual({
        check,
        result,
        detail: expect.stringMatching(args) as string,
        todo: expect.stringMatching(/\.$/) as string,
      });
      expect(tableOf(report.rows)).not.toContain('canary');
      // Others are unaffected.
      const name = check.split(' ')[0]!;
      expect(findingsOf(report).filter((row) => row.check.split(' ')[0] !== name)).toEqual([]);
    } finally {
      simulator.setMode(provider, { mode: 'ok' });
    }
  });
});

it('warns of a Graph API version that has expired', async () => {
  const report = await examineProviders({}, { FACEBOOK_GRAPH_VERSION: 'v20.0' });
  expect(findingsOf(report)).toEqual([
    {
      check: 'facebook version',
      result: 'warning',
      detail: 'v20.0 expired on 2026-09-24',
      todo: expect.stringContaining('FACEBOOK_GRAPH_VERSION') as string,
    },
  ]);
});

describe('the NWWS-OI feed', () => {
  let feed: XmppServer;
  beforeEach(async () => {
    feed = await startXmppServer();
  });
  afterEach(() => feed.close());

  async function examineFeed(changes: Record<string, string> = {}) {
    const { user, password } = simulatedUser;
    const environment = { NWWS_HOST: feed.address, NWWS_USER: user, NWWS_PASSWORD: password, ...changes };
    const report = newReport(environment);
    await checkNwws(report, environment, { listenMs: 200 });
    expect(tableOf(report.rows)).not.toContain(password);
    return report.rows[0];
  }
  const log = (minutesAgo: number) => {
    const at = new Date(Date.now() - minutesAgo * 60_000);
    const ends = new Date(at.getTime() + 3_600_000);
    const polygon = [
      [34.6, -92.45],
      [34.9, -92.45],
      [34.9, -92.15],
    ] as const;
    const times = { issued: at, begins: at, ends };
    const product = { kind: 'tornado', action: 'NEW', number: '0001', ...times, counties: ['05119'], polygon } as const;
    feed.say(warningProduct(product));
  };

  it('is healthy with a recent product', async () => {
    log(3);
    expect(await examineFeed()).toMatchObject({ result: 'ok', detail: expect.stringMatching(/3 min old$/) as string });
  });

  it.each([
    ['a wrong password', { NWWS_PASSWORD: 'wrong password' }, 'FAILED', /not-authorized/, /NWWS_PASSWORD/],
    ['no encryption', {}, 'FAILED', /not encrypted/, /over TLS/],
    ['a server that is gone', { NWWS_HOST: '127.0.0.1:9' }, 'FAILED', /ECONNREFUSED/, /firewall/],
    ['silence', {}, 'warning', /^no product$/, /next poll/],
    ['an old product', {}, 'warning', /^last product 90 min old$/, /next poll/],
  ])('deviates by %s', async (what, changes, result, detail, todo) => {
    if (what === 'an old product') log(90);
    // Reaches this machine but isn't recognized as local.
    const elsewhere = what === 'no encryption' && { NWWS_HOST: feed.address.replace('127.0.0.1', '0.0.0.0') };
    expect(await examineFeed({ ...changes, ...elsewhere })).toEqual({
      check: 'nwws-oi',
      result,
      detail: expect.stringMatching(detail) as string,
      todo: expect.stringMatching(todo) as string,
    });
  });

  it('is off without credentials', async () => {
    expect(await examineFeed({ NWWS_USER: '' })).toMatchObject({ result: 'off' });
  });
});

describe('secrets', () => {
  it('never appear, also as a part of an address', () => {
    const redact = redactorOf({
      SMTP_URL: 'smtp://news:p%40ssword-canary@mail.example',
      SMS_AUTH_TOKEN: 'token-canary',
    });
    expect(redact('p@ssword-canary p%40ssword-canary token-canary')).toBe('… … …');
  });
});
