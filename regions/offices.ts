import { officeAreas } from '@site/regions/chosen/details';
import { state } from '@site/regions/chosen/facts';

/** The offices of the National Weather Service that serve the state, and the counties of each. */

export interface Office {
  /** "LZK". */
  id: string;
  /** The town in its name. */
  town: string;
  /** The area it serves in the state. */
  area: string;
  /** Its public page. */
  url: string;
}

export const offices: readonly Office[] = officeAreas.map(({ id, town, area }) => ({
  id,
  town,
  area,
  url: `https://www.weather.gov/${id.toLowerCase()}/`,
}));

const officeByCounty = new Map<string, string>(
  officeAreas.flatMap(({ id, counties }) =>
    counties === 'rest' ? [] : counties.map((code) => [`${state.fips}${code}`, id] as const),
  ),
);
const officeOfTheRest = officeAreas.find(({ counties }) => counties === 'rest')?.id;

/** Returns the office that forecasts and warns for a county, by its FIPS code. */
export const officeOf = (fips: string): Office => {
  const id = officeByCounty.get(fips) ?? officeOfTheRest;
  return offices.find((each) => each.id === id) ?? offices[0]!;
};
