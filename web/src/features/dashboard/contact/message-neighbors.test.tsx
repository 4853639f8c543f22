import { screen, waitFor, within } from '@testing-library/react';
import { callsTo, failure } from '@/testing/dashboard.js';
import { address, bodyOf, buildMessage, fakeMessages, openMessage, openMessages } from '@/testing/messages.js';

const dialog = () => within(screen.getByRole('dialog', { name: 'Contact Us Form' }));

describe('the next and previous message', () => {
  it('open with the buttons, and with J and K, with Alt while writing', async () => {
    const app = await openMessages(fakeMessages(buildMessage('m1'), buildMessage('m2'), buildMessage('m3')).routes);
    await openMessage(app);
    expect(dialog().getByRole('button', { name: 'Previous message' })).toHaveAttribute('aria-disabled', 'true');
    await app.user.keyboard('j');
    expect(dialog().getByLabelText('Your reply')).toHaveValue('j');
    await app.user.keyboard('{Alt>}j{/Alt}');
    expect(dialog().getByText('Feedback of m2')).toBeVisible();
    await app.user.click(dialog().getByRole('button', { name: 'Next message' }));
    expect(dialog().getByText('Feedback of m3')).toBeVisible();
    expect(dialog().getByRole('button', { name: 'Next message' })).toHaveAttribute('aria-disabled', 'true');
    await app.user.keyboard('kk');
    expect(dialog().getByText('Feedback of m1')).toBeVisible();
    expect(dialog().getByLabelText('Your reply')).toHaveValue('j');
  });

  it('continue at the same place after a message left the list', async () => {
    const app = await openMessages(fakeMessages(buildMessage('m1'), buildMessage('m2'), buildMessage('m3')).routes);
    await openMessage(app, 'Visitor m2');
    await app.user.click(dialog().getByRole('button', { name: 'Mark as handled' }));
    await waitFor(() => expect(screen.getByRole('tab', { name: 'New 2', hidden: true })).toBeInTheDocument());
    await app.user.click(dialog().getByRole('button', { name: 'Next message' }));
    expect(dialog().getByText('Feedback of m3')).toBeVisible();
    await app.user.click(dialog().getByRole('button', { name: 'Previous message' }));
    expect(dialog().getByText('Feedback of m1')).toBeVisible();
  });

  it('take the focus in the list', async () => {
    const app = await openMessages(fakeMessages(buildMessage('m1'), buildMessage('m2')).routes);
    const [first, second] = await screen.findAllByRole('button', { name: 'Quick View' });
    first!.focus();
    await app.user.keyboard('j');
    expect(second).toHaveFocus();
    await app.user.keyboard('k');
    expect(first).toHaveFocus();
  });
});

describe('an assignment', () => {
  it('is saved, shown in the list, and listed under Mine', async () => {
    const { routes } = fakeMessages(buildMessage('m1'), buildMessage('m2'));
    const app = await openMessages(routes, '/moderate/messages', 'moderator');
    await openMessage(app);
    await dialog().findByRole('option', { name: 'Mo' });
    await app.user.selectOptions(dialog().getByLabelText('Assigned to'), 'Mo');
    await app.user.keyboard('{Escape}');
    expect(await screen.findByText('Assigned to Mo')).toBeVisible();
    await app.user.click(await screen.findByRole('tab', { name: 'Mine 1' }));
    await waitFor(() => expect(screen.queryByText('Visitor m2')).not.toBeInTheDocument());
    await openMessage(app);
    await app.user.selectOptions(dialog().getByLabelText('Assigned to'), 'Nobody');
    await waitFor(() =>
      expect(callsTo(app.calls, `PUT ${address}/m1/assignee`).map(bodyOf)).toEqual([
        { assignee: 'mo' },
        { assignee: null },
      ]),
    );
  });

  it('that can’t be saved is reported', async () => {
    const { routes } = fakeMessages(buildMessage('m1'));
    routes[`PUT ${address}/m1/assignee`] = failure(503, 'A part is down.');
    const app = await openMessages(routes);
    await openMessage(app);
    await dialog().findByRole('option', { name: 'Mo' });
    await app.user.selectOptions(dialog().getByLabelText('Assigned to'), 'Mo');
    expect(await dialog().findByText('A part is down.')).toBeVisible();
    expect(dialog().getByLabelText('Assigned to')).toHaveValue('');
  });
});

describe('other messages from the address', () => {
  it('are listed in the dialog and open there', async () => {
    const email = 'nora@example.com';
    const { routes } = fakeMessages(
      buildMessage('m1', { email }),
      buildMessage('m2'),
      buildMessage('m3', { email, state: 'handled', handled_by_name: 'Ada' }),
    );
    const app = await openMessages(routes);
    await openMessage(app);
    const others = within(await dialog().findByRole('region', { name: 'Other messages from this address' }));
    expect(others.getAllByRole('listitem')).toHaveLength(1);
    await app.user.click(others.getByRole('button', { name: /handled by Ada.*Feedback of m3/ }));
    expect(dialog().getByText('Visitor m3')).toBeVisible();
  });
});

describe('saved replies', () => {
  it('are inserted, added and deleted', async () => {
    const app = await openMessages(fakeMessages(buildMessage('m1')).routes);
    await openMessage(app);
    await app.user.click(await dialog().findByText('Saved replies (1)'));
    await app.user.click(dialog().getByRole('button', { name: /^Thanks/ }));
    expect(dialog().getByLabelText('Your reply')).toHaveValue('Thank you for writing.');
    await app.user.click(dialog().getByRole('button', { name: 'Save' }));
    expect(dialog().getByText('Title is required')).toBeVisible();
    await app.user.type(dialog().getByLabelText('Save this reply as'), 'Again{Enter}');
    expect(await dialog().findByText('Saved replies (2)')).toBeVisible();
    expect(callsTo(app.calls, 'POST /admin/main/saved-texts').map(bodyOf)).toEqual([
      { kind: 'reply', title: 'Again', text: 'Thank you for writing.' },
    ]);
    await app.user.click(dialog().getByRole('button', { name: 'Delete the saved text Thanks' }));
    await waitFor(() => expect(dialog().queryByRole('button', { name: /^Thanks/ })).not.toBeInTheDocument());
  });
});
