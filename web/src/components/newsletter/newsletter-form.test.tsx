import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildContent } from '@/testing/builders.js';
import type { FakeResponse, FakeRoutes, SeenCall } from '@/testing/fake-gateway.js';
import { renderApp } from '@/testing/render-app.js';

const create = 'POST /main/news/letter/create';
const thanks: FakeResponse = { action: 'Please confirm by the mail that we sent.', data: { action: 'the same' } };
const sent = (calls: SeenCall[]) => calls.filter(({ method }) => method === 'POST');

async function openForm(routes: FakeRoutes = {}) {
  const user = userEvent.setup();
  const view = renderApp('/terms', { routes: { 'GET /main/home': { data: buildContent() }, ...routes } });
  await screen.findByRole('heading', { level: 1 });
  const form = within(await screen.findByRole('form', { name: 'Newsletter' }));
  const email = form.getByRole('textbox', { name: 'Your email address' });
  const button = form.getByRole('button', { name: 'Sign up' });
  const message = form.getByRole('status');
  return { user, form, email, button, message, ...view };
}

describe('the newsletter form', () => {
  it.each(['', '   '])('asks for the address when it is %j, and sends nothing', async (text) => {
    const { user, email, button, message, calls } = await openForm({ [create]: thanks });
    if (text) await user.type(email, text);
    await user.click(button);
    expect(message).toHaveTextContent(/^Please enter your email address\.$/);
    expect(email).toHaveFocus();
    expect(email).toBeInvalid();
    expect(email).toHaveAccessibleDescription('Please enter your email address.');
    expect(sent(calls)).toEqual([]);
  });

  it.each(['ada', 'ada@example', 'ada@exam ple.com', `${'a'.repeat(243)}@example.com`])(
    'rejects the address %s, and sends nothing',
    async (text) => {
      const { user, email, button, message, calls } = await openForm({ [create]: thanks });
      fireEvent.change(email, { target: { value: text } });
      await user.click(button);
      expect(message).toHaveTextContent(/^Please enter a valid email address\./);
      expect(message).toHaveClass('text-danger');
      expect(sent(calls)).toEqual([]);
    },
  );

  it.each([' ada@example.com ', `${'a'.repeat(242)}@example.com`])('sends %s as JSON, trimmed', async (text) => {
    const { user, email, button, calls } = await openForm({ [create]: thanks });
    fireEvent.change(email, { target: { value: text } });
    await user.click(button);
    await waitFor(() => expect(sent(calls)).toHaveLength(1));
    const [call] = sent(calls);
    expect(call?.path).toBe('/main/news/letter/create');
    expect(call?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(String(call?.body))).toEqual({ email: text.trim() });
  });

  it("shows the server's message in green, and is cleared", async () => {
    const { user, email, button, message } = await openForm({ [create]: thanks });
    await user.type(email, 'ada@example.com');
    await user.click(button);
    await waitFor(() => expect(message).toHaveTextContent('Please confirm by the mail that we sent.'));
    expect(message).toHaveClass('text-ozark');
    expect(email).toHaveValue('');
  });

  it('is locked while sending, and returns focus afterwards', async () => {
    let finish: (response: FakeResponse) => void = () => undefined;
    const { user, email, button, calls } = await openForm({ [create]: () => new Promise((done) => (finish = done)) });
    await user.type(email, 'ada@example.com{Enter}');
    expect(email).toBeDisabled();
    expect(button).toBeDisabled();
    expect(button).toHaveAttribute('aria-busy', 'true');
    expect(button.querySelector('.animate-spin')).toBeInTheDocument();
    await user.click(button);
    expect(sent(calls)).toHaveLength(1);
    finish(thanks);
    await waitFor(() => expect(email).toBeEnabled());
    expect(email).toHaveFocus();
    expect(button).toBeEnabled();
  });

  it.each<[string, FakeResponse, string]>([
    [
      "the server's message",
      { status: 429, body: { status: false, message: 'Too many requests.' } },
      'Too many requests.',
    ],
    [
      'the status of another server',
      { status: 502, statusText: 'Bad Gateway', body: '<html>' },
      'Error: 502 Bad Gateway',
    ],
    ['plain words when the network fails', 'network failure', 'Something went wrong. Please try again later.'],
    [
      'plain words when the answer says nothing',
      { status: 200, body: { status: false } },
      'Something went wrong. Please try again later.',
    ],
  ])('shows %s in red and keeps the address', async (_case, response, text) => {
    const { user, email, button, message } = await openForm({ [create]: response });
    await user.type(email, 'ada@example.com');
    await user.click(button);
    await waitFor(() => expect(message).toHaveTextContent(text));
    expect(message).toHaveClass('text-danger');
    expect(email).toHaveValue('ada@example.com');
  });

  it('clears its message on typing', async () => {
    let response: FakeResponse = 'network failure';
    const { user, email, button, message } = await openForm({ [create]: () => response });
    await user.type(email, 'ada@example.com');
    await user.click(button);
    await waitFor(() => expect(message).not.toBeEmptyDOMElement());
    await user.type(email, 'x');
    expect(message).toBeEmptyDOMElement();
    response = thanks;
    await user.click(button);
    await waitFor(() => expect(message).toHaveTextContent('Please confirm'));
    await user.type(email, 'b');
    expect(message).toBeEmptyDOMElement();
  });

  it('reuses the idempotency key for the same address and changes it for another', async () => {
    const { user, email, button, calls } = await openForm({ [create]: 'network failure' });
    await user.type(email, 'ada@example.com');
    for (const times of [1, 2]) {
      await user.click(button);
      await waitFor(() => expect(sent(calls)).toHaveLength(times));
      await waitFor(() => expect(button).toBeEnabled());
    }
    await user.type(email, 'x');
    await user.click(button);
    await waitFor(() => expect(sent(calls)).toHaveLength(3));
    const [first, repeated, other] = sent(calls).map(({ headers }) => headers['idempotency-key']);
    expect(first).toMatch(/^[0-9a-f-]{32,36}$/);
    expect(repeated).toBe(first);
    expect(other).not.toBe(first);
  });

  it('detects bots by a honeypot and by the time', async () => {
    const { user, email, button, calls, container } = await openForm({ [create]: thanks });
    await user.type(email, 'ada@example.com');
    await user.click(button);
    await waitFor(() => expect(email).toHaveValue(''));
    const trap = container.querySelector<HTMLInputElement>('footer input[name="homepage"]')!;
    expect(trap.closest('[aria-hidden="true"][inert]')).toBeInTheDocument();
    expect(trap).toHaveAttribute('autocomplete', 'off');
    expect(trap).toHaveAttribute('tabindex', '-1');
    trap.value = 'https://spam.example.com/';
    await user.type(email, 'bot@example.com');
    await user.click(button);
    await waitFor(() => expect(sent(calls)).toHaveLength(2));
    const [person, program] = sent(calls).map(({ headers }) => headers['x-form-check']);
    expect(person).toMatch(/^0;[1-9]\d*$/);
    expect(program).toMatch(/^1;[1-9]\d*$/);
  });
});
