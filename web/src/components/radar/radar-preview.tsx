import { stateName } from '@site/regions/state';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Radar } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from '@/ui/class-names.js';
import { useClockReading } from '../time/clock.js';
import { clockTime, minutesAgo } from '../time/times.js';
import { radarState, type RadarState } from './radar-loop.js';
import { radarInBriefQuery } from './radar-query.js';
import { ageOfFrame } from './radar-labels.js';

interface RadarPreviewProps {
  title: string;
  /** The last line, given what the radar shows; that alone without it. */
  children?: (statusText: string) => ReactNode;
}

/** Link to the map with the newest radar picture, small, and its time. */
export function RadarPreview({ title, children }: RadarPreviewProps) {
  const poll = useQuery(radarInBriefQuery);
  const radar = radarState(poll, useClockReading());
  const still = radar.kind === 'frames' ? poll.data?.still : undefined;
  const statusText = formatRadarStatus(radar);
  return (
    <Link to="/map" className="card flex flex-wrap items-center gap-x-4 gap-y-2 p-3 hover:bg-surface-raised">
      {/* In pixels, because a picture needn't grow with the text. */}
      <span className="grid h-[100px] w-[112px] shrink-0 place-items-center overflow-hidden rounded-md bg-surface-raised">
        {still ? (
          <Still key={still.url} still={still} isOld={radar.kind === 'frames' && radar.isOld} />
        ) : (
          radar.kind !== 'waiting' && <ImagePlaceholder />
        )}
      </span>
      <span className="min-w-0 flex-[1_1_11rem]">
        <span className="flex items-center justify-between gap-2 font-bold">
          {title}
          <ChevronRight aria-hidden="true" size={20} className="shrink-0" />
        </span>
        <span className="figures block min-h-[1lh] text-sm text-ink-soft">{timeOf(radar, still)}</span>
        <span className="line-clamp-2 min-h-[2lh] text-sm lg:min-h-[1lh]">
          {children ? children(statusText) : statusText}
        </span>
      </span>
    </Link>
  );
}

interface RadarStill {
  url: string;
  time: string;
  width: number;
  height: number;
}

function Still({ still: { url, width, height }, isOld }: { still: RadarStill; isOld: boolean }) {
  const [isMissing, setMissing] = useState(false);
  if (isMissing) return <ImagePlaceholder />;
  return (
    <img
      src={url}
      width={width}
      height={height}
      // The text beside it says what it shows.
      alt=""
      loading="lazy"
      decoding="async"
      fetchPriority="low"
      // It may have failed before React attached its listener.
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0 && image.currentSrc) setMissing(true);
      }}
      onError={() => setMissing(true)}
      className={classNames('size-full object-cover', isOld && 'grayscale')}
    />
  );
}

const ImagePlaceholder = () => <Radar aria-hidden="true" size={32} className="text-ink-soft" />;

function timeOf(radar: RadarState, still: RadarStill | null | undefined): ReactNode {
  if (radar.kind === 'waiting') return null;
  const newest = radar.kind === 'frames' ? radar.frames.at(-1) : undefined;
  if (radar.kind !== 'frames' || !newest) return 'Radar unavailable';
  const displayedFrame = still ? { ...newest, time: Date.parse(still.time) } : newest;
  return (
    <span className={radar.isOld ? 'text-clay-ink' : undefined}>
      <time dateTime={new Date(displayedFrame.time).toISOString()}>{clockTime(displayedFrame.time)}</time>,{' '}
      {minutesAgo(0, ageOfFrame(radar, displayedFrame))}
    </span>
  );
}

function formatRadarStatus(radar: RadarState): string {
  if (radar.kind === 'waiting') return '';
  if (radar.kind === 'unavailable')
    return radar.reason === 'not configured'
      ? 'Radar pictures aren’t set up on this site.'
      : 'That doesn’t mean the weather is calm.';
  if (radar.isOld) return 'Rain and storms have moved since then.';
  return radar.hasEchoes ? `Rain or snow over ${stateName} or nearby.` : `No rain or snow over ${stateName} or nearby.`;
}
