import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildContent, buildSnapshot } from '@/testing/builders.js';
import type { FakeResponse, FakeRoutes, SeenCall } from '@/testing/fake-gateway.js';
import { renderApp } from '@/testing/render-app.js';
import { selectImage, jpegFile, ofSize } from '@/testing/image-files.js';

const base: FakeRoutes = {
  'GET /main/home': { data: buildContent() },
  'GET /main/snapshots': { data: [], next_cursor: null },
};
const create = 'POST /main/snapshot/create';
const success: FakeResponse = {
  status: 201,
  body: { status: true, action: 'Snapshot Created Successfully', data: { id: 'x' } },
};
const failure = (status: number, message: string, errors: unknown[] = []): FakeResponse => ({
  status,
  body: { status: false, action: 'Snapshot not created', message, errors },
});
const submitButton = () => screen.getByRole('button', { name: /Submit photo|Submitting/ });
const photoInput = () => screen.getByLabelText(/^Photo( \*)?$/);
const sent = (calls: SeenCall[]) => calls.filter(({ method }) => method === 'POST');

async function openForm(routes: FakeRoutes = {}) {
  // Bypasses `accept`, which is only a hint for the file dialog.
  const user = userEvent.setup({ applyAccept: false });
  const view = renderApp('/snapshots', { routes: { ...base, ...routes } });
  await screen.findByRole('heading', { level: 1, name: 'Arkansas Snapshots' });
  return { user, ...view };
}

type User = Awaited<ReturnType<typeof openForm>>['user'];

async function fillIn(user: User, except: string[] = []) {
  const texts: Record<string, string> = {
    'First name': 'Maria',
    'Last name': 'Lopez',
    Email: 'maria@example.com',
    Location: 'Jonesboro',
  };
  for (const [label, text] of Object.entries(texts)) {
    if (!except.includes(label)) await user.type(screen.getByRole('textbox', { name: new RegExp(`^${label}`) }), text);
  }
  if (!except.includes('Photo')) await selectImage(user, photoInput(), jpegFile());
  if (!except.includes('agreement')) await user.click(screen.getByRole('checkbox'));
}

it('lists every accepted format in its rules and beside the field', async () => {
  await openForm();
  expect(screen.getByText('JPEG, PNG, GIF, WebP, HEIC or AVIF, up to 10 MB.')).toBeVisible();
  expect(photoInput()).toHaveAccessibleDescription(/^JPEG, PNG, GIF, WebP, HEIC or AVIF\./);
});

describe('the submission form', () => {
  it.each(['First name', 'Last name', 'Email', 'Location', 'Photo', 'agreement'])(
    "doesn't send without %s: the button looks disabled and says what is missing",
    async (missing) => {
      const { user, calls } = await openForm({ [create]: success });
      await fillIn(user, [missing]);
      expect(submitButton()).toHaveAttribute('aria-disabled', 'true');
      expect(submitButton()).toHaveAccessibleDescription(/^Still needed: /);
      await user.click(submitButton());
      expect(sent(calls)).toEqual([]);
      expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    },
  );

  it('reports missing input beside a field when it loses focus', async () => {
    const { user, container } = await openForm();
    expect(container.querySelector('[aria-invalid]')).toBeNull();
    const controls: [HTMLElement, RegExp][] = [
      [screen.getByRole('textbox', { name: /^First name/ }), /First name is required/],
      [screen.getByRole('textbox', { name: /^Email/ }), /Email is required/],
      [photoInput(), /A picture is required/],
      [screen.getByRole('checkbox'), /Please agree/],
    ];
    for (const [control, missing] of controls) {
      act(() => control.focus());
      expect(control).not.toHaveAccessibleDescription(missing);
      await user.tab();
      expect(control).toHaveAccessibleDescription(missing);
      expect(control).toBeInvalid();
    }
    await user.type(screen.getByRole('textbox', { name: /^First name/ }), 'Maria');
    expect(screen.getByRole('textbox', { name: /^First name/ })).not.toHaveAttribute('aria-invalid');
  });

  it('shows the error of the field that is left by a press only after the release', async () => {
    const { user } = await openForm();
    const location = screen.getByRole('textbox', { name: /^Location/ });
    await user.click(location);
    const agreement = screen.getByRole('checkbox');
    await user.pointer({ keys: '[MouseLeft>]', target: agreement });
    expect(location).not.toHaveFocus();
    expect(location).not.toHaveAccessibleDescription(/Location is required/);
    await user.pointer({ keys: '[/MouseLeft]', target: agreement });
    expect(location).toHaveAccessibleDescription(/Location is required/);
    expect(agreement).toBeChecked();
  });

  it("doesn't complain about an empty comment", async () => {
    const { user } = await openForm();
    const comment = screen.getByRole('textbox', { name: /^Comments/ });
    await user.click(comment);
    await user.tab();
    expect(comment).not.toHaveAttribute('aria-invalid');
  });

  it('focuses the first incomplete field when the button is pressed too early', async () => {
    const { user, calls } = await openForm({ [create]: success });
    await fillIn(user, ['Location', 'Photo']);
    const summary = screen.getByText('Still needed: the location of the photo, a photo.');
    expect(summary).toHaveAttribute('aria-live', 'polite');
    await user.click(submitButton());
    const location = screen.getByRole('textbox', { name: /^Location/ });
    expect(location).toHaveFocus();
    expect(location).toHaveAccessibleDescription(/Location is required/);
    await user.type(location, 'Jonesboro');
    expect(photoInput()).toHaveAccessibleDescription(/A picture is required/);
    await user.click(submitButton());
    expect(photoInput()).toHaveFocus();
    expect(sent(calls)).toEqual([]);
  });

  it("doesn't complain about empty fields after a success", async () => {
    const { user } = await openForm({ [create]: success });
    await user.click(submitButton());
    await fillIn(user);
    await user.click(submitButton());
    expect(await screen.findByText('Snapshot Created Successfully')).toBeVisible();
    expect(screen.getByRole('textbox', { name: /^First name/ })).not.toHaveAttribute('aria-invalid');
    expect(photoInput()).not.toHaveAttribute('aria-invalid');
    expect(screen.getByRole('checkbox')).not.toHaveAttribute('aria-invalid');
  });

  it('rejects a name of white space', async () => {
    const { user, calls } = await openForm({ [create]: success });
    await fillIn(user, ['First name']);
    await user.type(screen.getByRole('textbox', { name: /^First name/ }), '   ');
    await user.click(submitButton());
    expect(submitButton()).toHaveAccessibleDescription('Still needed: your first name.');
    expect(sent(calls)).toEqual([]);
  });

  it('rejects an invalid address', async () => {
    const { user, calls } = await openForm({ [create]: success });
    await fillIn(user, ['Email']);
    await user.type(screen.getByRole('textbox', { name: /^Email/ }), 'maria@nowhere');
    await user.click(submitButton());
    expect(submitButton()).toHaveAccessibleDescription('Still needed: a valid email address.');
    expect(sent(calls)).toEqual([]);
  });

  it("rejects a file that isn't a picture, and one that's too large", async () => {
    const { user } = await openForm();
    await selectImage(user, photoInput(), new File(['x'], 'notes.jpg', { type: 'image/jpeg' }));
    expect(photoInput()).toHaveAccessibleDescription(/not a picture\. Please choose another one/);
    expect(screen.getByText('Choose a photo')).toBeVisible();
    await selectImage(user, photoInput(), ofSize(jpegFile(), 10 * 1024 * 1024 + 1));
    expect(photoInput()).toHaveAccessibleDescription(/larger than 10 MB/);
  });

  it('previews the photo and releases it', async () => {
    const { user } = await openForm();
    await selectImage(user, photoInput(), jpegFile());
    expect(await screen.findByRole('img', { name: 'Preview of your selection' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove photo' }));
    expect(screen.queryByRole('img', { name: 'Preview of your selection' })).not.toBeInTheDocument();
    expect(screen.getByText('Choose a photo')).toBeVisible();
  });

  it('sends exactly the six fields, trimmed, the photo last', async () => {
    const { user, calls } = await openForm({ [create]: success });
    await fillIn(user);
    await user.type(screen.getByRole('textbox', { name: /^Comments/ }), ' Look at that ');
    await user.click(submitButton());
    await screen.findByText('Snapshot Created Successfully');
    const body = sent(calls)[0]?.body as FormData;
    expect([...body.keys()]).toEqual(['first_name', 'last_name', 'email', 'location', 'comment', 'snapshot_file_path']);
    expect(body.get('first_name')).toBe('Maria');
    expect(body.get('comment')).toBe('Look at that');
    expect((body.get('snapshot_file_path') as File).name).toBe('storm.jpg');
    expect(sent(calls)[0]?.headers['x-form-check']).toMatch(/^0;\d+$/);
  });

  it("shows progress, and can't be sent twice meanwhile", async () => {
    let finish: (answer: FakeResponse) => void = () => undefined;
    const { user, calls } = await openForm({
      [create]: (call) => {
        call.progress(1, 2);
        return new Promise((resolve) => (finish = resolve));
      },
    });
    await fillIn(user);
    await user.click(submitButton());
    expect(submitButton()).toHaveTextContent('Submitting...');
    expect(submitButton()).toBeDisabled();
    expect(await screen.findByRole('progressbar')).toHaveAttribute('aria-valuenow', '50');
    await user.click(submitButton());
    expect(sent(calls)).toHaveLength(1);
    finish(success);
    expect(await screen.findByText('Snapshot Created Successfully')).toBeVisible();
  });

  it("is cleared after a success, with a message even if the response's is missing", async () => {
    const { user } = await openForm({ [create]: { status: 201, body: { status: true } } });
    await fillIn(user);
    await user.click(submitButton());
    expect(await screen.findByText('Snapshot Created Successfully')).toBeVisible();
    expect(screen.getByRole('textbox', { name: /^First name/ })).toHaveValue('');
    expect(screen.getByRole('checkbox')).not.toBeChecked();
    expect(screen.getByText('Choose a photo')).toBeVisible();
  });

  it.each([
    ["the server's message", failure(503, 'Too busy, please try again.'), 'Too busy, please try again.'],
    [
      'the status of another server',
      { status: 502, statusText: 'Bad Gateway', body: '<html>' },
      'Error: 502 Bad Gateway',
    ],
    ['plain words when the network fails', 'network failure', 'Something went wrong. Please try again later.'],
  ] as [string, FakeResponse, string][])('shows %s and keeps the input', async (_case, answer, text) => {
    const { user } = await openForm({ [create]: answer });
    await fillIn(user);
    await user.click(submitButton());
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(screen.getByRole('textbox', { name: /^First name/ })).toHaveValue('Maria');
    expect(screen.getByText('storm.jpg')).toBeVisible();
  });

  it("shows the server's field errors beside the fields", async () => {
    const errors = [{ field: 'snapshot_file_path', message: 'This picture is cut off.' }];
    const { user } = await openForm({ [create]: failure(422, 'The picture cannot be read.', errors) });
    await fillIn(user);
    await user.click(submitButton());
    await screen.findByRole('alert');
    expect(photoInput()).toHaveAccessibleDescription(/This picture is cut off\./);
  });

  it('keeps its idempotency key for the same content, and changes it with the content', async () => {
    let answer: FakeResponse = 'network failure';
    const { user, calls } = await openForm({ [create]: () => answer });
    await fillIn(user);
    await user.click(submitButton());
    await screen.findByRole('alert');
    await user.click(submitButton());
    await waitFor(() => expect(sent(calls)).toHaveLength(2));
    await waitFor(() => expect(submitButton()).toBeEnabled());
    await user.type(screen.getByRole('textbox', { name: /^Location/ }), ', AR');
    answer = success;
    await user.click(submitButton());
    await screen.findByText('Snapshot Created Successfully');
    await fillIn(user);
    await user.type(screen.getByRole('textbox', { name: /^Location/ }), ', AR');
    await user.click(submitButton());
    await waitFor(() => expect(sent(calls)).toHaveLength(4));
    const [first, repeated, changed, afterSuccess] = sent(calls).map(({ headers }) => headers['idempotency-key']);
    expect(first).toMatch(/^[0-9a-f-]{32,36}$/);
    expect(repeated).toBe(first);
    expect(changed).not.toBe(first);
    expect(afterSuccess).not.toBe(changed);
  });
});

describe('the gallery', () => {
  it('shows approved photos and, on request, the next page', async () => {
    const { user, calls } = await openForm({
      'GET /main/snapshots': ({ query }) =>
        query.get('cursor') === 'next'
          ? { data: [buildSnapshot(2)], next_cursor: null }
          : { data: [buildSnapshot(1)], next_cursor: 'next' },
    });
    expect(await screen.findByRole('link', { name: /Maria Number1/ })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByRole('link', { name: /Maria Number2/ })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
    expect(calls.filter(({ path }) => path === '/main/snapshots')).toHaveLength(2);
  });

  it("says when it's empty", async () => {
    await openForm();
    expect(await screen.findByText(/No photos yet/)).toBeVisible();
    expect(screen.getAllByText('Example')).toHaveLength(3);
  });

  it('offers a retry when loading fails', async () => {
    let answer: FakeResponse = failure(503, 'Down for a moment.');
    const { user } = await openForm({ 'GET /main/snapshots': () => answer });
    expect(await screen.findByText('Down for a moment.')).toBeVisible();
    answer = { data: [buildSnapshot(1)], next_cursor: null };
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: /Maria Number1/ })).toBeVisible();
  });
});

describe('one photo', () => {
  it('is fetched by the id in the address, and closing it leaves the page', async () => {
    const { router } = renderApp('/snapshots?id=snapshot-7', {
      routes: {
        ...base,
        'GET /main/snapshot/snapshot-7': { data: buildSnapshot(7, { comment: 'Hail as big as eggs' }) },
      },
    });
    const dialog = await screen.findByRole('dialog', { name: 'Maria Number7' });
    expect(within(dialog).getByText('Hail as big as eggs')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(router.state.location).toMatchObject({ pathname: '/snapshots', search: '' });
  });

  it("says when it's missing", async () => {
    renderApp('/snapshots?id=gone', { routes: base });
    expect(await screen.findByText(/isn’t on the site/)).toBeVisible();
  });
});
