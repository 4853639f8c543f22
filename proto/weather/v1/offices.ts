/** The five offices of the National Weather Service that serve Arkansas, and the counties of each (weather.gov, office areas). */

export interface Office {
  /** "LZK". */
  id: string;
  /** The town that names it. */
  town: string;
  /** What it serves here. */
  area: string;
  /** The public page. */
  url: string;
}

const office = (id: string, town: string, area: string): Office => ({
  ...{ id, town, area },
  url: `https://www.weather.gov/${id.toLowerCase()}/`,
});

export const offices: readonly Office[] = [
  office('LZK', 'Little Rock', 'Central Arkansas'),
  office('TSA', 'Tulsa', 'Northwest Arkansas'),
  office('MEG', 'Memphis', 'East Arkansas'),
  office('SHV', 'Shreveport', 'Southwest Arkansas'),
  office('JAN', 'Jackson', 'Southeast Arkansas'),
];

/** Counties of other offices than Little Rock, by the last three digits of their FIPS codes. */
const elsewhere: Record<string, string> = {
  TSA: '007 015 033 047 087 131 143',
  MEG: '021 031 035 037 055 075 077 093 107 111 121 123',
  SHV: '027 057 061 073 081 091 099 133 139',
  JAN: '003 017',
};
const officeByCounty = new Map<string, string>(
  Object.entries(elsewhere).flatMap(([id, codes]) => codes.split(' ').map((code) => [`05${code}`, id] as const)),
);

/** The office that forecasts and warns for a county, by its FIPS code. */
export const officeOf = (fips: string): Office => {
  const id = officeByCounty.get(fips) ?? 'LZK';
  return offices.find((each) => each.id === id) ?? offices[0]!;
};

/** What the offices write that we show, and under which three letters they send it. */
export const textProducts = { hazards: 'HWO', discussion: 'AFD' } as const;
export type TextProductKind = keyof typeof textProducts;
export const isTextProductKind = (text: string): text is TextProductKind => Object.hasOwn(textProducts, text);
