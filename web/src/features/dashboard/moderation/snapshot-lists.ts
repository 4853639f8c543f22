import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { request, type Answer } from '../../../api/api.js';
import { reloadChanged } from '../../../dashboard-kit/list/changed.js';
import { whileSignedIn } from '../../../domain/session/signed-out.js';
import type { PictureSource } from '../../../ui/picture.js';

/** The photos that wait for a decision and those that were approved, and what is done to them. */

export type SnapshotState = 'approved' | 'pending';

/** A picture as moderators see it. */
export interface ModeratedPicture extends PictureSource {
  /** Ids of earlier snapshots that show the same. */
  duplicate_of?: string[];
  /** Why it cannot be shown; empty otherwise. */
  rejected_because?: string;
}

/** A photo as moderators see it, its sender included. */
export interface ModeratedSnapshot {
  id: string;
  file: string | null;
  first_name: string;
  last_name: string;
  email: string;
  location: string;
  comment: string;
  status: string;
  created_at: string;
  decided_at: string | null;
  reject_reason: string | null;
  picture: ModeratedPicture | null;
}

export interface SnapshotList {
  snapshots: ModeratedSnapshot[];
  /** Where the next page starts; null when this is all. */
  nextCursor: string | null;
}
export type SnapshotLists = Record<SnapshotState, SnapshotList>;

interface ListsData {
  approvedSnapshots: ModeratedSnapshot[];
  pendingSnapshots: ModeratedSnapshot[];
}
type ListsAnswer = Answer<ListsData> & { next_cursors?: Record<SnapshotState, string | null> };

const listsKey = ['admin', 'snapshots'] as const;
const address = '/admin/main/snapshot';

/** How often the lists are asked for again: soon while a picture is in work, now and then while nothing waits. */
const intervalsMs = { processing: 2_000, nothingWaits: 15_000, otherwise: 60_000 };

/** Both lists, of those that hold the words: the first page of each in one call, and as many further pages as were shown before. */
export function snapshotListsQuery(client: QueryClient, words = '') {
  const queryKey = [...listsKey, words];
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => loadLists(client.getQueryData<SnapshotLists>(queryKey), words, signal),
    refetchInterval: whileSignedIn<SnapshotLists>((lists) => {
      const pending = lists?.pending.snapshots ?? [];
      if (pending.some(isInWork)) return intervalsMs.processing;
      return pending.length === 0 ? intervalsMs.nothingWaits : intervalsMs.otherwise;
    }),
  });
}

const isInWork = ({ picture }: ModeratedSnapshot) => picture?.state === 'processing';

async function loadLists(shown: SnapshotLists | undefined, words: string, signal: AbortSignal): Promise<SnapshotLists> {
  const path = words ? `${address}?${new URLSearchParams({ q: words })}` : address;
  const { data, next_cursors: cursors }: ListsAnswer = await request<ListsData>(path, { signal });
  const first: SnapshotLists = {
    approved: { snapshots: data.approvedSnapshots, nextCursor: cursors?.approved ?? null },
    pending: { snapshots: data.pendingSnapshots, nextCursor: cursors?.pending ?? null },
  };
  const upTo = (state: SnapshotState) => shown?.[state].snapshots.length ?? 0;
  return {
    approved: await extendTo(upTo('approved'), { state: 'approved', words }, first.approved, signal),
    pending: await extendTo(upTo('pending'), { state: 'pending', words }, first.pending, signal),
  };
}

interface Wanted {
  state: SnapshotState;
  /** Empty for all. */
  words: string;
}

async function extendTo(count: number, wanted: Wanted, list: SnapshotList, signal: AbortSignal) {
  let extended = list;
  while (extended.nextCursor && extended.snapshots.length < count) {
    extended = await loadNextPage(wanted, extended, signal);
  }
  return extended;
}

async function loadNextPage({ state, words }: Wanted, list: SnapshotList, signal?: AbortSignal): Promise<SnapshotList> {
  if (!list.nextCursor) return list;
  const query = new URLSearchParams({ state, cursor: list.nextCursor, ...(words && { q: words }) });
  const { data, next_cursor: nextCursor } = await request<ListsData>(`${address}?${query}`, { signal });
  const page = state === 'approved' ? data.approvedSnapshots : data.pendingSnapshots;
  // What was decided or came in meanwhile may stand on both pages.
  const known = new Set(list.snapshots.map(({ id }) => id));
  return {
    snapshots: [...list.snapshots, ...page.filter(({ id }) => !known.has(id))],
    nextCursor: nextCursor ?? null,
  };
}

/** Adds the next page to a list. */
export function useShowMore(state: SnapshotState, words: string) {
  const client = useQueryClient();
  const queryKey = [...listsKey, words];
  return useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const lists = client.getQueryData<SnapshotLists>(queryKey);
      if (!lists) return;
      const longer = await loadNextPage({ state, words }, lists[state]);
      client.setQueryData<SnapshotLists>(queryKey, (now) => now && { ...now, [state]: longer });
    },
  });
}

export type Decision = 'approve' | 'reject' | 'delete';

export interface DecisionOn {
  decision: Decision;
  snapshot: ModeratedSnapshot;
  /** Of a rejection; told to the sender. */
  reason?: string;
}

/** The specification's calls: GETs that change something. The gateway lets them act only for a script of our own pages. */
export async function decide({ decision, snapshot, reason }: DecisionOn): Promise<ModeratedSnapshot | null> {
  const query = reason ? `?${new URLSearchParams({ reason })}` : '';
  const path = `${address}/${decision}/${encodeURIComponent(snapshot.id)}${query}`;
  return (await request<ModeratedSnapshot | null>(path)).data;
}

/** Shows a decision at once; the lists are to be loaded again afterwards. */
export function applyDecision(client: QueryClient, { decision, snapshot }: DecisionOn, now: ModeratedSnapshot | null) {
  client.setQueriesData<SnapshotLists>({ queryKey: listsKey }, (lists) => {
    if (!lists) return lists;
    const without = (list: SnapshotList) => ({
      ...list,
      snapshots: list.snapshots.filter(({ id }) => id !== snapshot.id),
    });
    const pending = without(lists.pending);
    const approved = without(lists.approved);
    if (decision === 'approve' && now) approved.snapshots.unshift(now);
    return { approved, pending };
  });
}

export const reloadLists = (client: QueryClient) => reloadChanged(client, 'snapshots');

export const senderOf = ({ first_name: first, last_name: last }: ModeratedSnapshot) => `${first} ${last}`.trim();

/** Why a pending snapshot cannot be approved at the moment; undefined when it can. */
export function approvalHindrance({ picture }: ModeratedSnapshot): string | undefined {
  if (picture?.state === 'processing') return 'It can be approved as soon as the picture is prepared.';
  if (picture?.state === 'rejected') return 'It cannot be approved: the picture cannot be shown.';
  return undefined;
}

/** How many wait, as far as is known: "7", "100+" when there are more than were loaded; undefined before that. */
export function pendingCountText(lists: SnapshotLists | undefined): string | undefined {
  if (!lists) return undefined;
  const { snapshots, nextCursor } = lists.pending;
  return `${snapshots.length}${nextCursor ? '+' : ''}`;
}
