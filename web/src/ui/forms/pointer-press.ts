/**
 * Delays changes of a form's layout until the pointer is released. A control that moves between press and release loses
 * the click, so forms change their layout after the release. On touch screens the browser moves focus between its
 * emulated mouse events, which count as another press.
 */
import { useState, useSyncExternalStore } from 'react';

let isPressed = false;
let releaseTimer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function setPressed(pressed: boolean) {
  clearTimeout(releaseTimer);
  if (pressed === isPressed) return;
  isPressed = pressed;
  for (const listener of [...listeners]) listener();
}

const onPress = () => setPressed(true);
/** Waits for the click, which the browser dispatches right after the release. */
function onRelease() {
  clearTimeout(releaseTimer);
  releaseTimer = setTimeout(() => setPressed(false));
}
/** A native list or another window may have received the release. */
const onMove = ({ buttons }: PointerEvent) => isPressed && buttons === 0 && onRelease();

let isListening = false;
function listen() {
  if (isListening) return;
  isListening = true;
  for (const type of ['pointerdown', 'mousedown']) document.addEventListener(type, onPress, true);
  for (const type of ['pointerup', 'pointercancel', 'mouseup', 'keydown'])
    document.addEventListener(type, onRelease, true);
  document.addEventListener('pointermove', onMove, true);
}

function subscribe(listener: () => void) {
  listen();
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Returns a value, but while the pointer is pressed the one from before. */
export function useUntilRelease<Value>(value: Value): Value {
  const isPointerDown = useSyncExternalStore(
    subscribe,
    () => isPressed,
    () => false,
  );
  const [displayed, setDisplayed] = useState(value);
  if (!isPointerDown && displayed !== value) setDisplayed(value);
  return isPointerDown ? displayed : value;
}

/** Resolves when the pointer isn't pressed. */
export function whenReleased(): Promise<void> {
  if (!isPressed) return Promise.resolve();
  return new Promise((resolve) => {
    const unsubscribe = subscribe(() => {
      unsubscribe();
      resolve();
    });
  });
}
