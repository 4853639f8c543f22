import { TextDecoder, TextEncoder } from 'node:util';
import '@testing-library/jest-dom';
import { cleanup, configure, getConfig } from '@testing-library/react';

const { asyncWrapper, getElementError } = getConfig();
let waits = 0;

configure({
  // A page's chunk is compiled on first use, which takes seconds on a busy machine.
  asyncUtilTimeout: 30_000,
  async asyncWrapper(work) {
    waits += 1;
    try {
      return (await asyncWrapper(work)) as unknown;
    } catch (error) {
      if (waits > 1 || !(error instanceof Error)) throw error;
      throw Object.assign(error, { message: getElementError(error.message, document.body).message });
    } finally {
      waits -= 1;
    }
  },
  // Each poll of a wait would print the whole page, and only the last failure is read.
  getElementError: (message, container) =>
    waits > 0 ? new Error(message ?? undefined) : getElementError(message, container),
});

// Browser APIs that jsdom lacks, from here to the end; they don't change a page's behavior.
Object.assign(globalThis, { TextDecoder, TextEncoder });

Blob.prototype.arrayBuffer ??= function arrayBuffer(this: Blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.onerror = () => reject(reader.error ?? new Error('the file could not be read'));
    reader.readAsArrayBuffer(this);
  });
};

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

/** Elements without a box (HTML Standard, 15.3.1). */
const unrendered =
  'area, base, datalist, head, link, meta, noembed, noframes, param, rp, script, style, template, title';
const styleAttribute = (element: Element) => (element as Partial<HTMLElement>).style;

/**
 * Returns the styles of the style and hidden attributes: tests load no style sheets, but jsdom would match its own for
 * every element and its ancestors in queries by role. This reduces three of the slowest test files from 97 s to 71 s.
 */
window.getComputedStyle = (element) => {
  const inlineStyle = styleAttribute(element);
  const inherited = (name: 'visibility' | 'pointerEvents', defaultValue: string) => {
    for (let each: Element | null = element; each; each = each.parentElement) {
      const value = styleAttribute(each)?.[name];
      if (value) return value;
    }
    return defaultValue;
  };
  const isUnrendered = element.hasAttribute('hidden') || element.matches(unrendered);
  const style: Record<string, string> = {
    display: inlineStyle?.display || (isUnrendered ? 'none' : 'block'),
    opacity: inlineStyle?.opacity ?? '',
    visibility: inherited('visibility', 'visible'),
    pointerEvents: inherited('pointerEvents', 'auto'),
  };
  return new Proxy(inlineStyle ?? ({} as CSSStyleDeclaration), {
    get(target, name) {
      if (name === 'getPropertyValue')
        return (property: string) => style[property] ?? target.getPropertyValue?.(property) ?? '';
      const value: unknown = typeof name === 'string' && name in style ? style[name] : Reflect.get(target, name);
      return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(target) : (value ?? '');
    },
  });
};

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
