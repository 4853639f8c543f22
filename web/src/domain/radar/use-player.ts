import { useEffect, useState, type RefObject } from 'react';
import { useReducedMotion } from '../../ui/media-query.js';
import { useFramePictures, type PictureStates } from './frame-pictures.js';
import type { LoopFrame } from './radar-loop.js';

/** The radar loop: which picture is looked at, and what moves it on. It never begins by itself. */

/** How long a picture stays, and which part of that it takes to dissolve into the next: longer looks like a shadow beside the storm. */
export const slotMs = 620;
export const dissolveMs = 0.24 * slotMs;
/** The newest is held, so that the loop does not seem to go on into the future. */
const newestSlots = 3;
/** A gap of twice the usual time takes twice as long, within these bounds. */
const slowest = 2.5;
const fastest = 0.5;

/** So many pictures are fetched with the first move, before the rest. */
const firstMost = 7;

export interface Player {
  /** Index of the picture that is looked at; -1 without pictures. */
  index: number;
  frame: LoopFrame | undefined;
  /** What the map is to draw: the picture that is looked at once it is there, until then the one before. */
  onMap: LoopFrame | undefined;
  /** What is seen, and whose time may be told. */
  seen: LoopFrame | undefined;
  /** Whether the picture that is looked at is seen. */
  picture: 'loading' | 'ready' | 'failed';
  /** All that are there, for a map that prepares them. */
  ready: readonly LoopFrame[];
  isPlaying: boolean;
  /** It plays as soon as the first pictures are there. */
  isWaiting: boolean;
  /** Only steps: this person asked for less motion. */
  isStepped: boolean;
  play: () => void;
  pause: () => void;
  step: (by: 1 | -1) => void;
  seek: (index: number) => void;
}

/** The picture at a time, or the nearest to one that has left the list; without a time the newest. */
function indexOf(frames: readonly LoopFrame[], time: number | undefined): number {
  if (time === undefined) return frames.length - 1;
  let nearest = frames.length - 1;
  for (const [index, frame] of frames.entries())
    if (Math.abs(frame.time - time) < Math.abs((frames[nearest]?.time ?? 0) - time)) nearest = index;
  return nearest;
}

/** How long a picture is shown before the one at `nextIndex`. */
export function holdMs(frames: readonly LoopFrame[], index: number, nextIndex = index + 1): number {
  const [frame, next] = [frames[index], frames[nextIndex]];
  if (!frame || !next || nextIndex <= index) return slotMs * newestSlots;
  const gaps = frames.slice(1).map(({ time }, before) => time - (frames[before]?.time ?? time));
  const usual = gaps.sort((one, other) => one - other)[Math.floor(gaps.length / 2)] || 1;
  return slotMs * Math.min(slowest, Math.max(fastest, (next.time - frame.time) / usual));
}

/** The next picture of the loop that is there; the oldest of them after the newest. */
function nextReady(frames: readonly LoopFrame[], states: PictureStates, index: number): number {
  const isReady = ({ url }: LoopFrame) => states.get(url) === 'ready';
  const after = frames.findIndex((frame, at) => at > index && isReady(frame));
  return after === -1 ? frames.findIndex(isReady) : after;
}

/**
 * @param frames the oldest first
 * @param attempt another value tries again to fetch what failed
 * @param stage what the loop is seen in: it pauses when that leaves the view
 * @param drawn address of the picture that the map has drawn, which may be behind what it was told
 */
export function usePlayer(
  frames: readonly LoopFrame[],
  attempt: unknown,
  stage: RefObject<HTMLElement | null>,
  drawn: string | undefined,
): Player {
  const isStepped = useReducedMotion();
  // Without a time it is the newest, also when a newer one comes.
  const [time, setTime] = useState<number>();
  const [isWished, setWished] = useState(false);
  const [hasBegun, setBegun] = useState(false);
  const [isLoop, setLoop] = useState(false);
  const isPlaying = isWished && !isStepped;

  const index = indexOf(frames, time);
  const frame = frames[index];
  const newestFirst = frames.map(({ url }) => url).reverse();
  const [hasFirst, setHasFirst] = useState(false);
  const wanted = newestFirst.slice(0, isLoop ? (hasFirst ? frames.length : firstMost) : 1);
  // One that is looked at is wanted, too, when nothing else is: it was the newest a minute ago.
  if (frame && !wanted.includes(frame.url)) wanted.push(frame.url);
  const states = useFramePictures(wanted, attempt);
  const isSettled = wanted.every((url) => states.has(url));
  if (isLoop && isSettled && !hasFirst) setHasFirst(true);

  const arrived = (frame && states.get(frame.url)) ?? 'loading';
  const ready = frames.filter(({ url }) => states.get(url) === 'ready');
  const [lastReady, setLastReady] = useState<LoopFrame>();
  if (frame && arrived === 'ready' && lastReady?.url !== frame.url) setLastReady(frame);
  const waiting = arrived === 'loading' && frame ? lastReady : undefined;
  const onMap = arrived === 'ready' ? frame : waiting;
  const [lastSeen, setLastSeen] = useState<LoopFrame>();
  const found = frames.find(({ url }) => url === drawn) ?? (lastSeen?.url === drawn ? lastSeen : undefined);
  // One that has left the list may still be on the map for a moment.
  if (found && found.url !== lastSeen?.url) setLastSeen(found);
  const seen = drawn === undefined ? undefined : found;
  const isSeen = frame !== undefined && frame.url === drawn;
  const picture = arrived === 'failed' ? 'failed' : isSeen ? 'ready' : 'loading';

  // The others did not arrive: there is nothing to play.
  if (isWished && hasFirst && isSettled && ready.length < 2) setWished(false);

  const show = (at: number) => setTime(at >= frames.length - 1 ? undefined : frames[at]?.time);
  const next = nextReady(frames, states, index);
  // Begins with the first pictures there, not with one of two.
  const canMove = isPlaying && hasFirst && next !== -1 && (isSeen || !hasBegun);
  const waitMs = hasBegun ? holdMs(frames, index, next) : 0;
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
    ...{ index, frame, onMap, seen, picture, ready, isPlaying, isStepped },
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
