import type { ListAlertsResponse } from '@site/proto/gen/nest/weather/v1/alerts';
import { aForecast, anAlert, someAlerts } from '../testing/fake-messages.js';
import { alertsData, forecastData } from './weather-responses.js';

const minute = 60_000;
const now = Date.parse('2026-11-20T12:00:00Z');
const ago = (ms: number) => new Date(now - ms).toISOString();

describe('alert data', () => {
  const answer = (changes: object = {}) =>
    someAlerts({ updatedAt: ago(minute), alerts: [], ...changes }) as unknown as ListAlertsResponse;
  const times = { sourceTime: ago(0), serverTime: ago(0) };
  const message = (changes: object = {}, isUnreachable = false) =>
    alertsData(answer(changes), isUnreachable, now, times);
  const idsOf = (alerts: readonly { id: string }[]) => alerts.map(({ id }) => id);

  it('claims complete alerts for only five minutes after a success', () => {
    expect(message().ok).toBe(true);
    expect(message({ updatedAt: ago(5 * minute) }).ok).toBe(false);
    expect(message({ updatedAt: undefined }).ok).toBe(false);
    expect(message({ ok: false }).ok).toBe(false);
    // Further ahead than replicas can differ.
    expect(message({ updatedAt: ago(-30 * minute) }).ok).toBe(false);
    // Recent, but the provider hasn't been polled since.
    expect(message({}, true).ok).toBe(false);
  });

  it('drops an alert the moment it ends, even from an old response', () => {
    const since = { effective: ago(minute) };
    const alerts = [
      anAlert({ ...since, id: 'ended', expires: ago(0) }),
      anAlert({ ...since, id: 'open', expires: undefined }),
      anAlert({ ...since, id: 'on', expires: ago(-1) }),
    ];
    expect(idsOf(message({ alerts }).alerts)).toEqual(['on', 'open']);
    const forecast = aForecast({ alerts: { alert: alerts } });
    expect(forecastData(forecast as never, { isUnreachable: false, now, isHot: false }).alerts.alert).toHaveLength(2);
  });

  it('lists alerts that are no longer listed separately, until their own end', () => {
    const since = { unlistedSince: ago(minute) };
    const unlisted = [
      anAlert({ ...since, id: 'advisory', expires: ago(-minute), danger: 80, level: 'advisory' }),
      anAlert({ ...since, id: 'ended', expires: ago(0) }),
      anAlert({ ...since, id: 'warning', expires: ago(-minute) }),
    ];
    const data = message({ unlisted });
    expect(data.alerts).toEqual([]);
    expect(data.unlisted.map(({ id, unlisted_since: left }) => [id, left])).toEqual([
      ['warning', ago(minute)],
      ['advisory', ago(minute)],
    ]);
  });

  it('sets a short polling interval while an alert is severe or the status is unknown', () => {
    const statement = {
      event: 'Special Weather Statement',
      severity: 'Moderate',
      level: 'statement',
      expires: ago(-minute),
    };
    const pollSeconds = (alert: object, changes: object = {}) =>
      message({ alerts: [anAlert({ effective: ago(minute), ...alert })], ...changes }).pollSeconds;
    expect(pollSeconds({ expires: ago(-minute) })).toBe(10);
    expect(pollSeconds({ effective: ago(-5 * minute), expires: ago(-9 * minute) })).toBe(60);
    expect(pollSeconds(statement)).toBe(60);
    expect(pollSeconds(statement, { ok: false })).toBe(10);
  });

  it('sorts the most dangerous first and later starts last', () => {
    const held = { effective: ago(minute), expires: ago(-30 * minute) };
    const alerts = [
      anAlert({ ...held, id: 'later', effective: ago(-5 * minute), danger: 0 }),
      anAlert({ ...held, id: 'watch', danger: 61, level: 'watch' }),
      anAlert({ ...held, id: 'emergency', danger: 0, level: 'emergency' }),
    ];
    const data = message({ alerts });
    expect(idsOf(data.alerts)).toEqual(['emergency', 'watch', 'later']);
  });

  it('doesn\'t repeat an old "all clear" in a stale forecast', () => {
    const old = aForecast({
      meta: {
        source: 'nws',
        fetchedAt: ago(10 * minute),
        stale: false,
        ageSeconds: 0,
        alertsOk: true,
        alertsFetchedAt: ago(10 * minute),
        sample: false,
      },
    });
    const young = { ...aForecast(), meta: { ...aForecast().meta, alertsFetchedAt: ago(minute) } } as never;
    expect(forecastData(young, { isUnreachable: false, now, isHot: false }).meta.alertsOk).toBe(true);
    expect(
      forecastData(young, { isUnreachable: false, now, isHot: false, canConfirmNoAlerts: false }).meta.alertsOk,
    ).toBe(false);
    expect(
      forecastData(young, { isUnreachable: false, now, isHot: false, alertsChangedAt: ago(0) }).meta.alertsOk,
    ).toBe(false);
    expect(forecastData(old as never, { isUnreachable: true, now, isHot: false }).meta).toMatchObject({
      stale: true,
      ageSeconds: 600,
      alertsOk: false,
    });
  });

  it("tolerates a geometry that isn't JSON", () => {
    expect(message({ alerts: [anAlert({ geometry: '{', expires: ago(-1) })] }).alerts[0]).toMatchObject({
      geometry: null,
    });
  });

  it("uses WeatherAPI's field names, including air quality, and names the reading's source", () => {
    const created = aForecast({
      current: { gustMph: 31.3, airQuality: { pm2_5: 8.4, usEpaIndex: 1 }, notMeasured: ['uv'] },
      forecast: {
        forecastday: [{ date: '2026-11-20', day: { maxgustMph: 31, totalsnowCm: 2, onlyRain: false } }],
        hour: [],
      },
      meta: {
        ...aForecast().meta,
        forecastIssuedAt: ago(60 * minute),
        forecastDelayed: true,
        currentFrom: 'observation',
        stationId: 'KLIT',
        stationName: 'Little Rock, Adams Field Airport',
      },
    });
    const data = forecastData(created as never, { isUnreachable: false, now, isHot: false });
    expect(data.meta.pollSeconds).toBe(60);
    expect(forecastData(created as never, { isUnreachable: false, now, isHot: true }).meta.pollSeconds).toBe(30);
    expect(data).toMatchObject({
      current: { gust_mph: 31.3, air_quality: { pm2_5: 8.4, us_epa_index: 1 }, not_measured: ['uv'] },
      forecast: { forecastday: [{ day: { maxgust_mph: 31, totalsnow_cm: 2, only_rain: false } }] },
      meta: {
        forecastIssuedAt: ago(60 * minute),
        forecastDelayed: true,
        currentFrom: 'observation',
        stationId: 'KLIT',
        stationName: 'Little Rock, Adams Field Airport',
      },
    });
  });
});
