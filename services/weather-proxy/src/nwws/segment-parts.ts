/** Parses a warning segment's coded lines (NWS Directive 10-511, 10-922). */
import { stateBoxes } from '@site/regions/bounding-boxes';

/** Degrees east and north, as in GeoJSON. */
export type Position = [lon: number, lat: number];

const number = String.raw`\d{4,5}`;
const polygonForm = new RegExp(String.raw`^LAT\.\.\.LON((?:\s+${number})+)\s*$`, 'm');
const motionForm = new RegExp(
  String.raw`^TIME\.\.\.MOT\.\.\.LOC (\d{2})(\d{2})Z (\d{1,3})DEG (\d{1,3})KT((?:\s+${number})+)\s*$`,
  'm',
);

/** "3477 9230", hundredths of degrees north and west. Undefined for an odd count. */
function positionsIn(text: string): Position[] | undefined {
  const numbers = text.trim().split(/\s+/).map(Number);
  if (numbers.length % 2 > 0) return undefined;
  return Array.from({ length: numbers.length / 2 }, (_unused, index) => [
    -(numbers[2 * index + 1] ?? 0) / 100,
    (numbers[2 * index] ?? 0) / 100,
  ]);
}

/** Offices warn just across the state line. */
function isNear([lon, lat]: Position): boolean {
  const { south, north, west, east } = stateBoxes.tiles;
  return lat >= south && lat <= north && lon >= west && lon <= east;
}

/** A closed ring; undefined when missing or implausible. */
export function readPolygon(segment: string): Position[] | undefined {
  const positions = positionsIn(polygonForm.exec(segment)?.[1] ?? '');
  const [first] = positions ?? [];
  if (!positions || !first || positions.length < 3 || !positions.every(isNear)) return undefined;
  return [...positions, first];
}

/**
 * Returns a storm's position and motion in the list's format:
 * "2026-11-23T00:12:00-00:00...storm...236DEG...35KT...34.73,-92.41". Empty without one.
 * @param sent when the product was issued, milliseconds since 1970 UTC; the segment only has hour and minute
 */
export function readMotion(segment: string, sent: number): string {
  const [, hour, minute, direction, speed, where = ''] = motionForm.exec(segment) ?? [];
  if (!hour || !minute || !direction || !speed) return '';
  const at = new Date(sent);
  at.setUTCHours(Number(hour), Number(minute), 0, 0);
  // Issued after midnight, about a storm observed before.
  if (at.getTime() - sent > 12 * 3_600_000) at.setUTCDate(at.getUTCDate() - 1);
  const places = (positionsIn(where) ?? []).map(([lon, lat]) => `${lat.toFixed(2)},${lon.toFixed(2)}`).join(' ');
  return `${at.toISOString().slice(0, 19)}-00:00...storm...${direction}DEG...${speed}KT...${places}`;
}

/** Tags of impact-based warnings, by their names in the list. */
const tagForms: Readonly<Record<string, RegExp>> = {
  tornadoDetection: /^TORNADO\.\.\.([A-Z ]+)$/m,
  tornadoDamageThreat: /^TORNADO DAMAGE THREAT\.\.\.([A-Z ]+)$/m,
  thunderstormDamageThreat: /^THUNDERSTORM DAMAGE THREAT\.\.\.([A-Z ]+)$/m,
  flashFloodDetection: /^FLASH FLOOD\.\.\.([A-Z ]+)$/m,
  flashFloodDamageThreat: /^FLASH FLOOD DAMAGE THREAT\.\.\.([A-Z ]+)$/m,
  maxHailSize: /^(?:MAX HAIL SIZE|HAIL)\.\.\.([<\d.]+) ?IN(?:CH|CHES)?$/m,
  maxWindGust: /^(?:MAX WIND GUST|WIND)\.\.\.[<>]?(\d+ ?MPH)$/m,
};

/** Keyed by their names in the list. */
export function readTags(segment: string): Record<string, string[]> {
  const tags: Record<string, string[]> = {};
  // Tags follow "&&"; the text before it contains "tornado", too.
  const coded = segment.slice(Math.max(0, segment.indexOf('\n&&')));
  for (const [name, form] of Object.entries(tagForms)) {
    const value = form.exec(coded)?.[1]?.trim();
    if (value) tags[name] = [value.replace(/^</, 'Up to ').replace(/(\d)MPH$/, '$1 MPH')];
  }
  return tags;
}

export interface SegmentText {
  /** "TORNADO EMERGENCY FOR LITTLE ROCK"; may be empty. */
  headline: string;
  description: string;
  instruction: string;
}

const codeLine = /^\/\S+\/$/gm;
const timeLine = /^\d{3,4} [AP]M [A-Z]{3,4} [A-Z]{3} [A-Z]{3} \d{1,2} \d{4}$/im;
const precautions = /^PRECAUTIONARY\/PREPAREDNESS ACTIONS\.\.\.$/im;
/** Returns the text between "..." at the beginning of a line and at the end of one. */
function headlineIn(text: string): string {
  const begin = text.search(/^\.\.\.\S/m);
  if (begin === -1) return '';
  // At least one character between them.
  const rest = text.slice(begin + 3);
  const length = rest.slice(1).search(/\.\.\.$/m);
  return length === -1 ? '' : rest.slice(0, length + 1);
}

/** Splits a segment's text into headline, description and instruction; a missing part is empty. */
export function readSegmentText(segment: string): SegmentText {
  // A statement's first segment has the office's name and the time above its codes.
  const lastCode = [...segment.matchAll(codeLine)].at(-1);
  const afterCodes = lastCode ? segment.slice(lastCode.index + lastCode[0].length) : segment;
  const time = timeLine.exec(afterCodes);
  const afterTime = time ? afterCodes.slice(time.index + time[0].length) : afterCodes;
  const [text = ''] = afterTime.split(/^&&/m);
  const [description = '', instruction = ''] = text.split(precautions);
  const headline = headlineIn(text);
  return {
    headline: headline.replace(/\s+/g, ' ').trim(),
    description: description.trim(),
    instruction: instruction.trim(),
  };
}
