/** Converts and rounds readings for display, and names wind directions. Undefined means unknown. */

type Reading = number | undefined;

/** To one decimal by default; never -0. */
export function round(value: Reading, decimals = 1): Reading {
  if (value === undefined) return undefined;
  const steps = decimals === 1 ? 10 : 10 ** decimals;
  return Math.round(value * steps) / steps + 0;
}

/** The international mile. */
export const kilometersPerMile = 1.609344;
const millimetresPerInch = 25.4;

export const celsiusOf = (fahrenheit: number): number => ((fahrenheit - 32) * 5) / 9;
export const fahrenheitOf = (celsius: number): number => (celsius * 9) / 5 + 32;

const divided = (value: Reading, by: number): Reading => (value === undefined ? undefined : value / by);

/** Converts °C to °F, to one decimal. */
export const toFahrenheit = (celsius: Reading): Reading =>
  celsius === undefined ? undefined : round(fahrenheitOf(celsius));
/** Converts kilometers to miles, or km/h to mph, to one decimal. */
export const toMiles = (kilometers: Reading): Reading => round(divided(kilometers, kilometersPerMile));
/** Converts millimeters to inches, to two decimals. */
export const toInches = (millimetres: Reading): Reading => round(divided(millimetres, millimetresPerInch), 2);

/** In hundredths below two miles: a quarter mile is not 0.3. */
export function toVisibilityMiles(kilometers: Reading): Reading {
  const miles = divided(kilometers, kilometersPerMile);
  return round(miles, miles !== undefined && miles < 2 ? 2 : 1);
}

/** A gust below the sustained wind belongs to another hour. */
export function windAndGust(windKph: Reading, gustKph: Reading) {
  const gust = gustKph !== undefined && gustKph > (windKph ?? 0) ? gustKph : undefined;
  return { windMph: toMiles(windKph), windKph: round(windKph), gustMph: toMiles(gust), gustKph: round(gust) };
}

const compass = 'N NNE NE ENE E ESE SE SSE S SSW SW WSW W WNW NW NNW'.split(' ');

/** @param direction degrees the wind blows from */
export const compassPoint = (direction: Reading): string | undefined =>
  direction === undefined ? undefined : compass[Math.round((((direction % 360) + 360) % 360) / 22.5) % 16];

/** Undefined for other text ("VRB", ""). */
export const compassName = (text: string | null | undefined): string | undefined =>
  compass.find((name) => name === text);
