/** One tornado warning step by step: the alert list after each step, and its NWWS-OI product. */
import { capAlert } from '../cap.js';
import { warningProduct, type Product } from './products.js';

export type StepName = 'NEW' | 'CON' | 'RAISED' | 'EXA' | 'CAN';

export interface WarningStep {
  name: StepName;
  /** From the start. */
  minute: number;
  /** The whole list, as CAP features. */
  list: unknown[];
  product: Product;
}

export interface WarningOptions {
  start: Date;
  /** A timeline minute; default: a real one. */
  minuteMs?: number;
  /** Default: 45 real minutes after the start. */
  ends?: Date;
  number?: string;
}

const pulaski = '05119';
const lonoke = '05085';
const lastsMs = 45 * 60_000;

interface Stage {
  name: StepName;
  minute: number;
  action: string;
  counties: readonly string[];
  detection: string;
  damage?: string;
}

const stages: readonly Stage[] = [
  { name: 'NEW', minute: 0, action: 'NEW', counties: [pulaski], detection: 'RADAR INDICATED' },
  { name: 'CON', minute: 5, action: 'CON', counties: [pulaski], detection: 'RADAR INDICATED' },
  { name: 'RAISED', minute: 10, action: 'CON', counties: [pulaski], detection: 'OBSERVED', damage: 'CATASTROPHIC' },
  {
    name: 'EXA',
    minute: 15,
    action: 'EXA',
    counties: [lonoke, pulaski],
    detection: 'OBSERVED',
    damage: 'CATASTROPHIC',
  },
  { name: 'CAN', minute: 25, action: 'CAN', counties: [lonoke, pulaski], detection: 'OBSERVED' },
];

/** Around Little Rock; the second extends into Lonoke County. Degrees north and east. */
const polygons = {
  small: [
    [34.6, -92.45],
    [34.9, -92.45],
    [34.9, -92.15],
    [34.6, -92.15],
  ],
  large: [
    [34.6, -92.45],
    [34.9, -92.45],
    [34.95, -91.8],
    [34.65, -91.8],
  ],
} as const;

/** Without the year. */
export const warningName = (number = '0042'): string => `KLZK.TO.W.${number}`;

/** Returns the steps of one warning. @param options.minuteMs length of a simulated minute */
export function warningSteps(options: WarningOptions): WarningStep[] {
  const { start, minuteMs = 60_000, number = '0042' } = options;
  const at = (minute: number) => new Date(start.getTime() + minute * minuteMs);
  const ends = options.ends ?? new Date(start.getTime() + lastsMs);
  const id = (index: number) => `urn:oid:2.49.0.1.840.0.${start.getTime()}.${number}.00${index + 1}.1`;
  return stages.map(({ name, minute, action, counties, detection, damage }, index) => {
    const polygon = counties.length > 1 ? polygons.large : polygons.small;
    const [first] = polygon;
    const ring = [...polygon, first].map(([lat, lon]) => [lon, lat]);
    const headline = damage === 'CATASTROPHIC' ? 'TORNADO EMERGENCY FOR LITTLE ROCK' : undefined;
    const alert = capAlert({
      id: id(index),
      event: 'Tornado Warning',
      sent: at(minute),
      onset: start,
      ends,
      vtec: `O.${action}.${warningName(number)}`,
      counties: [...counties],
      areaDesc: counties.map((fips) => (fips === pulaski ? 'Pulaski, AR' : 'Lonoke, AR')).join('; '),
      references: Array.from({ length: index }, (_unused, earlier) => id(earlier)),
      messageType: action === 'CAN' ? 'Cancel' : index === 0 ? 'Alert' : 'Update',
      severity: 'Extreme',
      geometry: { type: 'Polygon', coordinates: [ring] },
      parameters: {
        tornadoDetection: [detection],
        maxHailSize: ['1.75'],
        ...(damage && { tornadoDamageThreat: [damage] }),
        ...(headline && { NWSheadline: [headline] }),
      },
      eventCode: { SAME: ['TOR'], NationalWeatherService: ['TOW'] },
    });
    const product = warningProduct({
      kind: 'tornado',
      action,
      number,
      issued: at(minute),
      begins: start,
      ends,
      counties,
      polygon,
      tags: [
        `TORNADO...${detection}`,
        ...(damage ? [`TORNADO DAMAGE THREAT...${damage}`] : []),
        'MAX HAIL SIZE...1.75 IN',
      ],
      ...(headline && { headline }),
    });
    return { name, minute, list: [alert], product };
  });
}
