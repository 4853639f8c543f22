import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { request, type Answer } from '../../../api/api.js';
import { isInWork, pictureInWorkMs, type StoredImage } from '../../../dashboard-kit/admin-picture.js';
import { reloadChanged } from '../../../dashboard-kit/list/changed.js';
import { whileSignedIn } from '../../../domain/session/signed-out.js';
import type { SponsorView } from '../../../domain/content/site-content.js';
import { SPONSOR_DESIGN_DEFAULT } from '../../../constants.js';

/** The sponsors on the site and the requests that wait, and what is done to them. */

export type SponsorState = 'approved' | 'pending';

/** A sponsor as admins see it, the private parts included. */
export interface AdminSponsor {
  id: string;
  name: string;
  email: string;
  phone_number: string;
  company_name: string;
  url: string | null;
  message: string;
  company_logo: string | null;
  picture: StoredImage | null;
  status: string;
  /** Chosen for the hero; when none is, the first approved one stands there. */
  is_top: boolean;
  created_at: string;
  /** Counts the edits. */
  version: number;
}

export interface SponsorList {
  sponsors: AdminSponsor[];
  /** Where the next page starts; null when this is all. */
  nextCursor: string | null;
}
export interface SponsorLists extends Record<SponsorState, SponsorList> {
  /** How the public pages show them. */
  view: SponsorView;
}

interface ListsData {
  approvedSponsor: AdminSponsor[];
  pendingSponsor: AdminSponsor[];
  sponsor_view?: SponsorView;
}
type ListsAnswer = Answer<ListsData> & { next_cursors?: Record<SponsorState, string | null> };

export const sponsorsList = 'sponsors';
const listsKey = ['admin', sponsorsList] as const;
const address = '/admin/main/sponsor';

/** Requests come in while the screen is open. */
const refreshEveryMs = 60_000;

/** Both lists: the first page of each in one call, and as many further pages as were shown before. */
export function sponsorListsQuery(client: QueryClient) {
  return queryOptions({
    queryKey: listsKey,
    queryFn: ({ signal }) => loadLists(client.getQueryData<SponsorLists>(listsKey), signal),
    refetchInterval: whileSignedIn<SponsorLists>((lists) => {
      const shown = lists ? [...lists.approved.sponsors, ...lists.pending.sponsors] : [];
      return shown.some(({ picture }) => isInWork(picture)) ? pictureInWorkMs : refreshEveryMs;
    }),
  });
}

async function loadLists(shown: SponsorLists | undefined, signal?: AbortSignal): Promise<SponsorLists> {
  const { data, next_cursors: cursors }: ListsAnswer = await request<ListsData>(address, { signal });
  const first = {
    approved: { sponsors: data.approvedSponsor, nextCursor: cursors?.approved ?? null },
    pending: { sponsors: data.pendingSponsor, nextCursor: cursors?.pending ?? null },
  };
  const upTo = (state: SponsorState) => shown?.[state].sponsors.length ?? 0;
  return {
    approved: await extendTo(upTo('approved'), 'approved', first.approved, signal),
    pending: await extendTo(upTo('pending'), 'pending', first.pending, signal),
    view: data.sponsor_view ?? SPONSOR_DESIGN_DEFAULT,
  };
}

async function extendTo(count: number, state: SponsorState, list: SponsorList, signal?: AbortSignal) {
  let extended = list;
  while (extended.nextCursor && extended.sponsors.length < count) {
    extended = await loadNextPage(state, extended, signal);
  }
  return extended;
}

async function loadNextPage(state: SponsorState, list: SponsorList, signal?: AbortSignal): Promise<SponsorList> {
  if (!list.nextCursor) return list;
  const query = new URLSearchParams({ state, cursor: list.nextCursor });
  const { data, next_cursor: nextCursor } = await request<ListsData>(`${address}?${query}`, { signal });
  const page = state === 'approved' ? data.approvedSponsor : data.pendingSponsor;
  // What was decided or came in meanwhile may stand on both pages.
  const known = new Set(list.sponsors.map(({ id }) => id));
  return {
    sponsors: [...list.sponsors, ...page.filter(({ id }) => !known.has(id))],
    nextCursor: nextCursor ?? null,
  };
}

/** Adds the next page to a list. */
export function useMoreSponsors(state: SponsorState) {
  const client = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const lists = client.getQueryData<SponsorLists>(listsKey);
      if (!lists) return;
      const longer = await loadNextPage(state, lists[state]);
      client.setQueryData<SponsorLists>(listsKey, (now) => now && { ...now, [state]: longer });
    },
  });
}

/** One sponsor as it is stored now, wherever it stands; undefined when it is gone. */
export async function findSponsor(id: string): Promise<AdminSponsor | undefined> {
  const first = await loadLists(undefined);
  for (const state of ['approved', 'pending'] as const) {
    let list = first[state];
    let found = list.sponsors.find((sponsor) => sponsor.id === id);
    while (!found && list.nextCursor) {
      list = await loadNextPage(state, list);
      found = list.sponsors.find((sponsor) => sponsor.id === id);
    }
    if (found) return found;
  }
  return undefined;
}

/*
 * The specification's calls: GETs that change something. The gateway lets them act only for a script of our own pages.
 */

export interface SponsorDecision {
  decision: 'approve' | 'reject';
  sponsor: AdminSponsor;
  /** Of a rejection; told to the company. */
  reason?: string;
}

export function decideOnSponsor({ decision, sponsor, reason }: SponsorDecision) {
  const query = reason ? `?${new URLSearchParams({ reason })}` : '';
  return request(`${address}/${decision}/${encodeURIComponent(sponsor.id)}${query}`);
}

export const deleteSponsor = ({ id }: AdminSponsor) => request(`${address}/delete/${encodeURIComponent(id)}`);

/** Chooses how the public pages show sponsors. */
export const activateDesign = (view: SponsorView) => request(`${address}/view/${view}`);

/** Chooses the sponsor in the hero, or takes the choice back. */
export function setTopSponsor({ id, is_top }: AdminSponsor) {
  return request(`${address}/top`, { method: 'POST', json: { sponsor_id: id, is_top: !is_top } });
}

/** Takes a sponsor out of the lists at once; then they are loaded again. */
export function removeFromLists(client: QueryClient, { id }: AdminSponsor) {
  const without = (list: SponsorList) => ({ ...list, sponsors: list.sponsors.filter((sponsor) => sponsor.id !== id) });
  client.setQueryData<SponsorLists>(
    listsKey,
    (lists) => lists && { ...lists, approved: without(lists.approved), pending: without(lists.pending) },
  );
  reloadChanged(client, sponsorsList);
}

/** How many requests wait, as far as is known: "7", "100+" when there are more than were loaded. */
export function pendingCountText(lists: SponsorLists | undefined): string | undefined {
  if (!lists) return undefined;
  const { sponsors, nextCursor } = lists.pending;
  return `${sponsors.length}${nextCursor ? '+' : ''}`;
}

/** Why a request cannot be approved at the moment; undefined when it can. */
export function approvalHindrance({ picture }: AdminSponsor): string | undefined {
  if (isInWork(picture)) return 'It can be approved as soon as the logo is prepared.';
  if (picture?.state === 'rejected') return 'It cannot be approved: the logo cannot be shown.';
  return undefined;
}
