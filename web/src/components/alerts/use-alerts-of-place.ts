import type { Alert } from '@site/proto/weather/v1/alerts.responses';
import { phaseOf } from '@site/domain/weather/alert-times';
import { useForecastTime, type ForecastResponse } from '../time/forecast-clock.js';

/** Returns the active and upcoming alerts for a forecast's place, most dangerous first. */
export function useAlertsOf(forecast: ForecastResponse | undefined): { alerts: Alert[]; now: number } {
  const now = useForecastTime(forecast);
  const alerts = forecast?.alerts?.alert ?? [];
  return { alerts: alerts.filter((alert) => phaseOf(alert, now) !== 'over'), now };
}
