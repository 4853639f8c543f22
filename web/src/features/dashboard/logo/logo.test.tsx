import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildImage } from '@/testing/builders.js';
import { callsTo, failure, fieldsOf, openScreen, signInAs } from '@/testing/dashboard.js';
import type { FakeResponse, FakeRoutes, SeenCall } from '@/testing/fake-gateway.js';
import { renderApp } from '@/testing/render-app.js';
import { selectImage, ofSize, pngFile, svgFile } from '@/testing/image-files.js';

const logo = { id: 'logo-1', logo: '/media/logo/a-320.png', picture: buildImage(), version: 2 };
const open = (stored: object | null = null, routes: FakeRoutes = {}) =>
  openScreen('/dashboard/logo', { 'GET /admin/main/logo': { data: stored }, ...routes });
const button = (name: string) => screen.getByRole('button', { name });

async function openNew(routes: FakeRoutes = {}) {
  const app = await open(null, routes);
  await app.user.click(await screen.findByRole('button', { name: 'Create New' }));
  return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Add New Logo' })) };
}

async function openEditor(routes: FakeRoutes = {}) {
  const app = await open(logo, routes);
  await app.user.click(await screen.findByRole('button', { name: 'Edit' }));
  return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Edit Logo' })) };
}

describe('the logo screen', () => {
  it('has a title and, with no logo, says so and offers to create one', async () => {
    await open();
    expect(screen.getByRole('heading', { name: 'Logo', level: 1 })).toBeVisible();
    expect(await screen.findByText('No logo found. Upload a logo now!')).toBeVisible();
    expect(button('Create New')).toBeVisible();
  });

  it('lists every accepted format', async () => {
    const { dialog } = await openNew();
    expect(dialog.getByText(/^JPEG, PNG, GIF, WebP, HEIC or AVIF up to 10 MB, or SVG up to 512 KB\./)).toBeVisible();
  });

  it('shows the one logo with Delete and Edit, and no way to create another', async () => {
    await open(logo);
    expect(await screen.findByRole('img', { name: 'Arkansas Weather logo' })).toBeVisible();
    expect(button('Delete')).toBeVisible();
    expect(button('Edit')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Create New' })).not.toBeInTheDocument();
  });

  it('says that a new picture is being processed, and polls until it is ready', async () => {
    let stored = { ...logo, picture: buildImage({ state: 'processing', sizes: [] }) };
    await open(null, { 'GET /admin/main/logo': () => ({ data: stored }) });
    expect(await screen.findByText('The picture is being prepared…')).toBeVisible();
    stored = logo;
    expect(await screen.findByRole('img', { name: 'Arkansas Weather logo' }, { timeout: 4_000 })).toBeVisible();
  });

  it('shows a loading state', async () => {
    await open(null, { 'GET /admin/main/logo': 'no answer' });
    expect(screen.getByText('Loading the logo')).toBeInTheDocument();
  });

  it('shows an error with a retry', async () => {
    const routes: FakeRoutes = { 'GET /admin/main/logo': failure(503, 'A part is down.') };
    signInAs('admin');
    renderApp('/dashboard/logo', { routes });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Failed to fetch logo. Please try again later.A part is down.');
    routes['GET /admin/main/logo'] = { data: null };
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No logo found. Upload a logo now!')).toBeVisible();
  });
});

describe('creating the logo', () => {
  const address = 'POST /admin/main/logo/create';

  it('requires a picture and sends nothing without one', async () => {
    const { user, dialog, calls } = await openNew();
    expect(dialog.getByText('Add Logo Image')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Add Logo' }));
    expect(await dialog.findByText('Logo image is required')).toBeVisible();
    expect(callsTo(calls, address)).toEqual([]);
  });

  it('shows the chosen picture, and requires one again after it is removed', async () => {
    const { user, dialog } = await openNew();
    await selectImage(user, dialog.getByLabelText('Logo'), pngFile('logo.png'));
    expect(await dialog.findByRole('img', { name: 'Preview of your selection' })).toBeVisible();
    expect(dialog.queryByText('Logo image is required')).not.toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Remove logo' }));
    expect(dialog.getByText('Logo image is required')).toBeVisible();
    expect(dialog.getByText('Add Logo Image')).toBeVisible();
  });

  it.each<[string, File, string]>([
    [
      'a file that is no picture',
      new File(['%PDF-1.7'], 'logo.pdf', { type: 'application/pdf' }),
      'This file is not a picture. Please choose another one.',
    ],
    [
      'an empty file',
      new File([], 'logo.png', { type: 'image/png' }),
      'This file is empty. Please choose another one.',
    ],
    [
      'a picture over 10 MB',
      ofSize(pngFile(), 10 * 1024 * 1024 + 1),
      'This logo is larger than 10 MB. Please choose a smaller one.',
    ],
    [
      'a drawing over 512 KB',
      svgFile('logo.svg', 512 * 1024 + 1),
      'This drawing is larger than 512 KB. Please choose a smaller one.',
    ],
  ])('rejects %s and sends nothing', async (_case, selected, text) => {
    const { dialog, calls } = await openNew();
    const user = userEvent.setup({ applyAccept: false });
    await selectImage(user, dialog.getByLabelText('Logo'), selected);
    expect(await dialog.findByText(text)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Add Logo' }));
    expect(callsTo(calls, address)).toEqual([]);
  });

  it('shows the upload progress, then closes and shows the logo', async () => {
    let seen: SeenCall | undefined;
    let finish: (answer: FakeResponse) => void = () => undefined;
    let stored: object | null = null;
    const { user, dialog, calls } = await openNew({
      'GET /admin/main/logo': () => ({ data: stored }),
      [address]: (call) => {
        seen = call;
        return new Promise((resolve) => (finish = resolve));
      },
    });
    await selectImage(user, dialog.getByLabelText('Logo'), pngFile('logo.png'));
    await user.dblClick(dialog.getByRole('button', { name: 'Add Logo' }));
    expect(await dialog.findByRole('button', { name: 'Adding...' })).toHaveAttribute('aria-disabled', 'true');
    act(() => seen?.progress(1, 4));
    await waitFor(() => expect(dialog.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25'));
    act(() => seen?.progress(4, 4));
    expect(await dialog.findByText('Sent. Waiting for a response…')).toBeVisible();
    stored = logo;
    finish({ action: 'Logo Created Successfully', data: logo });
    expect(await screen.findByText('Logo Created Successfully')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByRole('img', { name: 'Arkansas Weather logo' })).toBeVisible();
    expect(callsTo(calls, address)).toHaveLength(1);
    expect(fieldsOf(seen)).toEqual({ logo: 'logo.png' });
    expect(seen?.headers['idempotency-key']).toBeDefined();
  });

  it('stops an upload with Cancel, and keeps the picture', async () => {
    const { user, dialog } = await openNew({ [address]: 'no answer' });
    await selectImage(user, dialog.getByLabelText('Logo'), pngFile('logo.png'));
    await user.click(dialog.getByRole('button', { name: 'Add Logo' }));
    await dialog.findByRole('progressbar');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(await dialog.findByRole('button', { name: 'Add Logo' })).toBeVisible();
    expect(dialog.queryByRole('progressbar')).not.toBeInTheDocument();
    expect(dialog.queryByRole('alert')).not.toBeInTheDocument();
    expect(dialog.getByText('logo.png')).toBeVisible();
  });

  it.each<[string, FakeResponse, string]>([
    ['that there is one already', failure(409, 'There is a logo already.'), 'There is a logo already.'],
    ['what is wrong with it', failure(422, 'The picture cannot be read.'), 'The picture cannot be read.'],
    ['a lost connection', 'network failure', ''],
  ])('shows %s, and keeps the picture', async (_case, answer, detail) => {
    const { user, dialog } = await openNew({ [address]: answer });
    await selectImage(user, dialog.getByLabelText('Logo'), pngFile('logo.png'));
    await user.click(dialog.getByRole('button', { name: 'Add Logo' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(`Failed to create logo.${detail}`);
    expect(dialog.getByText('logo.png')).toBeVisible();
  });
});

describe('editing the logo', () => {
  const address = 'POST /admin/main/logo/edit';

  it('accepts the stored picture, and sends no file when it stays', async () => {
    const { user, dialog, calls } = await openEditor({
      [address]: { action: 'Logo Updated Successfully', data: logo },
    });
    expect(dialog.getByRole('img', { name: 'Arkansas Weather logo' })).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Update' }));
    expect(await screen.findByText('Logo Updated Successfully')).toBeVisible();
    const [call] = callsTo(calls, address);
    expect(fieldsOf(call)).toEqual({ logo_id: 'logo-1' });
    expect(call?.headers['if-match']).toBe('"2"');
  });

  it('sends a new picture', async () => {
    const { user, dialog, calls } = await openEditor({ [address]: { data: logo } });
    await selectImage(user, dialog.getByLabelText('Logo'), pngFile('other.png'));
    await user.click(dialog.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(fieldsOf(callsTo(calls, address)[0])).toEqual({ logo_id: 'logo-1', logo: 'other.png' });
  });

  it('requires a picture', async () => {
    const { user, dialog, calls } = await openEditor();
    await user.click(dialog.getByRole('button', { name: 'Remove logo' }));
    expect(dialog.getByText('Logo image is required')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Update' }));
    expect(callsTo(calls, address)).toEqual([]);
  });

  it('shows an error', async () => {
    const { user, dialog } = await openEditor({ [address]: failure(500, 'Something broke.') });
    await user.click(dialog.getByRole('button', { name: 'Update' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Failed to update logo.Something broke.');
  });

  it('shows a busy state', async () => {
    const { user, dialog } = await openEditor({ [address]: 'no answer' });
    await user.click(dialog.getByRole('button', { name: 'Update' }));
    expect(await dialog.findByRole('button', { name: 'Updating...' })).toHaveAttribute('aria-disabled', 'true');
  });
});

describe('deleting the logo', () => {
  const address = 'GET /admin/main/logo/delete/logo-1';

  async function ask(routes: FakeRoutes = {}) {
    const app = await open(logo, routes);
    await app.user.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete Logo?' });
    expect(dialog).toHaveTextContent('Are you sure you want to delete this logo?');
    return { ...app, dialog: within(dialog) };
  }

  it('sends one request and shows the empty state', async () => {
    let stored: object | null = logo;
    const { user, dialog, calls } = await ask({
      'GET /admin/main/logo': () => ({ data: stored }),
      [address]: () => {
        stored = null;
        return { data: null };
      },
    });
    await user.dblClick(dialog.getByRole('button', { name: 'Yes, Delete' }));
    expect(await screen.findByText('No logo found. Upload a logo now!')).toBeVisible();
    expect(callsTo(calls, address)).toHaveLength(1);
  });

  it('shows an error', async () => {
    const routes: FakeRoutes = { [address]: failure(500, 'Something broke.') };
    const { user, dialog } = await ask(routes);
    await user.click(dialog.getByRole('button', { name: 'Yes, Delete' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'Failed to delete logo. Please try again.Something broke.',
    );
  });

  it('shows a busy state', async () => {
    const { user, dialog } = await ask({ [address]: 'no answer' });
    await user.click(dialog.getByRole('button', { name: 'Yes, Delete' }));
    expect(await dialog.findByRole('button', { name: 'Deleting...' })).toHaveAttribute('aria-disabled', 'true');
  });
});
