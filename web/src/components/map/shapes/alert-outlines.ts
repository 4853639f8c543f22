import type { AlertTone } from '@/components/alerts/alert-variant.js';
import type { AlertArea } from './alert-areas.js';
import type { County } from './map-data.js';
import { polygonsOf, type Position } from './shapes.js';

export interface AlertOutline {
  lines: Position[][];
  tone: AlertTone;
}

/** Drops the edges that two rings share: neighboring counties have the same points along their border. */
function outerEdges(rings: readonly Position[][]): Position[][] {
  const edges = new Map<string, Position[]>();
  for (const ring of rings)
    for (const [index, to] of ring.entries()) {
      const from = ring[index - 1];
      if (!from) continue;
      const name = [from.join(), to.join()].sort().join(' ');
      if (!edges.delete(name)) edges.set(name, [from, to]);
    }
  return [...edges.values()];
}

/**
 * Keeps the order of the areas. Counties of the same look share one outline, so that a statewide alert leaves the map
 * readable.
 */
export function alertOutlines(areas: readonly AlertArea[], counties: readonly County[]): AlertOutline[] {
  const countyShapes = new Set(counties.map(({ shape }) => shape));
  const isCounty = ({ shape }: AlertArea) => countyShapes.has(shape);
  const ringsOf = ({ shape }: AlertArea) => polygonsOf(shape).flat();
  const seenTones = new Set<AlertTone>();
  return areas.flatMap((area): AlertOutline[] => {
    const { tone } = area;
    if (!isCounty(area)) return [{ lines: ringsOf(area), tone }];
    if (seenTones.has(tone)) return [];
    seenTones.add(tone);
    return [{ lines: outerEdges(areas.filter((each) => isCounty(each) && each.tone === tone).flatMap(ringsOf)), tone }];
  });
}
