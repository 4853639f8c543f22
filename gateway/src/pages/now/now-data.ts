import type { Forecast } from '@site/proto/weather/v1/forecasts.answers';
import type { OutlookDay } from '@site/proto/weather/v1/outlook.answers';
import type { Radar } from '@site/proto/weather/v1/radar.answers';
import type { County } from '@site/state/counties';
import type { AlertData } from '../../answers/alert-data.js';
import type { AlertsData } from '../../answers/weather-answers.js';

/** What the small pages know: the content of the public answers, so that they agree with the large pages. */

export type NowAlert = AlertData;

export type NowAlerts = Pick<AlertsData, 'ok' | 'updatedAt' | 'alerts' | 'pollSeconds'> &
  Partial<Pick<AlertsData, 'unlisted'>>;

/** Before anything was heard of alerts. */
export const nothingKnown: NowAlerts = { ok: false, updatedAt: null, alerts: [], pollSeconds: 10 };

/** Readings may be absent at any depth. */
type Readings<Value> = Value extends readonly (infer Entry)[]
  ? Readings<Entry>[]
  : Value extends object
    ? { [Name in keyof Value]?: Readings<Value[Name]> }
    : Value;

export type NowConditions = Readings<Pick<Forecast, 'location' | 'current' | 'forecast'>> & {
  meta: Pick<Forecast['meta'], 'fetchedAt' | 'observedAt' | 'stale' | 'sample'> & Partial<Forecast['meta']>;
};

/** The storm outlook of the first day. */
export type NowOutlook = Omit<OutlookDay, 'reason'>;

/** What may come; absent where nothing was ever heard. */
export interface NowStorm {
  outlook?: NowOutlook | undefined;
  radar?: Pick<Radar, 'ok' | 'still'> | undefined;
}

/** Whether an alert is for everybody; so is one that names no county, because it must be meant for somebody. */
export const isForAll = ({ statewide, counties }: NowAlert): boolean => statewide || counties.length === 0;

/** The alerts of one county, the most dangerous first as they come: its own, and those for everybody. */
export const alertsIn = ({ alerts }: Pick<NowAlerts, 'alerts'>, { fips }: County): NowAlert[] =>
  alerts.filter((alert) => isForAll(alert) || alert.counties.includes(fips));
