import request from 'supertest';
import { counties } from '@site/regions/counties';
import { until } from '../../../services/platform/testing/until.js';
import { maxPageBytes } from '../pages/now/now-frame.js';
import { aForecast, anAlert, someAlerts } from '../testing/fake-messages.js';
import { setupGateway } from '../testing/given-gateway.js';
import { isOlder } from './current-alerts.js';
import { SourceClock } from './upstream-clock.js';
import type { AlertsData } from './weather-responses.js';

const minute = 60_000;
const listAlerts = 'weather.v1.AlertsService/ListAlerts';
const at = (ms: number) => new Date(ms).toISOString();
const idsOf = (alerts: readonly { id: string }[]) => alerts.map(({ id }) => id);

const inTest = (environment: NodeJS.ProcessEnv = { RATE_LIMIT_SCALE: '1000' }) => {
  const provided = setupGateway(environment);
  const get = (path: string) => request(provided.gateway.url).get(path).buffer(true);
  return {
    given: provided,
    get,
    list: async () => (await get('/main/weather/alerts')).body.data as AlertsData,
    say(answer: () => object) {
      provided.services.weather.handlers[listAlerts] = answer;
      provided.services.weather.announce('alerts');
    },
  };
};

describe('two replicas, one of them lagging', () => {
  const { given, get, list, say } = inTest();

  it('never retract a warning, and never report "unknown" while one of them is up to date', async () => {
    const before = someAlerts({ version: 6, updatedAt: at(Date.now() - 20_000), alerts: [] });
    const after = () => someAlerts({ version: 7, alerts: [anAlert({ id: 'new' })], updatedAt: newer });
    const newer = at(Date.now());
    const blind = () => someAlerts({ ok: false, version: 7, alerts: [], updatedAt: newer });
    say(after);
    await until('the warning', async () => idsOf((await list()).alerts)[0] === 'new');
    for (const lagging of [() => before, blind, () => someAlerts({ ok: false, updatedAt: undefined, alerts: [] })]) {
      const target = given.services.weather.callsOf(listAlerts);
      say(lagging);
      await until('the lagging replica to be asked', () => given.services.weather.callsOf(listAlerts) > target);
      say(after);
      await until('the other to be asked', () => given.services.weather.callsOf(listAlerts) > target + 1);
      const { ok, alerts } = await list();
      expect([ok, idsOf(alerts)]).toEqual([true, ['new']]);
      expect((await get('/now/pulaski')).text).not.toContain('No Active Weather Alerts');
    }
  });

  it('pass on a newer response within two seconds of its notice', async () => {
    await until('the gateway watches', () => given.services.weather.watcherCount > 0);
    const alerts = [anAlert({ id: 'second' })];
    say(() => someAlerts({ version: 8, alerts, updatedAt: at(Date.now()) }));
    await until('the second warning', async () => idsOf((await list()).alerts).includes('second'), 2_000);
    expect((await get('/now/pulaski')).text).toContain('Tornado Warning');
  });

  it('a lagging replica\'s forecast doesn\'t claim "no alerts"', async () => {
    const meta = { ...aForecast().meta, alertsFetchedAt: at(Date.now() - minute) };
    given.services.weather.handlers['weather.v1.ForecastsService/GetForecast'] = () =>
      aForecast({ alerts: { alert: [] }, meta });
    say(() => someAlerts({ version: 9, alerts: [anAlert({ id: 'third' })], updatedAt: at(Date.now()) }));
    await until('the third warning', async () => idsOf((await list()).alerts).includes('third'));
    const { body } = await get('/main/weather/forecast?lat=34.7&lon=-92.3&days=1');
    expect([body.data.alerts.alert, body.data.meta.alertsOk]).toEqual([[], false]);
  });
});

describe('the order of responses', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  const answer = (changes: object) =>
    someAlerts({ sourceTime: at(now), updatedAt: at(now - minute), version: 5, ...changes }) as never;

  it('is by last success, then version, then whether the source was reached', () => {
    const cached = answer({});
    expect(isOlder(answer({ updatedAt: at(now - 2 * minute), version: 9 }), cached, now)).toBe(true);
    expect(isOlder(answer({ updatedAt: undefined, version: 9 }), cached, now)).toBe(true);
    expect(isOlder(answer({ version: 4 }), cached, now)).toBe(true);
    expect(isOlder(answer({ ok: false }), cached, now)).toBe(true);
    expect(isOlder(answer({ ok: false, version: 6 }), cached, now)).toBe(false);
    expect(isOlder(answer({ updatedAt: at(now), version: 1 }), cached, now)).toBe(false);
  });

  it('is by version if the upstream clock was wrong, because times are unreliable then', () => {
    const fromAnHourAhead = answer({ updatedAt: at(now + 60 * minute), sourceTime: at(now + 60 * minute) });
    expect(isOlder(answer({ version: 6 }), fromAnHourAhead, now + 60 * minute)).toBe(false);
    expect(isOlder(answer({ version: 4 }), fromAnHourAhead, now + 60 * minute)).toBe(true);
  });
});

describe('the upstream clock', () => {
  it('advances on its own, ignores delayed responses, and goes back only when set back', () => {
    const clock = new SourceClock();
    const timing = Date.parse('2026-11-20T12:00:00Z');
    expect(clock.times().sourceTime).toBeNull();
    clock.hear(at(timing));
    clock.hear(at(timing - 3_000));
    clock.hear('nonsense');
    expect(clock.now()).toBeGreaterThanOrEqual(timing);
    expect(clock.now()).toBeLessThan(timing + minute);
    clock.hear(at(timing - 60 * minute));
    expect(clock.now()).toBeLessThan(timing - 59 * minute);
  });
});

describe.each([45, -45])('a gateway with a clock that is %i minutes off', (minutes) => {
  const { given, get, list, say } = inTest();

  it('hides no alert, ends none early, and still reports "none" correctly', async () => {
    // Upstream time is correct; this machine is off by `minutes`.
    const source = () => Date.now() - minutes * minute;
    const soon = anAlert({ id: 'on', effective: at(source() - minute), expires: at(source() + minute) });
    const over = anAlert({ id: 'over', effective: at(source() - 2 * minute), expires: at(source() - minute) });
    const answer = (version: number, alerts: object[]) => () =>
      someAlerts({ version, alerts, updatedAt: at(source()), sourceTime: at(source()) });
    say(answer(2, [soon, over]));
    const data = await until('the alert', async () => {
      const message = await list();
      return idsOf(message.alerts)[0] === 'on' ? message : undefined;
    });
    expect([data.ok, idsOf(data.alerts), data.pollSeconds]).toEqual([true, ['on'], 10]);
    expect(Date.parse(data.serverTime) - Date.parse(data.sourceTime ?? '')).toBeLessThanOrEqual(
      minutes * minute + 10_000,
    );
    expect((await get('/now/pulaski/still')).text).toContain('In effect now');
    expect((await get('/alerts.atom')).text).toContain('<entry>');

    say(answer(3, []));
    await until('the empty list', async () => (await list()).alerts.length === 0);
    expect([(await list()).ok, (await list()).pollSeconds]).toEqual([true, 60]);
    const text = await until('the page without it', async () => {
      const page = (await get('/now/pulaski/still')).text;
      return page.includes('No Active Weather Alerts') ? page : undefined;
    });
    expect(text).toContain('less than a minute ago');
    expect(given.services.weather.callsOf(listAlerts)).toBeGreaterThan(1);
  });
});

describe('500 alerts with mixed structure', () => {
  const { get, list, say } = inTest();
  const now = Date.now();
  const kinds = [
    { event: 'Tornado Warning', severity: 'Extreme', danger: 5, level: 'warning', ends: at(now + 30 * minute) },
    {
      event: 'Flood Warning',
      severity: 'Severe',
      danger: 32,
      level: 'warning',
      ends: undefined,
      untilFurtherNotice: true,
    },
    { event: 'Winter Storm Watch', severity: 'Severe', danger: 65, level: 'watch', ends: at(now + 72 * 60 * minute) },
    {
      event: 'Special Weather Statement',
      severity: 'Moderate',
      danger: 90,
      level: 'statement',
      ends: at(now + minute * 45),
    },
    { event: 'Heat Advisory', severity: 'Moderate', danger: 80, level: 'advisory', ends: at(now + 9 * 60 * minute) },
  ];
  const content = [
    'At 148 PM CST, severe thunderstorms were located along a line.\n\nHAZARD...70 mph wind gusts.\n\nSOURCE...Radar indicated.\n\nIMPACT...Expect damage.',
    '* WHAT...Flooding caused by rain.\n\n* WHERE...A river & its "banks".\n\n* WHEN...Until further notice.\n\n* IMPACTS...Low land.'.repeat(
      4,
    ),
    '',
  ];
  const alerts = Array.from({ length: 500 }, (_unused, index) => {
    const kind = kinds[index % kinds.length]!;
    const begins = index % 7 === 0 ? now + 60 * minute : now - 10 * minute;
    const isOver = index % 50 === 49;
    return anAlert({
      ...kind,
      id: `urn:oid:2.49.0.1.840.0.${index}.001.1`,
      // Every tenth alert is another segment of the previous event.
      eventKey: `KLZK.XX.W.${String(index % 10 === 9 ? index - 1 : index).padStart(4, '0')}.2026`,
      desc: content[index % content.length],
      instruction: index % 4 === 0 ? '' : 'Turn around, don’t drown. '.repeat(20),
      counties: Array.from({ length: index % 9 }, (_none, n) => counties[(index * 7 + n * 11) % 75]!.fips),
      statewide: index % 100 === 0,
      geometry: ['{"type":"Polygon","coordinates":[[[0,0],[0,1],[1,1],[0,0]]]}', '{', undefined][index % 3],
      nwsHeadline: index % 2 ? 'LONG HEADLINE <&> '.repeat(10) : '',
      onset: index % 11 === 0 ? undefined : at(begins),
      effective: at(begins),
      ends: isOver ? at(now - minute) : kind.ends && at(Math.max(Date.parse(kind.ends), begins + minute * 20)),
      // Larger than other services' responses may be.
      zones: Array.from({ length: 120 }, (_none, n) => `ARZ${String(n).padStart(3, '0')}`),
      areas: 'Pulaski; Faulkner; '.repeat(60),
    });
  });
  const current = alerts.filter(({ ends }) => !ends || Date.parse(ends as string) > now);
  const of = (fips: string) =>
    current.filter(({ statewide, counties: all }) => statewide || all.length === 0 || all.includes(fips));

  it('are complete and correct, and each county gets its own', async () => {
    expect(Buffer.byteLength(JSON.stringify(alerts))).toBeGreaterThan(1024 * 1024);
    say(() => someAlerts({ version: 2, alerts }));
    const data = await until('all of them', async () => {
      const message = await list();
      return message.alerts.length === current.length ? message : undefined;
    });
    expect(idsOf(data.alerts).sort()).toEqual(idsOf(current).sort());
    const visible = new Map(data.alerts.map((alert) => [alert.id, alert]));
    for (const { id, event, counties: all, statewide } of current)
      expect(visible.get(id)).toMatchObject({ event, counties: all, statewide });
    const begun = data.alerts.map((alert) => Date.parse(alert.onset ?? alert.effective) <= now);
    expect(begun.lastIndexOf(true)).toBeLessThan(begun.indexOf(false));

    for (const { slug, fips } of counties) {
      const { status, text } = await get(`/now/${slug}/still`);
      expect([slug, status]).toEqual([slug, 200]);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxPageBytes);
      const feed = (await get(`/now/${slug}/alerts.atom`)).text;
      const keys = [...feed.matchAll(/<id>[^<]*\/warning\/([^<]+)<\/id>/g)].map(([, key]) => key);
      expect(keys.sort()).toEqual([...new Set(of(fips).map(({ eventKey }) => eventKey))].sort());
      expect(text).not.toContain('No Active Weather Alerts');
    }
    expect(Buffer.byteLength((await get('/now')).text)).toBeLessThanOrEqual(maxPageBytes);
  }, 60_000);

  it('each have a page that fits the size limit', async () => {
    for (const { id } of (await list()).alerts.slice(0, 40)) {
      const { status, text } = await get(`/now/alert/${encodeURIComponent(id)}`);
      expect([status, Buffer.byteLength(text) <= maxPageBytes]).toEqual([200, true]);
    }
  });
});
