/** State of the post editor: the text, its saving, and conflicts with other users and tabs. */
import type { EditedPost, SavedRevision, PostEditorData, PostValues } from '@site/proto/content/v1/posts.responses';
import type { MediaItem } from '@site/proto/content/v1/media.responses';
import { mediaIdsOf } from '@site/domain/content/rich-text';
import { kinds } from '@site/domain/kinds';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { hasStatus } from '@/api/admin.js';
import { ApiError } from '@/api/api.js';
import { usePrepared } from '@/dashboard-kit/media/media.js';
import { reloadChanged } from '@/dashboard-kit/list/queries.js';
import { readSession } from '@/components/session/session.js';
import { postEditorQuery, discardAutosave, faultsOf, putRevision, revisionQuery } from './editor-api.js';
import { findWriting, type FoundWriting, localCopyOf } from './recovered-draft.js';
import { FaultyError, Autosaver } from './autosave.js';
import { isSame, openedValues } from './post-values.js';
import { useLeaveGuard } from './use-leave-guard.js';

type Company = Pick<SavedRevision, 'latest_by' | 'others_at_work' | 'revision'>;

/** A revision that another user saved meanwhile. */
export interface Conflict {
  by: string;
  revision: number;
  /** As the editor opens them. */
  theirs: PostValues;
}

/** What another tab of the same user has autosaved. */
export interface Elsewhere {
  at: string;
  theirs: PostValues;
}

export type PostEditor = ReturnType<typeof usePostEditor>;

/**
 * The state of the post editor. Responses never change a field on their own.
 * @param userId owner of the browser's local copy
 * @param token a new one means that the user signed in again
 */
export function usePostEditor(
  initialData: PostEditorData & { sentAt: number },
  userId: string,
  token: string | undefined,
) {
  const client = useQueryClient();
  const [{ id }] = useState(initialData.post);
  const [start] = useState(() => begin(initialData, userId));
  const [values, setValues] = useState(start.values);
  const current = useRef(values);
  const [company, setCompany] = useState<Company>({
    latest_by: '',
    others_at_work: initialData.others_at_work,
    revision: start.base,
  });
  const [conflict, setConflict] = useState<Conflict>();
  const [elsewhere, setElsewhere] = useState<Elsewhere>();
  const [found, setFound] = useState(start.found);
  const [replaced, setReplaced] = useState<PostValues>();
  /** Counts replacements of the values, for the text box. */
  const [replacements, setReplacements] = useState(0);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [selectedMedia, setSelectedMedia] = useState<MediaItem[]>([]);

  const tab = useRef({ tab: start.copies.tab, replaces: start.replaces });
  const [autosaver] = useState(
    () =>
      new Autosaver({
        values: start.values,
        base: start.base,
        unsaved: start.isRestored,
        unsent: start.isRestored && start.found?.isLocal === true,
        copies: start.copies,
        send: async (kind, base, sent) => {
          const saved = await putRevision(id, kind, base, sent, tab.current);
          // From now on, another tab's autosave is newer.
          tab.current = { ...tab.current, replaces: '' };
          return saved;
        },
        discard: () => discardAutosave(id, tab.current),
        onSaved: (saved, kind) => {
          setCompany(saved);
          if (kind === 'saved') reloadChanged(client, kinds.post.list);
        },
        // The query's 401 opens the sign-in dialog only once.
        onSignedOut: () => void client.refetchQueries(postEditorQuery(id)),
        onElsewhere: () => void meetElsewhere().catch(() => undefined),
      }),
  );
  const saveState = useSyncExternalStore(autosaver.subscribe, autosaver.now);
  useLeaveGuard(autosaver);
  useEffect(() => autosaver.retry(), [autosaver, token]);

  const change = useCallback(
    (part: Partial<PostValues>) => {
      current.current = { ...current.current, ...part };
      setValues(current.current);
      autosaver.change(current.current);
      setFaults((old) => withoutKeys(old, Object.keys(part)));
    },
    [autosaver],
  );

  const replace = useCallback(
    (next: PostValues) => {
      setReplaced(current.current);
      setReplacements((count) => count + 1);
      change(next);
      setFaults({});
    },
    [change],
  );

  /** Handles another tab's autosave. */
  async function meetElsewhere() {
    const { autosave } = await client.fetchQuery({ ...postEditorQuery(id), staleTime: 0 });
    if (autosave && !isSame(autosave.values, current.current))
      setElsewhere({ at: autosave.created_at, theirs: autosave.values });
    else takeOver(autosave?.created_at);
  }

  function takeOver(replaces = '') {
    tab.current = { ...tab.current, replaces };
    setElsewhere(undefined);
    autosaver.takeOver();
  }

  /** Goes on with this tab's text or the other's. The replaced text can be brought back. */
  function resolveElsewhere(version: 'mine' | 'theirs') {
    if (!elsewhere) return;
    if (version === 'theirs') replace(elsewhere.theirs);
    else setReplaced(elsewhere.theirs);
    takeOver(elsewhere.at);
  }

  /** Handles another user's revision. Resolves to whether it differs from the current values. */
  async function meet(): Promise<boolean> {
    const latest = await client.fetchQuery({ ...postEditorQuery(id), staleTime: 0 });
    const theirs = openedValues(latest);
    if (isSame(theirs, current.current)) {
      // Our own save whose response was lost, or the same edit by two users.
      autosaver.settle(current.current, latest.post.revision);
      return false;
    }
    const { revision } = latest.post;
    const { author_name: by } = await client.fetchQuery(revisionQuery(id, revision));
    setConflict({ by: by === readSession()?.name ? 'You' : by, revision, theirs });
    return true;
  }

  /** Resolves to undefined on failure; the page shows the reason. */
  async function save(): Promise<number | undefined> {
    try {
      const saved = await autosaver.save();
      setFaults({});
      setConflict(undefined);
      setFound(undefined);
      return saved.revision;
    } catch (error) {
      if (error instanceof FaultyError) setFaults(error.faults);
      else if (hasStatus(error, 409)) {
        const isAnother = await meet().catch(() => true);
        return isAnother ? undefined : autosaver.revision;
      } else if (error instanceof ApiError) setFaults(faultsOf(error));
      return undefined;
    }
  }

  /** Saves our text as the latest revision and, if chosen, theirs after it. Both are kept. */
  async function resolve(version: 'mine' | 'theirs') {
    if (!conflict) return;
    autosaver.goOnFrom(conflict.revision);
    if ((await save()) === undefined || version === 'mine') return;
    replace(conflict.theirs);
    await save();
  }

  function goToSaved() {
    const saved = openedValues(initialData);
    setReplaced(current.current);
    setReplacements((count) => count + 1);
    current.current = saved;
    setValues(saved);
    setFound(undefined);
    setFaults({});
    void autosaver.discard(saved, initialData.post.revision);
  }

  const refetched = useRef('');
  const loaded = useMemo(
    () => new Map([...initialData.media, ...selectedMedia].map((item) => [item.id, item])),
    [initialData.media, selectedMedia],
  );
  const media = usePrepared(loaded);

  // Pictures pasted from another post: the server lists them once it has the text.
  const unknown = values.document
    ? mediaIdsOf(values.document)
        .filter((one) => !media.has(one))
        .join()
    : '';
  useEffect(() => {
    if (saveState.is !== 'kept' || unknown === '' || unknown === refetched.current) return;
    refetched.current = unknown;
    void client.refetchQueries(postEditorQuery(id));
  }, [client, id, saveState, unknown]);

  return {
    id,
    values,
    change,
    replace,
    replacements,
    replaced,
    bringBack: () => {
      if (!replaced) return;
      replace(replaced);
      setReplaced(undefined);
    },
    saveState,
    company,
    isUnsaved: autosaver.isUnsaved,
    /** Another revision was saved since this text was loaded. */
    isBehind: company.revision > autosaver.revision,
    save,
    /** Saves a revision if necessary. */
    savedRevision: async () => (autosaver.isUnsaved ? save() : autosaver.revision),
    /** Takes over the slug, and bases later saves on that revision. */
    published: ({ revision, slug }: EditedPost) => {
      if (autosaver.isUnsaved) return autosaver.goOnFrom(revision);
      current.current = { ...current.current, slug: current.current.slug || slug };
      setValues(current.current);
      autosaver.settle(current.current, revision);
    },
    conflict,
    elsewhere,
    resolveElsewhere,
    meet: () => void meet().catch(() => undefined),
    resolve,
    found,
    isRestored: start.isRestored && found !== undefined,
    goToSaved,
    bringIn: ({ values: left }: FoundWriting) => {
      setFound(undefined);
      replace(left);
    },
    discardFound: () => {
      setFound(undefined);
      if (!autosaver.isUnsaved) start.copies.clear();
    },
    faults: saveState.is === 'refused' ? { ...saveState.faults, ...faults } : faults,
    setFaults,
    media,
    addMedia: (item: MediaItem) => setSelectedMedia((items) => [...items.filter((one) => one.id !== item.id), item]),
  };
}

function begin(initialData: PostEditorData & { sentAt: number }, userId: string) {
  const opened = openedValues(initialData);
  const copies = localCopyOf(userId, initialData.post.id);
  const copy = copies.read();
  // eslint-disable-next-line no-restricted-syntax -- the difference between the two clocks
  const found = findWriting(initialData, copy, opened, initialData.sentAt - Date.now());
  const isRestored = found !== undefined && !found.isOlder;
  if (copy && (found?.isLocal || isSame(copy.values, opened))) copies.takeOver(copy);
  return {
    copies,
    // An autosave that isn't shown stays, until the user has compared the two.
    replaces: found?.isLocal && found.tab !== initialData.autosave?.tab ? '' : (initialData.autosave?.created_at ?? ''),
    found,
    isRestored,
    values: isRestored ? found.values : opened,
    base: isRestored ? found.base : initialData.post.revision,
  };
}

const withoutKeys = (record: Readonly<Record<string, string>>, keys: string[]) =>
  keys.some((key) => key in record)
    ? Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)))
    : record;
