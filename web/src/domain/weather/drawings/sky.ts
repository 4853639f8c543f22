import type { Condition } from '../forecast-types.js';

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
const skyByCode: Record<number, Sky> = {
  1000: 'clear',
  1003: 'partly-cloudy',
  1006: 'cloudy',
  1009: 'overcast',
  1030: 'fog',
  1063: 'rain',
  1066: 'snow',
  1069: 'sleet',
  1072: 'freezing-rain',
  1087: 'thunderstorm',
  1114: 'snow',
  1117: 'snow',
  1135: 'fog',
  1147: 'fog',
  1150: 'drizzle',
  1153: 'drizzle',
  1168: 'freezing-rain',
  1171: 'freezing-rain',
  1180: 'rain',
  1183: 'rain',
  1186: 'rain',
  1189: 'rain',
  1192: 'heavy-rain',
  1195: 'heavy-rain',
  1198: 'freezing-rain',
  1201: 'freezing-rain',
  1204: 'sleet',
  1207: 'sleet',
  1210: 'snow',
  1213: 'snow',
  1216: 'snow',
  1219: 'snow',
  1222: 'snow',
  1225: 'snow',
  1237: 'sleet',
  1240: 'rain',
  1243: 'heavy-rain',
  1246: 'heavy-rain',
  1249: 'sleet',
  1252: 'sleet',
  1255: 'snow',
  1258: 'snow',
  1261: 'sleet',
  1264: 'sleet',
  1273: 'thunderstorm',
  1276: 'thunderstorm',
  1279: 'thunderstorm',
  1282: 'thunderstorm',
};

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
const skyByIcon: Record<string, Sky> = {
  clear: 'clear',
  'mostly-clear': 'partly-cloudy',
  'partly-cloudy': 'partly-cloudy',
  'mostly-cloudy': 'cloudy',
  cloudy: 'overcast',
  wind: 'wind',
  fog: 'fog',
  haze: 'fog',
  smoke: 'fog',
  dust: 'fog',
  rain: 'rain',
  showers: 'rain',
  'freezing-rain': 'freezing-rain',
  sleet: 'sleet',
  snow: 'snow',
  blizzard: 'snow',
  thunderstorm: 'thunderstorm',
  'thunderstorm-showers': 'thunderstorm',
  tornado: 'thunderstorm',
  hurricane: 'heavy-rain',
};

/** What the sky does, from the icon's name when it is one of ours, else the condition's code, else any words. */
export function skyOf(condition: Condition | null | undefined): Sky {
  if (!condition) return 'unknown';
  // Typed as present, but this is another program's answer: a missing word must not take the page down.
  const { icon = '', text = '', code } = condition as Partial<Condition>;
  const known = skyByIcon[icon.replace(/-(day|night)$/, '')] ?? skyByCode[code ?? 0];
  if (known) return known;
  for (const words of [icon, text]) {
    const found = skyByWord.find(([pattern]) => pattern.test(words));
    if (found) return found[1];
  }
  return 'unknown';
}

/** "Mostly Sunny" is said of nights, too, by providers that know no other word. */
const nightWords: [RegExp, string][] = [
  [/\bpartly sunny\b/gi, 'Partly Cloudy'],
  [/\bsunny\b/gi, 'Clear'],
];

/** What the sky does, in words; empty when nobody says. By night no sun is spoken of. */
export function skyWords(condition: Condition | null | undefined, isDay: boolean | undefined): string {
  const text = (condition as Partial<Condition> | null | undefined)?.text ?? '';
  return isDay === false ? nightWords.reduce((words, [day, night]) => words.replace(day, night), text) : text;
}
