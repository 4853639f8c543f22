/** The required content of a state's folder. `schema.ts` enforces it, along with rules that types can't express. */

/** A point in degrees north and east. */
export interface Point {
  lat: number;
  lon: number;
}

/** An area in degrees. */
export interface DegreeBox {
  south: number;
  north: number;
  west: number;
  east: number;
}

export interface State {
  /** "Arkansas". */
  name: string;
  /** The article before its name: "an Arkansas winter". */
  article: 'a' | 'an';
  /** Postal abbreviation, which is also the start of the weather service's zone codes (UGC). */
  postalCode: string;
  /** The first two digits of its counties' FIPS codes. */
  fips: string;
  /** The time zone of the state, or of most of its counties. */
  timeZone: string;
  /** The office of the National Weather Service whose grid covers the middle of the state. */
  forecastOffice: string;
  /** A point near the middle of the state. */
  middle: Point;
}

/** The state, and the areas around it by purpose. The facts have one more, needed by the first load: `doorstep`. */
export interface StateBoxes {
  itself: DegreeBox;
  /** About 50 km around: places found by a search. */
  search: DegreeBox;
  /** About 150 km around: map tiles. We pay for them, so we serve our state and not the world. */
  tiles: DegreeBox;
}

/**
 * The area of every radar picture: the state and about 100 km around it. The northern edge is derived, so that pixels
 * are square.
 */
export interface RadarImage {
  west: number;
  south: number;
  east: number;
  /** In pixels. */
  width: number;
  height: number;
}

/** The places shown when the visitor hasn't chosen one. */
export interface DefaultPlaces {
  home: Point;
  forecast: Point & { name: string };
}

/** A page of another organization, and its name. */
export interface OfficialLink {
  url: string;
  by: string;
}

/** Sources for information we don't have. */
export interface OfficialLinks {
  /** The organization behind `roadConditionsPage` of the facts. */
  roadConditionsBy: string;
  /** The state's traffic cameras, which also show the sky. */
  roadCameras: OfficialLink;
  outages: OfficialLink;
  emergencies: OfficialLink;
}

export interface County {
  /** FIPS code, as alerts name counties. */
  fips: string;
  /** In URLs: lower case, words joined by hyphens. */
  slug: string;
  /** "Hot Spring County". */
  name: string;
  /** A point inside it, degrees north and east. */
  lat: number;
  lon: number;
  /** If it isn't the state's. */
  timeZone?: string;
}

/** An office of the National Weather Service that serves the state. */
export interface OfficeArea {
  /** "LZK". */
  id: string;
  /** The town in its name. */
  town: string;
  /** The area it serves in the state, in words. */
  area: string;
  /** Its counties by the last three digits of their FIPS codes; `rest` for all counties of no other office. */
  counties: readonly string[] | 'rest';
}

/** The first and last three-digit ZIP code prefix of the state. */
export interface ZipRange {
  first: string;
  last: string;
}

/** The public forecast zones (UGC type Z). */
export interface ForecastZones {
  /** The county of zone 1, 2, …, without "County". */
  counties: readonly string[];
  /** Whether parts of a split county have the old number plus 100, 200 or 300. */
  hasParts: boolean;
}

/** A source whose license requires attribution. */
export interface DataCredit {
  what: string;
  name: string;
  url: string;
  licence: string;
  licenceUrl: string;
}

/** Settings for generating the map's data with `npm run state`. */
export interface MapFrame {
  /** The area visible at the smallest zoom. */
  surroundings: DegreeBox;
  /** The neighboring states: name, longitude and latitude of the label, close enough to be visible with our state. */
  neighbours: readonly (readonly [name: string, lon: number, lat: number])[];
}
