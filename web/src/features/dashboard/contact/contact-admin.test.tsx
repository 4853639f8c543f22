import type { ContactMessage } from '@site/proto/submissions/v1/contact.responses';
import { screen, waitFor, within } from '@testing-library/react';
import { callsTo, failure, openScreen } from '@/testing/dashboard.js';
import type { FakeRoutes } from '@/testing/fake-gateway.js';
import { renderApp } from '@/testing/render-app.js';
import { buildReplyLink } from './messages.js';

const list = 'GET /admin/main/contact-us';
const removal = 'GET /admin/main/contact-us/delete/m1';
const buildMessage = (id: string, change: Partial<ContactMessage> = {}): ContactMessage => ({
  id,
  name: `Visitor ${id}`,
  email: `${id}@example.com`,
  phone: '+1 501 555 0123',
  feedback: `Feedback of ${id}`,
  created_at: '2026-01-20T04:30:00Z',
  state: 'new',
  handled_by_name: null,
  handled_at: null,
  note: '',
  assigned_to: null,
  assigned_to_name: null,
  version: 1,
  replies: [],
  ...change,
});

function house(messages: ContactMessage[]) {
  const state = { messages };
  const routes: FakeRoutes = {
    [list]: ({ query }) => ({
      data: query.has('same_sender_as') ? [] : state.messages.filter(({ name }) => name.includes(query.get('q') ?? '')),
      next_cursor: null,
    }),
    [removal]: () => {
      state.messages = state.messages.filter(({ id }) => id !== 'm1');
      return { data: null };
    },
  };
  return { routes, state };
}
const open = (routes: FakeRoutes, path = '/dashboard/contact', type = 'admin') => openScreen(path, routes, type);
const openFirst = async (app: Awaited<ReturnType<typeof open>>) => {
  const [opener] = await screen.findAllByRole('button', { name: 'Quick View' });
  await app.user.click(opener!);
  return within(await screen.findByRole('dialog', { name: 'Contact Us Form' }));
};

describe('the messages', () => {
  it('are listed with name, email address and phone, and with their number and order', async () => {
    await open(house([buildMessage('m1')]).routes);
    const card = within((await screen.findByText('Visitor m1')).closest('li')!);
    expect(card.getAllByRole('term').map((term) => term.textContent)).toEqual(['Name', 'Email', 'Phone']);
    expect(card.getAllByRole('definition').map((value) => value.textContent)).toEqual([
      'Visitor m1',
      'm1@example.com',
      '(501) 555-0123',
    ]);
    expect(card.getByRole('link', { name: '(501) 555-0123' })).toHaveAttribute('href', 'tel:+15015550123');
    expect(screen.getByText('1 message, newest first')).toBeVisible();
    expect(card.getByText('January 19, 2026')).toHaveAttribute('title', 'January 19, 2026 at 10:30 PM CST');
  });

  it('open in full, with a prepared reply', async () => {
    const app = await open(house([buildMessage('m1', { feedback: 'Line one\nLine & two' })]).routes);
    const dialog = await openFirst(app);
    expect(dialog.getAllByRole('term').map((term) => term.textContent)).toEqual([
      'Full Name',
      'Email',
      'Phone',
      'Feedback',
    ]);
    expect(dialog.getByText(/Line one/)).toHaveTextContent('Line one Line & two');
    const response = dialog.getByRole('link', { name: 'Reply in your own mail program' });
    expect(response).toHaveAttribute('href', expect.stringMatching(/^mailto:m1%40example\.com\?subject=/));
    await app.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Quick View' })).toHaveFocus());
  });

  it('are searched', async () => {
    const { user, calls } = await open(house([buildMessage('m1'), buildMessage('m2')]).routes);
    await screen.findByText('Visitor m1');
    await user.type(screen.getByLabelText('Search messages'), 'm2');
    await waitFor(() => expect(screen.queryByText('Visitor m1')).not.toBeInTheDocument());
    expect(screen.getByText('Visitor m2')).toBeVisible();
    expect(callsTo(calls, list).at(-1)?.query.get('q')).toBe('m2');
    await user.type(screen.getByLabelText('Search messages'), 'zz');
    expect(await screen.findByText('No messages match “m2zz”.')).toBeVisible();
  });

  it('load the next page by its cursor', async () => {
    const { user } = await open({
      [list]: ({ query }) =>
        query.get('cursor') === 'c1'
          ? { data: [buildMessage('m2')], next_cursor: null }
          : { data: [buildMessage('m1')], next_cursor: 'c1' },
    });
    expect(await screen.findByText('1+ messages, newest first')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('2 messages, newest first')).toBeVisible();
    expect(await screen.findByText('Visitor m2')).toBeVisible();
    expect(screen.getByText('Visitor m1')).toBeVisible();
  });

  it('show empty, loading and error states', async () => {
    const counted = (handled: number) => ({ [list]: { data: [], next_cursor: null, counts: { new: 0, handled } } });
    const empty = await open(counted(0));
    expect(await screen.findByText('There is no contact us form at the moment.')).toBeVisible();
    await empty.user.click(screen.getByRole('tab', { name: /All/ }));
    expect(await screen.findByText('There is no contact us form at the moment.')).toBeVisible();
    empty.unmount();
    const handled = await open(counted(1));
    expect(await screen.findByText('All messages have been handled.')).toBeVisible();
    handled.unmount();
    const waiting = await open({ [list]: 'no answer' });
    expect(screen.getByText('Loading the messages')).toBeInTheDocument();
    waiting.unmount();
    await open({ [list]: failure(503, 'A part is down.') });
    expect(await screen.findByText('Failed to fetch contacts. Please try again later.')).toBeVisible();
  });

  it('aren’t requested without a token', async () => {
    localStorage.setItem('userData', '{"type":"admin"}');
    const { calls } = renderApp('/dashboard/contact', { routes: house([buildMessage('m1')]).routes });
    expect(await screen.findByText('No authentication token found.')).toBeVisible();
    expect(callsTo(calls, list)).toEqual([]);
  });
});

describe('a deletion', () => {
  it('asks first; canceling sends nothing and leaves the message open', async () => {
    const app = await open(house([buildMessage('m1')]).routes);
    const dialog = await openFirst(app);
    await app.user.click(dialog.getByRole('button', { name: 'Delete' }));
    const question = within(await screen.findByRole('dialog', { name: 'Delete Form?' }));
    await app.user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('dialog', { name: 'Contact Us Form' })).toBeVisible();
    expect(callsTo(app.calls, removal)).toEqual([]);
  });

  it('removes the message with one request and can be undone', async () => {
    const { routes, state } = house([buildMessage('m1'), buildMessage('m2')]);
    routes['POST /admin/main/trash/contact/m1/restore'] = () => {
      state.messages = [buildMessage('m1'), ...state.messages];
      return { data: null };
    };
    const app = await open(routes);
    await app.user.click((await openFirst(app)).getByRole('button', { name: 'Delete' }));
    await app.user.dblClick(await screen.findByRole('button', { name: 'Yes, Delete' }));
    await waitFor(() => expect(screen.queryByText('Visitor m1')).not.toBeInTheDocument());
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(callsTo(app.calls, removal)).toHaveLength(1);
    await app.user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Visitor m1')).toBeVisible();
  });

  it('shows a busy state', async () => {
    const { routes } = house([buildMessage('m1')]);
    routes[removal] = 'no answer';
    const app = await open(routes);
    await app.user.click((await openFirst(app)).getByRole('button', { name: 'Delete' }));
    await app.user.click(await screen.findByRole('button', { name: 'Yes, Delete' }));
    expect(await screen.findByRole('button', { name: 'Deleting...' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('shows an error when it fails', async () => {
    const { routes } = house([buildMessage('m1')]);
    routes[removal] = failure(503, 'A part is down.');
    const app = await open(routes);
    await app.user.click((await openFirst(app)).getByRole('button', { name: 'Delete' }));
    await app.user.click(await screen.findByRole('button', { name: 'Yes, Delete' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Failed to delete contact. Please try again.A part is down.',
    );
  });
});

describe('a moderator', () => {
  it('reads and answers messages but can’t delete them', async () => {
    const app = await open(house([buildMessage('m1')]).routes, '/moderate/messages', 'moderator');
    const dialog = await openFirst(app);
    expect(dialog.getByRole('button', { name: 'Send reply' })).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
  });

  it('finds the messages beside the photos', async () => {
    const app = await open(house([]).routes, '/moderate/messages', 'moderator');
    const sections = within(screen.getByRole('navigation', { name: 'Moderation' }));
    expect(sections.getByRole('link', { name: 'Contact Us' })).toHaveAttribute('aria-current', 'page');
    await app.user.click(sections.getByRole('link', { name: 'Snapshots' }));
    expect(await screen.findByRole('heading', { name: 'Pending Requests', level: 1 })).toBeVisible();
  });
});

describe('the prepared reply', () => {
  const read = (message: ContactMessage) => {
    const link = new URL(buildReplyLink(message, 'January 19, 2026 at 10:30 PM CST'));
    return { to: decodeURIComponent(link.pathname), fields: link.searchParams, text: link.href };
  };

  it('greets, and quotes what was written', () => {
    const { to, fields } = read(buildMessage('m1', { feedback: 'One\r\nTwo' }));
    expect(to).toBe('m1@example.com');
    expect(fields.get('subject')).toBe('Your message to Arkansas Weather');
    expect(fields.get('body')).toBe(
      'Hello Visitor m1,\r\n\r\n\r\n\r\nOn January 19, 2026 at 10:30 PM CST, you wrote:\r\n> One\r\n> Two',
    );
  });

  it('contains only its own fields, whatever the message contains', () => {
    const { to, fields, text } = read(
      buildMessage('m1', { email: 'a?bcc=b@example.com', name: 'A&cc=c@example.com', feedback: '&bcc=d@example.com' }),
    );
    expect(to).toBe('a?bcc=b@example.com');
    expect([...fields.keys()]).toEqual(['subject', 'body']);
    expect(text).not.toContain('+');
  });

  it('quotes no more than mail programs take', () => {
    const body = read(buildMessage('m1', { feedback: '🌪'.repeat(1_001) })).fields.get('body') ?? '';
    expect(body.endsWith(`> ${'🌪'.repeat(1_000)} […]`)).toBe(true);
  });
});
