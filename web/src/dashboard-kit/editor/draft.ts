import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { FormValues, Stored } from './resource.js';

/** Unsaved form values. */
interface Draft {
  values: FormValues;
  /** The stored values when editing began. */
  base: Stored;
}

/*
 * Drafts are in the dashboard's query cache, so signing out, or in as another user, removes them. They are never
 * written to disk.
 */
const keyOf = (name: string) => ['admin', 'draft', name] as const;

/** Returns the draft left in this form, if any. */
export function useFoundDraft(name: string): Draft | undefined {
  const client = useQueryClient();
  const [found] = useState(() => client.getQueryData<Draft>(keyOf(name)));
  return found;
}

/**
 * Keeps a draft when its form disappears unsaved, for instance after the browser's Back; `draftNow` returns undefined
 * if there is nothing to keep. The returned function drops the draft once it is saved or discarded.
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
