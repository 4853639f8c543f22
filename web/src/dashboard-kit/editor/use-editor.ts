import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useForm, type Resolver } from 'react-hook-form';
import { ApiError, type Answer } from '../../api/api.js';
import { SubmissionKeys } from '../../ui/forms/submission-keys.js';
import { useFoundDraft, useKeptDraft } from './draft.js';
import {
  fieldsOf,
  findThing,
  rulesOf,
  saveThing,
  schemaOf,
  storedOf,
  type CheckedValues,
  type Editable,
  type FormValues,
  type Resource,
  type Stored,
} from './resource.js';

export type Editor = ReturnType<typeof useEditor>;

/**
 * The form that creates or edits a thing. What was typed is lost only when it is saved or deliberately discarded: it survives
 * an expired session, a lost connection, somebody else's edit and leaving the screen.
 */
export function useEditor<Thing extends Editable>(
  resource: Resource<Thing>,
  /** Undefined for a new one. */
  thing: Thing | undefined,
  /** Called once it is stored; the caller closes the form. */
  onSaved: (answer: Answer<Thing>) => void,
) {
  const name = `${resource.kind}.${thing?.id ?? 'new'}`;
  const draft = useFoundDraft(name);
  const [base, setBase] = useState<Stored>(() => draft?.base ?? storedOf(resource, thing));
  const [schema] = useState(() => schemaOf(resource, !thing));
  const [latest, setLatest] = useState<FormValues | 'gone'>();
  const [progress, setProgress] = useState<number>();
  const [keys] = useState(() => new SubmissionKeys());
  const underWay = useRef<AbortController>(undefined);

  const form = useForm<FormValues, unknown, CheckedValues>({
    // The schema is put together at run time; its type is lost on the way.
    resolver: zodResolver(schema) as Resolver<FormValues, unknown, CheckedValues>,
    defaultValues: base.values,
    // With the defaults kept, a restored draft counts as a change.
    ...(draft && { values: draft.values, resetOptions: { keepDefaultValues: true } }),
    shouldFocusError: false,
  });
  const { isDirty, submitCount } = form.formState;
  const forgetDraft = useKeptDraft(name, () => (isDirty ? { values: form.getValues(), base } : undefined));
  useLeaveWarning(isDirty);

  const saving = useMutation({
    // Offline, it should fail and say so rather than wait.
    networkMode: 'always',
    mutationFn: async ({ sent, version }: { sent: CheckedValues; version: number | undefined }) => {
      const abort = new AbortController();
      underWay.current = abort;
      try {
        const headers = {
          ...keys.headersFor({ ...sent, version }),
          ...(version !== undefined && { 'If-Match': `"${version}"` }),
        };
        const call = { headers, onProgress: setProgress, signal: abort.signal };
        return await (resource.save?.(thing, sent, call) ?? saveThing(resource, thing, sent, call));
      } catch (error) {
        // Only after a failure: once it is stored, a second click must do nothing.
        underWay.current = undefined;
        throw abort.signal.aborted ? new StoppedError() : error;
      } finally {
        setProgress(undefined);
      }
    },
    onSuccess: (answer) => {
      keys.renew();
      forgetDraft();
      onSaved(answer);
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      for (const [field, message] of Object.entries(error.fieldErrors)) form.setError(field, { message });
    },
  });

  const loading = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const now = thing && (await (resource.find?.(thing.id) ?? findThing<Thing>(resource.address, thing.id)));
      return now && storedOf(resource, now);
    },
    onSuccess: (now) => {
      if (now) {
        // Fields that were not touched here take what is stored; the others keep what was typed.
        const mine = form.getValues();
        for (const [field, theirs] of Object.entries(now.values)) {
          if (mine[field] === base.values[field]) form.setValue(field, theirs);
        }
        form.resetDefaultValues(now.values);
        setBase(now);
        setLatest(now.values);
      } else setLatest('gone');
      saving.reset();
    },
  });

  const { error } = saving;
  const conflict = thing !== undefined && error instanceof ApiError && error.status === 409;

  return {
    control: form.control,
    rules: rulesOf(resource, !thing),
    isDirty,
    /** Counts the attempts to save; after each, the first fault gets the focus. */
    attempts: submitCount,
    set: (field: string, value: FormValues[string], says: { shouldValidate?: boolean } = {}) =>
      form.setValue(field, value, { shouldDirty: true, ...says }),
    /** What somebody else stored meanwhile; undefined until it has been loaded. */
    theirs: latest === 'gone' ? undefined : latest,
    /** Somebody else deleted it meanwhile. */
    isGone: latest === 'gone',
    saving: saving.isPending,
    /** The share of an upload that has been sent; undefined while no file is being sent. */
    progress,
    failure: error && !conflict && !(error instanceof StoppedError) ? failureOf(error, resource, !thing) : undefined,
    /** Somebody else changed the thing meanwhile, and nothing of theirs has been loaded yet. */
    conflict,
    loadLatest: () => loading.mutate(),
    loadingLatest: loading.isPending,
    latestFailed: loading.isError,
    /** What was typed on an earlier visit is back. */
    restored: draft !== undefined,
    submit: (event: FormEvent) =>
      void form.handleSubmit(async (sent) => {
        if (underWay.current) return;
        await saving.mutateAsync({ sent, version: base.version }).catch(() => undefined);
      })(event),
    /** Stops sending; what was typed stays. */
    stop: () => underWay.current?.abort(),
    /** Forgets what was typed. */
    discard: forgetDraft,
  };
}

/** The person stopped it: nothing to report. */
class StoppedError extends Error {}

/** What went wrong, above the form, and what the server said about it. */
function failureOf<Thing extends Editable>(error: Error, resource: Resource<Thing>, isNew: boolean) {
  const { failed } = isNew ? resource.create : resource.edit;
  if (!(error instanceof ApiError)) return { text: failed };
  const said = error.serverMessage ?? error.errors[0]?.message;
  if (resource.prefersServerText) return { text: said || failed };
  // What is shown at its field need not be said twice.
  const fields = fieldsOf(resource).map(([name]) => name);
  const isBesideField = error.errors.length > 0 && error.errors.every(({ field }) => fields.includes(field));
  return { text: failed, detail: isBesideField || said === failed ? undefined : said };
}

/** Asks before the tab is closed or reloaded. */
function useLeaveWarning(dirty: boolean) {
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [dirty]);
}
