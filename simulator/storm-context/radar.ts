/**
 * Two Web Map Services with radar pictures, in the form of the standard (OGC 01-068r3) and of public code; not
 * recorded. Special modes: `nulls` (every picture empty), `strings` (every picture shows the same moment), `renamed`
 * (unknown colors), `wrong_type` (half the size).
 */
import { binPixels, draw } from './radar-drawing.js';
import { reflectivityOf } from './radar-storms.js';
import { plainFailure, type Found, type Sky, type Source } from '../simulated-source.js';

const minuteMs = 60_000;
/** Origin of kilometers. */
const middle = { lon: -92.37, lat: 34.97 } as const;
const earthRadiusKm = 6_378.137;
const radians = Math.PI / 180;
const eastingKm = (lon: number) => lon * radians * earthRadiusKm;
const northingKm = (lat: number) => Math.asinh(Math.tan(lat * radians)) * earthRadiusKm;
/** A projected kilometer is shorter on the ground. */
const shrink = Math.cos(middle.lat * radians);

const xml = (text: string, mediaType: string): Found => ({ status: 200, body: Buffer.from(text), mediaType });

const toServiceException = (text: string) =>
  xml(
    `<?xml version="1.0" encoding="UTF-8" standalone="no"?><!DOCTYPE ServiceExceptionReport SYSTEM "http://schemas.opengis.net/wms/1.1.1/WMS_exception_1_1_1.dtd"><ServiceExceptionReport version="1.1.1"><ServiceException code="InvalidDimensionValue" locator="time">${text}</ServiceException></ServiceExceptionReport>`,
    'application/vnd.ogc.se_xml',
  );

const images = new Map<string, Buffer>();
const maxImages = 120;

interface Product {
  name: string;
  minDbz: number;
  stepDbz: number;
  /** Whether birds and insects are included. */
  showsClearAir: boolean;
}

function renderRadarImage(query: URLSearchParams, time: number, sky: Sky, product: Product, isEmpty = false): Found {
  const [west, south, east, north] = (query.get('bbox') ?? '').split(',').map((meters) => Number(meters) / 1_000);
  const width = Number(query.get('width'));
  const height = Number(query.get('height'));
  const isPossible = [west, south, east, north].every(Number.isFinite) && width > 0 && height > 0;
  if (query.get('srs') !== 'EPSG:3857' || !isPossible || width * height > 4_000_000)
    return toServiceException('Invalid request');
  const half = sky.mode === 'wrong_type' ? 2 : 1;
  const frameTime = sky.mode === 'strings' ? 0 : time;
  const storms = {
    kind: isEmpty || sky.mode === 'nulls' ? 'calm' : sky.kind,
    outbreakMinutes: Math.round(sky.minutes - (sky.now.getTime() - frameTime) / minuteMs),
    clockMinutes: Math.round(frameTime / minuteMs),
  } as const;
  const isUnknown = sky.mode === 'renamed';
  const showsClearAir = product.showsClearAir && !isEmpty && sky.mode !== 'nulls';
  const drawing = [product.name, storms, query.get('bbox'), width / half, height / half, isUnknown, showsClearAir];
  const key = JSON.stringify(drawing);
  const cached = images.get(key);
  if (cached) return { status: 200, body: cached };
  const size = { width: Math.floor(width / half), height: Math.floor(height / half) };
  const columns = Math.ceil(size.width / binPixels);
  const rows = Math.ceil(size.height / binPixels);
  const points = {
    left: ((west ?? 0) - eastingKm(middle.lon)) * shrink,
    top: ((north ?? 0) - northingKm(middle.lat)) * shrink,
    stepX: (((east ?? 0) - (west ?? 0)) * shrink) / columns,
    stepY: (((north ?? 0) - (south ?? 0)) * shrink) / rows,
    columns,
    rows,
  };
  const dbz = reflectivityOf(storms, points, showsClearAir);
  const frame = draw({ ...size, ...product, hasUnknownColours: isUnknown, dbz });
  const [oldest] = images.keys();
  if (images.size >= maxImages && oldest !== undefined) images.delete(oldest);
  images.set(key, frame);
  return { status: 200, body: frame };
}

const scanMs = 2 * minuteMs;
const maxScans = 80;

/** About every two minutes, at any second. */
const finishedAt = (scan: number) => scan * scanMs + ((Math.imul(scan, 2_654_435_761) >>> 8) % 13) * 1_000;

/** NOAA lists times per layer; another layer has different ones. */
function capabilities(now: number): string {
  const last = Math.floor(now / scanMs) + 1;
  const times = Array.from({ length: maxScans }, (_unused, index) => finishedAt(last - maxScans + index + 1))
    .filter((time) => time <= now)
    .map((time) => new Date(time).toISOString());
  const layer = (name: string, title: string, listed: readonly string[]) => `
      <Layer queryable="1" opaque="0">
        <Name>${name}</Name>
        <Title>${title}</Title>
        <SRS>EPSG:3857</SRS>
        <LatLonBoundingBox minx="-130.0" miny="20.0" maxx="-60.0" maxy="55.0"/>
        <Dimension name="time" units="ISO8601"/>
        <Extent name="time" default="current">${listed.join(',')}</Extent>
        <Style><Name>radar_reflectivity</Name></Style>
      </Layer>`;
  return `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE WMT_MS_Capabilities SYSTEM "https://opengeo.ncep.noaa.gov/geoserver/schemas/wms/1.1.1/WMS_MS_Capabilities.dtd">
<WMT_MS_Capabilities version="1.1.1" updateSequence="1">
  <Service><Name>OGC:WMS</Name><Title>Simulated radar mosaic</Title></Service>
  <Capability>
    <Layer><Title>CONUS</Title>${layer('conus_bref_raw', 'Not quality controlled', ['2020-01-01T00:00:00.000Z'])}${layer('conus_bref_qcd', 'Base reflectivity', times)}
    </Layer>
  </Capability>
</WMT_MS_Capabilities>`;
}

const queryOf = ({ searchParams }: URL) =>
  new URLSearchParams([...searchParams].map(([name, value]): [string, string] => [name.toLowerCase(), value]));

/** NOAA's mosaic: cleaned, steps of 1 dBZ, at the times in its capabilities. */
export const mrms: Source = {
  errorFormat: { mediaType: 'image/png', failure: plainFailure },
  find: (address, sky) => {
    const query = queryOf(address);
    const now = sky.now.getTime();
    if (query.get('request') === 'GetCapabilities') return xml(capabilities(now), 'application/vnd.ogc.wms_xml');
    const time = Date.parse(query.get('time') ?? '');
    const isListed = time <= now && finishedAt(Math.floor(time / scanMs)) === time;
    if (query.get('request') !== 'GetMap' || query.get('layers') !== 'conus_bref_qcd' || !isListed)
      return toServiceException('Could not find a match for time');
    return renderRadarImage(query, time, sky, { name: 'mrms', minDbz: 5, stepDbz: 1, showsClearAir: false });
  },
};

const gridMs = 5 * minuteMs;
const latencyMs = 4 * minuteMs;

/** The Iowa Environmental Mesonet's: uncleaned, every five minutes; other times are empty. */
export const nexrad: Source = {
  errorFormat: { mediaType: 'image/png', failure: plainFailure },
  find: (address, sky) => {
    const query = queryOf(address);
    const time = Date.parse(query.get('time') ?? '');
    if (query.get('request') !== 'GetMap' || query.get('layers') !== 'nexrad-n0q-wmst')
      return toServiceException('Invalid layer');
    const isThere = time % gridMs === 0 && time <= sky.now.getTime() - latencyMs;
    return renderRadarImage(
      query,
      time,
      sky,
      { name: 'nexrad', minDbz: -10, stepDbz: 0.5, showsClearAir: true },
      !isThere,
    );
  },
};
