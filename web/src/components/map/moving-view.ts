/** Moves the drawn map: to a given area, and by keyboard, wheel, mouse and touch. */
import { startTransition, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { moved, positionAt, reachOf, viewOf, zoomed, type DrawingView, type Frame } from './drawing-view.js';
import type { Box, Position } from './shapes/shapes.js';

const unmeasured: Frame = { width: 400, height: 400 };

function frameOf(element: Element | null): Frame {
  const { width = 0, height = 0 } = element?.getBoundingClientRect() ?? {};
  return width > 0 && height > 0 ? { width, height } : unmeasured;
}

/** A shorter move is a click, not a drag. */
const stillPointedPx = 5;
const keyStepPx = 80;

/** Same keys as on the interactive map. */
const keyMoves: Record<string, (view: DrawingView, frame: Frame) => DrawingView> = {
  ArrowLeft: (view, frame) => moved(view, frame, -keyStepPx, 0),
  ArrowRight: (view, frame) => moved(view, frame, keyStepPx, 0),
  ArrowUp: (view, frame) => moved(view, frame, 0, -keyStepPx),
  ArrowDown: (view, frame) => moved(view, frame, 0, keyStepPx),
  '+': (view, frame) => zoomed(view, frame, 1),
  '=': (view, frame) => zoomed(view, frame, 1),
  '-': (view, frame) => zoomed(view, frame, -1),
};

/** Returns an element's size in CSS pixels, kept current; a default before the first measurement. */
export function useFrame(element: RefObject<Element | null>): Frame {
  const [frame, setFrame] = useState(unmeasured);
  useEffect(() => {
    const container = element.current;
    if (!container) return;
    const measure = () => startTransition(() => setFrame(frameOf(container)));
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(container);
    return () => observer.disconnect();
  }, [element]);
  return frame;
}

/** The view opens on a box and moves when the box changes; the wheel and keys change it. */
export function useView(
  element: RefObject<HTMLDivElement | null>,
  box: Box,
  onPick: (point: Position, reachDegrees: number) => void,
) {
  const frame = useFrame(element);
  const [view, setView] = useState(() => viewOf(box, unmeasured));
  const latest = useRef({ view, onPick });
  useEffect(() => {
    latest.current = { view, onPick };
  });
  const [change] = useState(() => (next: Change) => setView((before) => next(before, frameOf(element.current))));

  const { west, south, east, north } = box;
  useEffect(() => {
    change((_view, seen) => viewOf({ west, south, east, north }, seen));
  }, [change, west, south, east, north]);

  useEffect(() => {
    const container = element.current;
    if (!container) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const move = keyMoves[event.key];
      if (move) {
        event.preventDefault();
        change(move);
      } else if (event.key === 'Enter') {
        const { view: seen, onPick: pick } = latest.current;
        pick(positionAt(seen.x, seen.y), reachOf(seen, frameOf(container)));
      }
    };
    // React's wheel listener is passive and can't prevent page zoom. Without the modifier key, the page scrolls.
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const { left, top, width, height } = container.getBoundingClientRect();
      const at = { x: event.clientX - left - width / 2, y: event.clientY - top - height / 2 };
      const steps = Math.min(1, Math.max(-1, -event.deltaY / 200));
      change((each, seen) => zoomed(each, seen, steps, at));
    };
    container.addEventListener('keydown', onKey);
    container.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      container.removeEventListener('keydown', onKey);
      container.removeEventListener('wheel', onWheel);
    };
  }, [element, change]);
  return { view, frame, change };
}

type Change = (view: DrawingView, frame: Frame) => DrawingView;
interface Spot {
  x: number;
  y: number;
}

const between = ({ x, y }: Spot, other: Spot) => Math.hypot(x - other.x, y - other.y);

/** Pans with a mouse, a pen or two fingers; one finger scrolls the page, as on the interactive map. */
export function useDrag(change: (next: Change) => void, onPoint: (x: number, y: number) => void) {
  const pointers = useRef(new Map<number, Spot>());
  const began = useRef<Spot>(undefined);

  const spotOf = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>): Spot => {
    const { left, top } = currentTarget.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  function onPointerDown(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return;
    const spot = spotOf(event);
    began.current = pointers.current.size === 0 ? spot : undefined;
    pointers.current.set(event.pointerId, spot);
    if (event.pointerType !== 'touch') event.currentTarget.setPointerCapture(event.pointerId);
  }
  function onPointerMove(event: PointerEvent<HTMLElement>) {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const spot = spotOf(event);
    pointers.current.set(event.pointerId, spot);
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    if (!other && event.pointerType === 'touch') return;
    const right = before.x - spot.x;
    const down = before.y - spot.y;
    // With two fingers, each moves the center by half.
    const share = other ? 0.5 : 1;
    const steps = other ? Math.log2(Math.max(1, between(spot, other)) / Math.max(1, between(before, other))) : 0;
    change((view, frame) => {
      const panned = moved(view, frame, right * share, down * share);
      const at = other
        ? { x: (spot.x + other.x - frame.width) / 2, y: (spot.y + other.y - frame.height) / 2 }
        : undefined;
      return steps === 0 ? panned : zoomed(panned, frame, steps, at);
    });
  }
  function onPointerUp(event: PointerEvent<HTMLElement>) {
    const spot = spotOf(event);
    if (pointers.current.delete(event.pointerId) && began.current && between(began.current, spot) < stillPointedPx)
      onPoint(spot.x, spot.y);
    began.current = undefined;
  }
  function onPointerCancel(event: PointerEvent<HTMLElement>) {
    pointers.current.delete(event.pointerId);
    began.current = undefined;
  }
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel };
}
