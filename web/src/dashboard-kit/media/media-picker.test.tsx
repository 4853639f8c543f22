import type { MediaItem } from '@site/proto/content/v1/media.responses';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildEditedImage, callsTo, failure, fieldsOf, signInAs } from '@/testing/dashboard.js';
import { fakeGateway, type FakeResponse, type FakeRoutes } from '@/testing/fake-gateway.js';
import { MediaPicker } from './media-picker.js';
import { selectImage, jpegFile } from '@/testing/image-files.js';

const buildItem = (number: number, change: Partial<MediaItem> = {}): MediaItem => ({
  id: `media-${number}`,
  name: `Picture ${number}`,
  alt: 'A cloud',
  credit: '',
  focal_x: 0.5,
  focal_y: 0.5,
  picture: buildEditedImage(),
  uses: 0,
  created_at: '2026-11-20T12:00:00Z',
  version: 1,
  ...change,
});

const list = 'GET /admin/main/media';
const create = 'POST /admin/main/media/create';

function open(items: MediaItem[], routes: FakeRoutes = {}) {
  signInAs('editor');
  const calls = fakeGateway({ [list]: { data: items, next_cursor: null }, ...routes });
  const selected: string[] = [];
  const closed: string[] = [];
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MediaPicker
        open
        title="Cover"
        onSelect={({ name }) => selected.push(name)}
        onClose={() => closed.push('closed')}
      />
    </QueryClientProvider>,
  );
  return {
    user: userEvent.setup(),
    calls,
    selected,
    closed,
    dialog: within(screen.getByRole('dialog', { name: 'Cover' })),
  };
}

describe('choosing a picture', () => {
  it('works by keyboard', async () => {
    const { user, dialog, selected } = open([buildItem(1), buildItem(2)]);
    const first = await dialog.findByRole('radio', { name: 'Picture 1' });
    expect(dialog.getByRole('button', { name: 'Choose' })).toHaveAttribute('aria-disabled', 'true');
    first.focus();
    await user.keyboard(' {ArrowRight}');
    expect(dialog.getByRole('radio', { name: 'Picture 2' })).toBeChecked();
    await user.keyboard('{Enter}');
    expect(selected).toEqual(['Picture 2']);
  });

  it('works by click and button, or by double click', async () => {
    const { user, dialog, selected } = open([buildItem(1), buildItem(2)]);
    await user.click(await dialog.findByRole('radio', { name: 'Picture 1' }));
    await user.click(dialog.getByRole('button', { name: 'Choose' }));
    await user.dblClick(dialog.getByRole('radio', { name: 'Picture 2' }));
    expect(selected).toEqual(['Picture 1', 'Picture 2']);
  });

  it('marks pictures without alt text and disables those that can’t be shown', async () => {
    const broken = buildEditedImage({ state: 'rejected', sizes: [], rejected_because: 'No picture.' });
    const { dialog } = open([buildItem(1, { alt: '' }), buildItem(2, { picture: broken })]);
    expect(await dialog.findByRole('radio', { name: 'Picture 1' })).toHaveAccessibleDescription('No alt text yet');
    expect(dialog.getByRole('radio', { name: 'Picture 2' })).toBeDisabled();
  });

  it('searches, and says when there are no matches', async () => {
    const { user, dialog } = open([], {
      [list]: ({ query }) => ({ data: query.get('q') === 'hail' ? [buildItem(3)] : [], next_cursor: null }),
    });
    expect(await dialog.findByText('There are no pictures yet. Upload the first one.')).toBeVisible();
    await user.type(dialog.getByRole('textbox', { name: 'Search pictures' }), 'hail');
    expect(await dialog.findByRole('radio', { name: 'Picture 3' })).toBeVisible();
  });

  it('closes without choosing a picture', async () => {
    const { user, dialog, selected, closed } = open([buildItem(1)]);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect([selected, closed]).toEqual([[], ['closed']]);
  });
});

describe('uploading a picture while choosing', () => {
  const file = jpegFile('hail.jpg');

  async function openUpload(response: () => FakeResponse) {
    const app = open([], { [create]: response });
    await app.user.click(app.dialog.getByRole('button', { name: 'Upload a picture' }));
    return app;
  }

  it('requires alt text and then chooses the picture', async () => {
    const { user, dialog, calls, selected } = await openUpload(() => ({ data: buildItem(9) }));
    await user.click(dialog.getByRole('button', { name: 'Upload and choose' }));
    expect(dialog.getByText('Choose a picture.')).toBeVisible();
    expect(dialog.getByText('Enter alt text for the picture.')).toBeVisible();
    expect(callsTo(calls, create)).toEqual([]);
    await selectImage(user, dialog.getByLabelText(/^Picture/), file);
    await user.type(dialog.getByRole('textbox', { name: /^Alt text/ }), 'Hail on a lawn');
    await user.click(dialog.getByRole('button', { name: 'Upload and choose' }));
    await waitFor(() => expect(selected).toEqual(['Picture 9']));
    expect(fieldsOf(callsTo(calls, create)[0])).toEqual({ alt: 'Hail on a lawn', credit: '', image: 'hail.jpg' });
  });

  it('keeps the input when it fails', async () => {
    const { user, dialog, selected } = await openUpload(() => failure(503, 'The store is down.'));
    await selectImage(user, dialog.getByLabelText(/^Picture/), file);
    await user.type(dialog.getByRole('textbox', { name: /^Alt text/ }), 'Hail');
    await user.click(dialog.getByRole('button', { name: 'Upload and choose' }));
    expect(await dialog.findByText('The store is down.')).toBeVisible();
    expect(dialog.getByRole('textbox', { name: /^Alt text/ })).toHaveValue('Hail');
    expect(dialog.getByText('hail.jpg')).toBeVisible();
    expect(selected).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Back to the pictures' }));
    expect(dialog.getByRole('textbox', { name: 'Search pictures' })).toBeVisible();
  });
});
