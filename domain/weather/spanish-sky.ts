/**
 * Conditions in Spanish, from fixed tables with the vocabulary of the weather service's Spanish forecasts (WFO San Juan).
 * Callers show unknown ones in English.
 */

/** By icon, without "-day" or "-night". */
const skies: Readonly<Record<string, string>> = {
  clear: 'Despejado',
  'mostly-clear': 'Mayormente despejado',
  'partly-cloudy': 'Parcialmente nublado',
  'mostly-cloudy': 'Mayormente nublado',
  cloudy: 'Nublado',
  wind: 'Ventoso',
  showers: 'Chubascos',
  rain: 'Lluvia',
  'freezing-rain': 'Lluvia helada',
  sleet: 'Aguanieve',
  snow: 'Nieve',
  blizzard: 'Ventisca',
  'thunderstorm-showers': 'Chubascos con tormentas eléctricas',
  thunderstorm: 'Tormenta eléctrica',
  tornado: 'Tornado',
  hurricane: 'Huracán o tormenta tropical',
  fog: 'Niebla',
  smoke: 'Humo',
  haze: 'Bruma',
  dust: 'Polvo',
};
/** What the sky is like, by the source's English words. */
const states: Readonly<Record<string, string>> = {
  sunny: 'soleado',
  'mostly sunny': 'mayormente soleado',
  'partly sunny': 'parcialmente soleado',
  clear: 'despejado',
  fair: 'despejado',
  'mostly clear': 'mayormente despejado',
  'partly cloudy': 'parcialmente nublado',
  'mostly cloudy': 'mayormente nublado',
  cloudy: 'nublado',
  overcast: 'nublado',
  'increasing clouds': 'aumento de nubes',
  'decreasing clouds': 'disminución de nubes',
  breezy: 'con brisa',
  windy: 'ventoso',
  hot: 'caluroso',
  cold: 'frío',
};
/** What falls or hides the view, and whether it is plural. */
const phenomena: Readonly<Record<string, readonly [name: string, isPlural?: true]>> = {
  rain: ['lluvia'],
  'light rain': ['lluvia ligera'],
  'moderate rain': ['lluvia moderada'],
  'heavy rain': ['lluvia fuerte'],
  drizzle: ['llovizna'],
  'light drizzle': ['llovizna ligera'],
  showers: ['chubascos', true],
  'rain showers': ['chubascos', true],
  'light rain showers': ['chubascos ligeros', true],
  thunderstorm: ['tormenta eléctrica'],
  thunderstorms: ['tormentas eléctricas', true],
  't-storms': ['tormentas eléctricas', true],
  'severe thunderstorms': ['tormentas eléctricas fuertes', true],
  'showers and thunderstorms': ['chubascos y tormentas eléctricas', true],
  snow: ['nieve'],
  'light snow': ['nieve ligera'],
  'heavy snow': ['nieve fuerte'],
  'rain and snow': ['lluvia y nieve'],
  'snow showers': ['chubascos de nieve', true],
  sleet: ['aguanieve'],
  'freezing rain': ['lluvia helada'],
  'freezing drizzle': ['llovizna helada'],
  fog: ['niebla'],
  mist: ['neblina'],
  haze: ['bruma'],
  smoke: ['humo'],
  frost: ['escarcha'],
};

const own = <Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

const chances: [RegExp, (name: string, isPlural: boolean) => string][] = [
  [/^slight chance (?:of )?(.+)$/, (name) => `leve posibilidad de ${name}`],
  [/^chance (?:of )?(.+)$/, (name, isPlural) => `${isPlural ? 'posibles' : 'posible'} ${name}`],
  [/^(.+) likely$/, (name, isPlural) => `${name} ${isPlural ? 'probables' : 'probable'}`],
  [/^isolated (.+)$/, (name) => `${name} en lugares aislados`],
  [/^scattered (.+)$/, (name) => `${name} en algunos lugares`],
  [/^patchy (.+)$/, (name) => `${name} en algunos lugares`],
  [/^areas of (.+)$/, (name) => `áreas de ${name}`],
];

function translatePart(part: string): string | undefined {
  const state = own(states, part);
  if (state) return state;
  const [name, isPlural = false] = own(phenomena, part) ?? [];
  if (name) return name;
  for (const [pattern, write] of chances) {
    const [, rest] = pattern.exec(part) ?? [];
    const found = rest === undefined ? undefined : own(phenomena, rest);
    if (found) return write(found[0], found[1] ?? isPlural);
  }
  // "Mostly cloudy and windy".
  const [first, second, ...others] = part.split(' and ');
  const both =
    others.length === 0 && second !== undefined ? [first, second].map((each) => own(states, each ?? '')) : [];
  return both.length === 2 && both.every(Boolean) ? both.join(' y ') : undefined;
}

/** Words whose loss would change the forecast. */
const uncertain = /\b(chance|likely|possible|isolated|scattered|patchy|then)\b/i;

/**
 * Returns a condition in Spanish: from its words, else from its icon, unless that would drop a chance.
 * @param text "Chance Light Rain then Partly Sunny"
 * @param icon one of our icons, with or without "-day" or "-night"
 */
export function spanishSky(text: string, icon = ''): string | undefined {
  const parts = text.trim().toLowerCase().replaceAll(/\s+/g, ' ').split(' then ').map(translatePart);
  if (parts.every((part) => part !== undefined)) {
    const sentence = parts.join(', luego ');
    return sentence.charAt(0).toUpperCase() + sentence.slice(1);
  }
  return uncertain.test(text) ? undefined : own(skies, icon.replace(/-(day|night)$/, ''));
}
