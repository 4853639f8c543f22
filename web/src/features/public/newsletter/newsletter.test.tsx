import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildContent } from '@/testing/builders.js';
import type { FakeResponse, FakeRoutes, SeenCall } from '@/testing/fake-gateway.js';
import { renderApp } from '@/testing/render-app.js';

/** Reads the current choice with the token alone and changes nothing. */
const isQuestion = ({ path, body }: SeenCall) =>
  path === '/main/news/letter/preferences' && !('frequency' in (JSON.parse(String(body)) as object));
const sent = (calls: SeenCall[]) => calls.filter((call) => call.method === 'POST' && !isQuestion(call));
const failure = (status: number, message: string, errors: unknown[] = []): FakeResponse => ({
  status,
  body: { status: false, action: message, message, errors },
});
const expired = failure(400, 'It has expired.', [{ field: 'token', message: 'It has expired.' }]);
const main = () => within(screen.getByRole('main'));
const heading = (name: string) => main().findByRole('heading', { level: 1, name });

function open(address: string, routes: FakeRoutes = {}, state?: unknown) {
  const user = userEvent.setup();
  return { user, ...renderApp(address, { routes: { 'GET /main/home': { data: buildContent() }, ...routes }, state }) };
}

const pages = [
  {
    path: '/newsletter/confirm',
    call: 'POST /main/news/letter/confirm',
    question: 'Confirm your subscription',
    button: 'Confirm subscription',
    done: 'You are subscribed',
    body: { token: 'tok-en_1' },
  },
  {
    path: '/newsletter/unsubscribe',
    call: 'POST /main/news/letter/unsubscribe',
    question: 'Unsubscribe from the newsletter?',
    button: 'Unsubscribe',
    done: 'You are unsubscribed',
    body: { token: 'tok-en_1' },
  },
  {
    path: '/newsletter/preferences',
    call: 'POST /main/news/letter/preferences',
    question: 'How often would you like to hear from us?',
    button: 'Save',
    done: 'Your choice is saved',
    body: { token: 'tok-en_1', frequency: 'weekly' },
  },
];

describe.each(pages)('$path', ({ path, call, question, button, done, body }) => {
  async function openAndPress(answer: FakeResponse | (() => FakeResponse | Promise<FakeResponse>)) {
    const view = open(`${path}?token=tok-en_1`, {
      [call]: (seen) => {
        if (isQuestion(seen)) return { data: { frequency: 'all' } };
        return typeof answer === 'function' ? answer() : answer;
      },
    });
    await heading(question);
    if ('frequency' in body) await view.user.click(screen.getByRole('radio', { name: /^Once a week/ }));
    await view.user.click(main().getByRole('button', { name: button }));
    return view;
  }

  it('has no side effect when opened', async () => {
    const { calls } = open(`${path}?token=tok-en_1`, { [call]: { data: null } });
    await heading(question);
    expect(main().getByRole('button', { name: button })).toBeVisible();
    expect(sent(calls)).toEqual([]);
  });

  it('removes the token from the address, and still works after a reload', async () => {
    const first = open(`${path}?token=tok-en_1`, { [call]: { data: { frequency: 'weekly' } } });
    await heading(question);
    await waitFor(() => expect(first.router.state.location).toMatchObject({ pathname: path, search: '' }));
    const { state } = first.router.state.location;
    first.unmount();
    const { user, calls } = open(path, { [call]: { data: { frequency: 'weekly' } } }, state);
    await heading(question);
    if ('frequency' in body)
      await waitFor(() => expect(screen.getByRole('radio', { name: /^Once a week/ })).toBeChecked());
    await user.click(main().getByRole('button', { name: button }));
    await heading(done);
    expect(JSON.parse(String(sent(calls)[0]?.body))).toEqual(body);
  });

  it("sends no Referer from the page until it's left", async () => {
    const policy = () => document.head.querySelector<HTMLMetaElement>('meta[name="referrer"]')?.content;
    const { router } = open(`${path}?token=tok-en_1`, { [call]: { data: { frequency: 'all' } } });
    await heading(question);
    expect(policy()).toBe('no-referrer');
    act(() => router.navigate('/privacy'));
    await waitFor(() => expect(policy()).toBe('strict-origin-when-cross-origin'));
  });

  it('acts once when its button is pressed, and reports the result', async () => {
    let finish: (answer: FakeResponse) => void = () => undefined;
    const { user, calls } = await openAndPress(() => new Promise((resolve) => (finish = resolve)));
    const busy = main().getByRole('button', { name: /ing\.\.\.$/ });
    expect(busy).toHaveAttribute('aria-busy', 'true');
    await user.click(busy);
    expect(sent(calls)).toHaveLength(1);
    expect(`POST ${sent(calls)[0]?.path}`).toBe(call);
    expect(JSON.parse(String(sent(calls)[0]?.body))).toEqual(body);
    finish({ data: null });
    expect(await heading(done)).toHaveFocus();
    expect(main().queryByRole('button', { name: button })).not.toBeInTheDocument();
    expect(document.title).toBe(`${done} · Arkansas Weather`);
  });

  it("says when the link isn't ours", async () => {
    await openAndPress(failure(404, 'This link is not valid.'));
    expect(await heading('This link isn’t valid')).toHaveFocus();
    expect(main().queryByRole('button', { name: button })).not.toBeInTheDocument();
  });

  it.each(['', '?token=', `?token=${'a'.repeat(201)}`])(
    "recognizes without a request that %j isn't a link of ours",
    async (query) => {
      const { calls } = open(path + query);
      await heading('This link isn’t valid');
      expect(sent(calls)).toEqual([]);
    },
  );

  it.each<[string, FakeResponse, string]>([
    ['a part is down', failure(503, 'Down for a moment.'), 'Down for a moment.'],
    ['it is asked too often', failure(429, 'Too many requests.'), 'Too many requests.'],
    ['there is no answer', 'network failure', 'Something went wrong. Please try again later.'],
  ])('can be retried when %s', async (_case, answer, text) => {
    let current = answer;
    const { user } = await openAndPress(() => current);
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    current = { data: null };
    await user.click(main().getByRole('button', { name: button }));
    expect(await heading(done)).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('/newsletter/confirm', () => {
  it.each<[string, FakeResponse, string, RegExp]>([
    ['has expired', expired, 'This link has expired', /we’ll send you a new one/],
    ['is unknown', failure(404, 'Unknown.'), 'This link isn’t valid', /It may be incomplete/],
    [
      'was used before',
      failure(409, 'This address was unsubscribed since.'),
      'This link no longer works',
      /This address was unsubscribed since\./,
    ],
  ])('offers a new sign-up when the link %s', async (_case, answer, title, text) => {
    const { user, calls } = open('/newsletter/confirm?token=t', {
      'POST /main/news/letter/confirm': answer,
      'POST /main/news/letter/create': { action: 'A mail is on its way.', data: {} },
    });
    await user.click(await main().findByRole('button', { name: 'Confirm subscription' }));
    await heading(title);
    expect(main().getByText(text)).toBeVisible();
    await user.type(main().getByRole('textbox', { name: 'Your email address' }), 'ada@example.com{Enter}');
    expect(await main().findByText('A mail is on its way.')).toBeVisible();
    expect(sent(calls).map(({ path }) => path)).toEqual(['/main/news/letter/confirm', '/main/news/letter/create']);
  });

  it('links to the preferences with the same token', async () => {
    const { user, router } = open('/newsletter/confirm?token=a%26b', {
      'POST /main/news/letter/confirm': { data: null },
      'POST /main/news/letter/preferences': { data: { frequency: 'all' } },
    });
    await user.click(await main().findByRole('button', { name: 'Confirm subscription' }));
    await user.click(await main().findByRole('link', { name: 'choose how often we write' }));
    expect(await heading('How often would you like to hear from us?')).toHaveFocus();
    await waitFor(() =>
      expect(router.state.location).toMatchObject({
        pathname: '/newsletter/preferences',
        search: '',
        state: { token: 'a&b' },
      }),
    );
  });
});

describe('/newsletter/preferences', () => {
  it('requires a choice before saving, and says so', async () => {
    const { user, calls } = open('/newsletter/preferences?token=t', {
      'POST /main/news/letter/preferences': 'network failure',
    });
    const save = await main().findByRole('button', { name: 'Save' });
    expect(save).toHaveAttribute('aria-disabled', 'true');
    expect(save).toHaveAccessibleDescription('Please choose one.');
    await user.click(save);
    expect(sent(calls)).toEqual([]);
  });

  it('says what is chosen, and when there is no subscription', async () => {
    const { unmount } = open('/newsletter/preferences?token=t', {
      'POST /main/news/letter/preferences': failure(409, 'This address is not subscribed to the newsletter.'),
    });
    await heading('Nothing to choose');
    expect(main().getByText(/This address is not subscribed to the newsletter\./)).toBeVisible();
    unmount();
    const second = open('/newsletter/preferences?token=t', {
      'POST /main/news/letter/preferences': { data: { frequency: 'all' } },
    });
    await second.user.click(await main().findByRole('radio', { name: /^Every newsletter/ }));
    await second.user.click(main().getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(main().getByText(/each newsletter on the day it’s sent/)).toBeVisible());
  });

  it('shows the current choice, and saves it unchanged', async () => {
    const { user, calls } = open('/newsletter/preferences?token=t', {
      'POST /main/news/letter/preferences': { data: { frequency: 'weekly' } },
    });
    await waitFor(() => expect(main().getByRole('radio', { name: /^Once a week/ })).toBeChecked());
    await user.click(main().getByRole('button', { name: 'Save' }));
    expect(await main().findByText(/at most one email a week/)).toBeVisible();
    expect(sent(calls).map(({ body }) => JSON.parse(String(body)) as unknown)).toEqual([
      { token: 't', frequency: 'weekly' },
    ]);
  });

  it('keeps a choice made before the response arrived', async () => {
    let answer: (provided: FakeResponse) => void = () => undefined;
    const { user } = open('/newsletter/preferences?token=t', {
      'POST /main/news/letter/preferences': () => new Promise<FakeResponse>((resolve) => (answer = resolve)),
    });
    await user.click(await main().findByRole('radio', { name: /^Once a week/ }));
    answer({ data: { frequency: 'all' } });
    await user.tab();
    expect(main().getByRole('radio', { name: /^Once a week/ })).toBeChecked();
  });

  it('reports an unusable link immediately', async () => {
    const { calls } = open('/newsletter/preferences?token=t', {
      'POST /main/news/letter/preferences': failure(404, 'This link is not valid.'),
    });
    await heading('This link isn’t valid');
    expect(sent(calls)).toEqual([]);
  });
});
