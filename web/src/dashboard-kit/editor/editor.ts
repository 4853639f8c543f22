import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, type Answer } from '../../api/api.js';
import { SubmissionKeys } from '../../ui/forms/submission-keys.js';
import { useFoundDraft, useKeptDraft } from './draft.js';
import type { SaveCall } from './save.js';

/** What a form holds, by the wire's names. */
export type Values = Record<string, unknown>;
/** What is wrong with which field, in words. */
export type Faults<V extends Values> = Partial<Record<keyof V & string, string>>;

/** What is stored of a thing, as the form shows it. */
export interface Stored<V extends Values> {
  values: V;
  /** Counts the edits; absent for a thing that does not exist yet. */
  version?: number | undefined;
}

export interface EditorOptions<V extends Values, Thing> {
  /** Names the thing among all that can be edited, for instance "header.new"; what was typed is kept under it. */
  name: string;
  /** What is edited; for a new thing, the empty form. */
  stored: Stored<V>;
  check: (values: V) => Faults<V>;
  save: (values: V, call: SaveCall) => Promise<Answer<Thing>>;
  /** Asks the server for what is stored now, after somebody else changed it; undefined when it is gone. */
  loadLatest?: () => Promise<Stored<V> | undefined>;
  /** Called once it is stored; the form is then to be closed. */
  onSaved: (answer: Answer<Thing>) => void;
  /** The sentence for a failure. */
  failure: string;
  /** The server's own sentence takes the place of `failure`, where it has one. */
  prefersServerText?: boolean;
}

/** What went wrong, above the form. */
export interface EditorFailure {
  text: string;
  /** What the server said about it. */
  detail?: string | undefined;
}

export type Editor<V extends Values = Values> = ReturnType<typeof useEditor<V, unknown>>;

/**
 * The state of a form that creates or edits one thing: its values, what is wrong with them, whether they are under way. What
 * was typed is lost only by saving or by discarding it knowingly: an ended session, a lost connection, somebody else's edit
 * and leaving the screen all keep it.
 */
export function useEditor<V extends Values, Thing>(options: EditorOptions<V, Thing>) {
  const draft = useFoundDraft<V>(options.name);
  const [base, setBase] = useState<Stored<V>>(draft?.base ?? options.stored);
  const [values, setValues] = useState<V>(draft?.values ?? options.stored.values);
  const [attempts, setAttempts] = useState(0);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<Faults<V>>({});
  const [latest, setLatest] = useState<V | 'gone'>();
  const [progress, setProgress] = useState<number>();
  const [keys] = useState(() => new SubmissionKeys());
  const underWay = useRef<AbortController>(undefined);

  const faults = options.check(values);
  const isNew = options.stored.version === undefined;
  const fields = Object.keys(values) as (keyof V & string)[];
  const dirty = fields.some((field) => values[field] !== base.values[field]);
  const forgetDraft = useKeptDraft(options.name, dirty ? { values, base } : undefined);
  useLeaveWarning(dirty);

  const saving = useMutation({
    // Without a connection it shall fail and say so, not wait.
    networkMode: 'always',
    mutationFn: async ({ values: sent, version }: Stored<V>) => {
      const abort = new AbortController();
      underWay.current = abort;
      try {
        return await options.save(sent, {
          headers: {
            ...keys.headersFor({ ...sent, version }),
            ...(version !== undefined && { 'If-Match': `"${version}"` }),
          },
          onProgress: setProgress,
          signal: abort.signal,
        });
      } catch (error) {
        // Only after a failure: a second click on what has been stored must find nothing to do.
        underWay.current = undefined;
        throw abort.signal.aborted ? new StoppedError() : error;
      } finally {
        setProgress(undefined);
      }
    },
    onSuccess: (answer) => {
      keys.renew();
      forgetDraft();
      options.onSaved(answer);
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      setRefused(error.fieldErrors as Faults<V>);
      setAttempts((count) => count + 1);
    },
  });

  const loading = useMutation({
    networkMode: 'always',
    mutationFn: async () => options.loadLatest?.(),
    onSuccess: (now) => {
      if (now) {
        // Fields that were not touched here take what is stored; the others keep what was typed.
        setValues((mine) => merged(mine, base.values, now.values));
        setBase(now);
        setLatest(now.values);
      } else setLatest('gone');
      saving.reset();
    },
  });

  const { error } = saving;
  const conflict = !isNew && error instanceof ApiError && error.status === 409;
  const failure = error instanceof StoppedError || !error || conflict ? undefined : failureOf(error, options, fields);

  function set<Field extends keyof V & string>(field: Field, value: V[Field]) {
    setValues((entered) => ({ ...entered, [field]: value }));
    setRefused((known) => ({ ...known, [field]: undefined }));
  }

  function submit() {
    if (underWay.current) return;
    setAttempts((count) => count + 1);
    setRefused({});
    if (Object.keys(faults).length > 0) return;
    saving.mutate({ values, version: base.version });
  }

  return {
    values,
    set,
    /** From now on the field says what is wrong with it, although nobody has tried to save. */
    touch: (field: keyof V & string) => setTouched((known) => new Set(known).add(field)),
    /** What is wrong with a field, as far as the person is to hear of it. */
    faultOf: (field: keyof V & string): string | undefined =>
      refused[field] ?? (attempts > 0 || touched.has(field) ? faults[field] : undefined),
    /** What is stored now, where somebody else changed it and something else was typed here. */
    theirsOf: (field: keyof V & string): unknown =>
      latest !== undefined && latest !== 'gone' && latest[field] !== values[field] ? latest[field] : undefined,
    isNew,
    dirty,
    /** Counts the tries that failed; a change is the moment to show the first fault. */
    attempts,
    saving: saving.isPending,
    /** The share of an upload that has left; undefined while no file is under way. */
    progress,
    failure,
    /** Somebody else changed the thing meanwhile, and nothing of theirs has been loaded yet. */
    conflict,
    latest,
    loadLatest: () => loading.mutate(),
    loadingLatest: loading.isPending,
    latestFailed: loading.isError,
    /** What was typed before the screen was left, and is here again. */
    restored: draft !== undefined,
    submit,
    /** Gives up what is under way; what was typed stays. */
    stop: () => underWay.current?.abort(),
    /** Forgets what was typed. */
    discard: forgetDraft,
  };
}

/** The person gave it up: nothing to report. */
class StoppedError extends Error {}

function merged<V extends Values>(mine: V, base: V, theirs: V): V {
  const entries = Object.keys(mine).map((field) => [field, mine[field] === base[field] ? theirs[field] : mine[field]]);
  return Object.fromEntries(entries) as V;
}

function failureOf<V extends Values, Thing>(
  error: Error,
  { failure, prefersServerText }: EditorOptions<V, Thing>,
  fields: string[],
): EditorFailure {
  if (!(error instanceof ApiError)) return { text: failure };
  const said = error.serverMessage ?? error.errors[0]?.message;
  if (prefersServerText) return { text: said || failure };
  // What is said beside its field needs no second mention.
  const isBesideField = error.errors.length > 0 && error.errors.every(({ field }) => fields.includes(field));
  return { text: failure, detail: isBesideField || said === failure ? undefined : said };
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
