import { screen, waitFor, within } from '@testing-library/react';
import { callsTo, failure, fieldsOf, openScreen } from '@/testing/dashboard.js';
import type { FakeResponse, FakeRoutes, SeenCall } from '@/testing/fake-gateway.js';
import { renderApp } from '@/testing/render-app.js';
import type { EditedFaq } from '@site/proto/content/v1/faqs.responses';

const list = 'GET /admin/main/faqs';
const create = 'POST /admin/main/faqs/create';
const edit = 'POST /admin/main/faqs/edit';
const removalOf = (id: string) => `GET /admin/main/faqs/delete/${id}`;
const buildFaq = (id: string, change: Partial<EditedFaq> = {}): EditedFaq => ({
  id,
  question: `Question ${id}?`,
  answer: `Answer ${id}.`,
  version: 3,
  ...change,
});

/** Fakes a gateway that keeps what was saved. */
function house(faqs: EditedFaq[]) {
  const state = { faqs };
  const routes: FakeRoutes = {
    [list]: ({ query }) => ({
      data: state.faqs.filter(({ question }) => question.includes(query.get('q') ?? '')),
      next_cursor: null,
    }),
    [create]: (call) => {
      const { question = '', answer: response = '' } = fieldsOf(call);
      const faq = buildFaq('new', { question, answer: response, version: 1 });
      state.faqs = [...state.faqs, faq];
      return { data: faq };
    },
    [edit]: (call) => {
      const { faq_id: id = '', question = '', answer: response = '' } = fieldsOf(call);
      const faq = buildFaq(id, { question, answer: response, version: 4 });
      state.faqs = state.faqs.map((one) => (one.id === id ? faq : one));
      return { data: faq };
    },
  };
  for (const { id } of faqs) {
    routes[removalOf(id)] = () => {
      state.faqs = state.faqs.filter((one) => one.id !== id);
      return { data: null };
    };
  }
  return { routes, state };
}
const open = (routes: FakeRoutes) => openScreen('/dashboard/faq', routes);
const cardOf = async (question: string) => {
  const card = (await screen.findByRole('button', { name: question })).closest('li');
  if (!card) throw new Error('the question stands in no card');
  return within(card);
};

describe('the questions', () => {
  it('are shown in a grid with the first 100 characters of their answers', async () => {
    const long = `${'a'.repeat(99)}b`;
    await open(house([buildFaq('f1', { answer: long }), buildFaq('f2', { answer: `${long}c` })]).routes);
    expect(screen.getByRole('heading', { name: 'Frequently Asked Questions', level: 1 })).toBeVisible();
    expect((await cardOf('Question f1?')).getByText(long)).toBeVisible();
    expect((await cardOf('Question f2?')).getByText(`${long}…`)).toBeVisible();
  });

  it('are counted and searched', async () => {
    const { user, calls, router } = await open(house([buildFaq('f1'), buildFaq('f2')]).routes);
    expect(await screen.findByText('2 questions, in the site’s order')).toBeVisible();
    await user.type(screen.getByLabelText('Search questions'), 'f2');
    expect(await screen.findByText('1 question, in the site’s order')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Question f1?' })).not.toBeInTheDocument();
    expect(callsTo(calls, list).at(-1)?.query.get('q')).toBe('f2');
    expect(router.state.location.search).toBe('?q=f2');
    await user.type(screen.getByLabelText('Search questions'), 'zz');
    expect(await screen.findByText('No questions match “f2zz”.')).toBeVisible();
  });

  it('open in full, with Edit and Delete', async () => {
    const { user } = await open(house([buildFaq('f1', { answer: 'x'.repeat(200) })]).routes);
    await user.click(await screen.findByRole('button', { name: 'Question f1?' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Question f1?' }));
    expect(dialog.getByText('x'.repeat(200))).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Edit' }));
    expect(await screen.findByRole('dialog', { name: 'Edit FAQ' })).toBeVisible();
    const question = screen.getByLabelText<HTMLInputElement>('Question');
    expect(question).toHaveValue('Question f1?');
    // The first key press would replace selected text.
    await waitFor(() => expect(question).toHaveFocus());
    expect(question.selectionStart).toBe(question.selectionEnd);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole('button', { name: 'Question f1?' })).toHaveFocus());
  });

  it('show empty, loading and error states', async () => {
    const empty = await open(house([]).routes);
    expect(await screen.findByText('No FAQs found.')).toBeVisible();
    empty.unmount();
    const waiting = await open({ [list]: 'no answer' });
    expect(screen.getByText('Loading the questions')).toBeInTheDocument();
    waiting.unmount();
    const { user } = await open({ [list]: failure(503, 'A part is down.') });
    expect(await screen.findByText('Failed to fetch FAQs. Please try again later.')).toBeVisible();
    expect(screen.getByText('A part is down.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
  });

  it('send no request without a token', async () => {
    localStorage.setItem('userData', '{"type":"admin"}');
    const { calls } = renderApp('/dashboard/faq', { routes: house([buildFaq('f1')]).routes });
    expect(await screen.findByText('No authentication token found.')).toBeVisible();
    expect(callsTo(calls, list)).toEqual([]);
  });
});

describe('a new question', () => {
  it('is validated before anything is sent', async () => {
    const { user, calls } = await open(house([]).routes);
    await user.click(screen.getByRole('button', { name: 'Add New FAQ' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add FAQ' }));
    expect(dialog.getByLabelText('Question')).toHaveFocus();
    await user.type(dialog.getByLabelText('Answer'), '   ');
    await user.click(dialog.getByRole('button', { name: 'Add FAQ' }));
    expect(dialog.getByText('Question is required')).toBeVisible();
    expect(dialog.getByText('Answer is required')).toBeVisible();
    expect(dialog.getByLabelText('Question')).toHaveFocus();
    expect(callsTo(calls, create)).toEqual([]);
  });

  it('is sent once as multipart, closes the dialog and appears in the grid', async () => {
    const { user, calls } = await open(house([]).routes);
    await user.click(screen.getByRole('button', { name: 'Add New FAQ' }));
    await user.type(await screen.findByLabelText('Question'), 'When?');
    await user.type(screen.getByLabelText('Answer'), 'Now.');
    await user.dblClick(screen.getByRole('button', { name: 'Add FAQ' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(callsTo(calls, create)).toHaveLength(1);
    expect(fieldsOf(callsTo(calls, create)[0])).toEqual({ question: 'When?', answer: 'Now.' });
    expect(callsTo(calls, create)[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    await cardOf('When?');
    await user.click(screen.getByRole('button', { name: 'Add New FAQ' }));
    expect(await screen.findByLabelText('Question')).toHaveValue('');
  });

  it('shows busy and error states and keeps the input', async () => {
    const { routes } = house([]);
    let response: (response: FakeResponse) => void = () => undefined;
    routes[create] = () => new Promise<FakeResponse>((resolve) => (response = resolve));
    const { user } = await open(routes);
    await user.click(screen.getByRole('button', { name: 'Add New FAQ' }));
    await user.type(await screen.findByLabelText('Question'), 'When?');
    await user.type(screen.getByLabelText('Answer'), 'Now.');
    await user.click(screen.getByRole('button', { name: 'Add FAQ' }));
    expect(await screen.findByRole('button', { name: 'Adding...' })).toHaveAttribute('aria-disabled', 'true');
    response(failure(503, 'A part is down.'));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Failed to create FAQ. Please try again.A part is down.',
    );
    expect(screen.getByLabelText('Answer')).toHaveValue('Now.');
  });

  it('shows the server’s error at the field', async () => {
    const { routes } = house([]);
    routes[create] = failure(400, 'Question holds characters that are not text', [
      { field: 'question', message: 'Question holds characters that are not text' },
    ]);
    const { user } = await open(routes);
    await user.click(screen.getByRole('button', { name: 'Add New FAQ' }));
    await user.type(await screen.findByLabelText('Question'), 'When?');
    await user.type(screen.getByLabelText('Answer'), 'Now.');
    await user.click(screen.getByRole('button', { name: 'Add FAQ' }));
    await waitFor(() =>
      expect(screen.getByLabelText('Question')).toHaveAccessibleDescription(
        'Question holds characters that are not text',
      ),
    );
  });
});

describe('an edit', () => {
  async function openEdit(routes: FakeRoutes) {
    const app = await open(routes);
    await app.user.click((await cardOf('Question f1?')).getByRole('button', { name: 'Edit' }));
    await screen.findByRole('dialog', { name: 'Edit FAQ' });
    return app;
  }

  it('starts with the stored values and sends their version', async () => {
    const { user, calls } = await openEdit(house([buildFaq('f1')]).routes);
    expect(screen.getByLabelText('Answer')).toHaveValue('Answer f1.');
    await user.type(screen.getByLabelText('Question'), ' Really?');
    await user.click(screen.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const [call] = callsTo(calls, edit);
    expect(fieldsOf(call)).toEqual({ question: 'Question f1? Really?', answer: 'Answer f1.', faq_id: 'f1' });
    expect(call?.headers['if-match']).toBe('"3"');
    await cardOf('Question f1? Really?');
  });

  it('shows an error when it fails', async () => {
    const { routes } = house([buildFaq('f1')]);
    routes[edit] = 'network failure';
    const { user } = await openEdit(routes);
    await user.type(screen.getByLabelText('Question'), '!');
    await user.click(screen.getByRole('button', { name: 'Update' }));
    expect(await screen.findByText('Failed to edit FAQ. Please try again.')).toBeVisible();
    expect(screen.getByLabelText('Question')).toHaveValue('Question f1?!');
  });

  it('shows both versions after another user’s change, and saves on top of the latest', async () => {
    const { routes, state } = house([buildFaq('f1')]);
    const save = routes[edit];
    routes[edit] = (call) =>
      call.headers['if-match'] === '"8"' && typeof save === 'function'
        ? save(call)
        : failure(409, 'Someone else changed this in the meantime. Reload to see the latest version.');
    const { user, calls } = await openEdit(routes);
    state.faqs = [buildFaq('f1', { question: 'Theirs?', answer: 'Their answer.', version: 8 })];
    await user.type(screen.getByLabelText('Question'), ' Mine?');
    await user.click(screen.getByRole('button', { name: 'Update' }));
    expect(
      await screen.findByText('Someone else changed this in the meantime. Reload to see the latest version.'),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Load the latest version' }));
    expect(await screen.findByText('Theirs?')).toBeVisible();
    expect(screen.getByLabelText('Question')).toHaveValue('Question f1? Mine?');
    expect(screen.getByLabelText('Answer')).toHaveValue('Their answer.');
    await user.click(screen.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(fieldsOf(callsTo(calls, edit).at(-1))).toMatchObject({
      question: 'Question f1? Mine?',
      answer: 'Their answer.',
    });
  });

  it('keeps the text after a 401 and is sent again after signing in', async () => {
    const { routes } = house([buildFaq('f1')]);
    const save = routes[edit];
    routes[edit] = (call) =>
      call.headers.authorization === 'Bearer t2' && typeof save === 'function'
        ? save(call)
        : failure(401, 'Your session has ended.');
    routes['POST /admin/auth/login'] = {
      data: { type: 'admin', id: 'ada', token: 't2', name: 'Ada', email: 'ada@example.com' },
    };
    const { user } = await openEdit(routes);
    await user.type(screen.getByLabelText('Question'), '!');
    await user.click(screen.getByRole('button', { name: 'Update' }));
    const signIn = within(await screen.findByRole('dialog', { name: 'Your session has ended' }));
    await user.type(signIn.getByLabelText('Password'), 'secret word{Enter}');
    await cardOf('Question f1?!');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('asks before discarding the input', async () => {
    const { user } = await openEdit(house([buildFaq('f1')]).routes);
    await user.type(screen.getByLabelText('Question'), '!');
    await user.keyboard('{Escape}');
    const question = within(await screen.findByRole('dialog', { name: 'Discard your changes?' }));
    await user.click(question.getByRole('button', { name: 'Keep editing' }));
    expect(screen.getByLabelText('Question')).toHaveValue('Question f1?!');
  });
});

describe('a deletion', () => {
  it('asks first and sends nothing when canceled', async () => {
    const { user, calls } = await open(house([buildFaq('f1')]).routes);
    await user.click((await cardOf('Question f1?')).getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete FAQ?' }));
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(callsTo(calls, removalOf('f1'))).toEqual([]);
  });

  it('removes the question from the grid and can be undone', async () => {
    const { routes, state } = house([buildFaq('f1'), buildFaq('f2')]);
    routes['POST /admin/main/trash/faq/f1/restore'] = () => {
      state.faqs = [buildFaq('f1'), ...state.faqs];
      return { data: null };
    };
    const { user, calls } = await open(routes);
    await user.click((await cardOf('Question f1?')).getByRole('button', { name: 'Delete' }));
    await user.dblClick(await screen.findByRole('button', { name: 'Yes, Delete' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Question f1?' })).not.toBeInTheDocument());
    expect(callsTo(calls, removalOf('f1'))).toHaveLength(1);
    expect(screen.getByRole('group', { name: 'Frequently Asked Questions' })).toHaveFocus();
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await cardOf('Question f1?');
    expect(screen.getByText('It’s back.')).toBeVisible();
  });

  it('shows an error when it fails', async () => {
    const { routes } = house([buildFaq('f1')]);
    routes[removalOf('f1')] = failure(503, 'A part is down.');
    const { user } = await open(routes);
    await user.click((await cardOf('Question f1?')).getByRole('button', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, Delete' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Failed to delete FAQ. Please try again.A part is down.',
    );
  });
});

describe('the order of the questions', () => {
  const order = 'POST /admin/main/faqs/order';
  const [a, b, c] = ['f1', 'f2', 'f3'].map((id) => buildFaq(id)) as [EditedFaq, EditedFaq, EditedFaq];
  const rows = () =>
    within(screen.getByRole('list', { name: 'Order' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  const sent = (calls: SeenCall[]) => callsTo(calls, order).map(({ body }) => JSON.parse(String(body)) as unknown);
  const startOrdering = async (routes: FakeRoutes) => {
    const app = await open(routes);
    await app.user.click(await screen.findByRole('button', { name: 'Change the order' }));
    return app;
  };

  it('is saved once after several moves, and can be undone', async () => {
    const { routes, state } = house([a, b, c]);
    routes[order] = ({ body }) => {
      const { ids } = JSON.parse(String(body)) as { ids: string[] };
      state.faqs = ids.flatMap((id) => state.faqs.find((faq) => faq.id === id) ?? []);
      return { data: null };
    };
    const { user, calls } = await startOrdering(routes);
    const up = screen.getByRole('button', { name: 'Move Question f3? up' });
    await user.click(up);
    expect(rows()).toEqual(['1Question f1?', '2Question f3?', '3Question f2?']);
    expect(up).toHaveFocus();
    await user.click(up);
    await user.click(screen.getByRole('button', { name: 'Move Question f1? down' }));
    expect(rows()).toEqual(['1Question f3?', '2Question f2?', '3Question f1?']);
    expect(sent(calls)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Save order' }));
    const toast = (await screen.findByText('Saved the order of 3 items.')).parentElement as HTMLElement;
    expect(sent(calls)).toEqual([{ ids: ['f3', 'f2', 'f1'] }]);
    await user.click(within(toast).getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('The earlier order is back.')).toBeVisible();
    expect(sent(calls).at(-1)).toEqual({ ids: ['f1', 'f2', 'f3'] });
  });

  it('keeps the moves when saving fails, and drops them on Cancel', async () => {
    const text = 'The list has changed in the meantime. Please reload it.';
    const { user } = await startOrdering({ ...house([a, b, c]).routes, [order]: failure(409, text) });
    await user.click(screen.getByRole('button', { name: 'Move Question f1? down' }));
    await user.click(screen.getByRole('button', { name: 'Save order' }));
    expect(await screen.findByText(text)).toBeVisible();
    expect(rows()).toEqual(['1Question f2?', '2Question f1?', '3Question f3?']);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Change the order' }));
    expect(rows()).toEqual(['1Question f1?', '2Question f2?', '3Question f3?']);
  });

  it('stops at either end and can’t be changed in search results', async () => {
    const { user, calls } = await startOrdering(house([a, b, c]).routes);
    for (const name of ['Move Question f1? up', 'Move Question f3? down']) {
      const button = screen.getByRole('button', { name });
      expect(button).toHaveAttribute('aria-disabled', 'true');
      await user.click(button);
    }
    expect(screen.getByRole('button', { name: 'Drag Question f2? to another position' })).toHaveAccessibleDescription(
      /^To move an item, press the space bar/,
    );
    await user.click(screen.getByRole('button', { name: 'Save order' }));
    expect(sent(calls)).toEqual([]);
    await user.type(screen.getByLabelText('Search questions'), 'f2');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Question f1?' })).not.toBeInTheDocument());
    expect(screen.queryByRole('button', { name: 'Change the order' })).not.toBeInTheDocument();
  });
});
