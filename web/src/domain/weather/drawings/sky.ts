import type { Condition } from '@site/proto/weather/v1/forecasts.answers';

/** What the sky does, in the few kinds that a picture can show. */
export type Sky =
  | 'clear'
  | 'partly-cloudy'
  | 'cloudy'
  | 'overcast'
  | 'fog'
  | 'wind'
  | 'drizzle'
  | 'rain'
  | 'heavy-rain'
  | 'freezing-rain'
  | 'sleet'
  | 'snow'
  | 'thunderstorm'
  | 'unknown';

/** WeatherAPI's condition codes (weatherapi.com/docs/weather_conditions.json). New ones appear: they fall back to the name. */
const codes: Partial<Record<Sky, number[]>> = {
  clear: [1000],
  'partly-cloudy': [1003],
  cloudy: [1006],
  overcast: [1009],
  fog: [1030, 1135, 1147],
  drizzle: [1150, 1153],
  rain: [1063, 1180, 1183, 1186, 1189, 1240],
  'heavy-rain': [1192, 1195, 1243, 1246],
  'freezing-rain': [1072, 1168, 1171, 1198, 1201],
  sleet: [1069, 1204, 1207, 1237, 1249, 1252, 1261, 1264],
  snow: [1066, 1114, 1117, 1210, 1213, 1216, 1219, 1222, 1225, 1255, 1258],
  thunderstorm: [1087, 1273, 1276, 1279, 1282],
};
const skyWith = <Name>(names: Partial<Record<Sky, Name[]>>, name: Name) =>
  (Object.keys(names) as Sky[]).find((sky) => names[sky]?.includes(name));

/** Words of an icon's name or of the condition's text, the most telling first. */
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

/** The names that our own weather service gives, without -day and -night: more telling than the codes beside them. */
const icons: Partial<Record<Sky, string[]>> = {
  clear: ['clear'],
  'partly-cloudy': ['mostly-clear', 'partly-cloudy'],
  cloudy: ['mostly-cloudy'],
  overcast: ['cloudy'],
  fog: ['fog', 'haze', 'smoke', 'dust'],
  wind: ['wind'],
  rain: ['rain', 'showers'],
  'heavy-rain': ['hurricane'],
  'freezing-rain': ['freezing-rain'],
  sleet: ['sleet'],
  snow: ['snow', 'blizzard'],
  thunderstorm: ['thunderstorm', 'thunderstorm-showers', 'tornado'],
};

/** What the sky does, from the icon's name when it is one of ours, else the condition's code, else any words. */
export function skyOf(condition: Condition | null | undefined): Sky {
  if (!condition) return 'unknown';
  // Typed as present, but this is another program's answer: a missing word must not take the page down.
  const { icon = '', text = '', code } = condition as Partial<Condition>;
  const known = skyWith(icons, icon.replace(/-(day|night)$/, '')) ?? skyWith(codes, code ?? 0);
  if (known) return known;
  for (const words of [icon, text]) {
    const found = skyByWord.find(([pattern]) => pattern.test(words));
    if (found) return found[1];
  }
  return 'unknown';
}

/** Some providers call a night "Mostly Sunny", for want of another word. */
const nightWords: [RegExp, string][] = [
  [/\bpartly sunny\b/gi, 'Partly Cloudy'],
  [/\bsunny\b/gi, 'Clear'],
];

/** What the sky does, in words; empty when nobody says. At night it does not mention the sun. */
export function skyWords(condition: Condition | null | undefined, isDay: boolean | undefined): string {
  const text = (condition as Partial<Condition> | null | undefined)?.text ?? '';
  return isDay === false ? nightWords.reduce((words, [day, night]) => words.replace(day, night), text) : text;
}
