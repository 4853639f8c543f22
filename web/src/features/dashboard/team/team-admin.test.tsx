import { act, screen, waitFor, within } from '@testing-library/react';
import { buildEditedImage, callsTo, failure, fieldsOf, openScreen } from '@/testing/dashboard.js';
import type { FakeRoutes, SeenCall } from '@/testing/fake-gateway.js';
import { renderApp } from '@/testing/render-app.js';
import type { EditedMember } from '@site/proto/content/v1/team.responses';
import { selectImage, jpegFile } from '@/testing/image-files.js';

const list = 'GET /admin/main/team';
const create = 'POST /admin/main/team/create';
const edit = 'POST /admin/main/team/edit';
const removal = 'GET /admin/main/team/delete/m1';
const buildMember = (id: string, change: Partial<EditedMember> = {}): EditedMember => ({
  id,
  name: `Name ${id}`,
  designation: 'Forecaster',
  image: `/media/team/${id}.jpg`,
  picture: buildEditedImage(),
  version: 2,
  ...change,
});
const photo = () => jpegFile('portrait.jpg');

function house(members: EditedMember[]) {
  const state = { members };
  const routes: FakeRoutes = {
    [list]: () => ({ data: state.members }),
    [create]: (call) => {
      const { name = '', designation = '' } = fieldsOf(call);
      state.members = [...state.members, buildMember('new', { name, designation })];
      return { data: state.members.at(-1) };
    },
    [edit]: (call) => {
      const { name = '', designation = '', team_id: id } = fieldsOf(call);
      state.members = state.members.map((one) => (one.id === id ? { ...one, name, designation } : one));
      return { data: state.members[0] };
    },
    [removal]: () => {
      state.members = state.members.filter(({ id }) => id !== 'm1');
      return { data: null };
    },
  };
  return { routes, state };
}
const open = (routes: FakeRoutes) => openScreen('/dashboard/team', routes);
const cardOf = async (name: string) => {
  const card = (await screen.findByText(name)).closest('li');
  if (!card) throw new Error('the member stands in no card');
  return within(card);
};

describe('the team', () => {
  it('is shown as cards with picture, full name and designation', async () => {
    await open(house([buildMember('m1')]).routes);
    const card = await cardOf('Name m1');
    expect(card.getByRole('img', { name: 'Picture of Name m1' })).toBeVisible();
    expect(card.getAllByRole('term').map((term) => term.textContent)).toEqual(['Full Name', 'Designation']);
    expect(card.getByText('Forecaster')).toBeVisible();
    expect(card.getByRole('button', { name: 'Delete' })).toHaveAccessibleDescription('Name m1');
    expect(card.getByRole('button', { name: 'Edit' })).toBeVisible();
  });

  it('shows empty, loading and error states', async () => {
    const empty = await open(house([]).routes);
    expect(await screen.findByText('No team members found. Start building your team now!')).toBeVisible();
    empty.unmount();
    const waiting = await open({ [list]: 'no answer' });
    expect(screen.getByText('Loading the team').parentElement?.querySelectorAll(':scope > span')).toHaveLength(1 + 3);
    waiting.unmount();
    await open({ [list]: failure(503, 'A part is down.') });
    expect(await screen.findByText('Failed to fetch team members. Please try again later.')).toBeVisible();
  });

  it('sends no request without a token', async () => {
    localStorage.setItem('userData', '{"type":"admin"}');
    const { calls } = renderApp('/dashboard/team', { routes: house([]).routes });
    expect(await screen.findByText('No authentication token found.')).toBeVisible();
    expect(callsTo(calls, list)).toEqual([]);
  });

  it('says that a picture is being processed, and shows it when it is ready', async () => {
    const { routes, state } = house([
      buildMember('m1', { image: null, picture: buildEditedImage({ state: 'processing', sizes: [] }) }),
    ]);
    await open(routes);
    expect(await screen.findByText('The picture is being prepared…')).toBeVisible();
    state.members = [buildMember('m1')];
    expect(await screen.findByRole('img', { name: 'Picture of Name m1' })).toBeVisible();
  });
});

describe('a new member', () => {
  async function openNew(routes: FakeRoutes) {
    const app = await open(routes);
    await app.user.click(screen.getByRole('button', { name: 'Create New' }));
    return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Add New Member' })) };
  }

  it('requires name, designation and image', async () => {
    const { user, calls, dialog } = await openNew(house([]).routes);
    await user.click(dialog.getByRole('button', { name: 'Add Member' }));
    expect(dialog.getByText('Name is required')).toBeVisible();
    expect(dialog.getByText('Designation is required')).toBeVisible();
    expect(dialog.getByText('Image is required')).toBeVisible();
    expect(dialog.getByLabelText('Full Name')).toHaveFocus();
    expect(callsTo(calls, create)).toEqual([]);
  });

  it('is sent once with its picture, whose progress is shown', async () => {
    const { routes } = house([]);
    let sent: SeenCall | undefined;
    let finish: () => void = () => undefined;
    const save = routes[create];
    routes[create] = async (call) => {
      sent = call;
      await new Promise<void>((resolve) => (finish = resolve));
      return typeof save === 'function' ? save(call) : { data: null };
    };
    const { user, calls, dialog } = await openNew(routes);
    await user.type(dialog.getByLabelText('Full Name'), 'Grace Hopper');
    await user.type(dialog.getByLabelText('Designation'), 'Meteorologist');
    await selectImage(user, dialog.getByLabelText('Image'), photo());
    await user.click(dialog.getByRole('button', { name: 'Add Member' }));
    expect(await dialog.findByRole('button', { name: 'Adding...' })).toHaveAttribute('aria-disabled', 'true');
    act(() => sent?.progress(40, 100));
    await waitFor(() => expect(dialog.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40'));
    await user.click(dialog.getByRole('button', { name: 'Adding...' }));
    finish();
    await cardOf('Grace Hopper');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(callsTo(calls, create)).toHaveLength(1);
    expect(fieldsOf(sent)).toEqual({ name: 'Grace Hopper', designation: 'Meteorologist', image: 'portrait.jpg' });
    expect(sent?.headers['idempotency-key']).toBeTruthy();
  });

  it('shows an error when creation fails', async () => {
    const { routes } = house([]);
    routes[create] = failure(413, 'The picture is larger than 10 MB.');
    const { user, dialog } = await openNew(routes);
    await user.type(dialog.getByLabelText('Full Name'), 'Grace Hopper');
    await user.type(dialog.getByLabelText('Designation'), 'Meteorologist');
    await selectImage(user, dialog.getByLabelText('Image'), photo());
    await user.click(dialog.getByRole('button', { name: 'Add Member' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'Failed to create team member.The picture is larger than 10 MB.',
    );
  });
});

describe('an edit', () => {
  async function openEdit(routes: FakeRoutes) {
    const app = await open(routes);
    await app.user.click((await cardOf('Name m1')).getByRole('button', { name: 'Edit' }));
    return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Edit Team Member' })) };
  }

  it('keeps the picture if no new one is chosen', async () => {
    const { user, calls, dialog } = await openEdit(house([buildMember('m1')]).routes);
    expect(dialog.getByRole('img', { name: 'Current picture of Name m1' })).toBeVisible();
    await user.type(dialog.getByLabelText('Full Name'), ' Jr.');
    await user.click(dialog.getByRole('button', { name: 'Update' }));
    await cardOf('Name m1 Jr.');
    const [call] = callsTo(calls, edit);
    expect(fieldsOf(call)).toEqual({ name: 'Name m1 Jr.', designation: 'Forecaster', team_id: 'm1' });
    expect(call?.headers['if-match']).toBe('"2"');
  });

  it('requires a picture: removing the current one shows an error immediately', async () => {
    const { user, calls, dialog } = await openEdit(house([buildMember('m1')]).routes);
    await user.click(dialog.getByRole('button', { name: 'Remove picture' }));
    expect(dialog.getByText('Image is required')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Update' }));
    expect(callsTo(calls, edit)).toEqual([]);
    await selectImage(user, dialog.getByLabelText('Image'), photo());
    expect(dialog.queryByText('Image is required')).not.toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(callsTo(calls, edit)).toHaveLength(1));
    expect(fieldsOf(callsTo(calls, edit)[0])).toMatchObject({ image: 'portrait.jpg' });
  });

  it('shows an error when it fails', async () => {
    const { routes } = house([buildMember('m1')]);
    routes[edit] = 'network failure';
    const { user, dialog } = await openEdit(routes);
    await user.type(dialog.getByLabelText('Full Name'), '!');
    await user.click(dialog.getByRole('button', { name: 'Update' }));
    expect(await dialog.findByText('Failed to update team member.')).toBeVisible();
  });
});

describe('a deletion', () => {
  async function ask(routes: FakeRoutes) {
    const app = await open(routes);
    await app.user.click((await cardOf('Name m1')).getByRole('button', { name: 'Delete' }));
    return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Delete Team Member?' })) };
  }

  it('removes the member with one request', async () => {
    const { user, calls, dialog } = await ask(house([buildMember('m1'), buildMember('m2')]).routes);
    await user.dblClick(dialog.getByRole('button', { name: 'Yes, Delete' }));
    await waitFor(() => expect(screen.queryByText('Name m1')).not.toBeInTheDocument());
    expect(callsTo(calls, removal)).toHaveLength(1);
    expect(screen.getByText('Deleted Name m1.')).toBeVisible();
    expect(screen.getByRole('group', { name: 'Our Team' })).toHaveFocus();
  });

  it('shows a busy state', async () => {
    const { routes } = house([buildMember('m1')]);
    routes[removal] = 'no answer';
    const { user, dialog } = await ask(routes);
    await user.click(dialog.getByRole('button', { name: 'Yes, Delete' }));
    expect(await dialog.findByRole('button', { name: 'Deleting...' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('shows an error when it fails', async () => {
    const { routes } = house([buildMember('m1')]);
    routes[removal] = failure(503, 'A part is down.');
    const { user, dialog } = await ask(routes);
    await user.click(dialog.getByRole('button', { name: 'Yes, Delete' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'Failed to delete team member. Please try again.A part is down.',
    );
  });
});
