import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

/** The search words of a list, kept in the address for Back and shared links. */
export function useSearchWords(): [words: string, setWords: (words: string) => void] {
  const [search, setSearch] = useSearchParams();
  const setWords = useCallback(
    (words: string) =>
      setSearch(
        (now) => {
          const next = new URLSearchParams(now);
          if (words) next.set('q', words);
          else next.delete('q');
          return next;
        },
        { replace: true },
      ),
    [setSearch],
  );
  return [search.get('q') ?? '', setWords];
}
