import { counties } from '@site/state/counties';
import { stateName } from '@site/state/state';
import { escapeHtml } from '../html.js';
import { isForAll, type NowAlert } from './now-data.js';

/** Coded values in Spanish, from fixed tables. Unknown values stay English. */

/** By badge (domain/weather/danger.ts). */
const badges: Readonly<Record<string, string>> = {
  'Tornado emergency': 'Emergencia de tornado',
  'Flash flood emergency': 'Emergencia de inundaciones repentinas',
  'Extreme wind': 'Viento extremo',
  'Particularly dangerous situation': 'Situación particularmente peligrosa',
  'Tornado on the ground': 'Tornado en tierra',
  Destructive: 'Destructiva',
  Catastrophic: 'Catastrófica',
  'Considerable damage threat': 'Amenaza de daños considerables',
};
/** CAP 1.2. */
const severities: Readonly<Record<string, string>> = {
  EXTREME: 'extrema',
  SEVERE: 'severa',
  MODERATE: 'moderada',
  MINOR: 'leve',
};
/** Tags of impact-based warnings: of a tornado, of a flash flood, and threats of damage. */
const tornadoes: Readonly<Record<string, string>> = {
  OBSERVED: 'observado',
  CONFIRMED: 'confirmado',
  'RADAR INDICATED': 'indicado por radar',
  POSSIBLE: 'posible',
};
const floods: Readonly<Record<string, string>> = {
  OBSERVED: 'observada',
  'RADAR INDICATED': 'indicada por radar',
  'RADAR AND GAUGE INDICATED': 'indicada por radar y pluviómetros',
};
const damages: Readonly<Record<string, string>> = {
  CONSIDERABLE: 'considerables',
  DESTRUCTIVE: 'destructivos',
  CATASTROPHIC: 'catastróficos',
};
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
/** The Storm Prediction Center's five levels, in its Spanish words since 2022. */
const risks: Readonly<Record<string, string>> = {
  TSTM: 'Tormentas eléctricas',
  MRGL: 'Riesgo mínimo (1 de 5)',
  SLGT: 'Riesgo bajo (2 de 5)',
  ENH: 'Riesgo moderado (3 de 5)',
  MDT: 'Riesgo alto (4 de 5)',
  HIGH: 'Riesgo extremo (5 de 5)',
};

const find = (table: Readonly<Record<string, string>>, name: string) =>
  Object.hasOwn(table, name) ? table[name] : undefined;

export const spanishBadge = (badge: string): string | undefined => find(badges, badge);
export const spanishSky = (icon: string): string | undefined => find(skies, icon.replace(/-(day|night)$/, ''));
export const spanishRisk = (label: string): string | undefined => find(risks, label);

const valueHtml = (table: Readonly<Record<string, string>>, value: string) =>
  find(table, value.trim().toUpperCase()) ?? `<span lang="en">${escapeHtml(value.slice(0, 40))}</span>`;
const tag = (label: string, value: string, table: Readonly<Record<string, string>>) =>
  value ? [`${label}: ${valueHtml(table, value)}`] : [];

/** "70 MPH", "1.75", "Up to .75". */
function amount(label: string, value: string, unit: string): string[] {
  if (!/[1-9]/.test(value)) return [];
  const [, upTo, digits] = /^(up to )?(\d{0,3}\.?\d{1,3})(?: ?mph)?$/i.exec(value.trim()) ?? [];
  const words = digits ? `${upTo ? 'hasta ' : ''}${digits.replace(/^\./, '0.')} ${unit}` : valueHtml({}, value);
  return [`${label}: ${words}`];
}

function placesOf(alert: NowAlert, longest: number): string {
  if (isForAll(alert)) return `Todo ${stateName}`;
  const names = counties.filter(({ fips }) => alert.counties.includes(fips)).map(({ name }) => name);
  const shown = names.slice(0, longest).map((name) => escapeHtml(name.replace(/ County$/, '')));
  const more = names.length - shown.length;
  if (shown.length === 0) return '';
  return `Condados: ${shown.join(', ')}${more > 0 ? ` y ${more} más` : ''}`;
}

/**
 * Returns paragraphs with severity, threat tags and counties.
 * @param named counties, at most; 0 for no such paragraph
 */
export function codedHtml(alert: NowAlert, named: number): string {
  const severity = find(severities, alert.severity.trim().toUpperCase());
  const threats = [
    alert.tornado_damage_threat,
    alert.thunderstorm_damage_threat,
    alert.flash_flood_damage_threat,
  ].flatMap((threat) => tag('posibles daños', threat, damages));
  const parts = [
    ...(severity ? [`gravedad ${severity}`] : []),
    ...tag('tornado', alert.tornado_detection, tornadoes),
    ...tag('inundación repentina', alert.flash_flood_detection, floods),
    ...threats,
    ...amount('viento', alert.max_wind_gust, 'mph'),
    ...amount('granizo', alert.max_hail_size, 'pulg'),
  ];
  const said = parts.join('; ');
  const places = named > 0 ? placesOf(alert, named) : '';
  return (said && `<p>${said.charAt(0).toUpperCase()}${said.slice(1)}</p>`) + (places && `<p>${places}</p>`);
}
