import { firstCharacters } from '@site/domain/truncate';
import { spanishDamage, spanishFlood, spanishSeverity, spanishTornado } from '@site/domain/weather/coded-spanish';
import { counties } from '@site/regions/counties';
import { stateName } from '@site/regions/state';
import { escapeHtml } from '../html.js';
import { isForAll, type NowAlert } from './now-data.js';

type Translate = (value: string) => string | undefined;

const valueHtml = (value: string, translate: Translate) =>
  translate(value) ?? `<span lang="en">${escapeHtml(firstCharacters(value, 40))}</span>`;
const tag = (label: string, value: string, translate: Translate) =>
  value ? [`${label}: ${valueHtml(value, translate)}`] : [];

/** "70 MPH", "1.75", "Up to .75". */
function amount(label: string, value: string, unit: string): string[] {
  if (!/[1-9]/.test(value)) return [];
  const [, upTo, digits] = /^(up to )?(\d{0,3}\.?\d{1,3})(?: ?mph)?$/i.exec(value.trim()) ?? [];
  const valueText = digits
    ? `${upTo ? 'hasta ' : ''}${digits.replace(/^\./, '0.')} ${unit}`
    : valueHtml(value, () => undefined);
  return [`${label}: ${valueText}`];
}

/** Returns "Condados: Faulkner, Pulaski y 3 más". */
export function placesOf(alert: NowAlert, maxCount: number): string {
  if (isForAll(alert)) return `Todo ${stateName}`;
  const names = counties.filter(({ fips }) => alert.counties.includes(fips)).map(({ name }) => name);
  const listed = names.slice(0, maxCount).map((name) => escapeHtml(name.replace(/ County$/, '')));
  const more = names.length - listed.length;
  if (listed.length === 0) return '';
  return `Condados: ${listed.join(', ')}${more > 0 ? ` y ${more} más` : ''}`;
}

const maxNames = 3;

/** Returns "el condado de Pulaski", "los condados de Faulkner y Pulaski" or "todo Arkansas". */
export function countyPhrase({ counties: codes, statewide }: Pick<NowAlert, 'counties' | 'statewide'>): string {
  if (statewide) return `todo ${stateName}`;
  const names = counties.filter(({ fips }) => codes.includes(fips)).map(({ name }) => name.replace(/ County$/, ''));
  const more = names.length - maxNames;
  if (names.length === 1) return `el condado de ${names[0]}`;
  if (more > 0) return `los condados de ${names.slice(0, maxNames).join(', ')} y ${more} más`;
  return `los condados de ${names.slice(0, -1).join(', ')} y ${names.at(-1)}`;
}

/**
 * Returns paragraphs with severity, threat tags and counties.
 * @param named counties, at most; 0 for no such paragraph
 */
export function codedHtml(alert: NowAlert, named: number): string {
  const severity = spanishSeverity(alert.severity);
  const threats = [
    alert.tornado_damage_threat,
    alert.thunderstorm_damage_threat,
    alert.flash_flood_damage_threat,
  ].flatMap((threat) => tag('posibles daños', threat, spanishDamage));
  const parts = [
    ...(severity ? [`gravedad ${severity}`] : []),
    ...tag('tornado', alert.tornado_detection, spanishTornado),
    ...tag('inundación repentina', alert.flash_flood_detection, spanishFlood),
    ...threats,
    ...amount('viento', alert.max_wind_gust, 'mph'),
    ...amount('granizo', alert.max_hail_size, 'pulg'),
  ];
  const summary = parts.join('; ');
  const places = named > 0 ? placesOf(alert, named) : '';
  return (summary && `<p>${summary.charAt(0).toUpperCase()}${summary.slice(1)}</p>`) + (places && `<p>${places}</p>`);
}
