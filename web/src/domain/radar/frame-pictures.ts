import { useEffect, useRef, useState } from 'react';

/** The radar's pictures on their way into the browser's cache, from where the map takes them. */

type PictureState = 'ready' | 'failed';
/** By address; one that is on its way has none. */
export type PictureStates = ReadonlyMap<string, PictureState>;

const none: PictureStates = new Map();

/**
 * Fetches pictures and says which are there.
 * @param urls those that are wanted; the first is the most wanted
 * @param attempt another value tries again what failed
 */
export function useFramePictures(urls: readonly string[], attempt: unknown): PictureStates {
  const [states, setStates] = useState(none);
  const pictures = useRef(new Map<string, HTMLImageElement>());
  const failures = useRef(new Set<string>());
  const wanted = urls.join(' ');

  useEffect(() => {
    const held = pictures.current;
    const list = wanted === '' ? [] : wanted.split(' ');
    const failed = failures.current;
    for (const url of held.keys()) if (failed.has(url) || !list.includes(url)) held.delete(url);
    failed.clear();
    setStates((before) => {
      const kept = [...before].filter(([url]) => held.has(url));
      return kept.length === before.size ? before : new Map(kept);
    });
    const settle = (url: string, picture: HTMLImageElement, state: PictureState) => {
      if (held.get(url) !== picture) return;
      if (state === 'failed') failed.add(url);
      setStates((before) => new Map(before).set(url, state));
    };
    for (const [index, url] of list.entries()) {
      if (held.has(url)) continue;
      const picture = new Image();
      held.set(url, picture);
      picture.fetchPriority = index === 0 ? 'high' : 'auto';
      picture.onload = () => settle(url, picture, 'ready');
      picture.onerror = () => settle(url, picture, 'failed');
      picture.src = url;
    }
  }, [wanted, attempt]);
  return states;
}
