import { screen, within } from '@testing-library/react';
import type { ModeratedImage } from '@site/proto/images/v1/images.responses';
import type { ModeratedSnapshot, SnapshotOutcome } from '@site/proto/submissions/v1/snapshots.responses';
import type { DecideInput } from '@site/proto/submissions/v1/snapshots.schema';
import { failure, openScreen } from './dashboard.js';
import type { FakeRoutes, SeenCall } from './fake-gateway.js';

export const listAddress = '/admin/main/snapshot';
export const buildImage = (name: string, change: Partial<ModeratedImage> = {}): ModeratedImage => ({
  state: 'ready',
  width: 1280,
  height: 960,
  placeholder: '',
  sizes: [640, 1280].flatMap((width) =>
    ['webp', 'jpeg'].map((format) => ({
      src: `/media/${name}-${width}.${format}`,
      width,
      height: width * 0.75,
      type: `image/${format}`,
    })),
  ),
  duplicate_of: [],
  rejected_because: '',
  retry_id: '',
  ...change,
});

export function buildSnapshot(id: string, change: Partial<ModeratedSnapshot> = {}): ModeratedSnapshot {
  const status = change.status ?? 'pending';
  return {
    id,
    file: null,
    first_name: id,
    last_name: 'Field',
    email: `${id}@example.com`,
    location: 'Conway',
    comment: `The sky of ${id}`,
    status,
    created_at: '2026-11-20T12:00:00Z',
    decided_at: status === 'pending' ? null : '2026-11-20T13:00:00Z',
    reject_reason: null,
    decided_by_name: null,
    picture: buildImage(`${status === 'pending' ? 'pending/' : ''}snapshots/${id}`),
    ...change,
  };
}

/** Stores decisions; of a batch, processes `decidedAtOnce` per call. */
export function house(pending: ModeratedSnapshot[], approved: ModeratedSnapshot[] = []) {
  const state = { pending, approved, decidedAtOnce: Infinity };
  const take = (id: string) => {
    const found = [...state.pending, ...state.approved].find((snapshot) => snapshot.id === id);
    state.pending = state.pending.filter((snapshot) => snapshot !== found);
    state.approved = state.approved.filter((snapshot) => snapshot !== found);
    return found;
  };
  const routes: FakeRoutes = {
    'GET /admin/main/overview': failure(503, 'Down'),
    [`GET ${listAddress}`]: () => ({
      data: { approvedSnapshots: state.approved, pendingSnapshots: state.pending },
      next_cursors: { approved: null, pending: null },
    }),
  };
  // Calls the routes for single decisions, including any that a test has replaced.
  routes[`POST ${listAddress}/decide`] = async (call) => {
    const { decision, ids, reason } = JSON.parse(String(call.body)) as DecideInput;
    const query = new URLSearchParams(reason && { reason });
    const outcomes: SnapshotOutcome[] = [];
    for (const one of ids.slice(0, state.decidedAtOnce)) {
      const route = routes[`GET ${listAddress}/${decision}/${one}`]!;
      const response = typeof route === 'function' ? await route({ ...call, query }) : route;
      if (typeof response === 'string' || ('status' in response && response.status === 401)) return response;
      const done = 'data' in response;
      const { message = '' } = done ? {} : (response.body as { message?: string });
      outcomes.push({
        id: one,
        snapshot: done ? (response.data as ModeratedSnapshot | null) : null,
        failure: done ? null : { status: response.status, message },
      });
    }
    return { data: outcomes };
  };
  for (const { id } of [...pending, ...approved]) {
    routes[`GET ${listAddress}/approve/${id}`] = () => {
      const now = { ...take(id)!, status: 'approved' as const, picture: buildImage(`snapshots/${id}`) };
      state.approved = [now, ...state.approved];
      return { data: now };
    };
    routes[`GET ${listAddress}/reject/${id}`] = () => ({ data: { ...take(id), status: 'rejected' } });
    routes[`GET ${listAddress}/delete/${id}`] = () => {
      take(id);
      return { data: null };
    };
    for (const width of [640, 1280]) {
      routes[`GET /media/pending/snapshots/${id}-${width}.webp`] = { status: 200, body: 'bytes' };
    }
  }
  return { routes, state };
}

export const openPending = (routes: FakeRoutes) => openScreen('/dashboard/snapshot?tab=pending', routes);

export const decisionsTogether = (calls: SeenCall[]) =>
  calls
    .filter(({ method, path }) => `${method} ${path}` === `POST ${listAddress}/decide`)
    .map(({ body }) => JSON.parse(String(body)) as DecideInput);
export const decisions = (calls: SeenCall[]) =>
  calls.filter(({ path }) => /\/snapshot\/(approve|reject|delete)\//.test(path)).map(({ path }) => path);
export const listCalls = (calls: SeenCall[]) => calls.filter(({ path }) => path === listAddress);
export const cardOf = async (name: string) => {
  const opener = await screen.findByRole('button', { name: `Open the photo by ${name} Field from Conway` });
  const card = opener.closest('li');
  if (!card) throw new Error('the photo stands in no card');
  return { opener, card: within(card) };
};
export const cardNames = () =>
  screen.queryAllByRole('button', { name: /^Open the photo/ }).map((opener) => opener.ariaLabel?.split(' ')[4]);
