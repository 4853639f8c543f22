/** Preloads radar pictures into the browser's cache, where the map finds them. */
import { useEffect, useRef, useState } from 'react';

type ImageState = 'ready' | 'failed';
/** By URL; pictures that are still loading have no entry. */
export type ImageStates = ReadonlyMap<string, ImageState>;

const none: ImageStates = new Map();

/**
 * @param urls the pictures to load, by priority
 * @param attempt change it to retry failed pictures
 */
export function useFrameImages(urls: readonly string[], attempt: unknown): ImageStates {
  const [states, setStates] = useState(none);
  const imagesRef = useRef(new Map<string, HTMLImageElement>());
  const failures = useRef(new Set<string>());
  const urlList = urls.join(' ');

  useEffect(() => {
    const images = imagesRef.current;
    const list = urlList === '' ? [] : urlList.split(' ');
    const failed = failures.current;
    for (const url of images.keys()) if (failed.has(url) || !list.includes(url)) images.delete(url);
    failed.clear();
    setStates((before) => {
      const remaining = [...before].filter(([url]) => images.has(url));
      return remaining.length === before.size ? before : new Map(remaining);
    });
    const settle = (url: string, image: HTMLImageElement, state: ImageState) => {
      if (images.get(url) !== image) return;
      if (state === 'failed') failed.add(url);
      setStates((before) => new Map(before).set(url, state));
    };
    for (const [index, url] of list.entries()) {
      if (images.has(url)) continue;
      const image = new Image();
      images.set(url, image);
      image.fetchPriority = index === 0 ? 'high' : 'auto';
      image.onload = () => settle(url, image, 'ready');
      image.onerror = () => settle(url, image, 'failed');
      image.src = url;
    }
  }, [urlList, attempt]);
  return states;
}
