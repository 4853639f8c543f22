import { useEffect, useEffectEvent, useState } from 'react';
import { type LocalDrafts, openLocalDraft } from '@/components/session/unsaved-drafts.js';
import { readSession } from '@/components/session/session.js';

export interface Draft<Values> {
  /** What was left unsaved when the form opened. */
  found: Values | undefined;
  copies: LocalDrafts<Values>;
}

/**
 * Opens a form's draft, which is kept in this browser until it is saved or discarded, or the user signs out. Not for
 * secrets.
 * @param name of the form, including the id of what it edits
 */
export function useDraft<Values extends object>(name: string): Draft<Values> {
  const [draft] = useState(() => {
    const copies = openLocalDraft(readSession()?.id ?? '', `form ${name}`, isObject<Values>);
    const copy = copies.read();
    if (copy) copies.takeOver(copy);
    return { copies, found: copy?.values };
  });
  return draft;
}

const isObject = <Values extends object>(values: unknown): values is Values =>
  typeof values === 'object' && values !== null;

/** Keeps the unsaved values; undefined deletes the draft. */
export function useStoredDraft<Values extends object>({ copies }: Draft<Values>, values: Values | undefined) {
  const content = JSON.stringify(values, (_name, value: unknown) =>
    value instanceof File ? [value.name, value.size, value.lastModified] : value,
  );
  const saveDraft = useEffectEvent(() => {
    if (values) copies.save({ values, at: Date.now(), base: 0 });
    else copies.clear();
  });
  useEffect(() => saveDraft(), [content]);
}
