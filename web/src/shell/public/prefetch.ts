import { useEffect } from 'react';
import { fetchPageAhead } from './pages.js';

/** Signs of a coming click. */
const intents = ['pointerover', 'touchstart', 'focusin'] as const;

/** Preloads a page before a likely click, unless the visitor saves data. */
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
