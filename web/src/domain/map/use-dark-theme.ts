import { useSyncExternalStore } from 'react';

const darkQuery = '(prefers-color-scheme: dark)';

function subscribe(listener: () => void) {
  const query = window.matchMedia(darkQuery);
  const observer = new MutationObserver(listener);
  query.addEventListener('change', listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    query.removeEventListener('change', listener);
    observer.disconnect();
  };
}

/** True while the page is dark, by the system's wish or by the visitor's choice. */
export function useDarkTheme(): boolean {
  return useSyncExternalStore(subscribe, () => {
    const { theme } = document.documentElement.dataset;
    return theme ? theme === 'dark' : window.matchMedia(darkQuery).matches;
  });
}
