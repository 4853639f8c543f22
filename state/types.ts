/** What a state's folder has to say. `schema.ts` holds every folder to it, and to more than types can tell. */

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
  /** The word before its name: "an Arkansas winter". */
  article: 'a' | 'an';
  /** As the mail writes it; the weather service begins its zone codes (UGC) with it. */
  postalCode: string;
  /** The first two digits of its counties' FIPS codes. */
  fips: string;
  /** The zone of the state, or of by far most of it: times are said in it. */
  timeZone: string;
  /** The office of the National Weather Service whose grid covers the middle of the state. */
  forecastOffice: string;
  /** Near its middle. */
  middle: Point;
}

/** The state, and how far around it we look for what. The facts have one more, which the first load needs: `doorstep`. */
export interface StateBoxes {
  itself: DegreeBox;
  /** About 50 km around: places that a search finds. */
  search: DegreeBox;
  /** Some 150 km around: map tiles. We pay for them, so we serve our state and not the world. */
  tiles: DegreeBox;
}

/** What every radar picture covers: the state and some 100 km around it. Its northern edge follows, so that pixels are square. */
export interface RadarPicture {
  west: number;
  south: number;
  east: number;
  /** In pixels. */
  width: number;
  height: number;
}

/** The places shown when nobody says where they are. */
export interface DefaultPlaces {
  home: Point;
  forecast: Point & { name: string };
}

/** A page of somebody else, and whose it is. */
export interface OfficialLink {
  url: string;
  by: string;
}

/** Who knows what we do not. */
export interface OfficialLinks {
  /** Whose `roadConditionsPage` of the facts is. */
  roadConditionsBy: string;
  /** Traffic cameras of the state, which show the sky, too. */
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
}

/** An office of the National Weather Service that serves the state. */
export interface OfficeArea {
  /** "LZK". */
  id: string;
  /** The town that names it. */
  town: string;
  /** What it serves here, in words. */
  area: string;
  /** Its counties by the last three digits of their FIPS codes; `rest`: all that no other office has. */
  counties: readonly string[] | 'rest';
}

/** The first three digits that the mail has given to the state, from which to which. */
export interface ZipRange {
  first: string;
  last: string;
}

/** The public forecast zones (UGC type Z). */
export interface ForecastZones {
  /** The county of zone 1, 2, …, without "County". */
  counties: readonly string[];
  /** Whether the parts of a county that was split have the old number plus 100, 200 or 300. */
  hasParts: boolean;
}

/** A source whose licence wants to be named. */
export interface DataCredit {
  what: string;
  name: string;
  url: string;
  licence: string;
  licenceUrl: string;
}

/** What the map's data is made with, by `npm run state`. */
export interface MapFrame {
  /** What is visible at the smallest zoom. */
  surroundings: DegreeBox;
  /** The states around: name, longitude and latitude of where the name stands, close enough to be seen with ours. */
  neighbours: readonly (readonly [name: string, lon: number, lat: number])[];
}
