import { useNow } from '../domain/time/clock.js';
import { fullDateTime, relativeTime } from '../domain/time/times.js';

interface AgoProps {
  /** RFC 3339. */
  at: string;
  className?: string;
}

/** A relative time for use inside a sentence; hovering shows the date. */
export function Ago({ at, className }: AgoProps) {
  const time = Date.parse(at);
  return (
    <time dateTime={at} title={fullDateTime(time)} className={className}>
      {relativeTime(time, useNow()).replace('Just', 'just')}
    </time>
  );
}
