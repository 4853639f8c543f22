/** Preloads radar pictures into the browser's cache, where the map finds them. */
import { useEffect, useRef, useState } from 'react';

type PictureState = 'ready' | 'failed';
/** By URL; pictures that are still loading have no entry. */
export type PictureStates = ReadonlyMap<string, PictureState>;

const none: PictureStates = new Map();

/**
 * @param urls the pictures to load, by priority
 * @param attempt change it to retry failed pictures
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
