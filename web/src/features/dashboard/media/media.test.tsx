import type { MediaItem } from '@site/proto/content/v1/media.responses';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildSnapshot } from '@/testing/builders.js';
import { buildEditedImage, callsTo, failure, fieldsOf, openScreen } from '@/testing/dashboard.js';
import type { FakeResponse, FakeRoutes } from '@/testing/fake-gateway.js';
import { jpegFile } from '@/testing/image-files.js';

const buildMedia = (number: number, change: Partial<MediaItem> = {}): MediaItem => ({
  id: `media-${number}`,
  name: `Picture ${number}`,
  alt: `A cloud, number ${number}`,
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
const open = (items: MediaItem[], routes: FakeRoutes = {}, path = '/dashboard/media') =>
  openScreen(path, { [list]: { data: items, next_cursor: null }, ...routes });
const card = async (name: string) => {
  const heading = await screen.findByRole('heading', { name });
  return within(heading.closest('li')!);
};

describe('the library', () => {
  it('shows each picture with its texts and number of uses', async () => {
    await open([buildMedia(1, { alt: '', uses: 0 }), buildMedia(2, { credit: 'Jo Byrd', uses: 3 })]);
    const first = await card('Picture 1');
    expect(first.getByText('No alt text yet')).toBeVisible();
    expect(first.getByText('Not used')).toBeVisible();
    const second = await card('Picture 2');
    expect(second.getByText('A cloud, number 2')).toBeVisible();
    expect(second.getByText('Credit: Jo Byrd')).toBeVisible();
    expect(second.getByText('Used in 3 places')).toBeVisible();
    expect(screen.getByText('2 pictures, newest first')).toBeVisible();
  });

  it('crops a picture around its focal point', async () => {
    await open([buildMedia(1, { picture: buildEditedImage({ focal: [0.25, 1] }) })]);
    expect(await screen.findByRole('img', { name: 'A cloud, number 1' })).toHaveClass('focal-x-25 focal-y-100');
  });

  it('shows empty states for the library and for a search', async () => {
    const { user } = await open([], {
      [list]: ({ query }) => ({ data: query.get('q') === 'hail' ? [] : [buildMedia(1)], next_cursor: null }),
    });
    await card('Picture 1');
    await user.type(screen.getByRole('textbox', { name: 'Search pictures' }), 'hail');
    expect(await screen.findByText('No pictures match “hail”.')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Search pictures' })).toBeVisible();
  });

  it('shows empty, loading and error states', async () => {
    const { user } = await open([], { [list]: failure(503, 'A part is down.') });
    const alert = await screen.findByText('We couldn’t load the pictures. Try again.');
    expect(alert).toBeVisible();
    expect(screen.getByText('A part is down.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('We couldn’t load the pictures. Try again.')).toBeVisible();
  });

  it('prompts to upload the first picture', async () => {
    await open([]);
    expect(await screen.findByText(/^There are no pictures yet\./)).toBeVisible();
  });

  it('shows 300 pictures a page at a time', async () => {
    const page = (from: number) => Array.from({ length: 48 }, (_none, index) => buildMedia(from + index));
    const { user, calls } = await open([], {
      [list]: ({ query }) => ({ data: page(Number(query.get('cursor') ?? 0)), next_cursor: '48' }),
    });
    await card('Picture 0');
    expect(screen.getByText('48+ pictures, newest first')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    await card('Picture 95');
    expect(callsTo(calls, list).map(({ query }) => [query.get('limit'), query.get('cursor')])).toEqual([
      ['48', null],
      ['48', '48'],
    ]);
  });

  it('offers to retry a picture whose processing failed', async () => {
    const picture = buildEditedImage({
      state: 'failed',
      sizes: [],
      rejected_because: 'The disk is full.',
      retry_id: 'p1',
    });
    const { user, calls } = await open([buildMedia(1, { picture })], {
      'POST /admin/main/pictures/p1/retry': { data: null },
    });
    const visible = await card('Picture 1');
    expect(visible.getByText('The disk is full.')).toBeVisible();
    await user.click(visible.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(callsTo(calls, 'POST /admin/main/pictures/p1/retry')).toHaveLength(1));
  });
});

describe('uploading', () => {
  const create = 'POST /admin/main/media/create';
  const input = () => screen.getByLabelText('Pictures to upload');

  it('uploads several files one at a time and shows progress', async () => {
    const waiting: ((response: FakeResponse) => void)[] = [];
    const { user, calls } = await open([], {
      [create]: () => new Promise<FakeResponse>((resolve) => waiting.push(resolve)),
    });
    await user.upload(input(), [jpegFile('one.jpg'), jpegFile('two.jpg')]);
    expect(await screen.findByRole('progressbar', { name: 'Upload' })).toBeVisible();
    expect(screen.getByText('Waiting')).toBeVisible();
    await waitFor(() => expect(callsTo(calls, create)).toHaveLength(1));
    waiting[0]?.({ data: buildMedia(1) });
    await waitFor(() => expect(callsTo(calls, create)).toHaveLength(2));
    waiting[1]?.({ data: buildMedia(2) });
    expect(await screen.findByRole('heading', { name: '2 of 2 pictures uploaded' })).toBeVisible();
    expect(callsTo(calls, create).map((call) => fieldsOf(call))).toEqual([{ image: 'one.jpg' }, { image: 'two.jpg' }]);
    await user.click(screen.getByRole('button', { name: 'Close the upload list' }));
    expect(screen.queryByRole('region', { name: 'Uploads' })).not.toBeInTheDocument();
  });

  it('says why a file was rejected, uploads the others, and retries with the same idempotency key', async () => {
    let response: FakeResponse = failure(503, 'The store is down.');
    const { user, calls } = await open([], { [create]: () => response });
    await userEvent
      .setup({ applyAccept: false })
      .upload(input(), [new File(['x'], 'note.txt', { type: 'text/plain' }), jpegFile()]);
    expect(await screen.findByText('This file is not a picture. Please choose another one.')).toBeVisible();
    expect(await screen.findByText('The store is down.')).toBeVisible();
    response = { data: buildMedia(1) };
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: '1 of 2 pictures uploaded' })).toBeVisible();
    const keys = callsTo(calls, create).map(({ headers }) => headers['idempotency-key']);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });
});

describe('editing a picture', () => {
  const item = buildMedia(1, { alt: '', uses: 1, version: 4 });
  const edit = 'POST /admin/main/media/edit';
  const uses = 'GET /admin/main/media/media-1/uses';

  async function openEditor(routes: FakeRoutes = {}) {
    const app = await open([item], {
      [uses]: { data: [{ kind: 'post', id: 'p1', title: 'Ice' }] },
      [edit]: { data: item },
      ...routes,
    });
    await app.user.click((await card('Picture 1')).getByRole('button', { name: 'Edit' }));
    return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Edit picture' })) };
  }

  it('edits alt text and credit, and shows where it is used', async () => {
    const { user, dialog, calls } = await openEditor();
    expect(await dialog.findByRole('link', { name: 'Ice' })).toHaveAttribute('href', '/dashboard/blog?post=p1');
    await user.type(dialog.getByRole('textbox', { name: 'Alt text' }), 'Hail on a lawn');
    await user.type(dialog.getByRole('textbox', { name: 'Credit' }), 'Jo');
    await user.click(dialog.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(callsTo(calls, edit)).toHaveLength(1));
    const [call] = callsTo(calls, edit);
    expect(fieldsOf(call)).toEqual({
      media_id: 'media-1',
      name: 'Picture 1',
      alt: 'Hail on a lawn',
      credit: 'Jo',
      focal_x: '0.5',
      focal_y: '0.5',
    });
    expect(call?.headers['if-match']).toBe('"4"');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('sets the focal point by pointing and previews the crops', async () => {
    const { user, dialog, calls } = await openEditor();
    const whole = dialog.getByTestId('focal-point');
    whole.getBoundingClientRect = () => ({ left: 100, top: 50, width: 400, height: 200 }) as DOMRect;
    point(whole, 'pointerdown', 200, 250);
    expect(dialog.getByRole('slider', { name: 'Horizontal' })).toHaveAttribute('aria-valuetext', '25% from the left');
    expect(dialog.getByRole('slider', { name: 'Vertical' })).toHaveAttribute('aria-valuetext', '100% from the top');
    point(whole, 'pointermove', 900, 0);
    const crops = within(dialog.getByRole('list', { name: 'Crop previews' }));
    expect(crops.getByText('Banner, 3:1')).toBeVisible();
    for (const picture of crops.getAllByRole('presentation', { hidden: true }).filter(isImage))
      expect(picture).toHaveClass('focal-x-100 focal-y-0');
    await user.click(dialog.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(callsTo(calls, edit)).toHaveLength(1));
    expect(fieldsOf(callsTo(calls, edit)[0])).toMatchObject({ focal_x: '1', focal_y: '0' });
  });

  it('sets the focal point by keyboard', async () => {
    const { user, dialog, calls } = await openEditor();
    fireEvent.change(dialog.getByRole('slider', { name: 'Horizontal' }), { target: { value: '0.3' } });
    fireEvent.change(dialog.getByRole('slider', { name: 'Vertical' }), { target: { value: '0.07' } });
    await user.click(dialog.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(callsTo(calls, edit)).toHaveLength(1));
    expect(fieldsOf(callsTo(calls, edit)[0])).toMatchObject({ focal_x: '0.3', focal_y: '0.07' });
  });

  it('keeps the input when another user changes it in the meantime', async () => {
    const { user, dialog } = await openEditor({
      [edit]: failure(409, 'Someone else changed this in the meantime.'),
      'GET /admin/main/media/media-1': { data: { ...item, credit: 'Theirs', version: 5 } },
    });
    await user.type(dialog.getByRole('textbox', { name: 'Alt text' }), 'Mine');
    await user.click(dialog.getByRole('button', { name: 'Update' }));
    await user.click(await dialog.findByRole('button', { name: 'Load the latest version' }));
    await waitFor(() => expect(dialog.getByRole('textbox', { name: 'Credit' })).toHaveValue('Theirs'));
    expect(dialog.getByRole('textbox', { name: 'Alt text' })).toHaveValue('Mine');
  });

  it('says that it isn’t used', async () => {
    const { dialog } = await openEditor({ [uses]: { data: [] } });
    expect(await dialog.findByText('Not used anywhere.')).toBeVisible();
  });
});

describe('deleting a picture', () => {
  const remove = 'GET /admin/main/media/delete/media-1';

  async function askToDelete(routes: FakeRoutes) {
    const app = await open([buildMedia(1, { uses: 0 })], routes);
    await app.user.click((await card('Picture 1')).getByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete picture?' });
    await app.user.click(within(dialog).getByRole('button', { name: 'Yes, Delete' }));
    return { ...app, dialog };
  }

  it('isn’t offered while it is in use, and says where', async () => {
    const { user, calls } = await open([buildMedia(1, { uses: 1 })], {
      'GET /admin/main/media/media-1/uses': { data: [{ kind: 'post', id: 'p1', title: 'Ice' }] },
    });
    await user.click((await card('Picture 1')).getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'This picture is in use' }));
    expect(await dialog.findByRole('link', { name: 'Ice' })).toBeVisible();
    expect(dialog.queryByRole('button', { name: /Delete/ })).not.toBeInTheDocument();
    expect(callsTo(calls, remove)).toEqual([]);
  });

  it('is refused with the list of its uses when it came into use meanwhile', async () => {
    const sentence = 'This picture is shown in 1 place: the post “Ice”.';
    const { dialog } = await askToDelete({ [remove]: failure(422, sentence) });
    expect(await within(dialog).findByText(sentence)).toBeVisible();
  });

  it('can be undone', async () => {
    const undo = 'POST /admin/main/trash/media/media-1/restore';
    const { user, calls } = await askToDelete({ [remove]: { data: null }, [undo]: { data: null } });
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('It’s back.')).toBeVisible();
    expect(callsTo(calls, undo)).toHaveLength(1);
  });
});

describe('photos of readers', () => {
  it('are listed in the library with place and sender', async () => {
    const { user } = await open([], { 'GET /main/snapshots': { data: [buildSnapshot(7)], next_cursor: null } });
    await user.click(await screen.findByRole('tab', { name: 'Photos' }));
    expect(await screen.findByRole('heading', { name: 'Jonesboro' })).toBeVisible();
    expect(screen.getByText('Photo: Maria Number7')).toBeVisible();
    expect(screen.getByRole('link', { name: /^View on the site/ })).toHaveAttribute('href', '/snapshots?id=snapshot-7');
  });

  it('show an empty state', async () => {
    await open([], { 'GET /main/snapshots': { data: [], next_cursor: null } }, '/dashboard/media?tab=photos');
    expect(await screen.findByText('No photos have been approved yet.')).toBeVisible();
  });
});

/** jsdom has no pointer events; React listens for them by name. */
const point = (target: HTMLElement, name: string, clientX: number, clientY: number) =>
  fireEvent(target, new MouseEvent(name, { clientX, clientY, buttons: 1, bubbles: true }));

const isImage = (element: HTMLElement) => element instanceof HTMLImageElement;
