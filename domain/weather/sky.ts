/** Which sky to draw and name for a forecast's condition, also under an active warning. */
import { phaseOf, type AlertTimes } from './alert-times.js';

/** As in forecasts; third-party data, in which any field may be missing. */
interface Condition {
  text?: string;
  icon?: string;
  code?: number;
}

interface Kind {
  /** WeatherAPI's condition codes (weatherapi.com/docs/weather_conditions.json). Unknown ones fall back to the name. */
  codes?: number[];
  /** Our weather service's icons without -day and -night: more specific than its codes. */
  icons?: string[];
}

export type Sky = keyof typeof kinds;
const kinds = {
  clear: { codes: [1000], icons: ['clear'] },
  'partly-cloudy': { codes: [1003], icons: ['mostly-clear', 'partly-cloudy'] },
  cloudy: { codes: [1006], icons: ['mostly-cloudy'] },
  overcast: { codes: [1009], icons: ['cloudy'] },
  fog: { codes: [1030, 1135, 1147], icons: ['fog', 'haze', 'smoke', 'dust'] },
  wind: { icons: ['wind'] },
  drizzle: { codes: [1150, 1153] },
  rain: { codes: [1063, 1180, 1183, 1186, 1189, 1240], icons: ['rain', 'showers'] },
  'heavy-rain': { codes: [1192, 1195, 1243, 1246], icons: ['hurricane'] },
  'freezing-rain': { codes: [1072, 1168, 1171, 1198, 1201], icons: ['freezing-rain'] },
  sleet: { codes: [1069, 1204, 1207, 1237, 1249, 1252, 1261, 1264], icons: ['sleet'] },
  snow: { codes: [1066, 1114, 1117, 1210, 1213, 1216, 1219, 1222, 1225, 1255, 1258], icons: ['snow', 'blizzard'] },
  thunderstorm: { codes: [1087, 1273, 1276, 1279, 1282], icons: ['thunderstorm', 'thunderstorm-showers', 'tornado'] },
  unknown: {},
} satisfies Record<string, Kind>;
const kindWith = (isOne: (kind: Kind) => boolean | undefined) =>
  (Object.keys(kinds) as Sky[]).find((sky) => isOne(kinds[sky]));

/** For an icon's name or a condition's text, most specific first. */
const skyByWord: [RegExp, Sky][] = [
  [/thunder|tornado|hurricane|tropical/i, 'thunderstorm'],
  [/freezing/i, 'freezing-rain'],
  [/sleet|ice|hail|pellets|wintry/i, 'sleet'],
  [/snow|blizzard|flurr/i, 'snow'],
  [/heavy.*rain|torrential/i, 'heavy-rain'],
  [/drizzle/i, 'drizzle'],
  [/rain|shower/i, 'rain'],
  [/fog|mist|haze|smoke|dust/i, 'fog'],
  [/wind|breez/i, 'wind'],
  [/overcast/i, 'overcast'],
  [/partly|few|scattered|mostly.(clear|sunny)/i, 'partly-cloudy'],
  [/cloud|broken/i, 'cloudy'],
  [/clear|sunny|fair|hot|cold/i, 'clear'],
];

/** Looks up the sky by icon name if it is ours, else by condition code, else by any text. */
export function skyOf(condition: Condition | null | undefined): Sky {
  if (!condition) return 'unknown';
  const { icon = '', text = '', code } = condition;
  const name = icon.replace(/-(day|night)$/, '');
  const matched = kindWith(({ icons }) => icons?.includes(name)) ?? kindWith(({ codes }) => codes?.includes(code ?? 0));
  if (matched) return matched;
  for (const source of [icon, text]) {
    const found = skyByWord.find(([pattern]) => pattern.test(source));
    if (found) return found[1];
  }
  return 'unknown';
}

/** By event. Heat, wind and river floods occur under any sky. */
const skyByWarning: [RegExp, Sky][] = [
  [
    /^(tornado|severe thunderstorm|flash flood|extreme wind|hurricane|tropical storm) (warning|emergency)$/i,
    'thunderstorm',
  ],
  [/^(winter storm|blizzard|snow squall) warning$/i, 'snow'],
  [/^ice storm warning$/i, 'freezing-rain'],
];
const calmSkies: readonly Sky[] = ['clear', 'partly-cloudy', 'cloudy', 'overcast', 'unknown'];

/** For the place of the sky. */
interface PlaceAlert extends AlertTimes {
  event: string;
  level: string;
}

/**
 * A station miles away may report a clear sky during a storm, so an active warning overrides a calm sky.
 * @param alerts most dangerous first
 * @param now milliseconds since 1970 UTC, by the upstream clock
 */
export function skyUnder(sky: Sky, alerts: readonly PlaceAlert[], now: number): Sky {
  if (!calmSkies.includes(sky)) return sky;
  for (const alert of alerts) {
    const found = skyByWarning.find(([pattern]) => pattern.test(alert.event.trim()));
    if (found && phaseOf(alert, now) === 'now') return found[1];
  }
  return sky;
}

/** Returns whether a calm sky must be marked as an earlier reading: a warning is in effect. Parameters as in `skyUnder`. */
export const isCalmUnderWarning = (sky: Sky, alerts: readonly PlaceAlert[], now: number): boolean =>
  calmSkies.includes(sky) &&
  alerts.some((alert) => ['emergency', 'warning'].includes(alert.level) && phaseOf(alert, now) === 'now');

/** Some providers call a night "Mostly Sunny". */
const nightReplacements: [RegExp, string][] = [
  [/\bpartly sunny\b/gi, 'Partly Cloudy'],
  [/\bsunny\b/gi, 'Clear'],
];

/** Never mentions the sun at night; empty when unknown. */
export function describeSky(condition: Condition | null | undefined, isDay: boolean | undefined): string {
  const text = condition?.text ?? '';
  return isDay === false ? nightReplacements.reduce((result, [day, night]) => result.replace(day, night), text) : text;
}
