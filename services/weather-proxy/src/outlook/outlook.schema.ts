import { riskLabels, type RiskLabel } from '@site/proto/weather/v1/outlook.answers';
import { z } from 'zod';
import { isoMs, lineOrNone, plausibleMs } from '../readings/source-values.js';

/**
 * The Storm Prediction Center's outlook for one day, in the format of MetPy's examples. A day is parsed in full or
 * rejected: an unknown category must never look like no risk.
 */

const mostFeatures = 2_000;
/** A national outlook has about a thousand. */
const mostPositions = 30_000;
/** No outlook is valid for longer than 30 hours. */
const longestMs = 49 * 3_600_000;

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
const timeOf = (...texts: (string | null | undefined)[]): number | undefined =>
  texts.map((text) => (text ? (stampMs(text) ?? isoMs(text)) : undefined)).find((ms) => ms !== undefined);

const position = z
  .tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)], z.number())
  .transform(([lon, lat]): [number, number] => [lon, lat]);
const ring = z
  .array(position)
  .min(4)
  .max(mostPositions)
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

const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i)
  .optional()
  .catch(undefined);

const isRiskLabel = (text: string): text is RiskLabel => riskLabels.some((label) => label === text);

const feature = z
  .object({
    geometry: polygons,
    properties: z.object({
      ...{ VALID: time, VALID_ISO: time, EXPIRE: time, EXPIRE_ISO: time, ISSUE: time, ISSUE_ISO: time },
      LABEL: lineOrNone(40),
      LABEL2: lineOrNone(80),
      stroke: colour,
      fill: colour,
    }),
  })
  .transform(({ geometry, properties }, context) => {
    const { LABEL: label, LABEL2: words, fill, stroke } = properties;
    const validFrom = timeOf(properties.VALID, properties.VALID_ISO);
    const validUntil = timeOf(properties.EXPIRE, properties.EXPIRE_ISO);
    const issuedAt = timeOf(properties.ISSUE, properties.ISSUE_ISO);
    const refuse = (message: string) => {
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    };
    if (validFrom === undefined || validUntil === undefined || issuedAt === undefined) return refuse('has no times');
    if (validUntil <= validFrom || validUntil - validFrom > longestMs)
      return refuse('has an impossible validity period');
    const times = { validFrom, validUntil, issuedAt };
    if (geometry.length === 0) return { ...times, area: undefined };
    if (!isRiskLabel(label)) return refuse(`has an unknown label: ${label}`);
    return { ...times, area: { label, words, fill, stroke, polygons: geometry } };
  });

export type SourceArea = NonNullable<z.infer<typeof feature>['area']>;

export const outlookSchema = z
  .object({ type: z.literal('FeatureCollection'), features: z.array(feature).min(1).max(mostFeatures) })
  .transform(({ features }, context) => {
    const [first] = features;
    const agree = features.every(
      ({ validFrom, validUntil }) => validFrom === first?.validFrom && validUntil === first.validUntil,
    );
    const areas = features.flatMap(({ area }) => area ?? []);
    const positions = areas.flatMap(({ polygons: all }) => all.flat()).reduce((sum, each) => sum + each.length, 0);
    if (!first || !agree || positions > mostPositions) {
      context.addIssue({ code: 'custom', message: agree ? 'has too many positions' : 'has several validity periods' });
      return z.NEVER;
    }
    const issuedAt = Math.max(...features.map((each) => each.issuedAt));
    return { issuedAt, validFrom: first.validFrom, validUntil: first.validUntil, areas };
  });
