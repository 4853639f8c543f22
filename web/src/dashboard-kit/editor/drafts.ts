import { useEffect, useEffectEvent, useState } from 'react';
import { type OwnCopies, ownCopyOf } from '../../domain/session/own-copies.js';
import { readSession } from '../../domain/session/session.js';

export interface Draft<Values> {
  /** What was left unsaved when the form opened. */
  found: Values | undefined;
  copies: OwnCopies<Values>;
}

/**
 * Opens a form's draft, which is kept in this browser until it is saved or discarded, or the user signs out. Not for
 * secrets.
 * @param name of the form, including the id of what it edits
 */
export function useDraft<Values extends object>(name: string): Draft<Values> {
  const [draft] = useState(() => {
    const copies = ownCopyOf(readSession()?.id ?? '', `form ${name}`, isObject<Values>);
    const copy = copies.read();
    if (copy) copies.takeOver(copy);
    return { copies, found: copy?.values };
  });
  return draft;
}

const isObject = <Values extends object>(values: unknown): values is Values =>
  typeof values === 'object' && values !== null;

/** Keeps the unsaved values; undefined deletes the draft. */
export function useKeptDraft<Values extends object>({ copies }: Draft<Values>, values: Values | undefined) {
  const content = JSON.stringify(values, (_name, value: unknown) =>
    value instanceof File ? [value.name, value.size, value.lastModified] : value,
  );
  const keep = useEffectEvent(() => {
    if (values) copies.keep({ values, at: Date.now(), base: 0 });
    else copies.forget();
  });
  useEffect(() => keep(), [content]);
}
