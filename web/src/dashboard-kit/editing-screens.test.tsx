import { screen, waitFor, within, type BoundFunctions, type queries } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { buildImage } from '../testing/builders.js';
import { callsTo, failure, openScreen } from '../testing/dashboard.js';
import type { FakeResponse, FakeRoutes } from '../testing/fake-gateway.js';
import { selectImage, pngFile } from '../testing/image-files.js';

/** All states of the screens that create, edit and delete items, with the specification's texts. */

type Dialog = BoundFunctions<typeof queries>;

interface EditingScreen {
  path: string;
  title: string;
  list: string;
  /** Whether there can be several. */
  thing: object;
  several: boolean;
  empty: RegExp | string;
  fetchFailed: string;
  create: { button: string; title: string; submit: string; busy: string; call: string; failed: string };
  fill: (user: UserEvent, dialog: Dialog) => Promise<void>;
  edit: { title: string; call: string; failed: string };
  remove: { title: string; question?: string; call: string; failed: string };
}

const type = async (user: UserEvent, dialog: Dialog, content: Record<string, string>) => {
  for (const [label, text] of Object.entries(content)) {
    const box = dialog.getByLabelText(label);
    await user.clear(box);
    await user.type(box, text);
  }
};
const member = { id: '1', name: 'Jo', designation: 'Forecaster', image: '/media/a.jpg', picture: buildImage() };
const theTeamsWords = {
  empty: 'No team members found. Start building your team now!',
  fetchFailed: 'Failed to fetch team members. Please try again later.',
};

const screens: EditingScreen[] = [
  {
    path: 'faq',
    title: 'Frequently Asked Questions',
    list: 'GET /admin/main/faqs',
    several: true,
    thing: { id: '1', question: 'Why?', answer: 'Because.', version: 2 },
    empty: 'No FAQs found.',
    fetchFailed: 'Failed to fetch FAQs. Please try again later.',
    create: {
      button: 'Add New FAQ',
      title: 'Add FAQ',
      submit: 'Add FAQ',
      busy: 'Adding...',
      call: 'POST /admin/main/faqs/create',
      failed: 'Failed to create FAQ. Please try again.',
    },
    fill: (user, dialog) => type(user, dialog, { Question: 'When?', Answer: 'Tonight.' }),
    edit: { title: 'Edit FAQ', call: 'POST /admin/main/faqs/edit', failed: 'Failed to edit FAQ. Please try again.' },
    remove: {
      title: 'Delete FAQ?',
      call: 'GET /admin/main/faqs/delete/1',
      failed: 'Failed to delete FAQ. Please try again.',
    },
  },
  {
    path: 'team',
    title: 'Our Team',
    list: 'GET /admin/main/team',
    several: true,
    ...theTeamsWords,
    thing: { ...member, version: 2 },
    create: {
      button: 'Create New',
      title: 'Add New Member',
      submit: 'Add Member',
      busy: 'Adding...',
      call: 'POST /admin/main/team/create',
      failed: 'Failed to create team member.',
    },
    fill: async (user, dialog) => {
      await type(user, dialog, { 'Full Name': 'Ada', Designation: 'Analyst' });
      await selectImage(user, dialog.getByLabelText('Image'), pngFile());
    },
    edit: {
      title: 'Edit Team Member',
      call: 'POST /admin/main/team/edit',
      failed: 'Failed to update team member.',
    },
    remove: {
      title: 'Delete Team Member?',
      call: 'GET /admin/main/team/delete/1',
      failed: 'Failed to delete team member. Please try again.',
    },
  },
  {
    path: 'moderate',
    title: 'Manage Moderate Team',
    list: 'GET /admin/main/moderator',
    several: true,
    ...theTeamsWords,
    thing: { id: '1', name: 'Mo', email: 'mo@example.com', created_at: '2026-11-20T18:00:00Z', version: 2 },
    create: {
      button: 'Create New',
      title: 'Add New Moderator',
      submit: 'Add Member',
      busy: 'Adding...',
      call: 'POST /admin/main/moderator/create',
      failed: 'Failed to create team member.',
    },
    fill: (user, dialog) =>
      type(user, dialog, { 'Full Name': 'Mo Field', Email: 'field@example.com', Password: 'a long new one' }),
    edit: {
      title: 'Edit Moderate Member',
      call: 'POST /admin/main/moderator/edit',
      failed: 'Failed to update team member.',
    },
    remove: {
      title: 'Delete Team Member?',
      question: 'Are you sure you want to delete this team member?',
      call: 'GET /admin/main/moderator/delete/1',
      failed: 'Failed to delete team member. Please try again.',
    },
  },
  {
    path: 'header',
    title: 'Header',
    list: 'GET /admin/main/header',
    several: false,
    thing: { id: '1', header: 'Storms tonight', version: 2 },
    empty: 'No header found. Start creating a header now!',
    fetchFailed: 'Failed to fetch header. Please try again later.',
    create: {
      button: 'Create New',
      title: 'Add New Header',
      submit: 'Add Header',
      busy: 'Adding...',
      call: 'POST /admin/main/header/create',
      failed: 'Failed to create header.',
    },
    fill: (user, dialog) => type(user, dialog, { Header: 'Ice tonight' }),
    edit: { title: 'Edit Header', call: 'POST /admin/main/header/edit', failed: 'Failed to update header.' },
    remove: {
      title: 'Delete Header?',
      question: 'Are you sure you want to delete this header?',
      call: 'GET /admin/main/header/delete/1',
      failed: 'Failed to delete header. Please try again.',
    },
  },
  {
    path: 'logo',
    title: 'Logo',
    list: 'GET /admin/main/logo',
    several: false,
    thing: { id: '1', logo: '/media/a.png', picture: buildImage(), version: 2 },
    empty: 'No logo found. Upload a logo now!',
    fetchFailed: 'Failed to fetch logo. Please try again later.',
    create: {
      button: 'Create New',
      title: 'Add New Logo',
      submit: 'Add Logo',
      busy: 'Adding...',
      call: 'POST /admin/main/logo/create',
      failed: 'Failed to create logo.',
    },
    fill: (user, dialog) => selectImage(user, dialog.getByLabelText('Logo'), pngFile()),
    edit: { title: 'Edit Logo', call: 'POST /admin/main/logo/edit', failed: 'Failed to update logo.' },
    remove: {
      title: 'Delete Logo?',
      question: 'Are you sure you want to delete this logo?',
      call: 'GET /admin/main/logo/delete/1',
      failed: 'Failed to delete logo. Please try again.',
    },
  },
];

describe.each(screens)('/dashboard/$path', (each) => {
  const { path, title, list, thing, several, create, edit, remove } = each;
  const emptyText: FakeResponse = { data: several ? [] : null };
  const one: FakeResponse = { data: several ? [thing] : thing };

  async function open(response: FakeResponse, change: FakeRoutes = {}) {
    const routes: FakeRoutes = { [list]: response, ...change };
    return { ...(await openScreen(`/dashboard/${path}`, routes)), routes };
  }

  async function press(user: UserEvent, button: string, dialog: string): Promise<Dialog> {
    await user.click(await screen.findByRole('button', { name: button }));
    return within(await screen.findByRole('dialog', { name: dialog }));
  }
  const textsIn = (dialog: Dialog) => dialog.queryAllByRole('textbox').map((box) => (box as HTMLInputElement).value);
  const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

  it('shows an empty state with a create button', async () => {
    await open(emptyText);
    expect(screen.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    const empty = await screen.findByText((_text, element) => element?.matches('p.text-lg') ?? false);
    expect(empty).toHaveTextContent(each.empty);
    expect(screen.getByRole('button', { name: create.button })).toBeVisible();
  });

  it('shows an error when loading fails', async () => {
    await open(failure(503, 'A part is down.'));
    expect(await screen.findByText(each.fetchFailed)).toBeVisible();
  });

  describe.each([
    { what: 'create', before: emptyText, opener: create.button, ...create },
    { what: 'edit', before: one, opener: 'Edit', submit: 'Update', busy: 'Updating...', ...edit },
  ])('its dialog to $what', ({ before, opener, title: name, submit, busy, call, failed }) => {
    async function fillIn(response: FakeResponse) {
      const app = await open(before, { [call]: response });
      const dialog = await press(app.user, opener, name);
      const atFirst = textsIn(dialog);
      await each.fill(app.user, dialog);
      return { ...app, dialog, atFirst };
    }

    it('shows a busy button and sends one request for two clicks', async () => {
      const { user, calls, dialog } = await fillIn('no answer');
      await user.dblClick(dialog.getByRole('button', { name: submit }));
      expect(await dialog.findByRole('button', { name: busy })).toHaveAttribute('aria-disabled', 'true');
      expect(callsTo(calls, call)).toHaveLength(1);
    });

    it('shows an error and keeps the input, then closes and resets after a success', async () => {
      const { user, dialog, atFirst, routes } = await fillIn(failure(503, 'A part is down.'));
      await user.click(dialog.getByRole('button', { name: submit }));
      expect(await dialog.findByRole('alert')).toHaveTextContent(failed);
      routes[call] = { data: thing };
      await user.click(dialog.getByRole('button', { name: submit }));
      await closed();
      expect(textsIn(await press(user, opener, name))).toEqual(atFirst);
    });
  });

  describe('its delete confirmation', () => {
    const ask = async (response: FakeResponse) => {
      const app = await open(one, { [remove.call]: response });
      return { ...app, dialog: await press(app.user, 'Delete', remove.title) };
    };

    it('sends nothing when canceled', async () => {
      const { user, calls, dialog } = await ask({ data: null });
      if (remove.question) expect(dialog.getByText(remove.question)).toBeVisible();
      await user.click(dialog.getByRole('button', { name: 'Cancel' }));
      await closed();
      expect(callsTo(calls, remove.call)).toEqual([]);
    });

    it('shows a busy button and sends one request for two clicks', async () => {
      const { user, calls, dialog } = await ask('no answer');
      await user.dblClick(dialog.getByRole('button', { name: 'Yes, Delete' }));
      expect(await dialog.findByRole('button', { name: 'Deleting...' })).toHaveAttribute('aria-disabled', 'true');
      expect(callsTo(calls, remove.call)).toHaveLength(1);
    });

    it('shows an error and keeps the item', async () => {
      const { user, dialog } = await ask(failure(503, 'A part is down.'));
      await user.click(dialog.getByRole('button', { name: 'Yes, Delete' }));
      expect(await dialog.findByRole('alert')).toHaveTextContent(remove.failed);
      await user.click(dialog.getByRole('button', { name: 'Cancel' }));
      await closed();
      expect(screen.getByRole('button', { name: 'Edit' })).toBeVisible();
    });
  });
});
