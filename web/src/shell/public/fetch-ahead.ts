import { useEffect } from 'react';
import { fetchPageAhead } from './pages.js';

/** Signs that somebody is about to follow a link: the pointer rests on it, a finger touches it, the keyboard reaches it. */
const intents = ['pointerover', 'touchstart', 'focusin'] as const;

/** Fetches the code of the page that a link leads to as soon as somebody is about to follow it; not where data is to be saved. */
export function useFetchAhead(): void {
  useEffect(() => {
    const onIntent = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('a') : null;
      if (!link || link.target || link.origin !== window.location.origin || savesData()) return;
      fetchPageAhead(link.pathname);
    };
    for (const intent of intents) document.addEventListener(intent, onIntent, { passive: true });
    return () => {
      for (const intent of intents) document.removeEventListener(intent, onIntent);
    };
  }, []);
}

const savesData = () =>
  Boolean((navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData);
