/**
 * Gives an element the focus and shows it. The scrolling waits until what has just been put into the page is laid out: only
 * then has the browser corrected the scroll position for it, which would undo an earlier scrolling in part.
 */
export function bringIntoView(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  requestAnimationFrame(() => requestAnimationFrame(() => element?.scrollIntoView({ block: 'start' })));
}
