/**
 * Predicts where a storm is heading from a warning's `eventMotionDescription`: the TIME...MOT...LOC line of NWS
 * Instruction 10-1701. Arrival times are our estimate: a straight line at constant speed, as in the NWS's pathcasts.
 */
import { endsAt, type AlertTimes } from './alert-times.js';
import {
  distanceKm,
  isInPolygon,
  kmPerDegree,
  kmPerMile,
  polygonsIn,
  type LonLat,
  type PolygonRings,
} from './polygons.js';

export interface StormMotion {
  /** When it was at `positions`, milliseconds since 1970 UTC. */
  observedAt: number;
  /** Degrees clockwise from north. */
  towardsDegrees: number;
  speedKnots: number;
  /** One position, or several along a line of storms. */
  positions: LonLat[];
}

export interface TrackedStorm {
  /** Estimated current position. */
  from: LonLat[];
  /** Estimated position of the middle of `from` when it reaches the polygon's edge, or the warning ends. */
  to: LonLat;
  towardsDegrees: number;
  /** Ahead in the polygon, earliest first. */
  arrivals: Arrival[];
}

export interface Arrival {
  town: string;
  /** Rounded to five minutes, milliseconds since 1970 UTC. */
  at: number;
}

export interface Town {
  name: string;
  position: LonLat;
}

const kmPerKnotHour = 1.852;
const oldestMotionMs = 30 * 60_000;
/** Clocks differ slightly; motion dated further ahead is unusable. */
const maxClockSkewMs = 5 * 60_000;
/** Towns this close to a single storm's path count as on it, as in the NWS's pathcasts. */
const corridorKm = 5 * kmPerMile;
/**
 * Polygons surround a storm's path until the warning ends. A path that leaves within half of that time, or of half an
 * hour, contradicts its polygon.
 */
const minShareInside = 0.5;
const maxTimeInsideMs = 30 * 60_000;
const stepKm = 0.5;
const arrivalStepMs = 5 * 60_000;
const maxArrivals = 8;

const form =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:?\d\d))\.{3}\w+\.{3}(\d{1,3})DEG\.{3}(\d{1,3})KT\.{3}\s*(-?\d{1,2}(?:\.\d+)?,-?\d{1,3}(?:\.\d+)?(?:\s+-?\d{1,2}(?:\.\d+)?,-?\d{1,3}(?:\.\d+)?)*)$/i;

/**
 * Parses "2026-07-15T19:58:00-00:00...storm...230DEG...29KT...32.49,-94.84"; undefined for anything else. The degrees
 * are where the storm comes from; positions are latitude, longitude.
 */
export function parseMotion(description: string | undefined): StormMotion | undefined {
  const [, time = '', degrees, knots, pairs = ''] = form.exec(description?.trim() ?? '') ?? [];
  const observedAt = Date.parse(time.replace('-00:00', 'Z'));
  const positions = pairs
    .trim()
    .split(/\s+/)
    .map((pair): LonLat => {
      const [lat = Number.NaN, lon = Number.NaN] = pair.split(',').map(Number);
      return [lon, lat];
    });
  const isWithin = positions.every(([lon, lat]) => Math.abs(lat) <= 90 && Math.abs(lon) <= 180);
  if (Number.isNaN(observedAt) || Number(degrees) > 360 || !isWithin) return undefined;
  return { observedAt, towardsDegrees: (Number(degrees) + 180) % 360, speedKnots: Number(knots), positions };
}

/**
 * Predicts a storm's track within a warning's polygon; undefined when its motion is missing or unreadable, zero, older
 * than 30 minutes, or leads out of the polygon.
 * @param now milliseconds since 1970 UTC, by the upstream clock
 * @param ends when the warning ends, in the same unit; later arrivals are left out
 */
export function trackStorm(
  motion: StormMotion | undefined,
  polygon: PolygonRings,
  { towns, now, ends = Number.POSITIVE_INFINITY }: { towns: readonly Town[]; now: number; ends?: number },
): TrackedStorm | undefined {
  if (!motion || motion.speedKnots === 0) return undefined;
  const { observedAt, towardsDegrees, positions } = motion;
  if (now - observedAt > oldestMotionMs || observedAt - now > maxClockSkewMs) return undefined;
  const kmPerMs = (motion.speedKnots * kmPerKnotHour) / 3_600_000;
  const moved = (position: LonLat, km: number) => destination(position, towardsDegrees, km);
  const from = positions.map((position) => moved(position, (now - observedAt) * kmPerMs));
  const middle = middleOf(from);
  const farthestKm = Math.min(ends - now, 2 * 3_600_000) * kmPerMs;

  let isEntered = false;
  let pathKm = 0;
  for (let km = 0; km <= farthestKm; km += stepKm) {
    const isInside = isInPolygon(polygon, moved(middle, km));
    if (isEntered && !isInside) break;
    isEntered ||= isInside;
    pathKm = km;
  }
  const minKm = minShareInside * Math.min(ends - now, maxTimeInsideMs) * kmPerMs;
  if (!isEntered || pathKm + stepKm < minKm) return undefined;

  const arrivals = towns.flatMap(({ name, position }): Arrival[] => {
    if (!isInPolygon(polygon, position)) return [];
    const km = distanceAhead(from, position, towardsDegrees);
    const at = km === undefined ? Number.NaN : now + km / kmPerMs;
    return at <= ends ? [{ town: name, at: Math.round(at / arrivalStepMs) * arrivalStepMs }] : [];
  });
  return {
    from,
    to: moved(middle, pathKm),
    towardsDegrees,
    arrivals: arrivals.toSorted((a, b) => a.at - b.at || a.town.localeCompare(b.town)).slice(0, maxArrivals),
  };
}

/** A part of a warning in public responses. */
type MovingAlert = AlertTimes & { event_motion_description: string; geometry: unknown };

/** Returns the track of the first part with a usable motion; parameters as in `trackStorm`. */
export function trackWarning(
  alerts: readonly MovingAlert[],
  { towns, now }: { towns: readonly Town[]; now: number },
): TrackedStorm | undefined {
  for (const alert of alerts) {
    const motion = parseMotion(alert.event_motion_description);
    const ends = endsAt(alert);
    for (const polygon of polygonsIn(alert.geometry)) {
      const track = trackStorm(motion, polygon, { towns, now, ...(ends !== undefined && { ends }) });
      if (track) return track;
    }
  }
  return undefined;
}

/** Returns whether an alert has a motion that we can't parse, so that pages say so instead of nothing. */
export const hasUnreadableMotion = (alerts: readonly MovingAlert[]): boolean =>
  alerts.some(({ event_motion_description: motion }) => motion.trim() !== '' && !parseMotion(motion));

export const unreadableMotionText =
  'We can’t read this warning’s storm motion, so we don’t estimate its path or arrival times.';
export const estimateText = 'Our estimate from the NWS storm motion. Storms can speed up or turn.';

/** Returns kilometers along and to the right of a course from `start`. */
function alongAndAcross(start: LonLat, position: LonLat, courseDegrees: number): [along: number, across: number] {
  const course = (courseDegrees * Math.PI) / 180;
  const east = signedKm(start, [position[0], start[1]], 0);
  const north = signedKm(start, [start[0], position[1]], 1);
  return [east * Math.sin(course) + north * Math.cos(course), east * Math.cos(course) - north * Math.sin(course)];
}

const signedKm = (from: LonLat, to: LonLat, axis: 0 | 1) => distanceKm(from, to) * Math.sign(to[axis] - from[axis]);

/** Returns how far ahead of a storm, or line of storms, a position is; undefined behind or beside its path. */
function distanceAhead(from: readonly LonLat[], position: LonLat, courseDegrees: number): number | undefined {
  const points = from.map((start) => alongAndAcross(start, position, courseDegrees));
  const distances = points.flatMap(([along, across]) => (Math.abs(across) <= corridorKm ? [along] : []));
  for (let index = 1; index < points.length; index += 1) {
    const [along, across] = points[index - 1]!;
    const [nextAlong, nextAcross] = points[index]!;
    // Between two positions of the line: to the right of one and to the left of the other.
    if (across * nextAcross < 0) distances.push(along + ((nextAlong - along) * across) / (across - nextAcross));
  }
  const ahead = distances.filter((km) => km >= 0);
  return ahead.length > 0 ? Math.min(...ahead) : undefined;
}

function destination([lon, lat]: LonLat, courseDegrees: number, km: number): LonLat {
  const course = (courseDegrees * Math.PI) / 180;
  const north = (km * Math.cos(course)) / kmPerDegree;
  const east = (km * Math.sin(course)) / (kmPerDegree * Math.cos((lat * Math.PI) / 180));
  return [lon + east, lat + north];
}

const middleOf = (positions: readonly LonLat[]): LonLat => [
  positions.reduce((sum, [lon]) => sum + lon, 0) / positions.length,
  positions.reduce((sum, [, lat]) => sum + lat, 0) / positions.length,
];
