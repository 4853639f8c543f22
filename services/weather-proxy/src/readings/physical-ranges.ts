/**
 * Physically possible weather, with a margin: a number outside means a broken sensor or a changed unit. Records of the
 * World Meteorological Organization
 * (https://wmo.asu.edu/content/world-meteorological-organization-global-weather-climate-extremes-archive): −89.2 to
 * 56.7 °C, a gust of 408 km/h, 870 to 1,084 hPa, 1,825 mm of rain in a day.
 */

/** Inclusive. */
export type Range = readonly [least: number, most: number];

export const physicalRanges = {
  celsius: [-90, 60],
  fahrenheit: [-130, 140],
  percent: [0, 100],
  kilometersPerHour: [0, 600],
  kilometers: [0, 500],
  hectopascals: [800, 1_100],
  millimetres: [0, 2_000],
  centimetres: [0, 500],
  degrees: [0, 360],
  uvIndex: [0, 20],
} as const satisfies Record<string, Range>;

export const isWithin = (value: number, [min, max]: Range): boolean => value >= min && value <= max;
