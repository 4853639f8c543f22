import { skyOf, type Sky } from './drawings/sky.js';
import type { HourAhead } from './hours.js';
import { likelyFrom } from './rain-summary.js';
import { isKnown } from './units/readings.js';

/** Consecutive hours with the same sky. */
export interface Spell {
  /** "Chance of rain"; empty when unknown. */
  name: string;
  look: SpellLook;
  hours: number;
}

/** Several skies may look alike. Rain and snow that aren't likely are a `chance`. */
export type SpellLook =
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

const skies: Record<Sky, { name: string; look: SpellLook }> = {
  clear: { name: 'Clear', look: 'sun' },
  'partly-cloudy': { name: 'Partly cloudy', look: 'some sun' },
  cloudy: { name: 'Mostly cloudy', look: 'cloud' },
  overcast: { name: 'Cloudy', look: 'overcast' },
  fog: { name: 'Fog', look: 'cloud' },
  wind: { name: 'Windy', look: 'cloud' },
  drizzle: { name: 'Drizzle', look: 'rain' },
  rain: { name: 'Rain', look: 'rain' },
  'heavy-rain': { name: 'Heavy rain', look: 'heavy' },
  'freezing-rain': { name: 'Freezing rain', look: 'frozen' },
  sleet: { name: 'Sleet', look: 'frozen' },
  snow: { name: 'Snow', look: 'frozen' },
  thunderstorm: { name: 'Thunderstorms', look: 'thunder' },
  unknown: { name: '', look: 'unknown' },
};
const wetLooks: readonly SpellLook[] = ['rain', 'heavy', 'frozen', 'thunder'];
const sunnyLooks: readonly SpellLook[] = ['sun', 'some sun'];

/** Merges consecutive hours with the same name and look. */
export function spellsOf(hours: readonly HourAhead[]): Spell[] {
  const spells: Spell[] = [];
  for (const { hour } of hours) {
    const { name, look } = spellOf(hour);
    const last = spells.at(-1);
    if (last?.name === name && last.look === look) last.hours += 1;
    else spells.push({ name, look, hours: 1 });
  }
  return spells;
}

function spellOf(hour: HourAhead['hour']): Omit<Spell, 'hours'> {
  const { name, look } = skies[skyOf(hour?.condition)];
  const chance = hour?.chance_of_rain;
  // A forecaster's "slight chance of rain" has the icon of rain.
  if (wetLooks.includes(look) && isKnown(chance) && chance < likelyFrom)
    return { name: `Chance of ${name.toLowerCase()}`, look: 'chance' };
  if (sunnyLooks.includes(look) && hour?.is_day === false) return { name, look: 'clear night' };
  return { name: name === 'Clear' ? 'Sunny' : name, look };
}
