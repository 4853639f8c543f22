import { act } from '@testing-library/react';

export interface FakePictures {
  readonly asked: string[];
  /** Completes all requests, or those for these URLs. */
  arrive: (...urls: string[]) => void;
  fail: (...urls: string[]) => void;
}

/** Replaces the browser's `Image` until the end of the file. */
export function fakePictures(): FakePictures {
  const asked: string[] = [];
  const open = new Map<string, FakeImage>();
  class FakeImage {
    onload?: () => void;
    onerror?: () => void;
    fetchPriority = 'auto';
    set src(url: string) {
      asked.push(url);
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
  return { asked, arrive: (...urls) => settle('onload', urls), fail: (...urls) => settle('onerror', urls) };
}
