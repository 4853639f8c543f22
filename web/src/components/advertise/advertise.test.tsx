import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildContent } from '@/testing/builders.js';
import { buildAlerts, buildForecast } from '@/testing/weather-builders.js';
import type { FakeResponse, FakeRoutes, SeenCall } from '@/testing/fake-gateway.js';
import { renderApp } from '@/testing/render-app.js';
import { selectImage, jpegFile, ofSize, pngFile, svgFile, webpFile } from '@/testing/image-files.js';

const create = 'POST /main/advertise/with/us';
const success: FakeResponse = {
  status: 201,
  body: { status: true, action: 'We have your request.', data: { id: 'x' } },
};
const failure = (status: number, message: string, errors: unknown[] = []): FakeResponse => ({
  status,
  body: { status: false, action: 'Not stored', message, errors },
});
const texts = {
  Name: 'Ada Lovelace',
  Email: 'ada@example.com',
  'Phone Number': '+15015550123',
  'Company Name': 'Delta Steel',
  'Website URL': 'https://www.example.com/a',
  Message: 'We would like to help.',
};
type Label = keyof typeof texts;
const labels = Object.keys(texts) as Label[];

const opener = () => screen.findByRole('button', { name: 'Advertise With Us' });
const dialog = () => within(screen.getByRole('dialog', { name: 'Become Our Sponsor' }));
const box = (label: Label) => dialog().getByRole('textbox', { name: new RegExp(`^${label}`) });
const picker = () => dialog().getByLabelText(/^Company Logo/, { selector: 'input' });
const button = () => dialog().getByRole('button', { name: /^Submit/ });
const sent = (calls: SeenCall[]) => calls.filter(({ method }) => method === 'POST');

async function openDialog(routes: FakeRoutes = {}) {
  const user = userEvent.setup({ applyAccept: false });
  const view = renderApp('/sponsors', { routes: { 'GET /main/home': { data: buildContent() }, ...routes } });
  await user.click(await opener());
  await screen.findByRole('dialog');
  return { user, ...view };
}
type User = Awaited<ReturnType<typeof openDialog>>['user'];

async function fillIn(
  user: User,
  changes: Partial<Record<Label, string>> = {},
  file: File | null = pngFile('logo.png'),
) {
  for (const label of labels) fireEvent.change(box(label), { target: { value: changes[label] ?? texts[label] } });
  if (file) await selectImage(user, picker(), file);
}

describe('Advertise With Us', () => {
  it('is on the home page and the sponsors page', async () => {
    const routes: FakeRoutes = {
      'GET /main/home': { data: buildContent() },
      'GET /main/weather/forecast': () => ({ data: buildForecast() }),
      'GET /main/weather/alerts': () => ({ data: buildAlerts() }),
    };
    const { router } = renderApp('/', { routes });
    expect(await opener()).toBeVisible();
    act(() => router.navigate('/sponsors'));
    await screen.findByRole('heading', { level: 1, name: 'Our sponsors' });
    expect(await opener()).toBeVisible();
  });

  it('opens the form, at most 600 pixels wide, with focus on the name', async () => {
    await openDialog();
    expect(dialog().getByText('Interested in Sponsoring?')).toBeVisible();
    expect(screen.getByRole('dialog')).toHaveClass('max-w-[600px]');
    expect(box('Name')).toHaveFocus();
    for (const label of labels) expect(box(label).hasAttribute('required')).toBe(label !== 'Website URL');
    expect(picker()).toBeRequired();
    expect(dialog().getByRole('button', { name: 'Cancel' })).toBeVisible();
    expect(button()).toHaveTextContent('Submit');
  });

  it('says that the phone number is public and the other personal details are not', async () => {
    await openDialog();
    expect(box('Phone Number')).toHaveAccessibleDescription(/Shown to everyone beside your logo/);
    for (const label of ['Name', 'Email', 'Message'] as const)
      expect(box(label)).toHaveAccessibleDescription(/Never shown/);
  });

  it.each<[string, (user: User) => Promise<void>]>([
    ['Cancel', (user) => user.click(dialog().getByRole('button', { name: 'Cancel' }))],
    ['its cross', (user) => user.click(dialog().getByRole('button', { name: 'Close' }))],
    ['Escape', (user) => user.keyboard('{Escape}')],
    ['a click beside it', async () => void fireEvent.pointerDown(document.body)],
  ])('discards input, preview and messages when closed by %s', async (_way, close) => {
    const { user } = await openDialog({ [create]: 'network failure' });
    await fillIn(user);
    await user.click(button());
    await dialog().findByRole('alert');
    await close(user);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(async () => expect(await opener()).toHaveFocus());
    await user.click(await opener());
    await screen.findByRole('dialog');
    for (const label of labels) expect(box(label)).toHaveValue('');
    expect(dialog().queryByRole('img')).not.toBeInTheDocument();
    expect(dialog().queryByRole('alert')).not.toBeInTheDocument();
  });

  const tooLong = (characters: number) => 'a'.repeat(characters);
  it.each<[Label, string, string]>([
    ['Name', '  ', 'your name'],
    ['Name', tooLong(101), 'a shorter name'],
    ['Company Name', ' ', 'the name of your company'],
    ['Message', ' \n', 'a message'],
    ['Message', tooLong(5_001), 'a shorter message'],
    ['Email', '', 'your email address'],
    ['Email', 'ada@example', 'a valid email address'],
    ['Phone Number', '', 'your phone number'],
    ['Phone Number', '501555012', 'a phone number of 10 to 15 digits'],
    ['Phone Number', '1234567890123456', 'a phone number of 10 to 15 digits'],
    ['Phone Number', '501-555-FLOW', 'a phone number of 10 to 15 digits'],
    ['Phone Number', '\u202d\u202c', 'your phone number'],
    ['Phone Number', '++15015550123', 'a phone number of 10 to 15 digits'],
    ['Website URL', 'example', 'a valid web address, or none'],
    ['Website URL', 'http://x.y1', 'a valid web address, or none'],
    ['Website URL', 'javascript:alert(1)', 'a valid web address, or none'],
  ])('ignores a submit while %s is %j: no call, no message', async (label, value, needed) => {
    const { user, calls } = await openDialog({ [create]: success });
    await fillIn(user, { [label]: value });
    expect(button()).toHaveAttribute('aria-disabled', 'true');
    expect(button()).toHaveAccessibleDescription(`Still needed: ${needed}.`);
    await user.click(button());
    fireEvent.submit(dialog().getByRole('form'));
    expect(sent(calls)).toEqual([]);
    expect(dialog().queryByRole('alert')).not.toBeInTheDocument();
  });

  it.each<[Label, string]>([
    ['Phone Number', '+15015550123'],
    ['Phone Number', '5015550123'],
    ['Phone Number', '123456789012345'],
    ['Phone Number', '(501) 555-0100'],
    ['Phone Number', '\u202d+1 501-555-0100\u202c'],
    ['Website URL', ''],
    ['Website URL', 'example.com'],
    ['Website URL', 'www.example.com'],
    ['Website URL', 'https://www.example.com/a'],
    ['Name', tooLong(100)],
  ])('submits when %s is %j', async (label, value) => {
    const { user, calls } = await openDialog({ [create]: success });
    await fillIn(user, { [label]: value });
    expect(button()).not.toHaveAttribute('aria-disabled');
    await user.click(button());
    await waitFor(() => expect(sent(calls)).toHaveLength(1));
  });

  it('shows an error beside a field after it loses focus', async () => {
    const { user } = await openDialog();
    await user.type(box('Phone Number'), '501');
    expect(box('Phone Number')).toBeValid();
    await user.tab();
    expect(box('Phone Number')).toBeInvalid();
    expect(box('Phone Number')).toHaveAccessibleDescription(/10 to 15 digits, with an optional \+/);
  });

  it('reports an empty field after it loses focus, not before', async () => {
    const { user } = await openDialog();
    expect(box('Name')).toHaveFocus();
    expect(box('Name')).not.toHaveAttribute('aria-invalid');
    await user.tab();
    expect(box('Name')).toHaveAccessibleDescription(/Name is required/);
    expect(box('Email')).not.toHaveAttribute('aria-invalid');
  });

  it('focuses the first incomplete field when the button is pressed too early', async () => {
    const { user, calls } = await openDialog({ [create]: success });
    await fillIn(user, { 'Company Name': '' }, null);
    const summary = dialog().getByText('Still needed: the name of your company, your company’s logo.');
    expect(summary).toHaveAttribute('aria-live', 'polite');
    await user.click(button());
    expect(box('Company Name')).toHaveFocus();
    expect(box('Company Name')).toHaveAccessibleDescription(/Company name is required/);
    fireEvent.change(box('Company Name'), { target: { value: 'Delta Steel' } });
    await user.click(button());
    expect(picker()).toHaveFocus();
    expect(sent(calls)).toEqual([]);
  });

  it.each([
    ['\u202d501-555-O123\u202c', 'a letter at position 9: “O”', 'O'],
    ['(501) 555-0123 ext. 12', 'an extension at position 16: “ext. 12”', 'ext. 12'],
    ['501+5550123', '10 to 15 digits, with an optional +', '+'],
  ])('points out and selects the error in the phone number %j', async (typed, words, selected) => {
    const { user } = await openDialog();
    await fillIn(user, { 'Phone Number': typed });
    await user.click(button());
    const phone = box('Phone Number') as HTMLInputElement;
    expect(phone).toHaveFocus();
    expect(phone).toHaveAccessibleDescription(expect.stringContaining(words) as string);
    expect(phone.value.slice(phone.selectionStart ?? 0, phone.selectionEnd ?? 0)).toBe(selected);
  });

  it("sends only the phone number's digits but keeps it as typed", async () => {
    const { user, calls } = await openDialog({ [create]: 'no answer' });
    await fillIn(user, { 'Phone Number': '\u202d+1\u00a0(501)\u00a0555-0100\u202c' });
    await user.click(button());
    await waitFor(() => expect(sent(calls)).toHaveLength(1));
    expect((sent(calls)[0]?.body as FormData).get('phone_number')).toBe('+15015550100');
    expect(box('Phone Number')).toHaveValue('\u202d+1\u00a0(501)\u00a0555-0100\u202c');
  });

  it.each<[string, File | null]>([
    ['no file', null],
    ['a WebP picture that the browser cannot convert', webpFile()],
    ['a PDF', new File(['%PDF-1.7'], 'a.pdf', { type: 'application/pdf' })],
    ['an empty file', new File([], 'a.png', { type: 'image/png' })],
    ['a picture over 10 MB', ofSize(pngFile(), 10 * 1024 * 1024 + 1)],
    ['a drawing over 512 KB', svgFile('a.svg', 512 * 1024 + 1)],
  ])('does not send %s', async (_case, file) => {
    const { user, calls } = await openDialog({ [create]: success });
    await fillIn(user, {}, file);
    expect(button()).toHaveAccessibleDescription('Still needed: your company’s logo.');
    if (file) expect(picker()).toHaveAccessibleDescription(/Please choose/);
    await user.click(button());
    expect(sent(calls)).toEqual([]);
  });

  it.each([
    ['a JPEG of 10 MiB without a type', ofSize(jpegFile('logo', ''), 10 * 1024 * 1024)],
    ['a JPEG called image/jpg', jpegFile('logo', 'image/jpg')],
    ['a PNG', pngFile()],
    ['an SVG of 512 KiB', svgFile('logo.svg', 512 * 1024)],
  ])('sends %s', async (_case, file) => {
    const { user, calls } = await openDialog({ [create]: success });
    await fillIn(user, {}, file);
    await user.click(button());
    await waitFor(() => expect(sent(calls)).toHaveLength(1));
  });

  it("shows the logo's preview and removes it", async () => {
    const { user } = await openDialog();
    await selectImage(user, picker(), pngFile());
    expect(await dialog().findByRole('img', { name: 'Preview of your selection' })).toBeVisible();
    await user.click(dialog().getByRole('button', { name: 'Remove logo' }));
    expect(dialog().queryByRole('img')).not.toBeInTheDocument();
    expect(picker()).toHaveFocus();
  });

  it('sends exactly the seven fields, trimmed, logo last, with the bot check', async () => {
    const { user, calls } = await openDialog({ [create]: success });
    await fillIn(user, { Name: '  Ada  ', 'Website URL': ' example.com ' });
    await user.click(button());
    await waitFor(() => expect(sent(calls)).toHaveLength(1));
    const [call] = sent(calls);
    const body = call?.body as FormData;
    expect([...body.keys()]).toEqual([
      'name',
      'email',
      'phone_number',
      'company_name',
      'message',
      'url',
      'advertise_file',
    ]);
    expect(body.get('name')).toBe('Ada');
    expect(body.get('url')).toBe('example.com');
    expect((body.get('advertise_file') as File).name).toBe('logo.png');
    expect(call?.headers['x-form-check']).toMatch(/^0;\d+$/);
    expect(call?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{32,36}$/);
  });

  it.each<[string, FakeResponse, string]>([
    ["the server's action", success, 'We have your request.'],
    [
      'its own words',
      { status: 201, body: { status: true, action: '', data: { id: 'x' } } },
      'Your sponsor request has been created successfully!',
    ],
  ])('closes on success, shows %s, and is empty when reopened', async (_case, response, text) => {
    const { user } = await openDialog({ [create]: response });
    await fillIn(user);
    await user.click(button());
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.click(await opener());
    await screen.findByRole('dialog');
    expect(box('Name')).toHaveValue('');
  });

  it('shows upload progress and can only be left by Cancel, which aborts it', async () => {
    const { user, calls } = await openDialog({
      [create]: (call) => {
        call.progress(3, 4);
        return 'no answer';
      },
    });
    await fillIn(user);
    await user.click(button());
    expect(button()).toHaveTextContent('Submitting...');
    expect(button()).toBeDisabled();
    expect(await dialog().findByRole('progressbar')).toHaveAttribute('aria-valuenow', '75');
    await user.click(button());
    expect(sent(calls)).toHaveLength(1);
    await user.keyboard('{Escape}');
    expect(dialog().queryByRole('button', { name: 'Close' })).not.toBeInTheDocument();
    await user.click(dialog().getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.queryByText(/An error occurred/)).not.toBeInTheDocument();
  });

  it.each<[string, FakeResponse]>([
    ['the server refuses', failure(429, 'Too many requests.')],
    ['a part is down', failure(503, 'Down for a moment.')],
    ['there is no answer', 'network failure'],
  ])('shows the same message whenever %s, and keeps the input', async (_case, response) => {
    const { user } = await openDialog({ [create]: response });
    await fillIn(user);
    await user.click(button());
    const banner = await dialog().findByRole('alert');
    expect(banner).toHaveTextContent(/^An error occurred\. Please try again later\.$/);
    expect(document.activeElement).toContainElement(banner);
    for (const label of labels) expect(box(label)).toHaveValue(texts[label]);
    expect(dialog().getByText('logo.png')).toBeVisible();
  });

  it("shows the server's field errors beside their fields", async () => {
    const errors = [{ field: 'advertise_file', message: 'This picture is cut off.' }];
    const { user } = await openDialog({ [create]: failure(422, 'It cannot be read.', errors) });
    await fillIn(user);
    await user.click(button());
    await dialog().findByRole('alert');
    expect(picker()).toHaveAccessibleDescription(/This picture is cut off\./);
    await user.click(dialog().getByRole('button', { name: 'Remove logo' }));
    expect(picker()).not.toHaveAccessibleDescription(/cut off/);
  });

  it('reuses the idempotency key for the same content and changes it for new content', async () => {
    const { user, calls } = await openDialog({ [create]: 'network failure' });
    await fillIn(user);
    for (const times of [1, 2]) {
      await user.click(button());
      await waitFor(() => expect(sent(calls)).toHaveLength(times));
      await waitFor(() => expect(button()).toBeEnabled());
    }
    await user.type(box('Company Name'), ' Ltd');
    await user.click(button());
    await waitFor(() => expect(sent(calls)).toHaveLength(3));
    const [first, repeated, changed] = sent(calls).map(({ headers }) => headers['idempotency-key']);
    expect(repeated).toBe(first);
    expect(changed).not.toBe(first);
  });
});
