import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { FormValues, Stored } from './resource.js';

/** What was typed and not saved. */
interface Draft {
  values: FormValues;
  /** What was stored when the editing began. */
  base: Stored;
}

/*
 * Drafts are kept among the dashboard's cached answers, so that signing out, or in as somebody else, removes them. They are
 * never written to disk.
 */
const keyOf = (name: string) => ['admin', 'draft', name] as const;

/** What was left in this form the last time. */
export function useFoundDraft(name: string): Draft | undefined {
  const client = useQueryClient();
  const [found] = useState(() => client.getQueryData<Draft>(keyOf(name)));
  return found;
}

/**
 * Keeps what was typed when its form disappears unsaved, for instance because of the browser's Back; `draftNow` answers
 * undefined when there is nothing to keep. The returned function forgets the draft, once it is saved or discarded.
 */
export function useKeptDraft(name: string, draftNow: () => Draft | undefined): () => void {
  const client = useQueryClient();
  const [queryKey] = useState(() => keyOf(name));
  const current = useRef(draftNow);
  const forgotten = useRef(false);
  useEffect(() => {
    current.current = draftNow;
  });
  useEffect(
    () => () => {
      client.removeQueries({ queryKey, exact: true });
      const draft = forgotten.current ? undefined : current.current();
      if (!draft) return;
      client.setQueryDefaults(queryKey, { gcTime: Infinity });
      client.setQueryData(queryKey, draft);
    },
    [client, queryKey],
  );
  return () => {
    forgotten.current = true;
  };
}
