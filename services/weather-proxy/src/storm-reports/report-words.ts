import type { StormReportKind } from '@site/proto/weather/v1/storm-reports.answers';

/** Reads the words of local storm reports, which their two sources write differently. */

/** The first that matches: freezing rain is winter and no rain, a wind chill no wind, a funnel cloud no tornado. */
const kinds: readonly (readonly [StormReportKind, RegExp])[] = [
  ['tornado', /\btornado\b/],
  ['winter', /snow|sleet|blizzard|freez|\bice\b(?! jam)|icing|wind ?chill|wnd ?chill|wintry|extreme cold|frost/],
  ['hail', /\bhail\b/],
  ['flood', /flood|flash fld|ice jam|debris flow/],
  ['wind', /\bwnd\b|wind|gust|downburst|microburst/],
  ['rain', /\brain/],
];

/** What kind of weather a type means; "other" for what fits none. */
export const kindOf = (type: string): StormReportKind =>
  kinds.find(([, form]) => form.test(type.toLowerCase()))?.[0] ?? 'other';

/** "Tstm Wnd Dmg" for "TSTM WND DMG"; a type in mixed case stays as it is. */
export const typeWords = (type: string): string =>
  /[a-z]/.test(type) ? type : type.toLowerCase().replace(/(^|[\s/(-])([a-z])/g, (found) => found.toUpperCase());

interface Unit {
  form: RegExp;
  one: string;
  many: string;
  /** What is larger was written wrong, or is meant to be something else. */
  largest: number;
}
const units: readonly Unit[] = [
  { form: /^(in|inch|inches|")$/, one: 'inch', many: 'inches', largest: 200 },
  { form: /^mph$/, one: 'mph', many: 'mph', largest: 350 },
  { form: /^(kt|kts|knot|knots)$/, one: 'knot', many: 'knots', largest: 300 },
  { form: /^(ft|foot|feet)$/, one: 'foot', many: 'feet', largest: 200 },
  { form: /^(f|deg f|°f)$/, one: '°F', many: '°F', largest: 140 },
];

export interface Magnitude {
  magnitude: string;
  qualifier: '' | 'measured' | 'estimated';
}

const qualifiers: Record<string, Magnitude['qualifier']> = { m: 'measured', e: 'estimated' };

/**
 * "1.75 inches" for "1.75" and "Inch". Empty without a unit that we know: a bare number would be read as anything.
 * @param amount as reported, which may begin with the qualifier: "M63"
 * @param qualifier "M" for measured, "E" for estimated
 */
export function magnitudeOf(amount: string, unit: string, qualifier = ''): Magnitude {
  const [, said = '', digits = ''] = /^([MEU]?)\s*(\d{1,4}(?:\.\d{1,4})?)$/i.exec(amount.trim()) ?? [];
  const none: Magnitude = { magnitude: '', qualifier: '' };
  // A tornado's rating, which has no unit.
  if (/^EF[0-5U]$/i.test(amount.trim())) return { ...none, magnitude: amount.trim().toUpperCase() };
  const value = Number(digits);
  const known = units.find(({ form }) => form.test(unit.trim().toLowerCase()));
  if (!digits || value <= 0 || !known || value > known.largest) return none;
  return {
    magnitude: `${value} ${value === 1 ? known.one : known.many}`.replace(' °', '°'),
    qualifier: qualifiers[(said || qualifier.trim().charAt(0)).toLowerCase()] ?? '',
  };
}
