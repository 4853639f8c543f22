/** Maps WeatherAPI's condition codes (https://www.weatherapi.com/docs/weather_conditions.json) to our icons. */
import { firstCharacters } from '@site/domain/truncate';
import type { Condition } from '@site/proto/gen/nest/weather/v1/forecasts';
import { toNightText } from '../readings/day-and-night.js';
import { conditionOf } from '../nws/icons.js';

const groups: Readonly<Record<string, readonly number[]>> = {
  clear: [1000],
  'partly-cloudy': [1003],
  'mostly-cloudy': [1006],
  cloudy: [1009],
  fog: [1030, 1135, 1147],
  showers: [1063, 1150, 1153, 1180, 1240, 1243, 1246],
  rain: [1183, 1186, 1189, 1192, 1195],
  snow: [1066, 1114, 1210, 1213, 1216, 1219, 1222, 1225, 1255, 1258],
  blizzard: [1117],
  sleet: [1069, 1204, 1207, 1237, 1249, 1252, 1261, 1264],
  'freezing-rain': [1072, 1168, 1171, 1198, 1201],
  'thunderstorm-showers': [1087, 1273],
  thunderstorm: [1276, 1279, 1282],
};

const withNight = new Set(['clear', 'partly-cloudy', 'mostly-cloudy', 'showers', 'thunderstorm-showers']);

const icons = new Map(Object.entries(groups).flatMap(([icon, codes]) => codes.map((code) => [code, icon] as const)));

/** New codes (dust, smoke and haze in 2026) get the icon closest to their words. */
export function conditionOfCode(
  condition: { text?: string | null | undefined; code?: number | null | undefined } | null | undefined,
  isDay: boolean,
): Condition | undefined {
  const text = firstCharacters(condition?.text?.trim() ?? '', 200);
  const code = condition?.code ?? undefined;
  const icon = code === undefined ? undefined : icons.get(code);
  if (!icon) {
    const conditionByText = conditionOf(text, undefined, isDay);
    return conditionByText && { ...conditionByText, ...(code !== undefined && { code: Math.round(code) }) };
  }
  return {
    text: isDay ? text : toNightText(text),
    code: Math.round(code ?? 0),
    icon: withNight.has(icon) ? `${icon}-${isDay ? 'day' : 'night'}` : icon,
  };
}
