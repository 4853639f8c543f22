/**
 * The Storm Prediction Center's outlooks as GeoJSON, in the form of MetPy's examples and of code that reads it (`.lyr`:
 * areas overlap, the lower risk below; a quiet day has one feature without an area). Not recorded.
 */
import { plainFailure, type Sky, type Source } from '../simulated-source.js';

const hourMs = 3_600_000;

type Position = [lon: number, lat: number];

const categories = {
  TSTM: { dn: 2, text: 'General Thunderstorms Risk', fill: '#C1E9C1', stroke: '#55BB55' },
  MRGL: { dn: 3, text: 'Marginal Risk', fill: '#66A366', stroke: '#005500' },
  SLGT: { dn: 4, text: 'Slight Risk', fill: '#FFE066', stroke: '#DDAA00' },
  ENH: { dn: 5, text: 'Enhanced Risk', fill: '#FFA366', stroke: '#FF6600' },
  MDT: { dn: 6, text: 'Moderate Risk', fill: '#E06666', stroke: '#CC0000' },
  HIGH: { dn: 8, text: 'High Risk', fill: '#EE99EE', stroke: '#CC00CC' },
} as const;
type Label = keyof typeof categories;

/** Around the center of the state, `size` degrees to the east and less to the north. */
function around([lon, lat]: Position, size: number): Position[] {
  const outline = Array.from({ length: 24 }, (_unused, step): Position => {
    const angle = (step / 24) * 2 * Math.PI;
    const wobble = 1 + 0.08 * Math.sin(3 * angle) + 0.04 * Math.cos(5 * angle);
    return [
      Number((lon + size * wobble * Math.cos(angle)).toFixed(4)),
      Number((lat + size * 0.75 * wobble * Math.sin(angle)).toFixed(4)),
    ];
  });
  return [...outline, outline[0] ?? [lon, lat]];
}

const littleRock: Position = [-92.3, 34.75];
const northeast: Position = [-91.1, 35.4];
const south: Position = [-92.0, 33.4];
const carolinas: Position = [-79.5, 34.5];

type Areas = Partial<Record<Label, Position[][]>>;

/** By kind of weather and day. */
const areas: Record<Sky['kind'], readonly [Areas, Areas, Areas]> = {
  usual: [
    {
      TSTM: [around(littleRock, 6), around(carolinas, 2)],
      MRGL: [around(littleRock, 2.4)],
      SLGT: [around(littleRock, 0.6)],
    },
    { TSTM: [around(south, 4)], MRGL: [around(south, 1)] },
    {},
  ],
  calm: [{}, {}, {}],
  outbreak: [
    {
      TSTM: [around(littleRock, 8)],
      MRGL: [around(littleRock, 5.5)],
      SLGT: [around(littleRock, 4)],
      ENH: [around(northeast, 2.6)],
      MDT: [around(northeast, 1.8)],
      HIGH: [around(northeast, 0.9)],
    },
    { TSTM: [around(northeast, 6)], MRGL: [around(northeast, 3)], SLGT: [around(northeast, 1.5)] },
    { TSTM: [around(carolinas, 4)] },
  ],
};

const stamp = (ms: number) => new Date(ms).toISOString().replace(/\D/g, '').slice(0, 12);

/** A convective day begins at 12 UTC. */
function timesOf(now: Date, day: number): Record<string, string> {
  const begins = Math.floor((now.getTime() - 12 * hourMs) / (24 * hourMs)) * 24 * hourMs + 12 * hourMs;
  const valid = begins + (day - 1) * 24 * hourMs;
  const expire = begins + day * 24 * hourMs;
  const times = { VALID: valid, EXPIRE: expire, ISSUE: begins - (day - 1) * 6 * hourMs };
  return Object.fromEntries(
    Object.entries(times).flatMap(([name, ms]) => [
      [name, stamp(ms)],
      [`${name}_ISO`, new Date(ms).toISOString().replace('.000Z', '+00:00')],
    ]),
  );
}

function featuresOf(now: Date, day: number, riskAreas: Areas): unknown[] {
  const times = { ...timesOf(now, day), FORECASTER: 'Simulated' };
  const features = Object.entries(categories).flatMap(([label, { dn, text, fill, stroke }]) => {
    const rings = riskAreas[label as Label];
    return rings
      ? {
          type: 'Feature',
          geometry: { type: 'MultiPolygon', coordinates: rings.map((ring) => [ring]) },
          properties: { DN: dn, ...times, LABEL: label, LABEL2: text, stroke, fill },
        }
      : [];
  });
  if (features.length > 0) return features;
  const quiet = { DN: 0, ...times, LABEL: '', LABEL2: 'No Thunderstorm Areas Forecast' };
  return [{ type: 'Feature', geometry: { type: 'GeometryCollection', geometries: [] }, properties: quiet }];
}

export const spc: Source = {
  errorFormat: { mediaType: 'application/geo+json', failure: plainFailure },
  isConditional: true,
  find: ({ pathname }, { now, kind, mode }) => {
    const day = Number(/^\/products\/outlook\/day([123])otlk_cat\.lyr\.geojson$/.exec(pathname)?.[1]);
    const riskAreas = areas[kind][day - 1];
    if (!riskAreas) return { status: 404 };
    const features = featuresOf(now, day, riskAreas);
    return {
      status: 200,
      body: { type: 'FeatureCollection', features: mode === 'nulls' ? features.map(() => null) : features },
    };
  },
};
