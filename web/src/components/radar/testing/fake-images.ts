import { act } from '@testing-library/react';

export interface FakeImages {
  readonly requestedUrls: string[];
  /** Completes all requests, or those for these URLs. */
  arrive: (...urls: string[]) => void;
  fail: (...urls: string[]) => void;
}

/** Replaces the browser's `Image` until the end of the file. */
export function fakeImages(): FakeImages {
  const requestedUrls: string[] = [];
  const open = new Map<string, FakeImage>();
  class FakeImage {
    onload?: () => void;
    onerror?: () => void;
    fetchPriority = 'auto';
    set src(url: string) {
      requestedUrls.push(url);
      open.set(url, this);
    }
  }
  globalThis.Image = FakeImage as unknown as typeof Image;
  const settle = (how: 'onload' | 'onerror', urls: string[]) =>
    act(() => {
      for (const url of urls.length > 0 ? urls : [...open.keys()]) {
        open.get(url)?.[how]?.();
        open.delete(url);
      }
    });
  return { requestedUrls, arrive: (...urls) => settle('onload', urls), fail: (...urls) => settle('onerror', urls) };
}
