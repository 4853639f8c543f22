import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildContent } from '@/testing/builders.js';
import type { FakeResponse, FakeRoutes, SeenCall } from '@/testing/fake-gateway.js';
import { renderApp } from '@/testing/render-app.js';

const create = 'POST /main/contact-us';
const success: FakeResponse = { status: 201, body: { status: true, action: 'We have it.', data: { id: 'x' } } };
const content = {
  'Full Name': 'Ada Lovelace',
  'Phone Number': 'ext. 12, after six',
  'Email Address': 'ada@example.com',
  Feedback: 'The map is upside down.',
};
const wireNames = { 'Full Name': 'name', 'Phone Number': 'phone', 'Email Address': 'email', Feedback: 'feedback' };
type Label = keyof typeof content;
const labels = Object.keys(content) as Label[];

const form = () => within(screen.getByRole('form', { name: 'Write to us' }));
const box = (label: Label) => form().getByRole('textbox', { name: new RegExp(`^${label}`) });
const button = () => form().getByRole('button', { name: /^Submit/ });
const sent = (calls: SeenCall[]) => calls.filter(({ method }) => method === 'POST');

// Keeps logged failures out of the test output.
let logged: unknown[][] = [];
/* eslint-disable no-console -- what is logged is what is tested */
const { error: consoleError } = console;
beforeEach(() => {
  logged = [];
  console.error = (...words: unknown[]) => void logged.push(words);
});
afterEach(() => {
  console.error = consoleError;
});
/* eslint-enable no-console */

async function openForm(routes: FakeRoutes = {}) {
  const user = userEvent.setup();
  const view = renderApp('/contact', { routes: { 'GET /main/home': { data: buildContent() }, ...routes } });
  await screen.findByRole('heading', { level: 1, name: 'Contact Us Any Time' });
  return { user, ...view };
}

function fillIn(changes: Partial<Record<Label, string>> = {}) {
  for (const label of labels) fireEvent.change(box(label), { target: { value: changes[label] ?? content[label] } });
}

describe('the contact form', () => {
  it('has four required fields', async () => {
    await openForm();
    for (const label of labels) expect(box(label)).toBeRequired();
    expect(button()).toHaveTextContent('Submit Feedback');
  });

  it.each<[Label, string, string]>([
    ['Full Name', '', 'Name is required'],
    ['Full Name', '   ', 'Name is required'],
    ['Full Name', 'a'.repeat(101), 'Name must be at most 100 characters'],
    ['Phone Number', '', 'Phone number is required'],
    ['Phone Number', '  ', 'Phone number is required'],
    ['Email Address', '', 'Email is required'],
    ['Email Address', 'ada@example', 'Please enter a valid email address.'],
    ['Feedback', '', 'Feedback is required'],
    ['Feedback', ' \n ', 'Feedback is required'],
    ['Feedback', 'a'.repeat(5_001), 'Feedback must be at most 5,000 characters'],
  ])("doesn't send when %s is %j, and says why beside the field and above the form", async (label, value, text) => {
    const { user, calls } = await openForm({ [create]: success });
    fillIn({ [label]: value });
    await user.click(button());
    const summary = within(await screen.findByRole('alert'));
    expect(box(label)).toHaveAccessibleDescription(text);
    expect(box(label)).toBeInvalid();
    expect(summary.getAllByRole('link')).toHaveLength(1);
    await user.click(summary.getByRole('link', { name: text }));
    await waitFor(() => expect(box(label)).toHaveFocus());
    await user.type(box(label), 'x');
    await waitFor(() => expect(box(label)).not.toHaveAttribute('aria-invalid'));
    expect(sent(calls)).toEqual([]);
  });

  it('focuses the first error and lists all', async () => {
    const { user } = await openForm();
    await user.click(button());
    const summary = await screen.findByRole('alert');
    expect(within(summary).getAllByRole('link')).toHaveLength(4);
    expect(document.activeElement).toContainElement(summary);
  });

  it.each([{}, { 'Full Name': ' a ', Feedback: 'b '.repeat(2_500) }, { 'Phone Number': '1' }])(
    'sends exactly the four fields, form-encoded and trimmed: %j',
    async (changes: Partial<Record<Label, string>>) => {
      const { user, calls } = await openForm({ [create]: success });
      fillIn(changes);
      await user.click(button());
      await screen.findByText('We have it.');
      const body = sent(calls)[0]?.body;
      // The browser sends these as application/x-www-form-urlencoded.
      expect(body).toBeInstanceOf(URLSearchParams);
      expect([...(body as URLSearchParams)]).toEqual(
        labels.map((label) => [wireNames[label], (changes[label] ?? content[label]).trim()]),
      );
      expect(sent(calls)[0]?.headers['x-form-check']).toMatch(/^0;\d+$/);
    },
  );

  it('says "Submitting..." and can\'t be sent twice meanwhile', async () => {
    let finish: (response: FakeResponse) => void = () => undefined;
    const { user, calls } = await openForm({ [create]: () => new Promise((done) => (finish = done)) });
    fillIn();
    await user.click(button());
    expect(button()).toHaveTextContent(/^Submitting\.\.\.$/);
    expect(button()).toBeDisabled();
    await user.click(button());
    expect(sent(calls)).toHaveLength(1);
    finish(success);
    expect(await screen.findByText('We have it.')).toBeVisible();
    expect(button()).toHaveTextContent('Submit Feedback');
  });

  it.each<[string, FakeResponse, string]>([
    ["the server's action", success, 'We have it.'],
    ['its own words', { status: 201, body: { status: true, action: '', data: null } }, 'Contact Request Send'],
    ['its own words without one', { status: 201, body: { status: true } }, 'Contact Request Send'],
  ])('shows %s above the form on success, and clears it', async (_case, response, text) => {
    const { user } = await openForm({ [create]: response });
    fillIn();
    await user.click(button());
    const banner = await screen.findByText(text);
    expect(banner.compareDocumentPosition(screen.getByRole('form', { name: 'Write to us' }))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
    expect(document.activeElement).toContainElement(banner);
    for (const label of labels) expect(box(label)).toHaveValue('');
  });

  it.each<[string, FakeResponse]>([
    ['the server refuses', { status: 400, body: { status: false, message: 'A word of ours', errors: [] } }],
    ['the status is not true', { status: 200, body: { status: false, action: 'No', message: 'A word of ours' } }],
    ['there is no answer', 'network failure'],
  ])('shows the same message whenever %s, logs the reason and keeps the input', async (_case, response) => {
    const { user } = await openForm({ [create]: response });
    fillIn();
    await user.click(button());
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /^Failed to submit the form\. Please try again later\.$/,
    );
    expect(screen.queryByText('A word of ours')).not.toBeInTheDocument();
    expect(logged).toContainEqual(['sending the message failed', expect.any(Error)]);
    for (const label of labels) expect(box(label)).toHaveValue(content[label]);
  });

  it('keeps its idempotency key on a retry, and changes it after a success', async () => {
    let response: FakeResponse = 'network failure';
    const { user, calls } = await openForm({ [create]: () => response });
    fillIn();
    await user.click(button());
    await screen.findByRole('alert');
    response = success;
    await user.click(button());
    await screen.findByText('We have it.');
    fillIn();
    await user.click(button());
    await waitFor(() => expect(sent(calls)).toHaveLength(3));
    const [first, repeated, next] = sent(calls).map(({ headers }) => headers['idempotency-key']);
    expect(first).toMatch(/^[0-9a-f-]{32,36}$/);
    expect(repeated).toBe(first);
    expect(next).not.toBe(first);
  });
});
