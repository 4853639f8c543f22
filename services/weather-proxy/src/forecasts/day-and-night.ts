import type { Condition } from '@site/proto/gen/nest/weather/v1/forecasts';

/** The sky has other words and pictures by night. */

/**
 * The words for the same cover of clouds by night (NWS Directive 10-503, sky condition: 25 to 50 % is "mostly sunny" or "partly
 * cloudy", 50 to 69 % "partly sunny" or "mostly cloudy"). The longer ones first.
 */
const wordsByNight: readonly [RegExp, string][] = [
  [/\bmostly sunny\b/gi, 'Partly Cloudy'],
  [/\bpartly sunny\b/gi, 'Mostly Cloudy'],
  [/\bsunny\b/gi, 'Clear'],
  [/\bsunshine\b/gi, 'Clear'],
];

/** "Sunny" and its like as they are said by night; every other word stays. */
export const nightWords = (text: string): string =>
  wordsByNight.reduce((said, [pattern, words]) => said.replace(pattern, words), text);

/** A sky as it is said and drawn by day or by night. The words of the night ("Clear") are true by day as well. */
export const inLight = ({ text, icon, code }: Condition, isDay: boolean): Condition => ({
  text: isDay ? text : nightWords(text),
  icon: icon.replace(/-(day|night)$/, isDay ? '-day' : '-night'),
  code,
});
