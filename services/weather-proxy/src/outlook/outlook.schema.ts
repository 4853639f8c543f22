/**
 * The Storm Prediction Center's outlook for one day, in the format of MetPy's examples. Areas with an unknown label, such
 * as the intensity areas CIG1 to CIG3 of 2026, are named, and unusable ones are counted: neither may look like no risk.
 */
import { riskLabels, type RiskLabel } from '@site/proto/weather/v1/outlook.responses';
import { z } from 'zod';
import { reportLeftOut } from '../readings/skipped-parts.js';
import { isoMs, lineOrNone, plausibleMs } from '../readings/source-values.js';

const maxFeatures = 2_000;
/** A national outlook has about a thousand. */
const maxPositions = 30_000;
/** No outlook is valid for longer than 30 hours. */
const maxValidityMs = 49 * 3_600_000;

/** "202611231630", UTC. */
function stampMs(text: string): number | undefined {
  const [, year, month, day, hour, minute] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  if (!year) return undefined;
  const ms = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute));
  // Date.UTC accepts month 13 as January.
  const isReal = !Number.isNaN(ms) && new Date(ms).toISOString().replace(/\D/g, '').startsWith(text);
  return isReal ? plausibleMs(ms) : undefined;
}

const time = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .catch(undefined);
const timeOf = (...candidates: (string | null | undefined)[]): number | undefined =>
  candidates.map((text) => (text ? (stampMs(text) ?? isoMs(text)) : undefined)).find((ms) => ms !== undefined);

const position = z
  .tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)], z.number())
  .transform(([lon, lat]): [number, number] => [lon, lat]);
const ring = z
  .array(position)
  .min(4)
  .max(maxPositions)
  .refine((positions) => String(positions[0]) === String(positions.at(-1)), 'a ring is not closed');
const rings = z.array(ring).max(500);
const polygon = z.object({ type: z.literal('Polygon'), coordinates: rings });
const multiPolygon = z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(rings).max(500) });
const collection = z.object({
  type: z.literal('GeometryCollection'),
  geometries: z.array(z.discriminatedUnion('type', [polygon, multiPolygon])).max(50),
});

export type Polygon = z.infer<typeof rings>;

const polygonsIn = (geometry: z.infer<typeof polygon> | z.infer<typeof multiPolygon>): Polygon[] =>
  geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;

/** A quiet day's only feature has an empty collection or null. */
const polygons = z
  .discriminatedUnion('type', [polygon, multiPolygon, collection])
  .nullable()
  .transform((geometry): Polygon[] => {
    if (!geometry) return [];
    const all = geometry.type === 'GeometryCollection' ? geometry.geometries.flatMap(polygonsIn) : polygonsIn(geometry);
    return all.filter(([outer]) => outer !== undefined);
  });

const color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i)
  .optional()
  .catch(undefined);

const isRiskLabel = (text: string): text is RiskLabel => riskLabels.some((label) => label === text);

const properties = z.object({
  VALID: time,
  VALID_ISO: time,
  EXPIRE: time,
  EXPIRE_ISO: time,
  ISSUE: time,
  ISSUE_ISO: time,
  LABEL: lineOrNone(40),
  LABEL2: lineOrNone(80),
  stroke: color,
  fill: color,
});

interface Times {
  /** Milliseconds since 1970 UTC, like the others. */
  issuedAt: number;
  validFrom: number;
  validUntil: number;
}

export interface SourceArea {
  label: RiskLabel;
  longLabel: string;
  fill: string | undefined;
  stroke: string | undefined;
  polygons: Polygon[];
}

/** An area of unknown meaning, or one that can't be read. */
export interface UnknownSourceArea {
  name: string;
  /** Absent when its shape can't be read. */
  polygons?: Polygon[];
}

interface ReadFeature {
  times?: Times;
  area?: SourceArea;
  unknown?: UnknownSourceArea;
}

function timesOf(fields: z.infer<typeof properties>): Times | undefined {
  const validFrom = timeOf(fields.VALID, fields.VALID_ISO);
  const validUntil = timeOf(fields.EXPIRE, fields.EXPIRE_ISO);
  const issuedAt = timeOf(fields.ISSUE, fields.ISSUE_ISO);
  if (validFrom === undefined || validUntil === undefined || issuedAt === undefined) return undefined;
  return validUntil > validFrom && validUntil - validFrom <= maxValidityMs
    ? { validFrom, validUntil, issuedAt }
    : undefined;
}

/** "Intensity 1 (CIG1)". */
function areaName(label: string, longLabel: string): string {
  if (!label || !longLabel || label === longLabel) return longLabel || label || 'an area without a name';
  return `${longLabel} (${label})`;
}

function readFeature(feature: unknown): ReadFeature {
  const read = z.object({ geometry: z.unknown(), properties }).safeParse(feature);
  if (!read.success) return { unknown: { name: areaName('', '') } };
  const { LABEL: label, LABEL2: longLabel, fill, stroke } = read.data.properties;
  const name = areaName(label, longLabel);
  const geometry = polygons.safeParse(read.data.geometry);
  const times = timesOf(read.data.properties);
  if (!times || !geometry.success) return { ...(times && { times }), unknown: { name } };
  if (geometry.data.length === 0) return { times };
  if (!isRiskLabel(label)) return { times, unknown: { name, polygons: geometry.data } };
  return { times, area: { label, longLabel, fill, stroke, polygons: geometry.data } };
}

const period = ({ validFrom, validUntil }: Times) => `${validFrom} ${validUntil}`;

/** The validity period of most features; the later one of two. */
function findCommonPeriod(features: readonly ReadFeature[]): Times | undefined {
  const counts = new Map<string, { times: Times; count: number }>();
  for (const { times } of features) {
    if (!times) continue;
    const entry = counts.get(period(times));
    if (entry) entry.count += 1;
    else counts.set(period(times), { times, count: 1 });
  }
  const [first] = [...counts.values()].sort(
    (left, right) => right.count - left.count || right.times.validUntil - left.times.validUntil,
  );
  return first?.times;
}

const positionsIn = (features: readonly ReadFeature[]): number =>
  features
    .flatMap(({ area, unknown }) => area?.polygons ?? unknown?.polygons ?? [])
    .flat()
    .reduce((sum, ring) => sum + ring.length, 0);

export const outlookSchema = z
  .object({ type: z.literal('FeatureCollection'), features: z.array(z.unknown()).min(1).max(maxFeatures) })
  .transform(({ features }, context) => {
    const reject = (message: string) => {
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    };
    const read = features.map(readFeature);
    const commonPeriod = findCommonPeriod(read);
    if (!commonPeriod) return reject('no feature has a validity period');
    if (positionsIn(read) > maxPositions) return reject('has too many positions');
    if (read.every(({ unknown }) => unknown && !unknown.polygons)) return reject('no feature can be used');
    const current = read.map((each): ReadFeature =>
      each.times && period(each.times) !== period(commonPeriod) && each.area
        ? { unknown: { name: areaName(each.area.label, each.area.longLabel) } }
        : each,
    );
    const unknown = current.flatMap((each) => each.unknown ?? []);
    for (const { name, polygons: shape } of unknown)
      reportLeftOut(`${name}: ${shape ? 'an unknown category' : 'can’t be read'}`);
    return {
      issuedAt: Math.max(...current.flatMap(({ times }) => times?.issuedAt ?? [])),
      validFrom: commonPeriod.validFrom,
      validUntil: commonPeriod.validUntil,
      areas: current.flatMap(({ area }) => area ?? []),
      unknown,
    };
  });
