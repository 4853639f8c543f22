import { z } from 'zod';

/** The required content of every state's folder, file by file. Strict: a field of one state is required of all. */

const text = z.string().trim().min(1);
const lat = z.number().min(15).max(72);
const lon = z.number().min(-180).max(-60);
const point = z.strictObject({ lat, lon });
const box = z
  .strictObject({ south: lat, north: lat, west: lon, east: lon })
  .refine(({ south, north, west, east }) => south < north && west < east, 'a box without an inside');
const page = z.strictObject({ url: z.url({ protocol: /^https$/ }), by: text });
const timeZone = z.string().refine((zone) => Intl.supportedValuesOf('timeZone').includes(zone), 'no time zone');
const countyCode = z.string().regex(/^\d{3}$/);
const zipPrefix = z.string().regex(/^\d{3}$/);

export const factsSchema = z.strictObject({
  stateName: text,
  siteName: text.max(40),
  shortSiteName: text.max(12),
  officeTown: text,
  officialPage: z.url(),
  officialName: text,
  state: z.strictObject({
    name: text,
    article: z.enum(['a', 'an']),
    postalCode: z.string().regex(/^[A-Z]{2}$/),
    fips: z.string().regex(/^\d{2}$/),
    timeZone,
    forecastOffice: z.string().regex(/^[A-Z]{3}$/),
    middle: point,
  }),
  doorstep: box,
  stateBoxes: z.strictObject({ itself: box, search: box, tiles: box }),
  radarImage: z.strictObject({
    west: lon,
    south: lat,
    east: lon,
    width: z.int().min(640).max(2_048),
    height: z.int().min(640).max(2_048),
  }),
  defaultPlaces: z.strictObject({ home: point, forecast: z.strictObject({ lat, lon, name: text }) }),
  roadConditionsPage: z.url({ protocol: /^https$/ }),
  thunderheadCaption: text,
  fogCaption: text,
  officialLinks: z.strictObject({ roadConditionsBy: text, roadCameras: page, outages: page, emergencies: page }),
  officeAreas: z
    .array(
      z.strictObject({
        id: z.string().regex(/^[A-Z]{3}$/),
        town: text,
        area: text,
        counties: z.union([z.literal('rest'), z.array(countyCode).min(1)]),
      }),
    )
    .min(1),
  forecastZones: z.strictObject({ counties: z.array(text).min(1), hasParts: z.boolean() }),
  dataCredits: z.array(z.strictObject({ what: text, name: text, url: z.url(), licence: text, licenceUrl: z.url() })),
  searchCredits: z.array(z.strictObject({ what: text, name: text, url: z.url(), licence: text, licenceUrl: z.url() })),
  guessableTerms: z.array(z.string().regex(/^[a-z]+$/)),
  hasSampleContent: z.boolean(),
  zipCodes: z.strictObject({ first: zipPrefix, last: zipPrefix }),
  mapFrame: z.strictObject({ surroundings: box, neighbours: z.array(z.tuple([text, lon, lat])).min(1) }),
});

const fips = z.string().regex(/^\d{5}$/);

export const countiesSchema = z
  .array(
    z.strictObject({
      fips,
      slug: z.string().regex(/^[a-z]+(-[a-z]+)*$/),
      name: text,
      lat,
      lon,
      timeZone: timeZone.optional(),
    }),
  )
  .min(1);

const placeRow = z.tuple([text, text, z.enum(['city', 'town', 'cdp']), fips, z.int().min(0), lat, lon]);
export const gazetteerSchema = z.strictObject({
  source: z.enum(['census', 'geonames']),
  counties: z.array(z.tuple([fips, text, lat, lon])),
  places: z.array(placeRow).min(100),
});

export const zipCodesSchema = z.array(z.tuple([z.string().regex(/^\d{5}$/), z.string(), lat, lon])).min(100);

export const postalTownsSchema = z.array(z.tuple([z.string().regex(/^\d{5}$/), text, fips, lat, lon]));

const position = z.tuple([lon, lat]);
const rings = z.array(z.array(position).min(4)).min(1);
const shape = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('Polygon'), coordinates: rings }),
  z.strictObject({ type: z.literal('MultiPolygon'), coordinates: z.array(rings).min(1) }),
]);
const lines = z.array(z.array(position).min(2)).min(1);
export const shapesSchema = z.record(fips, shape);

export const mapSchema = z.strictObject({
  counties: z.array(z.strictObject({ id: fips, name: text, at: position, shape })),
  borders: z.strictObject({ counties: lines, state: lines, otherCounties: lines, otherStates: lines }),
  neighbours: z.array(z.tuple([text, lon, lat])).min(1),
  towns: z.array(z.tuple([text, lon, lat, z.int().min(1)])).min(50),
});

export const waterSchema = z.strictObject({
  rivers: z.array(z.strictObject({ name: text, rank: z.literal([1, 2, 3]), course: z.array(position).min(2) })),
  lakes: z.array(z.strictObject({ name: text, shape })),
});

export type Shape = z.infer<typeof shape>;
export type Box = z.infer<typeof box>;
