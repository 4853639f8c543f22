/** Caption of a warning's map, with the radar image's time. */
import { clockTime } from '@/components/time/times.js';

interface MapCaptionProps {
  /** Sentences about the visitor's place and the storm's path. */
  before?: string;
  /** Milliseconds since 1970 UTC; undefined without a radar picture. */
  radarTime: number | undefined;
}

export function MapCaption({ before = '', radarTime }: MapCaptionProps) {
  return (
    <figcaption className="mt-2 text-sm text-ink-soft">
      {before}
      {radarTime !== undefined && `Radar at ${clockTime(radarTime)}: NOAA. `}
      Warned area: National Weather Service.
    </figcaption>
  );
}
