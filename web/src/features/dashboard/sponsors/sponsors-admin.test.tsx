import type { EditedSponsor } from '@site/proto/submissions/v1/sponsors.responses';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildImage } from '@/testing/builders.js';
import { callsTo, failure, fieldsOf, openScreen, signInAs } from '@/testing/dashboard.js';
import type { FakeResponse, FakeRoutes } from '@/testing/fake-gateway.js';
import { collectLog } from '@/testing/collect-log.js';
import { renderApp } from '@/testing/render-app.js';
import { selectImage, pngFile } from '@/testing/image-files.js';

const sponsor = (number: number, changes: Partial<EditedSponsor> = {}): EditedSponsor => ({
  id: `sponsor-${number}`,
  name: `Contact ${number}`,
  email: `contact${number}@example.com`,
  phone_number: '+15015550123',
  company_name: `Company ${number}`,
  url: `https://company${number}.example.com/`,
  message: `Message ${number}`,
  company_logo: `/media/sponsors/${number}.png`,
  picture: { ...buildImage(), duplicate_of: [], rejected_because: '', retry_id: '' },
  status: 'approved',
  is_top: false,
  created_at: '2026-11-20T18:00:00Z',
  decided_at: null,
  reject_reason: null,
  version: number,
  ...changes,
});
const pending = (number: number, changes: Partial<EditedSponsor> = {}) =>
  sponsor(number, { status: 'pending', ...changes });

const list = 'GET /admin/main/sponsor';
const lists = (
  approvedSponsor: EditedSponsor[] = [],
  pendingSponsor: EditedSponsor[] = [],
  sponsor_view = '1',
  next_cursors: object = { approved: null, pending: null },
): FakeResponse => ({ data: { approvedSponsor, pendingSponsor, sponsor_view }, next_cursors });
const open = (response: FakeResponse = lists(), routes: FakeRoutes = {}) =>
  openScreen('/dashboard/sponsor', { [list]: response, ...routes });
const openPending = async (response: FakeResponse, routes: FakeRoutes = {}) =>
  openScreen('/dashboard/sponsor?tab=pending', { [list]: response, ...routes });

const button = (name: string) => screen.getByRole('button', { name });
const cardOf = (company: string) =>
  within(screen.getByText(company, { selector: '[title], dd' }).closest('li') as HTMLElement);
const activate = () => screen.queryByRole('button', { name: 'Activate this Design' });
const logo = pngFile('logo.png');

describe('the sponsors screen', () => {
  it('has its title, its button and two tabs, the sponsors first', async () => {
    await open();
    expect(screen.getByRole('heading', { name: 'Sponsor', level: 1 })).toBeVisible();
    expect(button('Create New Sponsor')).toBeVisible();
    const tabs = await screen.findAllByRole('tab');
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['Sponsors', 'Pending Requests 0']);
    expect(tabs[0]).toHaveAttribute('aria-selected', 'true');
  });

  it('shows the empty state in the specification’s spelling', async () => {
    const { user } = await open();
    expect(await screen.findByText('Oops! There are no sponsers at the moment.')).toBeVisible();
    await user.click(screen.getByRole('tab', { name: /Pending Requests/ }));
    expect(
      await screen.findByText('All sponser requests have been processed. There are no pending requests at the moment.'),
    ).toBeVisible();
  });

  it('shows four placeholders while loading', async () => {
    const { container } = await open('no answer');
    expect(screen.getByText('Loading the sponsors')).toBeInTheDocument();
    expect(container.querySelectorAll('[data-skeleton]')).toHaveLength(4);
  });

  it('shows an error with a retry', async () => {
    const routes: FakeRoutes = { [list]: failure(503, 'A part is down.') };
    signInAs('admin');
    renderApp('/dashboard/sponsor', { routes });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Something went wrongA part is down.');
    routes[list] = lists([sponsor(1)]);
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Company 1', { selector: '[title]' })).toBeVisible();
  });

  it('shows approved ones by their logo with Delete and Edit', async () => {
    await open(lists([sponsor(1), sponsor(2)]));
    await screen.findByRole('img', { name: 'Company 2' });
    const card = cardOf('Company 2');
    expect(card.getByRole('button', { name: 'Delete' })).toHaveAccessibleDescription('Company 2');
    expect(card.getByRole('button', { name: 'Edit' })).toHaveAccessibleDescription('Company 2');
  });

  it('says why a logo is missing, with a retry', async () => {
    const why = 'Drawing it took more than 3 s of processor time.';
    const failed = { ...sponsor(1).picture!, state: 'failed', sizes: [], rejected_because: why, retry_id: 'logo-1' };
    let response = lists([sponsor(1, { company_logo: null, picture: failed as EditedSponsor['picture'] })]);
    const { user, calls } = await openScreen('/dashboard/sponsor', {
      [list]: () => response,
      'POST /admin/main/pictures/logo-1/retry': () => {
        response = lists([sponsor(1)]);
        return { data: null };
      },
    });
    expect(await screen.findByText(why)).toBeVisible();
    await user.click(button('Try again'));
    await waitFor(() => expect(screen.queryByText(why)).not.toBeInTheDocument());
    expect(callsTo(calls, 'POST /admin/main/pictures/logo-1/retry')).toHaveLength(1);
  });

  it('shows their number and order', async () => {
    const { user } = await open(lists([sponsor(1), sponsor(2)], [pending(3)]));
    expect(await screen.findByText('2 sponsors, in the site’s order')).toBeVisible();
    await user.click(screen.getByRole('tab', { name: /Pending Requests/ }));
    expect(await screen.findByText('1 request, newest first')).toBeVisible();
  });

  it('shows pending ones by name, email and company with Quick View, and counts them', async () => {
    await openPending(lists([], [pending(1), pending(2)]));
    await screen.findByText('Contact 1');
    expect(screen.getByRole('tab', { name: 'Pending Requests 2' })).toHaveAttribute('aria-selected', 'true');
    const card = cardOf('Company 2');
    expect(card.getByText('Contact 2')).toBeVisible();
    expect(card.getByText('contact2@example.com')).toBeVisible();
    expect(card.getByRole('button', { name: 'Quick View' })).toHaveAccessibleDescription('Company 2');
  });

  it.each([
    ['approved', '', [sponsor(1)], [sponsor(2)]],
    ['pending', '?tab=pending', [pending(1)], [pending(2)]],
  ])('loads the next page of the %s ones', async (state, search, first, second) => {
    const both = (items: EditedSponsor[]) => ({
      approvedSponsor: state === 'approved' ? items : [],
      pendingSponsor: state === 'pending' ? items : [],
      sponsor_view: '1',
    });
    const { user } = await openScreen(`/dashboard/sponsor${search}`, {
      [list]: ({ query }) =>
        query.get('cursor') === 'c1' && query.get('state') === state
          ? { data: both(second), next_cursor: null }
          : { data: both(first), next_cursors: { approved: null, pending: null, [state]: 'c1' } },
    });
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('Company 2', { selector: '[title], dd' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  });
});

describe('the design', () => {
  const logged = collectLog();
  const four = [1, 2, 3, 4, 5].map((number) => sponsor(number));

  it('has four icons and marks the one in use', async () => {
    await open(lists([sponsor(1)], [], '3'));
    await screen.findByText('Grid is in use.');
    const radios = within(screen.getByRole('group', { name: 'Sponsor design' })).getAllByRole('radio');
    expect(radios.map((radio) => (radio as HTMLInputElement).labels?.[0]?.textContent)).toEqual([
      'Bar',
      'Circle',
      'Grid, in use',
      'Crop',
    ]);
    expect(radios[2]).toBeChecked();
  });

  it('defaults to bar', async () => {
    await open({ data: { approvedSponsor: [sponsor(1)], pendingSponsor: [] } });
    expect(await screen.findByRole('radio', { name: 'Bar, in use' })).toBeChecked();
  });

  it('can be activated only if the tab has items', async () => {
    const { user } = await open(lists([sponsor(1)]));
    await screen.findByText('Company 1', { selector: '[title]' });
    expect(activate()).toBeVisible();
    await user.click(screen.getByRole('tab', { name: /Pending Requests/ }));
    await screen.findByText(/All sponser requests have been processed/);
    expect(activate()).not.toBeInTheDocument();
    expect(screen.getAllByRole('radio')).toHaveLength(4);
  });

  it('can’t be activated again while it is in use', async () => {
    const { user } = await open(lists([sponsor(1)]));
    await screen.findByText('Company 1', { selector: '[title]' });
    expect(activate()).toHaveAttribute('aria-disabled', 'true');
    await user.click(button('Activate this Design'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: 'Crop' }));
    expect(activate()).not.toHaveAttribute('aria-disabled');
  });

  it.each([
    ['Bar', true],
    ['Circle', false],
    ['Grid', false],
    ['Crop', true],
  ])('previewed on the cards, %s has its buttons inside the card: %s', async (name, inside) => {
    const { user, calls } = await open(lists([sponsor(1)], [], '4'));
    await user.click(await screen.findByRole('radio', { name: new RegExp(`^${name}`) }));
    const item = screen.getByRole('button', { name: 'Edit' }).closest('li');
    expect(item?.classList.contains('card')).toBe(inside);
    expect(calls.filter(({ path }) => path.includes('/view/'))).toEqual([]);
  });

  it.each([
    ['Bar', '1'],
    ['Circle', '2'],
    ['Grid', '3'],
    ['Crop', '4'],
  ])('%s is previewed with the first four sponsors, then activated as %s', async (name, number) => {
    let view = number === '1' ? '2' : '1';
    const { user, calls } = await open(lists(), {
      [list]: () => lists(four, [], view),
      [`GET /admin/main/sponsor/view/${number}`]: () => {
        view = number;
        return { action: 'Sponsor view updated', data: null };
      },
    });
    await user.click(await screen.findByRole('radio', { name }));
    await user.click(button('Activate this Design'));
    const dialog = await screen.findByRole('dialog', { name: 'Activate This Design' });
    expect(dialog).toHaveTextContent('Are you sure you want to activate this design of sponsors.');
    const preview = within(dialog).getByRole('list');
    expect(preview).toHaveAttribute('data-view', number);
    expect(
      within(preview)
        .getAllByRole('img')
        .map((image) => image.getAttribute('alt')),
    ).toEqual(['Company 1', 'Company 2', 'Company 3', 'Company 4']);
    await user.dblClick(within(dialog).getByRole('button', { name: 'Activate This Design' }));
    expect(await screen.findByText(`${name} is in use.`)).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(callsTo(calls, `GET /admin/main/sponsor/view/${number}`)).toHaveLength(1);
  });

  async function fetch(response: FakeResponse | (() => Promise<FakeResponse>)) {
    const app = await open(lists(four), { 'GET /admin/main/sponsor/view/2': response });
    await app.user.click(await screen.findByRole('radio', { name: 'Circle' }));
    await app.user.click(button('Activate this Design'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Activate This Design' }));
    await app.user.click(dialog.getByRole('button', { name: 'Activate This Design' }));
    return { ...app, dialog };
  }

  it('shows a busy state', async () => {
    const { dialog } = await fetch(() => new Promise(() => undefined));
    expect(await dialog.findByRole('button', { name: 'Activating...' })).toHaveAttribute('aria-disabled', 'true');
  });

  it.each<[string, FakeResponse]>([
    ['an answer that says no', { status: 200, body: { status: false, action: 'The action', message: 'The message' } }],
    ['a refusal', { status: 400, body: { status: false, action: 'The action', message: 'The message' } }],
  ])('shows the action of %s and stays open', async (_case, response) => {
    const { dialog } = await fetch(response);
    expect(await dialog.findByRole('alert')).toHaveTextContent('The action');
    expect(dialog.getByRole('button', { name: 'Activate This Design' })).toBeVisible();
  });

  it('only logs a lost connection: nothing has changed', async () => {
    const { dialog } = await fetch('network failure');
    expect(await dialog.findByText('The design on the site hasn’t changed.')).toBeVisible();
    expect(dialog.queryByRole('alert')).not.toBeInTheDocument();
    expect(logged).toContain('activating a design failed');
  });

  it('sends nothing when canceled', async () => {
    const { user, calls } = await open(lists(four));
    await user.click(await screen.findByRole('radio', { name: 'Circle' }));
    await user.click(button('Activate this Design'));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(calls.filter(({ path }) => path.includes('/view/'))).toEqual([]);
  });
});

describe('a new sponsor', () => {
  const address = 'POST /admin/main/sponsor/create';
  const good: Record<string, string> = {
    Name: 'Contact 1',
    Email: 'contact@example.com',
    'Phone Number': '+15015550123',
    'Company Name': 'Delta Steel',
    Message: 'As agreed.',
  };

  async function openNew(routes: FakeRoutes = {}) {
    const app = await open(lists(), routes);
    await app.user.click(button('Create New Sponsor'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Become Our Sponsor' }));
    const fill = async (values: Record<string, string>, file: File | null = logo) => {
      for (const [label, value] of Object.entries(values)) {
        await app.user.clear(dialog.getByLabelText(label));
        if (value) await app.user.type(dialog.getByLabelText(label), value);
      }
      if (file) await selectImage(app.user, dialog.getByLabelText('Company Logo'), file);
    };
    return { ...app, dialog, fill, submit: () => app.user.click(dialog.getByRole('button', { name: 'Submit' })) };
  }

  it('requires everything but the web address and sends nothing', async () => {
    const { dialog, submit, calls } = await openNew();
    await submit();
    for (const text of [
      'Name is required',
      'Email is required',
      'Phone number is required',
      'Company name is required',
      'Company logo is required',
      'Message is required',
    ])
      expect(await dialog.findByText(text)).toBeVisible();
    expect(dialog.getByLabelText('Name')).toHaveFocus();
    expect(dialog.getByLabelText('Website URL')).not.toHaveAttribute('aria-invalid');
    expect(dialog.getByLabelText('Phone Number')).toHaveAttribute('placeholder', '+15015550123');
    expect(dialog.getByLabelText('Company Logo')).toHaveAttribute('accept', 'image/*');
    expect(callsTo(calls, address)).toEqual([]);
  });

  it.each([
    ['Email', 'contact@example', 'Please enter a valid email address.'],
    ['Phone Number', '555-0123', 'Phone number must have 10 to 15 digits, with an optional + before them'],
    ['Website URL', 'not an address', /Website URL/],
  ])('refuses %s %j', async (label, value, text) => {
    const { dialog, fill, submit, calls } = await openNew();
    await fill({ ...good, [label]: value });
    await submit();
    await waitFor(() => expect(dialog.getByLabelText(label)).toHaveAttribute('aria-invalid', 'true'));
    expect(dialog.getByLabelText(label)).toHaveAccessibleDescription(
      typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text),
    );
    expect(callsTo(calls, address)).toEqual([]);
  });

  it('sends all fields once, closes, says so and shows it', async () => {
    let approved: EditedSponsor[] = [];
    const { user, dialog, fill, calls } = await openNew({
      [list]: () => lists(approved),
      [address]: () => {
        approved = [sponsor(1, { company_name: 'Delta Steel' })];
        return { action: 'Created', data: approved[0] };
      },
    });
    await fill({ ...good, 'Website URL': 'delta.example.com' });
    await user.dblClick(dialog.getByRole('button', { name: 'Submit' }));
    expect(await screen.findByText('Sponsor updated successfully!')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(await screen.findByText('Delta Steel', { selector: '[title]' })).toBeVisible();
    const [call, ...others] = callsTo(calls, address);
    expect(others).toEqual([]);
    expect(fieldsOf(call)).toEqual({
      name: 'Contact 1',
      email: 'contact@example.com',
      phone_number: '+15015550123',
      company_name: 'Delta Steel',
      url: 'delta.example.com',
      message: 'As agreed.',
      advertise_file: 'logo.png',
    });
    expect(call?.headers['idempotency-key']).toBeDefined();
    await user.click(button('Create New Sponsor'));
    expect(await screen.findByLabelText('Name')).toHaveValue('');
    expect(screen.queryByText('logo.png')).not.toBeInTheDocument();
  });

  it('shows a busy state', async () => {
    const { dialog, fill, submit } = await openNew({ [address]: 'no answer' });
    await fill(good);
    await submit();
    expect(await dialog.findByRole('button', { name: 'Submitting...' })).toHaveAttribute('aria-disabled', 'true');
  });

  it.each<[string, FakeResponse, string]>([
    ['the server’s message', failure(422, 'The picture cannot be read.'), 'The picture cannot be read.'],
    ['its own text without one', { status: 500, body: { status: false } }, 'Failed to update sponsor'],
    ['its own text without an answer', 'network failure', 'Failed to update sponsor'],
  ])('shows %s in a red alert and keeps the form', async (_case, response, text) => {
    const { dialog, fill, submit } = await openNew({ [address]: response });
    await fill(good);
    await submit();
    const alert = await dialog.findByRole('alert');
    expect(alert).toHaveTextContent(new RegExp(`^${text}$`));
    expect(dialog.getByLabelText('Company Name')).toHaveValue('Delta Steel');
    expect(dialog.getByText('logo.png')).toBeVisible();
  });
});

describe('editing a sponsor', () => {
  const address = 'POST /admin/main/sponsor/edit';

  async function openEditor(routes: FakeRoutes = {}) {
    const app = await open(lists([sponsor(1), sponsor(2)]), routes);
    await screen.findByText('Company 2', { selector: '[title]' });
    await app.user.click(cardOf('Company 2').getByRole('button', { name: 'Edit' }));
    return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Edit Sponsor' })) };
  }

  it('starts with the stored values; the stored logo counts as the file', async () => {
    const { user, dialog, calls } = await openEditor({ [address]: { data: sponsor(2) } });
    expect(dialog.getByLabelText('Company Name')).toHaveValue('Company 2');
    expect(dialog.getByLabelText('Message')).toHaveValue('Message 2');
    await user.clear(dialog.getByLabelText('Phone Number'));
    await user.type(dialog.getByLabelText('Phone Number'), '+15015550199');
    await user.click(dialog.getByRole('button', { name: 'Update' }));
    expect(await screen.findByText('Sponsor updated successfully!')).toBeVisible();
    const [call] = callsTo(calls, address);
    expect(fieldsOf(call)).toEqual({
      sponsor_id: 'sponsor-2',
      name: 'Contact 2',
      email: 'contact2@example.com',
      phone_number: '+15015550199',
      company_name: 'Company 2',
      url: 'https://company2.example.com/',
      message: 'Message 2',
    });
    expect(call?.headers['if-match']).toBe('"2"');
  });

  it('requires a logo once the current one is removed', async () => {
    const { user, dialog, calls } = await openEditor();
    await user.click(dialog.getByRole('button', { name: 'Remove logo' }));
    expect(dialog.getByText('Company logo is required')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Update' }));
    expect(callsTo(calls, address)).toEqual([]);
  });

  it('detects another user’s change', async () => {
    const text = 'Someone else changed this in the meantime. Reload to see the latest version.';
    const { user, dialog } = await openEditor({ [address]: failure(409, text) });
    await user.click(dialog.getByRole('button', { name: 'Update' }));
    expect(await dialog.findByText(text)).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Load the latest version' })).toBeVisible();
  });
});

describe('deciding on a request', () => {
  async function openPage(routes: FakeRoutes = {}, changes: Partial<EditedSponsor> = {}) {
    const requests = [pending(1, changes), pending(2)];
    const app = await openPending(lists([], requests), routes);
    await screen.findByText('Contact 1');
    await app.user.click(cardOf('Company 1').getByRole('button', { name: 'Quick View' }));
    return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Sponsor' })) };
  }

  it('shows everything about it', async () => {
    const { dialog } = await openPage();
    expect(dialog.getByRole('img', { name: 'Logo of Company 1' })).toBeVisible();
    const visible = [...document.querySelectorAll('[role=dialog] dt')].map((term) => [
      term.textContent,
      term.nextElementSibling?.firstChild?.textContent,
    ]);
    expect(visible).toEqual([
      ['Name', 'Contact 1'],
      ['Email Address', 'contact1@example.com'],
      ['Company Name', 'Company 1'],
      ['Phone Number', '(501) 555-0123'],
      ['URL', 'https://company1.example.com/ (opens in a new tab)'],
      ['Message', 'Message 1'],
    ]);
    expect(dialog.getByRole('link', { name: '(501) 555-0123' })).toHaveAttribute('href', 'tel:+15015550123');
  });

  it('approves with one request, reloads the lists and focuses the next request', async () => {
    let stored = lists([], [pending(1), pending(2)]);
    const { user, dialog, calls } = await openPage({
      [list]: () => stored,
      'GET /admin/main/sponsor/approve/sponsor-1': () => {
        stored = lists([sponsor(1)], [pending(2)]);
        return { data: sponsor(1) };
      },
    });
    await user.dblClick(dialog.getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('Approved Company 1.')).toBeVisible();
    expect(screen.queryByText('Contact 1')).not.toBeInTheDocument();
    expect(callsTo(calls, 'GET /admin/main/sponsor/approve/sponsor-1')).toHaveLength(1);
    await waitFor(() => expect(button('Quick View')).toHaveFocus());
    await user.click(screen.getByRole('tab', { name: 'Sponsors' }));
    expect(await screen.findByText('Company 1', { selector: '[title]' })).toBeVisible();
  });

  it('rejects with a reason and removes it from the list immediately', async () => {
    let reloads = 0;
    const { user, dialog, calls } = await openPage({
      // The reload is still in flight.
      [list]: () => ((reloads += 1) > 1 ? 'no answer' : lists([], [pending(1), pending(2)])),
      'GET /admin/main/sponsor/reject/sponsor-1': { data: null },
    });
    await user.click(dialog.getByRole('button', { name: 'Reject with a reason…' }));
    const question = within(await screen.findByRole('dialog', { name: 'Reject Request?' }));
    await user.type(question.getByLabelText('Reason (optional)'), ' Not from here ');
    await user.dblClick(question.getByRole('button', { name: 'Yes, Reject' }));
    await waitFor(() => expect(screen.queryByText('Contact 1')).not.toBeInTheDocument());
    expect(screen.getByText('Contact 2')).toBeVisible();
    const [call, ...others] = callsTo(calls, 'GET /admin/main/sponsor/reject/sponsor-1');
    expect(others).toEqual([]);
    expect([...(call?.query ?? [])]).toEqual([['reason', 'Not from here']]);
    expect(screen.getByText('Rejected Company 1.')).toBeVisible();
    expect(button('Undo')).toBeVisible();
  });

  it('needs no reason', async () => {
    const { user, dialog, calls } = await openPage({ 'GET /admin/main/sponsor/reject/sponsor-1': { data: null } });
    await user.click(dialog.getByRole('button', { name: 'Reject' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect([...(callsTo(calls, 'GET /admin/main/sponsor/reject/sponsor-1')[0]?.query ?? [])]).toEqual([]);
  });

  it.each([
    ['Approve', 'approve', 'Failed to approve sponsor'],
    ['Reject', 'reject', 'Failed to reject sponsor'],
  ])('%s returns the request with the server’s message or ours, and can be retried', async (name, path, text) => {
    let response = failure(409, 'This request was decided already.');
    const address = `GET /admin/main/sponsor/${path}/sponsor-1`;
    const { user, dialog, calls } = await openPage({ [address]: () => response });
    await user.click(dialog.getByRole('button', { name }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/^This request was decided already\.$/);
    response = { status: 500, body: { status: false } };
    await user.click(cardOf('Company 1').getByRole('button', { name: 'Quick View' }));
    await user.click(await screen.findByRole('button', { name }));
    expect(await screen.findByRole('alert')).toHaveTextContent(new RegExp(`^${text}$`));
    expect(screen.getByText('Contact 1')).toBeVisible();
    expect(callsTo(calls, address)).toHaveLength(2);
  });

  it('moves between requests with the arrow keys, and rejects with R', async () => {
    const { user, calls } = await openPage({ 'GET /admin/main/sponsor/reject/sponsor-2': { data: null } });
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('group', { name: 'Request from Company 2' })).toBeVisible();
    await user.keyboard('r');
    expect(await screen.findByText('Rejected Company 2.')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(callsTo(calls, 'GET /admin/main/sponsor/reject/sponsor-2')).toHaveLength(1);
  });

  it.each([
    ['Approve', 'approve'],
    ['Reject', 'reject'],
  ])('%s removes the request before the server responds', async (name, path) => {
    const { user, dialog } = await openPage({ [`GET /admin/main/sponsor/${path}/sponsor-1`]: 'no answer' });
    await user.click(dialog.getByRole('button', { name }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.queryByText('Contact 1')).not.toBeInTheDocument();
    expect(screen.getByText('Contact 2')).toBeVisible();
  });

  it('waits for a logo being processed, and says so', async () => {
    const picture = {
      ...buildImage({ state: 'processing', sizes: [] }),
      duplicate_of: [],
      rejected_because: '',
      retry_id: '',
    };
    const { user, dialog, calls } = await openPage({}, { picture, company_logo: null });
    expect(dialog.getByText('The picture is being prepared…')).toBeVisible();
    expect(dialog.getAllByText('You can approve it as soon as the logo is ready.')[0]).toBeVisible();
    const approve = dialog.getByRole('button', { name: 'Approve' });
    expect(approve).toHaveAccessibleDescription('You can approve it as soon as the logo is ready.');
    await user.click(approve);
    expect(calls.filter(({ path }) => path.includes('/approve/'))).toEqual([]);
  });
});

describe('reviewing requests in the list', () => {
  const requests = () => [pending(1), pending(2), pending(3)];
  const openRequests = async (items: EditedSponsor[], routes: FakeRoutes) => {
    const app = await openPending(lists(), { [list]: () => lists([], items), ...routes });
    await screen.findByText('Contact 1');
    return app;
  };
  const take = (items: EditedSponsor[], number: number) => () => {
    items.splice(
      items.findIndex(({ id }) => id === `sponsor-${number}`),
      1,
    );
    return { data: null };
  };
  const opener = (number: number) => cardOf(`Company ${number}`).getByRole('button', { name: 'Quick View' });

  it('moves with the arrow keys, approves with A, and focuses the next request', async () => {
    const items = requests();
    const { user, calls } = await openRequests(items, {
      'GET /admin/main/sponsor/approve/sponsor-2': take(items, 2),
    });
    act(() => opener(1).focus());
    await user.keyboard('{ArrowRight}');
    expect(opener(2)).toHaveFocus();
    await user.keyboard('a');
    expect(await screen.findByRole('dialog', { name: 'Approve Request?' })).toHaveTextContent(
      'Company 2 will be shown on the site.',
    );
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Approved Company 2.')).toBeVisible();
    await waitFor(() => expect(opener(3)).toHaveFocus());
    expect(callsTo(calls, 'GET /admin/main/sponsor/approve/sponsor-2')).toHaveLength(1);
    // The server can't undo approvals of sponsors.
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  it('doesn’t approve with A while the logo is being prepared', async () => {
    const picture = { ...pending(1).picture!, state: 'processing' as const, sizes: [] };
    const { user } = await openRequests([pending(1, { picture })], {});
    act(() => opener(1).focus());
    await user.keyboard('a');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.keyboard('r');
    expect(await screen.findByRole('dialog', { name: 'Reject Request?' })).toBeVisible();
  });

  it('rejects selected requests with one reason, which can be undone', async () => {
    const items = requests();
    const [first, second] = items;
    const { user, calls } = await openRequests(items, {
      'GET /admin/main/sponsor/reject/sponsor-1': take(items, 1),
      'GET /admin/main/sponsor/reject/sponsor-2': take(items, 2),
      'POST /admin/main/trash/sponsor/sponsor-1/restore': () => (items.unshift(first!), { data: null }),
      'POST /admin/main/trash/sponsor/sponsor-2/restore': () => (items.unshift(second!), { data: null }),
    });
    await user.click(screen.getByRole('checkbox', { name: 'Select Company 1' }));
    act(() => opener(2).focus());
    await user.keyboard('x');
    const bar = within(screen.getByRole('group', { name: 'Selected requests' }));
    expect(bar.getByRole('status')).toHaveTextContent('2 requests selected');
    await user.click(bar.getByRole('button', { name: 'Reject 2' }));
    await screen.findByRole('dialog', { name: 'Reject 2 Requests?' });
    await user.type(screen.getByLabelText('Reason (optional)'), 'Not local{Enter}');
    expect(await screen.findByText('Rejected 2 requests.')).toBeVisible();
    expect(screen.queryByText('Contact 2')).not.toBeInTheDocument();
    for (const number of [1, 2]) {
      const [call] = callsTo(calls, `GET /admin/main/sponsor/reject/sponsor-${number}`);
      expect([...(call?.query ?? [])]).toEqual([['reason', 'Not local']]);
    }
    await user.click(button('Undo'));
    expect(await screen.findByText('Contact 1')).toBeVisible();
    expect(screen.getByText('Contact 2')).toBeVisible();
  });

  it('keeps requests that couldn’t be approved, and says why', async () => {
    const items = requests();
    const { user } = await openRequests(items, {
      'GET /admin/main/sponsor/approve/sponsor-1': failure(409, 'It was already rejected.'),
      'GET /admin/main/sponsor/approve/sponsor-2': take(items, 2),
      'GET /admin/main/sponsor/approve/sponsor-3': take(items, 3),
    });
    await user.click(screen.getByRole('checkbox', { name: 'Select Company 1' }));
    await user.click(button('Select all 3'));
    await user.click(button('Approve 3'));
    await user.click(await screen.findByRole('button', { name: 'Yes, Approve' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve 1 Request?' }));
    expect(dialog.getByRole('alert')).toHaveTextContent(
      '1 request couldn’t be approved.It was already rejected.Company 1',
    );
    expect(screen.getByText('Approved 2 requests.')).toBeVisible();
  });

  it('deletes selected sponsors together', async () => {
    const items = [sponsor(1), sponsor(2)];
    const { user } = await open(lists(), {
      [list]: () => lists(items),
      'GET /admin/main/sponsor/delete/sponsor-1': take(items, 1),
      'GET /admin/main/sponsor/delete/sponsor-2': take(items, 2),
    });
    for (const name of ['Select Company 1', 'Select Company 2'])
      await user.click(await screen.findByRole('checkbox', { name }));
    await user.click(button('Delete 2'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete 2 Sponsors?' }));
    await user.click(dialog.getByRole('button', { name: 'Yes, Delete' }));
    expect(await screen.findByText('Oops! There are no sponsers at the moment.')).toBeVisible();
    expect(screen.getByText('Deleted 2 sponsors.')).toBeVisible();
  });
});

describe('the top sponsor', () => {
  it('is the first sponsor until one is chosen', async () => {
    await open(lists([sponsor(1), sponsor(2)]));
    expect(await screen.findByText('Top sponsor (first in the list)')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Top sponsor: Company 1' })).toHaveAttribute('aria-pressed', 'false');
  });

  it('is chosen and cleared with its star', async () => {
    let selected = false;
    const { user, calls } = await open(lists(), {
      [list]: () => lists([sponsor(1), sponsor(2, { is_top: selected })]),
      'POST /admin/main/sponsor/top': ({ body }) => {
        selected = (JSON.parse(String(body)) as { is_top: boolean }).is_top;
        return { action: 'Top sponsor updated', data: sponsor(2, { is_top: selected }) };
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Top sponsor: Company 2' }));
    await waitFor(() => expect(button('Top sponsor: Company 2')).toHaveAttribute('aria-pressed', 'true'));
    expect(screen.getByText('Top sponsor')).toBeVisible();
    await user.click(button('Top sponsor: Company 2'));
    await waitFor(() => expect(button('Top sponsor: Company 2')).toHaveAttribute('aria-pressed', 'false'));
    expect(callsTo(calls, 'POST /admin/main/sponsor/top').map(({ body }) => JSON.parse(String(body)))).toEqual([
      { sponsor_id: 'sponsor-2', is_top: true },
      { sponsor_id: 'sponsor-2', is_top: false },
    ]);
  });

  it.each<[string, FakeResponse, string]>([
    ['the server’s message', failure(409, 'It is not approved.'), 'It is not approved.'],
    ['its own text', 'network failure', 'Something went wrong'],
  ])('shows %s when that fails', async (_case, response, text) => {
    const { user } = await open(lists([sponsor(1)]), { 'POST /admin/main/sponsor/top': response });
    await user.click(await screen.findByRole('button', { name: 'Top sponsor: Company 1' }));
    expect(await screen.findByText(text)).toBeVisible();
  });
});

describe('deleting a sponsor', () => {
  const address = 'GET /admin/main/sponsor/delete/sponsor-1';

  async function fetch(routes: FakeRoutes = {}) {
    const app = await open(lists([sponsor(1), sponsor(2)]), routes);
    await screen.findByText('Company 1', { selector: '[title]' });
    await app.user.click(cardOf('Company 1').getByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete Sponsor?' });
    expect(dialog).toHaveTextContent('Are you sure you want to delete this sponsor request?');
    return { ...app, dialog: within(dialog) };
  }

  it('sends nothing when canceled', async () => {
    const { user, dialog, calls } = await fetch();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(callsTo(calls, address)).toEqual([]);
  });

  it('sends one request and removes it from the list immediately', async () => {
    let reloads = 0;
    const { user, dialog, calls } = await fetch({
      [list]: () => ((reloads += 1) > 1 ? 'no answer' : lists([sponsor(1), sponsor(2)])),
      [address]: { data: null },
    });
    await user.dblClick(dialog.getByRole('button', { name: 'Yes, Delete' }));
    await waitFor(() => expect(screen.queryByRole('img', { name: 'Company 1' })).not.toBeInTheDocument());
    expect(screen.getByRole('img', { name: 'Company 2' })).toBeVisible();
    expect(callsTo(calls, address)).toHaveLength(1);
    expect(button('Undo')).toBeVisible();
  });

  it('shows a busy state', async () => {
    const { user, dialog } = await fetch({ [address]: 'no answer' });
    await user.click(dialog.getByRole('button', { name: 'Yes, Delete' }));
    expect(await dialog.findByRole('button', { name: 'Deleting...' })).toHaveAttribute('aria-disabled', 'true');
  });

  it.each<[string, FakeResponse, string]>([
    ['the server’s message', failure(404, 'There is no such sponsor.'), 'There is no such sponsor.'],
    ['its own text without one', { status: 500, body: { status: false } }, 'Failed to delete sponsor'],
  ])('shows %s when it fails', async (_case, response, text) => {
    const { user, dialog } = await fetch({ [address]: response });
    await user.click(dialog.getByRole('button', { name: 'Yes, Delete' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(new RegExp(`^${text}$`));
  });
});
