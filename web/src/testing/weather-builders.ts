/** Weather responses of the gateway for tests; callers override what matters to the test. */
import type { AlertsResponse } from '@/components/alerts/alert-queries.js';
import type { ForecastResponse } from '@/components/time/forecast-clock.js';
import { isSevere } from '@site/domain/weather/danger';
import type { Revision, WeatherEvent } from '@site/proto/weather/v1/alert-events.responses';
import type { Alert } from '@site/proto/weather/v1/alerts.responses';
import type { Hour } from '@site/proto/weather/v1/forecasts.responses';

export function buildAlert(number: number, changes: Partial<Alert> = {}): Alert {
  const effective = new Date(Date.now() - 600_000).toISOString();
  const ends = new Date(Date.now() + 3_600_000).toISOString();
  return {
    id: `urn:oid:${number}`,
    event: 'Tornado Warning',
    severity: 'Extreme',
    urgency: 'Immediate',
    certainty: 'Observed',
    headline: `Headline ${number}`,
    desc: `Description ${number}`,
    instruction: 'Take cover now.',
    areas: 'Faulkner; Pulaski',
    geometry: null,
    counties: ['05045'],
    effective,
    expires: changes.ends === undefined ? ends : changes.ends,
    sender: 'NWS Little Rock AR',
    event_key: `KLZK.TO.W.${String(number).padStart(4, '0')}.2026`,
    revision: 1,
    sent: effective,
    onset: effective,
    ends,
    until_further_notice: false,
    nws_headline: '',
    tornado_detection: '',
    tornado_damage_threat: '',
    thunderstorm_damage_threat: '',
    flash_flood_detection: '',
    flash_flood_damage_threat: '',
    max_hail_size: '',
    max_wind_gust: '',
    event_motion_description: '',
    event_codes: ['TOR'],
    vtec: [],
    zones: ['ARC045'],
    statewide: false,
    danger: 5,
    level: 'warning',
    badge: '',
    from_nwws: false,
    unlisted_since: null,
    spanish_text: null,
    ...changes,
  };
}
/** A response created just now; by default all clocks are right. */

export function buildAlerts(alerts: Alert[] = [], changes: Partial<AlertsResponse> = {}): AlertsResponse {
  const now = new Date().toISOString();
  return {
    ok: true,
    updatedAt: now,
    source: 'nws',
    pollSeconds: alerts.some(isSevere) ? 10 : 60,
    sourceTime: now,
    serverTime: now,
    alerts,
    unlisted: [],
    ...changes,
  };
}

export function buildRevision(revision: number, changes: Partial<Revision> = {}): Revision {
  const sent = new Date(Date.now() - 600_000).toISOString();
  return {
    revision,
    action: revision === 1 ? 'NEW' : 'CON',
    sent,
    first_seen_at: sent,
    changes: [],
    alerts: [buildAlert(1, { revision })],
    ...changes,
  };
}
/** A warning in effect; by default all clocks are right. */

export function buildEvent(changes: Partial<WeatherEvent> = {}): WeatherEvent {
  const now = new Date().toISOString();
  return {
    ok: true,
    event_key: 'KLZK.TO.W.0001.2026',
    event: 'Tornado Warning',
    active: true,
    ended_at: null,
    ended_by: '',
    successor_key: null,
    unlisted_since: null,
    revisions: [buildRevision(1)],
    sourceTime: now,
    serverTime: now,
    ...changes,
  };
}
/** An hour of November 20, 2026 (a Friday) or the next day; its temperature is its number: 15:00 has 15 °F. */

export function buildHour(hoursFromMidnight: number, changes: Partial<Hour> = {}): Hour {
  const time = new Date(Date.UTC(2026, 10, 20, hoursFromMidnight)).toISOString().slice(0, 16).replace('T', ' ');
  return {
    time,
    time_epoch: Date.UTC(2026, 10, 20, hoursFromMidnight + 6) / 1_000,
    temp_f: hoursFromMidnight,
    chance_of_rain: 10,
    is_day: true,
    condition: { text: 'Sunny', icon: 'clear-day', code: 1000 },
    only_rain: true,
    ...changes,
  };
}

export function buildForecast(changes: Partial<ForecastResponse> = {}): ForecastResponse {
  const hours = Array.from({ length: 48 }, (_, index) => buildHour(index));
  return {
    location: {
      name: 'Conway',
      region: 'Arkansas',
      country: 'United States of America',
      lat: 35.2,
      lon: -91.83,
      tz_id: 'America/Chicago',
      localtime: '2026-11-20 15:00',
    },
    current: {
      temp_f: 64.9,
      feelslike_c: 18.3,
      feelslike_f: 64.9,
      wind_kph: 13,
      wind_dir: 'S',
      humidity: 58,
      vis_km: 16,
      uv: 3,
      is_day: true,
      condition: { text: 'Partly cloudy', icon: 'partly-cloudy-day', code: 1003 },
      air_quality: undefined,
      not_measured: [],
    },
    forecast: {
      forecastday: [
        {
          date: '2026-11-20',
          day: {
            maxtemp_f: 68.2,
            mintemp_f: 47.1,
            daily_chance_of_rain: 40,
            only_rain: true,
            condition: { text: 'Sunny', icon: '', code: 1000 },
          },
          astro: { sunrise: '06:49 AM', sunset: '05:03 PM' },
          hour: hours.slice(0, 24),
        },
      ],
      hour: hours,
    },
    alerts: { alert: [] },
    meta: {
      source: 'nws',
      observedAt: null,
      alertsFetchedAt: null,
      forecastIssuedAt: null,
      forecastDelayed: false,
      currentFrom: '',
      stationId: '',
      stationName: '',
      pollSeconds: 60,
      fetchedAt: new Date(Date.now() - 240_000).toISOString(),
      stale: false,
      ageSeconds: 240,
      alertsOk: true,
      sample: false,
    },
    ...changes,
  };
}
