import { Search, X } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { IconButton } from '@/ui/button.js';
import { classNames } from '@/ui/class-names.js';
import { inputClassName } from '@/ui/forms/input-classes.js';

/** Typing a word triggers one search. */
const debounceMs = 300;

interface SearchBoxProps {
  label: string;
  searchText: string;
  onSearch: (searchText: string) => void;
  className?: string;
}

/** Searches during typing; Escape clears. */
export function SearchBox({ label, searchText, onSearch, className }: SearchBoxProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(searchText);
  const search = useEffectEvent(onSearch);
  useEffect(() => {
    if (typed.trim() === searchText) return;
    const timer = setTimeout(() => search(typed.trim()), debounceMs);
    return () => clearTimeout(timer);
  }, [typed, searchText]);

  function clear() {
    setTyped('');
    onSearch('');
    input.current?.focus();
  }

  return (
    <div role="search" className={classNames('relative w-full sm:w-80', className)}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search
        aria-hidden="true"
        size={18}
        className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-ink-soft"
      />
      <input
        ref={input}
        id={id}
        type="text"
        enterKeyHint="search"
        autoComplete="off"
        placeholder={label}
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && typed) clear();
          if (event.key === 'Enter') onSearch(typed.trim());
        }}
        className={classNames(inputClassName, 'h-11 rounded-full pl-11', typed && 'pr-12')}
      />
      {typed && (
        <IconButton label="Clear the search" onClick={clear} className="absolute inset-y-0 right-0">
          <X aria-hidden="true" size={18} />
        </IconButton>
      )}
    </div>
  );
}

/** A parameter of the page's address, for Back and shared links; empty if absent. */
export function useAddressParameter(name: string): [value: string, set: (value: string) => void] {
  const [search, setSearch] = useSearchParams();
  const set = useCallback(
    (value: string) =>
      setSearch(
        (now) => {
          const next = new URLSearchParams(now);
          if (value) next.set(name, value);
          else next.delete(name);
          return next;
        },
        { replace: true },
      ),
    [name, setSearch],
  );
  return [search.get(name) ?? '', set];
}

export const useSearchText = () => useAddressParameter('q');
