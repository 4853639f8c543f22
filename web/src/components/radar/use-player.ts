/** The radar loop's selected picture and what advances it. It never starts by itself. */
import { useEffect, useState, type RefObject } from 'react';
import { useReducedMotion } from '@/ui/media-query.js';
import { useFrameImages, type ImageStates } from './frame-images.js';
import type { LoopFrame } from './radar-loop.js';

/**
 * How long a picture is shown, and the part of that for the cross-fade: a longer fade looks like a shadow beside the
 * storm.
 */
export const slotMs = 620;
export const dissolveMs = 0.24 * slotMs;
/** Keeps the loop from seeming to continue into the future. */
const newestSlots = 3;
/** A gap of twice the usual time plays twice as long, within these bounds. */
const slowest = 2.5;
const fastest = 0.5;

/** Pictures fetched before playback starts. */
const initialFrameCount = 7;

export interface Player {
  /** -1 without pictures. */
  index: number;
  frame: LoopFrame | undefined;
  /** The selected picture once it has loaded, until then the previous one. */
  onMap: LoopFrame | undefined;
  /** The visible picture, whose time may be shown. */
  seen: LoopFrame | undefined;
  /** Whether the selected picture is visible. */
  imageState: 'loading' | 'ready' | 'failed';
  ready: readonly LoopFrame[];
  isPlaying: boolean;
  /** Playback starts once the first pictures have loaded. */
  isWaiting: boolean;
  /** Steps only, for reduced motion. */
  isStepped: boolean;
  play: () => void;
  pause: () => void;
  step: (by: 1 | -1) => void;
  seek: (index: number) => void;
}

/** Returns the index of a time's picture, or the nearest if it has left the list; of the newest without a time. */
function indexOf(frames: readonly LoopFrame[], time: number | undefined): number {
  if (time === undefined) return frames.length - 1;
  let nearest = frames.length - 1;
  for (const [index, frame] of frames.entries())
    if (Math.abs(frame.time - time) < Math.abs((frames[nearest]?.time ?? 0) - time)) nearest = index;
  return nearest;
}

/**
 * Returns how long a frame stays, in milliseconds: in proportion to the gap before the next, longest for the newest.
 */
export function computeFrameDurationMs(frames: readonly LoopFrame[], index: number, nextIndex = index + 1): number {
  const frame = frames[index];
  const next = frames[nextIndex];
  if (!frame || !next || nextIndex <= index) return slotMs * newestSlots;
  const gaps = frames.slice(1).map(({ time }, before) => time - (frames[before]?.time ?? time));
  const medianGap = gaps.sort((one, other) => one - other)[Math.floor(gaps.length / 2)] || 1;
  return slotMs * Math.min(slowest, Math.max(fastest, (next.time - frame.time) / medianGap));
}

/** Returns the next loaded picture; after the newest, the oldest. */
function nextReady(frames: readonly LoopFrame[], states: ImageStates, index: number): number {
  const isReady = ({ url }: LoopFrame) => states.get(url) === 'ready';
  const after = frames.findIndex((frame, at) => at > index && isReady(frame));
  return after === -1 ? frames.findIndex(isReady) : after;
}

/**
 * @param frames oldest first
 * @param attempt change it to retry failed pictures
 * @param stage the loop's container: playback pauses when it leaves the viewport
 * @param renderedUrl URL of the picture that the map has drawn, which may lag behind `onMap`
 */
export function usePlayer(
  frames: readonly LoopFrame[],
  attempt: unknown,
  stage: RefObject<HTMLElement | null>,
  renderedUrl: string | undefined,
): Player {
  const isStepped = useReducedMotion();
  // Undefined selects the newest, including later ones.
  const [time, setTime] = useState<number>();
  const [isWished, setWished] = useState(false);
  const [hasBegun, setBegun] = useState(false);
  const [isLoop, setLoop] = useState(false);
  const isPlaying = isWished && !isStepped;

  const index = indexOf(frames, time);
  const frame = frames[index];
  const newestFirst = frames.map(({ url }) => url).reverse();
  const [hasFirst, setHasFirst] = useState(false);
  const requestedUrls = newestFirst.slice(0, isLoop ? (hasFirst ? frames.length : initialFrameCount) : 1);
  // The selected picture may have left the list: it was the newest a minute ago.
  if (frame && !requestedUrls.includes(frame.url)) requestedUrls.push(frame.url);
  const states = useFrameImages(requestedUrls, attempt);
  const isSettled = requestedUrls.every((url) => states.has(url));
  if (isLoop && isSettled && !hasFirst) setHasFirst(true);

  const arrived = (frame && states.get(frame.url)) ?? 'loading';
  const ready = frames.filter(({ url }) => states.get(url) === 'ready');
  const [lastReady, setLastReady] = useState<LoopFrame>();
  if (frame && arrived === 'ready' && lastReady?.url !== frame.url) setLastReady(frame);
  const waiting = arrived === 'loading' && frame ? lastReady : undefined;
  const onMap = arrived === 'ready' ? frame : waiting;
  const [lastSeen, setLastSeen] = useState<LoopFrame>();
  const found = frames.find(({ url }) => url === renderedUrl) ?? (lastSeen?.url === renderedUrl ? lastSeen : undefined);
  // A picture that has left the list may stay on the map for a moment.
  if (found && found.url !== lastSeen?.url) setLastSeen(found);
  const seen = renderedUrl === undefined ? undefined : found;
  const isSeen = frame !== undefined && frame.url === renderedUrl;
  const imageState = arrived === 'failed' ? 'failed' : isSeen ? 'ready' : 'loading';

  // The other pictures failed, so there is nothing to play.
  if (isWished && hasFirst && isSettled && ready.length < 2) setWished(false);

  const show = (at: number) => setTime(at >= frames.length - 1 ? undefined : frames[at]?.time);
  const next = nextReady(frames, states, index);
  // Starts with the first pictures loaded, not with one of two.
  const canMove = isPlaying && hasFirst && next !== -1 && (isSeen || !hasBegun);
  const waitMs = hasBegun ? computeFrameDurationMs(frames, index, next) : 0;
  const nextTime = next === frames.length - 1 ? undefined : frames[next]?.time;
  useEffect(() => {
    if (!canMove) return;
    const timer = setTimeout(() => {
      setBegun(true);
      setTime(nextTime);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [canMove, index, nextTime, waitMs]);

  useEffect(() => {
    if (!isPlaying) return;
    const stop = () => setWished(false);
    const onVisibility = () => document.visibilityState === 'hidden' && stop();
    document.addEventListener('visibilitychange', onVisibility);
    const observer =
      typeof IntersectionObserver === 'undefined'
        ? undefined
        : new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => !isIntersecting) && stop());
    if (stage.current) observer?.observe(stage.current);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      observer?.disconnect();
    };
  }, [isPlaying, stage]);

  const move = (at: number) => {
    setLoop(true);
    setWished(false);
    show(Math.min(frames.length - 1, Math.max(0, at)));
  };
  return {
    index,
    frame,
    onMap,
    seen,
    imageState,
    ready,
    isPlaying,
    isStepped,
    isWaiting: isPlaying && !hasBegun,
    play: () => {
      setLoop(true);
      setBegun(false);
      setWished(!isStepped);
    },
    pause: () => setWished(false),
    step: (by) => move(index + by),
    seek: move,
  };
}
