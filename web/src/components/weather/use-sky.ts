/** The sky that pages draw and name for a forecast's place. */
import { describeSky, isCalmUnderWarning, skyOf, skyUnder, type Sky } from '@site/domain/weather/sky';
import { useWarnings } from '../alerts/use-warnings.js';
import { useAlertsOf } from '../alerts/use-alerts-of-place.js';
import type { ForecastResponse } from '../time/forecast-clock.js';
import { clockTimeIn, stateTimeZone } from '../time/times.js';
import { useCurrentWeather, type CurrentWeather } from './current-weather.js';

interface DescribedSky {
  sky: Sky;
  /** "Clear when last measured, 5:12 PM" during a warning; empty when unknown. */
  label: string;
}

/** Considers the forecast's alerts and, if newer, the warnings for the visitor's place. */
export function useSky(forecast: ForecastResponse | undefined): DescribedSky {
  const weather = useCurrentWeather(forecast);
  const { current } = weather;
  const { alerts: forecastAlerts, now } = useAlertsOf(forecast);
  const alerts = [...(useWarnings()?.local ?? []), ...forecastAlerts];
  const sky = skyOf(current?.condition);
  const text = describeSky(current?.condition, current?.is_day);
  const isOutdated = text !== '' && isCalmUnderWarning(sky, alerts, now);
  return { sky: skyUnder(sky, alerts, now), label: isOutdated ? `${text} ${sourceOf(weather)}` : text };
}

function sourceOf({ from, measuredAt }: CurrentWeather): string {
  if (from === 'forecast') return 'in this hour’s forecast';
  return measuredAt === undefined
    ? 'when last measured'
    : `when last measured, ${clockTimeIn(measuredAt, stateTimeZone)}`;
}
