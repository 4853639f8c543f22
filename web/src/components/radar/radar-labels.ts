/**
 * The radar's age and source in words. Ages are relative to the newest picture, whose age comes from the server: the
 * device's clock may be wrong.
 */
import { clockTime, clockTimeIn, minutesAgo, stateTimeZone } from '../time/times.js';
import type { LoopFrame, RadarState } from './radar-loop.js';

type Frames = Extract<RadarState, { kind: 'frames' }>;

/** Returns milliseconds. */
export const ageOfFrame = ({ frames, newestAgeMs }: Pick<Frames, 'frames' | 'newestAgeMs'>, { time }: LoopFrame) =>
  newestAgeMs + (frames.at(-1)?.time ?? time) - time;

/** "6:35 PM, 20 min ago". */
export const spokenTime = (radar: Pick<Frames, 'frames' | 'newestAgeMs'>, frame: LoopFrame): string =>
  `${clockTimeIn(frame.time, stateTimeZone)}, ${minutesAgo(0, ageOfFrame(radar, frame))}`;

const sources = {
  mrms: 'NOAA/NWS (MRMS mosaic of the weather radars)',
  nexrad: 'Iowa Environmental Mesonet (mosaic of the NEXRAD weather radars)',
} as const;
export const sourceOf = ({ source }: LoopFrame): string => sources[source];

export interface RadarNote {
  text: string;
  isWarning: boolean;
}

/** Returns caveats: the pictures are old, late or missing, or show no precipitation. */
export function radarNotes(radar: RadarState): RadarNote[] {
  if (radar.kind === 'waiting') return [];
  if (radar.kind === 'unavailable') {
    const why =
      radar.reason === 'not configured'
        ? "radar pictures aren't set up on this site"
        : "we haven't received any radar pictures in the last two hours. That doesn't mean the weather is calm";
    return [{ text: `Radar unavailable: ${why}.`, isWarning: true }];
  }
  const newest = radar.frames.at(-1);
  const at = newest ? clockTime(newest.time) : '';
  const notes: RadarNote[] = [];
  if (radar.isOld)
    notes.push({
      text: `The newest radar picture is from ${at}, ${minutesAgo(0, radar.newestAgeMs)}. It is gray because rain and storms have moved since then.`,
      isWarning: true,
    });
  else if (radar.isStale) notes.push({ text: 'The next radar picture is late.', isWarning: true });
  if (!radar.hasEchoes) notes.push({ text: `No rain or snow on the radar at ${at}.`, isWarning: false });
  return notes;
}
