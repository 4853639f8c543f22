/** State of an editor's form: values, draft, errors and saving. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type Resolver, useForm, useWatch } from 'react-hook-form';
import { hasStatus } from '@/api/admin.js';
import { type ApiResponse, ApiError } from '@/api/api.js';
import { useDraft, useStoredDraft } from './drafts.js';
import { SubmissionKeys } from '@/ui/forms/submission-keys.js';
import {
  type CheckedValues,
  type Editable,
  fieldsOf,
  findItem,
  type FormValues,
  type Resource,
  rulesOf,
  saveItem,
  schemaOf,
  type Stored,
  storedOf,
} from './resource.js';

export type Editor = ReturnType<typeof useEditor>;

/**
 * Unsaved text survives an expired session, a lost connection, another user's edit and leaving the screen; only saving
 * or discarding it on purpose ends it.
 */
export function useEditor<Item extends Editable>(
  resource: Resource<Item>,
  item: Item | undefined,
  /** The caller closes the form. */
  onSaved: (response: ApiResponse<Item>) => void,
) {
  const name = `${resource.kind}.${item?.id ?? 'new'}`;
  const draft = useDraft<EditorDraft>(name);
  const { found } = draft;
  const [base, setBase] = useState<Stored>(() => found?.base ?? storedOf(resource, item));
  const [schema] = useState(() => schemaOf(resource, !item));
  const [latest, setLatest] = useState<FormValues | 'gone'>();
  const [progress, setProgress] = useState<number>();
  const [keys] = useState(() => new SubmissionKeys());
  const underWay = useRef<AbortController>(undefined);

  const form = useForm<FormValues, unknown, CheckedValues>({
    // The schema is built at run time, which loses its type.
    resolver: zodResolver(schema) as Resolver<FormValues, unknown, CheckedValues>,
    defaultValues: base.values,
    // With the original defaults kept, a restored draft counts as a change.
    ...(found && { values: { ...base.values, ...found.values }, resetOptions: { keepDefaultValues: true } }),
    shouldFocusError: false,
  });
  const { isDirty, submitCount } = form.formState;
  // Renders again with each change.
  useWatch({ control: form.control });
  useStoredDraft(draft, isDirty ? { values: withoutSecrets(resource, form.getValues()), base } : undefined);
  useLeaveWarning(isDirty);

  const saving = useMutation({
    mutationFn: async ({ sent, version }: { sent: CheckedValues; version: number | undefined }) => {
      const abort = new AbortController();
      underWay.current = abort;
      try {
        const headers = {
          ...keys.headersFor({ ...sent, version }),
          ...(version !== undefined && { 'If-Match': `"${version}"` }),
        };
        const call = { headers, onProgress: setProgress, signal: abort.signal };
        return await (resource.save?.(item, sent, call) ?? saveItem(resource, item, sent, call));
      } catch (error) {
        // Only after a failure: after a success, a second click must do nothing.
        underWay.current = undefined;
        throw abort.signal.aborted ? new StoppedError() : error;
      } finally {
        setProgress(undefined);
      }
    },
    onSuccess: (response) => {
      keys.renew();
      draft.copies.clear();
      onSaved(response);
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      for (const [field, message] of Object.entries(error.fieldErrors)) form.setError(field, { message });
    },
  });

  const loading = useMutation({
    mutationFn: async () => {
      const now = item && (await (resource.find?.(item.id) ?? findItem<Item>(resource.address, item.id)));
      return now && storedOf(resource, now);
    },
    onSuccess: (now) => {
      if (now) {
        // Untouched fields take the stored values; the others keep the user's.
        const current = form.getValues();
        for (const [field, theirs] of Object.entries(now.values)) {
          if (current[field] === base.values[field]) form.setValue(field, theirs);
        }
        form.resetDefaultValues(now.values);
        setBase(now);
        setLatest(now.values);
      } else setLatest('gone');
      saving.reset();
    },
  });

  const { error } = saving;
  const conflict = item !== undefined && hasStatus(error, 409);

  return {
    control: form.control,
    rules: rulesOf(resource, !item),
    isDirty,
    /** After each submit, the first invalid field gets the focus. */
    attempts: submitCount,
    set: (field: string, value: FormValues[string], says: { shouldValidate?: boolean } = {}) =>
      form.setValue(field, value, { shouldDirty: true, ...says }),
    /** Another user's values, once loaded. */
    theirs: latest === 'gone' ? undefined : latest,
    isDeleted: latest === 'gone',
    saving: saving.isPending,
    /** From 0 to 1; undefined when no file is being sent. */
    progress,
    failure: error && !conflict && !(error instanceof StoppedError) ? failureOf(error, resource, !item) : undefined,
    /** Another user changed the item, and their version isn't loaded yet. */
    conflict,
    loadLatest: () => loading.mutate(),
    loadingLatest: loading.isPending,
    latestFailed: loading.isError,
    restored: found !== undefined,
    submit: (event: FormEvent) =>
      void form.handleSubmit(async (sent) => {
        if (underWay.current) return;
        await saving.mutateAsync({ sent, version: base.version }).catch(() => undefined);
      })(event),
    /** Keeps the values. */
    stop: () => underWay.current?.abort(),
    discard: () => draft.copies.clear(),
  };
}

const withoutSecrets = <Item extends Editable>(resource: Resource<Item>, values: FormValues): FormValues =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => {
      const field = resource.fields[name];
      return !(field && field.type === 'password');
    }),
  );

/** The user canceled: not an error. */
class StoppedError extends Error {}

function failureOf<Item extends Editable>(error: Error, resource: Resource<Item>, isNew: boolean) {
  const { failed } = isNew ? resource.create : resource.edit;
  if (!(error instanceof ApiError)) return { text: failed };
  const serverMessage = error.serverMessage ?? error.errors[0]?.message;
  if (resource.prefersServerText) return { text: serverMessage || failed };
  // Errors shown at their fields aren't repeated above the form.
  const fields = fieldsOf(resource).map(([name]) => name);
  const hasFieldErrors = error.errors.length > 0 && error.errors.every(({ field }) => fields.includes(field));
  return { text: failed, detail: hasFieldErrors || serverMessage === failed ? undefined : serverMessage };
}

function useLeaveWarning(dirty: boolean) {
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [dirty]);
}

interface EditorDraft {
  values: FormValues;
  /** The stored values when editing began. */
  base: Stored;
}
