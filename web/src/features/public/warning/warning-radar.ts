import { useQuery } from '@tanstack/react-query';
import { type RadarBox, radarState } from '@/components/radar/radar-loop.js';
import { radarInBriefQuery } from '@/components/radar/radar-query.js';
import { useClockReading } from '@/components/time/clock.js';

interface WarningRadar {
  url: string;
  /** Milliseconds since 1970 UTC. */
  time: number;
  box: RadarBox;
  isOld: boolean;
}

/** Returns the newest radar picture, at first the one in the document, and refreshes it every minute. */
export function useWarningRadar(): WarningRadar | undefined {
  const radar = radarState(useQuery({ ...radarInBriefQuery, refetchInterval: 60_000 }), useClockReading());
  const newest = radar.kind === 'frames' ? radar.frames.at(-1) : undefined;
  return radar.kind === 'frames' && newest
    ? { url: newest.url, time: newest.time, box: radar.box, isOld: radar.isOld }
    : undefined;
}
