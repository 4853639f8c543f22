import { screen, waitFor, within } from '@testing-library/react';
import { callsTo, failure } from '@/testing/dashboard.js';
import type { FakeResponse, SeenCall } from '@/testing/fake-gateway.js';
import {
  address,
  bodyOf,
  buildMessage,
  buildReply,
  fakeMessages,
  handled,
  openMessage,
  openMessages,
} from '@/testing/messages.js';

const tab = (name: string) => screen.getByRole('tab', { name });

describe('the tabs', () => {
  it('show new messages first, and the number of each', async () => {
    const { routes } = fakeMessages(buildMessage('m1'), buildMessage('m2', handled), buildMessage('m3'));
    const { user, router } = await openMessages(routes);
    await screen.findByText('Visitor m1');
    expect(screen.queryByText('Visitor m2')).not.toBeInTheDocument();
    expect([tab('New 2'), tab('Handled 1'), tab('All 3')]).toHaveLength(3);
    await user.click(tab('Handled 1'));
    const row = (await screen.findByText('Visitor m2')).closest('li')!;
    expect(row).toHaveTextContent('Handled by Mo');
    expect(router.state.location.search).toBe('?state=handled');
    await user.click(tab('All 3'));
    expect(await screen.findByText('Visitor m3')).toBeVisible();
    expect(screen.getAllByRole('listitem', { name: '' }).length).toBeGreaterThanOrEqual(3);
  });

  it('keep the search words', async () => {
    const { user, router } = await openMessages(fakeMessages(buildMessage('m1'), buildMessage('m2', handled)).routes);
    await user.type(await screen.findByLabelText('Search messages'), 'm2');
    expect(await screen.findByText('No messages match “m2”.')).toBeVisible();
    await user.click(await screen.findByRole('tab', { name: 'Handled 1' }));
    expect(await screen.findByText('Visitor m2')).toBeVisible();
    expect(router.state.location.search).toBe('?state=handled&q=m2');
  });
});

describe('several messages', () => {
  it('are marked as handled with one request, which can be undone', async () => {
    const { routes } = fakeMessages(buildMessage('m1'), buildMessage('m2'), buildMessage('m3'));
    const { user, calls } = await openMessages(routes, '/moderate/messages', 'moderator');
    for (const name of ['m1', 'm3'])
      await user.click(await screen.findByLabelText(`Select the message from Visitor ${name}`));
    const bar = within(screen.getByRole('group', { name: 'Selected messages' }));
    expect(bar.getByRole('status')).toHaveTextContent('2 messages selected');
    await user.click(bar.getByRole('button', { name: 'Mark as handled' }));
    expect(await screen.findByText('Marked 2 messages as handled.')).toBeVisible();
    await waitFor(() => expect(tab('New 1')).toBeVisible());
    expect(callsTo(calls, `POST ${address}/state`).map(bodyOf)).toEqual([{ ids: ['m1', 'm3'], state: 'handled' }]);
    expect(screen.queryByRole('group', { name: 'Selected messages' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(tab('New 3')).toBeVisible());
  });

  it('reports deleted messages and marks the others', async () => {
    const { routes, state } = fakeMessages(buildMessage('m1'), buildMessage('m2'));
    const { user } = await openMessages(routes);
    for (const name of ['m1', 'm2'])
      await user.click(await screen.findByLabelText(`Select the message from Visitor ${name}`));
    state.messages = state.messages.filter(({ id }) => id !== 'm2');
    await user.click(screen.getByRole('button', { name: 'Mark as handled' }));
    expect(await screen.findByText('1 message was already deleted.')).toBeVisible();
    expect(screen.getByText('Marked 1 message as handled.')).toBeVisible();
  });

  it('stay selected on failure', async () => {
    const { routes } = fakeMessages(buildMessage('m1'));
    routes[`POST ${address}/state`] = failure(503, 'A part is down.');
    const { user } = await openMessages(routes);
    await user.click(await screen.findByLabelText('Select the message from Visitor m1'));
    await user.click(screen.getByRole('button', { name: 'Mark as handled' }));
    expect(await screen.findByText('A part is down.')).toBeVisible();
    expect(screen.getByRole('group', { name: 'Selected messages' })).toBeVisible();
  });
});

describe('a message', () => {
  it('is marked in its dialog, which stays open', async () => {
    const app = await openMessages(fakeMessages(buildMessage('m1')).routes);
    const dialog = await openMessage(app);
    await app.user.click(dialog.getByRole('button', { name: 'Mark as handled' }));
    expect(await dialog.findByText(/Handled by Mo/)).toBeVisible();
    await app.user.click(dialog.getByRole('button', { name: 'Mark as new' }));
    expect(await dialog.findByRole('button', { name: 'Mark as handled' })).toBeVisible();
  });

  it('is answered by keyboard; the reply appears below it and shows when it is sent', async () => {
    const { routes, change } = fakeMessages(buildMessage('m1'));
    const app = await openMessages(routes);
    const dialog = await openMessage(app);
    expect(dialog.getByLabelText('Your reply')).toHaveFocus();
    await app.user.keyboard('Thank you.{Enter}Mo{Control>}{Enter}{/Control}');
    const publicResponses = within(await dialog.findByRole('region', { name: 'Replies' }));
    expect(publicResponses.getByRole('listitem')).toHaveTextContent('Thank you. MoSending');
    expect(dialog.getByLabelText('Your reply')).toHaveValue('');
    const [sent] = callsTo(app.calls, `POST ${address}/m1/reply`);
    expect(bodyOf(sent!)).toEqual({ text: 'Thank you.\nMo' });
    expect(sent?.headers['idempotency-key']).toMatch(/^[\w-]{32,}$/);
    expect(dialog.getByText(/Handled by Mo/)).toBeVisible();
    change('m1', ({ replies }) => ({
      replies: replies.map((one) => ({ ...one, state: 'sent', sent_at: '2026-01-20T05:01:00Z' })),
    }));
    expect(await publicResponses.findByText(/^Sent/, {}, { timeout: 5_000 })).toBeVisible();
  });

  it('shows a reply that wasn’t sent, and why', async () => {
    const failed = buildReply({ state: 'failed', reason: '5.7.1 Your address is listed' });
    const app = await openMessages(
      fakeMessages(buildMessage('m1', { ...handled, replies: [failed] })).routes,
      '/dashboard/contact?state=all',
    );
    expect(await screen.findByText('A reply wasn’t sent')).toBeVisible();
    const dialog = await openMessage(app);
    expect(dialog.getByText('Not sent')).toBeVisible();
    expect(dialog.getByText(/5\.7\.1 Your address is listed/)).toBeVisible();
  });

  it('requires text for a reply, and keeps it when sending fails', async () => {
    const { routes } = fakeMessages(buildMessage('m1'));
    routes[`POST ${address}/m1/reply`] = failure(503, 'A part is down.');
    const app = await openMessages(routes);
    const dialog = await openMessage(app);
    await app.user.click(dialog.getByRole('button', { name: 'Send reply' }));
    expect(dialog.getByText('Your answer is required')).toBeVisible();
    await app.user.type(dialog.getByLabelText('Your reply'), 'Thank you.');
    await app.user.click(dialog.getByRole('button', { name: 'Send reply' }));
    expect(await dialog.findByText('A part is down.')).toBeVisible();
    await app.user.click(dialog.getByRole('button', { name: 'Send reply' }));
    const keys = callsTo(app.calls, `POST ${address}/m1/reply`).map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(dialog.getByLabelText('Your reply')).toHaveValue('Thank you.');
  });

  it('leaves the note next to it, which can be saved afterwards', async () => {
    const { routes, state, change } = fakeMessages(buildMessage('m1'));
    const reply = `POST ${address}/m1/reply`;
    const works = routes[reply] as (call: SeenCall) => FakeResponse;
    routes[reply] = (call) => {
      works(call);
      return { data: change('m1', ({ version }) => ({ version: version + 1 })) };
    };
    const app = await openMessages(routes);
    const dialog = await openMessage(app);
    await app.user.type(dialog.getByLabelText('Note'), 'Call her');
    await app.user.type(dialog.getByLabelText('Your reply'), 'Thank you.');
    await app.user.click(dialog.getByRole('button', { name: 'Send reply' }));
    await dialog.findByRole('region', { name: 'Replies' });
    expect(dialog.getByLabelText('Note')).toHaveValue('Call her');
    await app.user.click(dialog.getByRole('button', { name: 'Save note' }));
    await waitFor(() => expect(state.messages[0]?.note).toBe('Call her'));
    expect(dialog.queryByText(/Someone else changed the note/)).not.toBeInTheDocument();
  });

  it('survives a reload, with the note, until it is sent', async () => {
    const { routes } = fakeMessages(buildMessage('m1'));
    const before = await openMessages(routes);
    const dialog = await openMessage(before);
    await before.user.type(dialog.getByLabelText('Your reply'), 'Half an ans');
    await before.user.type(dialog.getByLabelText('Note'), 'Call her');
    before.unmount();
    const after = await openMessages(routes);
    const repeated = await openMessage(after);
    expect(repeated.getByLabelText('Your reply')).toHaveValue('Half an ans');
    expect(repeated.getByLabelText('Note')).toHaveValue('Call her');
    await after.user.click(repeated.getByRole('button', { name: 'Send reply' }));
    await repeated.findByRole('region', { name: 'Replies' });
    expect(Object.keys(localStorage).filter((key) => key.includes('reply'))).toEqual([]);
  });

  it('restores its own draft when reopened', async () => {
    const app = await openMessages(fakeMessages(buildMessage('m1'), buildMessage('m2')).routes);
    const dialog = await openMessage(app);
    await app.user.type(dialog.getByLabelText('Your reply'), 'Half an ans');
    await app.user.type(dialog.getByLabelText('Note'), 'Call her');
    await app.user.keyboard('{Escape}');
    const other = await openMessage(app, 'Visitor m2');
    expect(other.getByLabelText('Your reply')).toHaveValue('');
    await app.user.keyboard('{Escape}');
    const repeated = await openMessage(app);
    expect(repeated.getByLabelText('Your reply')).toHaveValue('Half an ans');
    expect(repeated.getByLabelText('Note')).toHaveValue('Call her');
  });
});

describe('a note', () => {
  it('is saved on request and appears in the list', async () => {
    const app = await openMessages(fakeMessages(buildMessage('m1')).routes);
    const dialog = await openMessage(app);
    expect(dialog.queryByRole('button', { name: 'Save note' })).not.toBeInTheDocument();
    await app.user.type(dialog.getByLabelText('Note'), 'Called her back');
    await app.user.click(dialog.getByRole('button', { name: 'Save note' }));
    await waitFor(() => expect(dialog.queryByRole('button', { name: 'Save note' })).not.toBeInTheDocument());
    await app.user.keyboard('{Escape}');
    expect(await screen.findByText('Note: Called her back')).toBeVisible();
  });

  it('saved after its message was closed doesn’t reopen it, and can be edited further', async () => {
    const { routes } = fakeMessages(buildMessage('m1'));
    const saving = `PUT ${address}/m1/note`;
    const save = routes[saving] as (call: SeenCall) => FakeResponse;
    let response = () => undefined as void;
    const target = new Promise<void>((resolve) => (response = resolve));
    routes[saving] = async (call) => {
      await target;
      return save(call);
    };
    const app = await openMessages(routes);
    const dialog = await openMessage(app);
    await app.user.type(dialog.getByLabelText('Note'), 'Called');
    await app.user.click(dialog.getByRole('button', { name: 'Save note' }));
    await app.user.keyboard('{Escape}');
    response();
    expect(await screen.findByText('Note: Called')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    const repeated = await openMessage(app);
    await app.user.type(repeated.getByLabelText('Note'), ' her');
    await app.user.click(repeated.getByRole('button', { name: 'Save note' }));
    await waitFor(() => expect(repeated.queryByRole('button', { name: /Save note|Saving/ })).not.toBeInTheDocument());
    expect(repeated.queryByText(/Somebody else/)).not.toBeInTheDocument();
    await app.user.keyboard('{Escape}');
    expect(await screen.findByText('Note: Called her')).toBeVisible();
  });

  it.each([
    ['Save mine', 'Mine'],
    ['Use theirs', 'Theirs'],
  ])('changed by two users loses neither version: %s', async (button, stays) => {
    const { routes, state, change } = fakeMessages(buildMessage('m1'));
    const app = await openMessages(routes);
    const dialog = await openMessage(app);
    await app.user.type(dialog.getByLabelText('Note'), 'Mine');
    change('m1', () => ({ note: 'Theirs', version: 2 }));
    await app.user.click(dialog.getByRole('button', { name: 'Save note' }));
    expect(await dialog.findByText('Theirs')).toBeVisible();
    expect(dialog.getByLabelText('Note')).toHaveValue('Mine');
    await app.user.click(dialog.getByRole('button', { name: button }));
    await waitFor(() => expect(dialog.queryByText(/Someone else changed the note/)).not.toBeInTheDocument());
    expect(dialog.getByLabelText('Note')).toHaveValue(stays);
    expect(state.messages[0]?.note).toBe(stays);
  });
});
