/**
 * Apparent temperature by the National Weather Service's formulas: wind chill
 * (https://www.weather.gov/media/epz/wxcalc/windChill.pdf), at 50 °F and below with a wind above 3 mph; heat index
 * (https://www.wpc.ncep.noaa.gov/html/heatindex_equation.shtml), at 80 °F and above; otherwise the air temperature.
 */
import { celsiusOf, fahrenheitOf, kilometersPerMile } from './units.js';

/** Thresholds apply to the displayed value: 26.67 °C is 80 °F. */
const toDisplayPrecision = (value: number) => Math.round(value * 10) / 10;

const warmestForChillF = 50;
const minWindForChillMph = 3;
const coolestForHeatF = 80;
/** °C; beyond it a provider's value is for another hour or wrong. */
const maxFormulaDeviationC = 3;
/** °C from the air temperature, where neither formula applies. */
const maxTemperatureDeviationC = 5;

/** Only valid at `warmestForChillF` and below, with a wind above `minWindForChillMph`. */
export const windChillF = (temperatureF: number, windMph: number): number =>
  35.74 + 0.6215 * temperatureF - 35.75 * windMph ** 0.16 + 0.4275 * temperatureF * windMph ** 0.16;

/** @param humidity relative, in percent */
export function heatIndexF(temperatureF: number, humidity: number): number {
  const t = temperatureF;
  const rh = humidity;
  // Steadman's simple formula, averaged with the temperature, decides on Rothfusz's regression.
  const simple = (0.5 * (t + 61 + (t - 68) * 1.2 + rh * 0.094) + t) / 2;
  if (simple < coolestForHeatF) return simple;
  const regression =
    -42.379 +
    2.04901523 * t +
    10.14333127 * rh -
    0.22475541 * t * rh -
    0.00683783 * t ** 2 -
    0.05481717 * rh ** 2 +
    0.00122874 * t ** 2 * rh +
    0.00085282 * t * rh ** 2 -
    0.00000199 * t ** 2 * rh ** 2;
  if (rh < 13 && t <= 112) return regression - ((13 - rh) / 4) * Math.sqrt((17 - Math.abs(t - 95)) / 17);
  if (rh > 85 && t <= 87) return regression + ((rh - 85) / 10) * ((87 - t) / 5);
  return regression;
}

/** In °C, km/h and percent. */
export interface Air {
  tempC: number | undefined;
  windKph: number | undefined;
  humidity: number | undefined;
}

export interface ProvidedFeelsLike {
  windChillC?: number | undefined;
  heatIndexC?: number | undefined;
  /** One apparent temperature for all weather. */
  apparentC?: number | undefined;
}

/**
 * Returns the apparent temperature, °C: the provider's where a formula applies and gives about the same. Undefined
 * where a formula may apply but its wind or humidity is unknown.
 */
export function feelsLikeC({ tempC, windKph, humidity }: Air, provided: ProvidedFeelsLike = {}): number | undefined {
  if (tempC === undefined) return undefined;
  const temperatureF = fahrenheitOf(tempC);
  const believed = (value: number | undefined, computed: number | undefined) =>
    value !== undefined && (computed === undefined || Math.abs(value - computed) <= maxFormulaDeviationC)
      ? value
      : computed;

  if (toDisplayPrecision(temperatureF) <= warmestForChillF) {
    const windMph = windKph === undefined ? undefined : windKph / kilometersPerMile;
    if (windMph !== undefined && toDisplayPrecision(windMph) <= minWindForChillMph) return tempC;
    const computed = windMph === undefined ? undefined : celsiusOf(windChillF(temperatureF, windMph));
    // Wind can only make it feel colder.
    const chill = provided.windChillC ?? provided.apparentC;
    return believed(chill !== undefined && chill < tempC ? chill : undefined, computed);
  }
  if (toDisplayPrecision(temperatureF) >= coolestForHeatF) {
    const computed = humidity === undefined ? undefined : celsiusOf(heatIndexF(temperatureF, humidity));
    const heat = provided.heatIndexC ?? provided.apparentC;
    return believed(heat === tempC ? undefined : heat, computed);
  }
  const { apparentC } = provided;
  const isNear = apparentC !== undefined && Math.abs(apparentC - tempC) <= maxTemperatureDeviationC;
  return isNear ? apparentC : tempC;
}
