import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Stored, Values } from './editor.js';

/** What was typed and not saved. */
export interface Draft<V extends Values> {
  values: V;
  /** What was stored when the editing began. */
  base: Stored<V>;
}

/*
 * Drafts lie with the other answers of the dashboard, so that signing out, or in as somebody else, removes them; they are not
 * written to disk.
 */
const keyOf = (name: string) => ['admin', 'draft', name] as const;

/** What was kept when the form of this name went away the last time. */
export function useFoundDraft<V extends Values>(name: string): Draft<V> | undefined {
  const client = useQueryClient();
  const [found] = useState(() => client.getQueryData<Draft<V>>(keyOf(name)));
  return found;
}

/**
 * Keeps what was typed when its form goes away unsaved, for instance by the browser's Back; undefined: there is nothing to
 * keep. The returned function forgets it: it has been saved, or was discarded.
 */
export function useKeptDraft<V extends Values>(name: string, draft: Draft<V> | undefined): () => void {
  const client = useQueryClient();
  const [queryKey] = useState(() => keyOf(name));
  const current = useRef(draft);
  const forgotten = useRef(false);
  useEffect(() => {
    current.current = draft;
  });
  useEffect(
    () => () => {
      client.removeQueries({ queryKey, exact: true });
      if (!current.current || forgotten.current) return;
      client.setQueryDefaults(queryKey, { gcTime: Infinity });
      client.setQueryData(queryKey, current.current);
    },
    [client, queryKey],
  );
  return () => {
    forgotten.current = true;
  };
}
