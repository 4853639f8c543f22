import type { Alert } from '@site/proto/gen/nest/weather/v1/alerts';
import { sampleForecast } from '../nws/sample-forecast.js';
import { addProviderAlerts } from './provider-alerts.js';

const now = Date.parse('2026-11-20T21:00:00Z');
const minuteMs = 60_000;
const inMinutes = (minutes: number) => new Date(now + minutes * minuteMs).toISOString();

const alert = (changes: Partial<Alert> = {}): Alert => ({
  id: 'own',
  event: 'Tornado Warning',
  severity: 'Extreme',
  urgency: 'Immediate',
  certainty: 'Observed',
  headline: 'Tornado Warning',
  desc: '',
  instruction: '',
  areas: '',
  counties: [],
  effective: inMinutes(-5),
  expires: inMinutes(30),
  geometry: undefined,
  sender: 'WeatherAPI.com',
  eventKey: '',
  revision: 0,
  sent: inMinutes(-5),
  onset: undefined,
  ends: inMinutes(30),
  untilFurtherNotice: false,
  nwsHeadline: '',
  tornadoDetection: '',
  tornadoDamageThreat: '',
  thunderstormDamageThreat: '',
  flashFloodDetection: '',
  flashFloodDamageThreat: '',
  maxHailSize: '',
  maxWindGust: '',
  eventMotionDescription: '',
  eventCodes: [],
  vtec: [],
  zones: [],
  statewide: false,
  danger: 5,
  level: 'warning',
  badge: '',
  fromNwws: false,
  ...changes,
});

const idsWith = (existing: { ok: boolean; alerts: Alert[] }, own: Alert[], fetchedAt = inMinutes(-1)) =>
  addProviderAlerts(existing, { ...sampleForecast(now), fetchedAt, providerAlerts: own }, now, now).alerts.map(
    ({ id }) => id,
  );

describe('alerts that came with the forecast', () => {
  it('are used only while the weather service’s own list is unavailable', () => {
    expect(idsWith({ ok: true, alerts: [] }, [alert()])).toEqual([]);
    expect(idsWith({ ok: false, alerts: [] }, [alert()])).toEqual(['own']);
  });

  it('don’t repeat known alerts', () => {
    const existing = alert({ id: 'nws', expires: inMinutes(30.5) });
    expect(idsWith({ ok: false, alerts: [existing] }, [alert()])).toEqual(['nws']);
    expect(idsWith({ ok: false, alerts: [existing] }, [alert({ expires: inMinutes(90) })])).toEqual(['nws', 'own']);
  });

  it('end at their end time, or within an hour without one', () => {
    expect(idsWith({ ok: false, alerts: [] }, [alert({ expires: inMinutes(0) })])).toEqual([]);
    const endless = alert({ expires: undefined });
    expect(idsWith({ ok: false, alerts: [] }, [endless], inMinutes(-59))).toEqual(['own']);
    expect(idsWith({ ok: false, alerts: [] }, [endless], inMinutes(-61))).toEqual([]);
  });
});
