import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

/** What a list is searched for, kept in the address so that Back and shared links find the same. */
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
