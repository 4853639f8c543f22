import type { County } from '@site/proto/weather/v1/counties';
import type { AlertData } from '../../answers/alert-data.js';
import type { AlertsData } from '../../answers/weather-answers.js';

/** What the small pages know: what the public answers say, so that they say the same as the large ones. */

export type NowAlert = AlertData;

export type NowAlerts = Pick<AlertsData, 'ok' | 'updatedAt' | 'alerts' | 'pollSeconds'>;

/** Before anything was heard of alerts. */
export const nothingKnown: NowAlerts = { ok: false, updatedAt: null, alerts: [], pollSeconds: 10 };

interface Condition {
  text?: string;
}

interface Day {
  maxtemp_f?: number;
  mintemp_f?: number;
  daily_chance_of_rain?: number;
  daily_chance_of_snow?: number;
  totalsnow_cm?: number;
  totalice_mm?: number;
  only_rain?: boolean;
}

export interface NowConditions {
  location: { name?: string };
  current: {
    temp_f?: number;
    temp_c?: number;
    feelslike_f?: number;
    feelslike_c?: number;
    wind_mph?: number;
    wind_kph?: number;
    wind_dir?: string;
    gust_mph?: number;
    humidity?: number;
    vis_miles?: number;
    condition?: Condition;
  };
  forecast: { forecastday: { day?: Day }[] };
  meta: {
    fetchedAt: string;
    observedAt: string | null;
    stale: boolean;
    sample: boolean;
    forecastMadeAt?: string | null;
    forecastDelayed?: boolean;
    /** "observation" or "forecast"; empty when nobody says. */
    currentFrom?: string;
    stationName?: string;
  };
}

/** Whether an alert is for everybody; so is one that names no county, because somebody is meant by it. */
export const isForAll = ({ statewide, counties }: NowAlert): boolean => statewide || counties.length === 0;

/** The alerts of one county, the most dangerous first as they come: its own, and those for everybody. */
export const alertsIn = ({ alerts }: Pick<NowAlerts, 'alerts'>, { fips }: County): NowAlert[] =>
  alerts.filter((alert) => isForAll(alert) || alert.counties.includes(fips));
