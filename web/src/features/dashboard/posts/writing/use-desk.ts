import type { EditedPost, Kept, PostDesk, PostValues } from '@site/proto/content/v1/posts.answers';
import type { MediaItem } from '@site/proto/content/v1/media.answers';
import { mediaIdsOf } from '@site/domain/content/rich-text';
import { kinds } from '@site/domain/kinds';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { ApiError, readToken } from '../../../../api/api.js';
import { reloadChanged } from '../../../../dashboard-kit/list/changed.js';
import { beforeSignOut } from '../../../../domain/session/own-copies.js';
import { deskQuery, discardAutosave, faultsOf, putRevision, revisionQuery } from './desk-calls.js';
import { findWriting, type FoundWriting } from './found-writing.js';
import { FaultyError, Keeper } from './keeper.js';
import { localCopyOf } from './local-copy.js';
import { isSame, openedValues } from './values.js';

/** What the server said last about others at the same post. */
type Company = Pick<Kept, 'latest_by' | 'others_at_work' | 'revision'>;

/** A revision that somebody else made meanwhile. */
export interface Conflict {
  by: string;
  revision: number;
  /** As it opens. */
  theirs: PostValues;
}

export type Desk = ReturnType<typeof useDesk>;

/**
 * A post being written: its values, and what becomes of them. What the server answers never goes into a field by itself.
 * @param person whose text it is, for the browser's copy
 * @param token of the session; another one means that the person has signed in again
 */
export function useDesk(desk: PostDesk & { sentAt: number }, person: string, token: string | undefined) {
  const client = useQueryClient();
  const [{ id }] = useState(desk.post);
  const [start] = useState(() => begin(desk, person));
  const [values, setValues] = useState(start.values);
  const current = useRef(values);
  const [company, setCompany] = useState<Company>({
    latest_by: '',
    others_at_work: desk.others_at_work,
    revision: desk.post.revision,
  });
  const [conflict, setConflict] = useState<Conflict>();
  const [found, setFound] = useState(start.found);
  const [replaced, setReplaced] = useState<PostValues>();
  /** Counts the times that other values were put in, for the text's box. */
  const [replacements, setReplacements] = useState(0);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [chosen, setChosen] = useState<MediaItem[]>([]);

  const [keeper] = useState(
    () =>
      new Keeper({
        values: start.values,
        base: start.base,
        unsaved: start.isRestored,
        unsent: start.isRestored && start.found?.isLocal === true,
        copies: localCopyOf(person, id),
        send: (kind, base, sent) => putRevision(id, kind, base, sent),
        discard: () => discardAutosave(id),
        onKept: (kept, kind) => {
          setCompany(kept);
          if (kind === 'saved') reloadChanged(client, kinds.post.list);
        },
        // The query's 401 opens the dialog that asks to sign in again, once.
        onSignedOut: () => void client.refetchQueries(deskQuery(id)),
      }),
  );
  const keeping = useSyncExternalStore(keeper.subscribe, keeper.now);
  useLeaving(keeper);
  useEffect(() => keeper.retry(), [keeper, token]);

  const change = useCallback(
    (part: Partial<PostValues>) => {
      current.current = { ...current.current, ...part };
      setValues(current.current);
      keeper.change(current.current);
      setFaults((old) => withoutKeys(old, Object.keys(part)));
    },
    [keeper],
  );

  /** Puts other values in; what they replace can be brought back. */
  const replace = useCallback(
    (next: PostValues) => {
      setReplaced(current.current);
      setReplacements((count) => count + 1);
      change(next);
      setFaults({});
    },
    [change],
  );

  /** The latest revision became known as one by somebody else. Answers whether it says something else than what is here. */
  async function meet(): Promise<boolean> {
    const latest = await client.fetchQuery({ ...deskQuery(id), staleTime: 0 });
    const theirs = openedValues(latest);
    if (isSame(theirs, current.current)) {
      // The own save, whose answer was lost, or the same correction by two people.
      keeper.settle(current.current, latest.post.revision);
      return false;
    }
    const { revision } = latest.post;
    const { author_name: by } = await client.fetchQuery(revisionQuery(id, revision));
    setConflict({ by, revision, theirs });
    return true;
  }

  /** Makes a revision. Undefined when that did not work; why is said on the page. */
  async function save(): Promise<number | undefined> {
    try {
      const kept = await keeper.save();
      setFaults({});
      setConflict(undefined);
      setFound(undefined);
      return kept.revision;
    } catch (error) {
      if (error instanceof FaultyError) setFaults(error.faults);
      else if (error instanceof ApiError && error.status === 409) {
        const isAnother = await meet().catch(() => true);
        return isAnother ? undefined : keeper.revision;
      } else if (error instanceof ApiError) setFaults(faultsOf(error));
      return undefined;
    }
  }

  /** Ends a conflict: the own text becomes the latest revision, and after it theirs, if that is wanted. Both stay. */
  async function resolve(wanted: 'mine' | 'theirs') {
    if (!conflict) return;
    keeper.goOnFrom(conflict.revision);
    if ((await save()) === undefined || wanted === 'mine') return;
    replace(conflict.theirs);
    await save();
  }

  function goToSaved() {
    const saved = openedValues(desk);
    setReplaced(current.current);
    setReplacements((count) => count + 1);
    current.current = saved;
    setValues(saved);
    setFound(undefined);
    setFaults({});
    void keeper.discard(saved, desk.post.revision);
  }

  const refetched = useRef('');
  const media = useMemo(() => new Map([...desk.media, ...chosen].map((item) => [item.id, item])), [desk.media, chosen]);

  // Pictures that were pasted from another post: the server tells of them once it has the text.
  const unknown = values.document
    ? mediaIdsOf(values.document)
        .filter((one) => !media.has(one))
        .join()
    : '';
  useEffect(() => {
    if (keeping.is !== 'kept' || unknown === '' || unknown === refetched.current) return;
    refetched.current = unknown;
    void client.refetchQueries(deskQuery(id));
  }, [client, id, keeping, unknown]);

  return {
    id,
    values,
    change,
    replace,
    replacements,
    /** What was put aside last; undefined when nothing was. */
    replaced,
    bringBack: () => {
      if (!replaced) return;
      replace(replaced);
      setReplaced(undefined);
    },
    keeping,
    company,
    isUnsaved: keeper.isUnsaved,
    save,
    /** The number of a revision that says what is on the page, saving it first where there is none. */
    savedRevision: async () => (keeper.isUnsaved ? save() : keeper.revision),
    /** A revision became public: it has its address now, and the next goes on from it. */
    published: ({ revision, slug }: EditedPost) => {
      if (keeper.isUnsaved) return keeper.goOnFrom(revision);
      current.current = { ...current.current, slug: current.current.slug || slug };
      setValues(current.current);
      keeper.settle(current.current, revision);
    },
    conflict,
    meet: () => void meet().catch(() => undefined),
    resolve,
    found,
    isRestored: start.isRestored && found !== undefined,
    goToSaved,
    bringIn: ({ values: left }: FoundWriting) => {
      setFound(undefined);
      replace(left);
    },
    forgetFound: () => {
      setFound(undefined);
      if (!keeper.isUnsaved) localCopyOf(person, id).forget();
    },
    faults: keeping.is === 'refused' ? { ...keeping.faults, ...faults } : faults,
    setFaults,
    media,
    addMedia: (item: MediaItem) => setChosen((known) => [...known.filter((one) => one.id !== item.id), item]),
  };
}

function begin(desk: PostDesk & { sentAt: number }, person: string) {
  const opened = openedValues(desk);
  const copy = localCopyOf(person, desk.post.id).read();
  // eslint-disable-next-line no-restricted-syntax -- the difference between the two clocks
  const found = findWriting(desk, copy, opened, desk.sentAt - Date.now());
  const isRestored = found !== undefined && !found.isOlder;
  return {
    found,
    isRestored,
    values: isRestored ? found.values : opened,
    base: isRestored ? found.base : desk.post.revision,
  };
}

/** Sends off what is unsent when the page is hidden or left, and asks before anything would be lost. */
function useLeaving(keeper: Keeper) {
  useEffect(() => {
    const flush = () => void keeper.flush();
    const onVisibility = () => document.visibilityState === 'hidden' && flush();
    const warn = (event: BeforeUnloadEvent) => keeper.wouldLose && event.preventDefault();
    document.addEventListener('visibilitychange', onVisibility);
    window.addEventListener('pagehide', flush);
    window.addEventListener('beforeunload', warn);
    const stay = beforeSignOut(() => keeper.flush());
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      window.removeEventListener('pagehide', flush);
      window.removeEventListener('beforeunload', warn);
      stay();
      // After signing out, nothing of it may be left in this browser.
      if (readToken() === undefined) keeper.stop();
      else flush();
    };
  }, [keeper]);
}

const withoutKeys = (record: Readonly<Record<string, string>>, keys: string[]) =>
  keys.some((key) => key in record)
    ? Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)))
    : record;
