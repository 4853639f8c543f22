import { TextDecoder, TextEncoder } from 'node:util';
import '@testing-library/jest-dom';
import { cleanup, configure } from '@testing-library/react';

// A page's chunk is compiled when it is first asked for, which takes seconds on a busy machine.
configure({ asyncUtilTimeout: 30_000 });

/** What browsers have and jsdom lacks; nothing here changes what a page decides. */

Object.assign(globalThis, { TextDecoder, TextEncoder });

class NoResizes implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
globalThis.ResizeObserver ??= NoResizes;

window.matchMedia ??= (query) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
  dispatchEvent: () => false,
});

window.scrollTo = () => undefined;
Element.prototype.scrollIntoView ??= () => undefined;
URL.createObjectURL ??= () => 'blob:http://localhost/preview';
URL.revokeObjectURL ??= () => undefined;
// Used by Radix on pointer events.
Element.prototype.hasPointerCapture ??= () => false;

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
