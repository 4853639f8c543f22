/**
 * Maps the codes in the addresses of NWS icons (https://api.weather.gov/icons) to our icons and WeatherAPI's condition
 * codes.
 */
import type { Condition } from '@site/proto/gen/nest/weather/v1/forecasts';
import { toNightText } from '../readings/day-and-night.js';

/** By NWS icon code. */
const skies: Readonly<Record<string, readonly [icon: string, hasNight: boolean, code: number]>> = {
  skc: ['clear', true, 1000],
  few: ['mostly-clear', true, 1000],
  sct: ['partly-cloudy', true, 1003],
  bkn: ['mostly-cloudy', true, 1006],
  ovc: ['cloudy', false, 1009],
  wind_skc: ['wind', false, 1000],
  wind_few: ['wind', false, 1000],
  wind_sct: ['wind', false, 1003],
  wind_bkn: ['wind', false, 1006],
  wind_ovc: ['wind', false, 1009],
  snow: ['snow', false, 1219],
  rain_snow: ['sleet', false, 1207],
  rain_sleet: ['sleet', false, 1207],
  snow_sleet: ['sleet', false, 1207],
  fzra: ['freezing-rain', false, 1201],
  rain_fzra: ['freezing-rain', false, 1201],
  snow_fzra: ['freezing-rain', false, 1201],
  sleet: ['sleet', false, 1237],
  rain: ['rain', false, 1189],
  rain_showers: ['showers', true, 1240],
  rain_showers_hi: ['showers', true, 1240],
  tsra: ['thunderstorm', false, 1276],
  tsra_sct: ['thunderstorm-showers', true, 1273],
  tsra_hi: ['thunderstorm-showers', true, 1087],
  tornado: ['tornado', false, 1276],
  hurricane: ['hurricane', false, 1195],
  tropical_storm: ['hurricane', false, 1195],
  dust: ['dust', false, 1030],
  smoke: ['smoke', false, 1030],
  haze: ['haze', true, 1030],
  blizzard: ['blizzard', false, 1117],
  fog: ['fog', false, 1135],
};

export const iconNames: readonly string[] = [
  ...new Set(
    Object.values(skies).flatMap(([icon, hasNight]) => (hasNight ? [`${icon}-day`, `${icon}-night`] : [icon])),
  ),
].sort();

/** Most severe first. For the icons "hot" and "cold", or without an icon. */
const skyPatterns: readonly [RegExp, string][] = [
  [/tornado|funnel cloud|waterspout/i, 'tornado'],
  [/^(?=.*thunder)(?=.*heavy)/is, 'tsra'],
  [/thunder|hail/i, 'tsra_sct'],
  [/blizzard|blowing snow/i, 'blizzard'],
  [/freezing/i, 'fzra'],
  [/sleet|wintry|ice pellets/i, 'sleet'],
  [/snow|flurr|ice crystals/i, 'snow'],
  [/rain|shower|drizzle/i, 'rain_showers'],
  [/fog|mist/i, 'fog'],
  [/smoke/i, 'smoke'],
  [/haze/i, 'haze'],
  [/dust|sand/i, 'dust'],
  [/mostly cloudy|partly sunny/i, 'bkn'],
  [/partly cloudy|mostly sunny/i, 'sct'],
  [/mostly clear|few clouds/i, 'few'],
  [/cloudy|overcast/i, 'ovc'],
  [/clear|sunny|fair/i, 'skc'],
];

const isFalling = (code: string) => /^(snow|rain|sleet|fzra|tsra|blizzard)/.test(code);
/** "Breezy, mostly cloudy", "Fair and Windy", "Blustery". */
const windy = /\b(breez|wind(?!s? chill)|blustery|gust)/i;

/**
 * Reconciles icon and words: an icon may show precipitation that the words omit, and the words may mention wind that
 * the icon lacks.
 */
function fitting(code: string | undefined, text: string): string | undefined {
  const textIcon = skyPatterns.find(([pattern]) => pattern.test(text))?.[1];
  const isWindy = windy.test(text);
  const isContradicted = code !== undefined && isFalling(code) && (textIcon ? !isFalling(textIcon) : isWindy);
  const sky = isContradicted ? textIcon : (code ?? textIcon);
  if (!isWindy) return sky;
  const windySky = `wind_${sky ?? 'bkn'}`;
  return Object.hasOwn(skies, windySky) ? windySky : sky;
}

/** Returns the likelier half of "…/icons/land/day/snow,70/blizzard,90?size=medium". */
function codeOf(address: string | null | undefined): string | undefined {
  const path = /\/icons\/land\/(?:day|night)\/([a-z0-9_,/]+)/.exec(address ?? '')?.[1];
  const halves = (path ?? '').split('/').map((half) => {
    const [code = '', chance = '0'] = half.split(',');
    return { code, chance: Number(chance) };
  });
  return halves.filter(({ code }) => Object.hasOwn(skies, code)).sort((a, b) => b.chance - a.chance)[0]?.code;
}

/** Returns the source's words, in nighttime wording at night, with an icon. Undefined when both are unknown. */
export function conditionOf(
  conditionText: string | null | undefined,
  iconAddress: string | null | undefined,
  isDay: boolean,
): Condition | undefined {
  const text = conditionText?.trim() ?? '';
  const code = fitting(codeOf(iconAddress), text);
  if (!text && !code) return undefined;
  // Overcast by default.
  const [icon, hasNight, weatherApiCode] = skies[code ?? 'ovc'] ?? ['cloudy', false, 1009];
  return {
    text: isDay ? text : toNightText(text),
    icon: hasNight ? `${icon}-${isDay ? 'day' : 'night'}` : icon,
    code: weatherApiCode,
  };
}
