/** Renders a warning's tags and labeled lines as words. */
import type { Alert } from '@site/proto/weather/v1/alerts.responses';
import { alertParagraphs } from './alert-text.js';

/** "Hail": "up to 1.75 in". */
export interface AlertSign {
  term: string;
  value: string;
}

export type Signs = Pick<
  Alert,
  | 'desc'
  | 'tornado_detection'
  | 'tornado_damage_threat'
  | 'thunderstorm_damage_threat'
  | 'flash_flood_detection'
  | 'flash_flood_damage_threat'
  | 'max_hail_size'
  | 'max_wind_gust'
  | 'event_motion_description'
>;

/** "RADAR INDICATED" → "Radar indicated". */
const sentence = (text: string | undefined) => {
  const trimmed = text?.trim() ?? '';
  return trimmed.charAt(0).toUpperCase() + trimmed.slice(1).toLowerCase();
};

/** "Up to .75", "1.75", "70 MPH" → "Up to 0.75 in"; empty for 0, which means none. */
function upTo(text: string | undefined, unit: string): string {
  const amount = Number.parseFloat(/\d*\.?\d+/.exec(text ?? '')?.[0] ?? '');
  return amount > 0 ? `Up to ${amount} ${unit}` : '';
}

/** Clockwise from the north. */
const winds = [
  'north',
  'north-northeast',
  'northeast',
  'east-northeast',
  'east',
  'east-southeast',
  'southeast',
  'south-southeast',
  'south',
  'south-southwest',
  'southwest',
  'west-southwest',
  'west',
  'west-northwest',
  'northwest',
  'north-northwest',
] as const;
const mphPerKnot = 1.150779;

/**
 * "2026-07-15T19:58:00-00:00...storm...230DEG...29KT...32.49,-94.84" → "Northeast at 33 mph". As in the
 * TIME...MOT...LOC line of warnings (NWS Instruction 10-1701), the degrees are where the storm comes from.
 */
export function stormMotion(description: string | undefined): string {
  const [, degrees, knots] = /(\d{1,3})DEG\.+(\d{1,3})KT/i.exec(description ?? '') ?? [];
  if (degrees === undefined || knots === undefined || Number(degrees) > 360) return '';
  if (Number(knots) < 3) return 'Nearly stationary';
  const towards = winds[Math.round((Number(degrees) + 180) / 22.5) % winds.length] ?? '';
  return `${sentence(towards)} at ${Math.round(Number(knots) * mphPerKnot)} mph`;
}

/** Returns the stated threats and how they were detected. */
export function signsOf(alert: Signs): AlertSign[] {
  const labelled = new Map(alertParagraphs(alert.desc).map(({ label, text }) => [label, text]));
  const signs: [term: string, words: string | undefined][] = [
    ['Hazard', labelled.get('Hazard') ?? labelled.get('What')],
    ['Source', labelled.get('Source')],
    ['Impact', labelled.get('Impact') ?? labelled.get('Impacts')],
    ['Tornado', sentence(alert.tornado_detection)],
    ['Tornado damage threat', sentence(alert.tornado_damage_threat)],
    ['Thunderstorm damage threat', sentence(alert.thunderstorm_damage_threat)],
    ['Flash flood', sentence(alert.flash_flood_detection)],
    ['Flash flood damage threat', sentence(alert.flash_flood_damage_threat)],
    ['Hail', upTo(alert.max_hail_size, 'in')],
    ['Wind', upTo(alert.max_wind_gust, 'mph')],
    ['Moving', stormMotion(alert.event_motion_description)],
  ];
  return signs.flatMap(([term, value]) => (value ? [{ term, value }] : []));
}
