import type { ContactMessage, MessageReply } from '@site/proto/submissions/v1/contact.responses';
import type { SavedText } from '@site/proto/submissions/v1/saved-texts.responses';
import { screen, within } from '@testing-library/react';
import { failure, openScreen } from './dashboard.js';
import type { FakeRoutes, SeenCall } from './fake-gateway.js';

export const address = '/admin/main/contact-us';
const list = `GET ${address}`;
export const buildMessage = (id: string, change: Partial<ContactMessage> = {}): ContactMessage => ({
  id,
  name: `Visitor ${id}`,
  email: `${id}@example.com`,
  phone: '501 555 0123',
  feedback: `Feedback of ${id}`,
  created_at: '2026-01-20T04:30:00Z',
  state: 'new',
  handled_by_name: null,
  handled_at: null,
  note: '',
  version: 1,
  assigned_to: null,
  assigned_to_name: null,
  replies: [],
  ...change,
});
export const handled = { state: 'handled', handled_by_name: 'Mo', handled_at: '2026-01-20T05:00:00Z' } as const;
export const buildReply = (change: Partial<MessageReply> = {}): MessageReply => ({
  id: 'r1',
  text: 'Dear visitor',
  by_name: 'Mo',
  created_at: '2026-01-20T05:00:00Z',
  state: 'queued',
  sent_at: null,
  reason: '',
  ...change,
});
export const bodyOf = ({ body }: SeenCall) => JSON.parse(String(body)) as Record<string, unknown>;

/** Fakes a gateway that keeps changes of messages. */
export function fakeMessages(...messages: ContactMessage[]) {
  const state = { messages };
  const change = (id: string, to: (message: ContactMessage) => Partial<ContactMessage>) => {
    state.messages = state.messages.map((one) => (one.id === id ? { ...one, ...to(one) } : one));
    return state.messages.find((one) => one.id === id)!;
  };
  const routes: FakeRoutes = {
    [list]: ({ query }) => {
      const searchText = query.get('q') ?? '';
      const found = state.messages.filter(({ name, email }) => `${name} ${email}`.includes(searchText));
      const isIn = (which: string) => found.filter((one) => one.state === which);
      const assigned = isIn('new').filter(({ assigned_to: to }) => to === 'mo');
      const stateFilter = query.get('state');
      const sameAs = state.messages.find(({ id }) => id === query.get('same_sender_as'));
      if (sameAs) return { data: state.messages.filter(({ id, email }) => id !== sameAs.id && email === sameAs.email) };
      return {
        data: stateFilter === 'mine' ? assigned : stateFilter ? isIn(stateFilter) : found,
        next_cursor: null,
        counts: { new: isIn('new').length, handled: isIn('handled').length, mine: assigned.length },
      };
    },
    [`POST ${address}/state`]: (call) => {
      const { ids, state: newState } = bodyOf(call) as { ids: string[]; state: 'new' | 'handled' };
      const to = newState === 'handled' ? handled : { state: 'new' as const, handled_by_name: null, handled_at: null };
      const outcome = (id: string) => state.messages.some((one) => one.id === id) && change(id, () => to);
      return { data: ids.map((id) => ({ id, message: outcome(id) || null })) };
    },
  };
  routes[`GET ${address}/assignees`] = {
    data: [
      { id: 'ada', name: 'Ada' },
      { id: 'mo', name: 'Mo' },
    ],
  };
  let saved: SavedText[] = [{ id: 's1', title: 'Thanks', text: 'Thank you for writing.' }];
  routes['GET /admin/main/saved-texts'] = () => ({ data: saved });
  routes['POST /admin/main/saved-texts'] = (call) => {
    const { title, text } = bodyOf(call) as { title: string; text: string };
    const added = { id: title, title, text };
    saved = [...saved, added];
    return { data: added };
  };
  routes['DELETE /admin/main/saved-texts/s1'] = () => {
    saved = saved.filter(({ id }) => id !== 's1');
    return { data: null };
  };
  for (const { id } of messages) {
    routes[`PUT ${address}/${id}/assignee`] = (call) => {
      const assignee = bodyOf(call)['assignee'] as string | null;
      return { data: change(id, () => ({ assigned_to: assignee, assigned_to_name: assignee && 'Mo' })) };
    };
    routes[`POST ${address}/${id}/reply`] = (call) => {
      const reply = buildReply({ text: String(bodyOf(call)['text']) });
      return { data: change(id, ({ replies }) => ({ ...handled, replies: [...replies, reply] })) };
    };
    routes[`PUT ${address}/${id}/note`] = (call) => {
      const current = state.messages.find((one) => one.id === id)!;
      if (call.headers['if-match'] !== `"${current.version}"`) return failure(409, 'Somebody else changed this.');
      return { data: change(id, ({ version }) => ({ note: String(bodyOf(call)['note']), version: version + 1 })) };
    };
  }
  return { routes, state, change };
}
export const openMessages = (routes: FakeRoutes, path = '/dashboard/contact', type = 'admin') =>
  openScreen(path, routes, type);
export async function openMessage(app: Awaited<ReturnType<typeof openMessages>>, name = 'Visitor m1') {
  const row = (await screen.findByText(name)).closest('li')!;
  await app.user.click(within(row).getByRole('button', { name: 'Quick View' }));
  return within(await screen.findByRole('dialog', { name: 'Contact Us Form' }));
}
