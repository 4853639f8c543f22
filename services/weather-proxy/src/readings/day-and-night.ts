/** Words and icons of the same sky by day and at night. */
import type { Condition } from '@site/proto/gen/nest/weather/v1/forecasts';

/**
 * Same cloud cover at night (NWS Directive 10-503, sky condition: 25 to 50 % is "mostly sunny" or "partly cloudy", 50
 * to 69 % "partly sunny" or "mostly cloudy"). Longer ones first.
 */
const nightReplacements: readonly [RegExp, string][] = [
  [/\bmostly sunny\b/gi, 'Partly Cloudy'],
  [/\bpartly sunny\b/gi, 'Mostly Cloudy'],
  [/\bsunny\b/gi, 'Clear'],
  [/\bsunshine\b/gi, 'Clear'],
];

/** Replaces "sunny" and the like by the words for night. */
export const toNightText = (text: string): string =>
  nightReplacements.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text);

/** Nighttime words are also correct by day. */
export const inLight = ({ text, icon, code }: Condition, isDay: boolean): Condition => ({
  text: isDay ? text : toNightText(text),
  icon: icon.replace(/-(day|night)$/, isDay ? '-day' : '-night'),
  code,
});
