import { skyOf, type Sky } from '@site/domain/weather/sky';
import type { HourAhead } from './hours.js';
import { likelyFrom } from './rain-summary.js';
import { isFiniteNumber } from './units/readings.js';

/** Consecutive hours with the same sky. */
export interface Spell {
  /** "Chance of rain"; empty when unknown. */
  name: string;
  variant: SpellVariant;
  hours: number;
}

/** Several skies may look alike. Rain and snow that aren't likely are a `chance`. */
export type SpellVariant =
  | 'sun'
  | 'some sun'
  | 'clear night'
  | 'cloud'
  | 'overcast'
  | 'chance'
  | 'rain'
  | 'heavy'
  | 'frozen'
  | 'thunder'
  | 'unknown';

const skies: Record<Sky, { name: string; variant: SpellVariant }> = {
  clear: { name: 'Clear', variant: 'sun' },
  'partly-cloudy': { name: 'Partly cloudy', variant: 'some sun' },
  cloudy: { name: 'Mostly cloudy', variant: 'cloud' },
  overcast: { name: 'Cloudy', variant: 'overcast' },
  fog: { name: 'Fog', variant: 'cloud' },
  wind: { name: 'Windy', variant: 'cloud' },
  drizzle: { name: 'Drizzle', variant: 'rain' },
  rain: { name: 'Rain', variant: 'rain' },
  'heavy-rain': { name: 'Heavy rain', variant: 'heavy' },
  'freezing-rain': { name: 'Freezing rain', variant: 'frozen' },
  sleet: { name: 'Sleet', variant: 'frozen' },
  snow: { name: 'Snow', variant: 'frozen' },
  thunderstorm: { name: 'Thunderstorms', variant: 'thunder' },
  unknown: { name: '', variant: 'unknown' },
};
const wetStyles: readonly SpellVariant[] = ['rain', 'heavy', 'frozen', 'thunder'];
const sunnyStyles: readonly SpellVariant[] = ['sun', 'some sun'];

/** Merges consecutive hours with the same name and look. */
export function spellsOf(hours: readonly HourAhead[]): Spell[] {
  const spells: Spell[] = [];
  for (const { hour } of hours) {
    const { name, variant } = spellOf(hour);
    const last = spells.at(-1);
    if (last?.name === name && last.variant === variant) last.hours += 1;
    else spells.push({ name, variant, hours: 1 });
  }
  return spells;
}

function spellOf(hour: HourAhead['hour']): Omit<Spell, 'hours'> {
  const { name, variant } = skies[skyOf(hour?.condition)];
  const chance = hour?.chance_of_rain;
  // A forecaster's "slight chance of rain" has the icon of rain.
  if (wetStyles.includes(variant) && isFiniteNumber(chance) && chance < likelyFrom)
    return { name: `Chance of ${name.toLowerCase()}`, variant: 'chance' };
  if (sunnyStyles.includes(variant) && hour?.is_day === false) return { name, variant: 'clear night' };
  return { name: name === 'Clear' ? 'Sunny' : name, variant };
}
