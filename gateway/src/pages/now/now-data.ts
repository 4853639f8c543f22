/** The data of the lightweight pages, from the public responses, so that they agree with the full pages. */
import type { Forecast } from '@site/proto/weather/v1/forecasts.responses';
import type { NextHour } from '@site/proto/weather/v1/next-hour.responses';
import type { OutlookDay } from '@site/proto/weather/v1/outlook.responses';
import type { Radar } from '@site/proto/weather/v1/radar.responses';
import type { County } from '@site/regions/counties';
import type { AlertData } from '../../responses/alert-json.js';
import type { AlertsData } from '../../responses/weather-responses.js';

export type NowAlert = AlertData;

export type NowAlerts = Pick<AlertsData, 'ok' | 'updatedAt' | 'alerts' | 'pollSeconds'> &
  Partial<Pick<AlertsData, 'unlisted'>>;

/** Before the first alert list. */
export const emptyNowAlerts: NowAlerts = { ok: false, updatedAt: null, alerts: [], pollSeconds: 10 };

/** Any reading may be absent, at any depth. */
type Readings<Value> = Value extends readonly (infer Entry)[]
  ? Readings<Entry>[]
  : Value extends object
    ? { [Name in keyof Value]?: Readings<Value[Name]> }
    : Value;

export type NowConditions = Readings<Pick<Forecast, 'location' | 'current' | 'forecast'>> & {
  meta: Pick<Forecast['meta'], 'fetchedAt' | 'observedAt' | 'stale' | 'sample'> & Partial<Forecast['meta']>;
};

export type NowOutlook = Omit<OutlookDay, 'reason'>;

/** Each part is absent before its first response. */
export interface NowStorm {
  outlook?: NowOutlook | undefined;
  radar?: Pick<Radar, 'ok' | 'still'> | undefined;
  /** Of a county's page. */
  nextHour?: Pick<NextHour, 'ok' | 'steps' | 'frame_time'> | undefined;
}

/** Whether an alert applies to the whole state, as one without counties does. */
export const isForAll = ({ statewide, counties }: NowAlert): boolean => statewide || counties.length === 0;

/** Includes statewide alerts; keeps the order (most dangerous first). */
export const alertsIn = ({ alerts }: Pick<NowAlerts, 'alerts'>, { fips }: County): NowAlert[] =>
  alerts.filter((alert) => isForAll(alert) || alert.counties.includes(fips));
