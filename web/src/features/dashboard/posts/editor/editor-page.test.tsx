import { jest } from '@jest/globals';
import type { PostEditorData } from '@site/proto/content/v1/posts.responses';
import type { RevisionInput } from '@site/proto/content/v1/posts.schema';
import { documentOfText } from '@site/domain/content/rich-text';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildEditedImage, callsTo, failure, openScreen } from '@/testing/dashboard.js';
import type { FakeRoutes, SeenCall } from '@/testing/fake-gateway.js';
import {
  buildPostEditorData,
  buildEditedPost,
  buildSavedRevision,
  buildMedia,
  buildValues,
} from '@/testing/post-editing.js';
import { localCopyOf } from './recovered-draft.js';

const desk = 'GET /admin/main/post/p1';
const revision = 'PUT /admin/main/post/p1/revision';
const publish = 'POST /admin/main/post/p1/publish';
const copies = localCopyOf('ada', 'p1');

const bodyOf = (call: SeenCall | undefined) => JSON.parse(String(call?.body)) as RevisionInput;

/** Fakes a post at revision 1 whose saves are counted. */
function house(provided: Partial<PostEditorData> = {}) {
  const state = {
    desk: buildPostEditorData({ post: buildEditedPost('p1', { status: 'draft', published_at: null }), ...provided }),
  };
  const routes: FakeRoutes = {
    [desk]: () => ({ data: state.desk }),
    [revision]: (call) => {
      const { kind, base_revision: base } = bodyOf(call);
      return {
        data: buildSavedRevision({ revision: kind === 'saved' ? base + 1 : base, saved_at: '2026-11-20T18:00:00Z' }),
      };
    },
    'DELETE /admin/main/post/p1/autosave': { data: null },
  };
  return { routes, state };
}
async function open(routes: FakeRoutes, type?: string) {
  const app = await openScreen('/dashboard/blog?post=p1', routes, type);
  await screen.findByRole('textbox', { name: 'Description' });
  return app;
}
const sentTitles = (calls: SeenCall[]) => callsTo(calls, revision).map((call) => bodyOf(call).values.title);

// jsdom lacks the layout rectangles that the editor asks for.
beforeAll(() => {
  Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect ??= () => new DOMRect();
  document.elementFromPoint ??= () => null;
});

describe('the writing desk', () => {
  it('shows the saved post and autosaves changes with all fields', async () => {
    const { user, calls } = await open(house().routes);
    expect(screen.getByRole('heading', { level: 1, name: 'Create Blog Post' })).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Description' })).toHaveTextContent('Look west.');
    await user.type(screen.getByLabelText('Blog Title'), '!');
    expect(copies.read()?.values.title).toBe('Shelf clouds!');
    await waitFor(() => expect(callsTo(calls, revision)).toHaveLength(1));
    expect(bodyOf(callsTo(calls, revision)[0])).toEqual({
      kind: 'autosave',
      base_revision: 1,
      tab: expect.any(String) as string,
      replaces: '',
      values: buildValues({ title: 'Shelf clouds!' }),
    });
    expect(await screen.findByText('Autosaved 12:00 PM')).toBeInTheDocument();
    expect(copies.read()).toBeUndefined();
    expect(screen.getByLabelText('Blog Title')).toHaveValue('Shelf clouds!');
  });

  it('saves a version with Ctrl+S', async () => {
    const { user, calls } = await open(house().routes);
    await user.type(screen.getByLabelText('Blog Title'), '!');
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(callsTo(calls, revision).map((call) => bodyOf(call).kind)).toEqual(['saved']));
    expect(await screen.findAllByText('Saved 12:00 PM')).not.toHaveLength(0);
  });

  it('restores unsaved text after a crash, says so, and can go to the saved version', async () => {
    copies.save({ values: buildValues({ title: 'Left behind' }), at: Date.now() - 60_000, base: 1 });
    const { user, calls } = await open(house().routes);
    expect(screen.getByLabelText('Blog Title')).toHaveValue('Left behind');
    expect(screen.getByText(/^Your unsaved text from .* has been restored\.$/)).toBeVisible();
    await waitFor(() => expect(sentTitles(calls)).toEqual(['Left behind']));
    await user.click(screen.getByRole('button', { name: 'Go to the last saved version' }));
    expect(screen.getByLabelText('Blog Title')).toHaveValue('Shelf clouds');
    await waitFor(() => expect(callsTo(calls, 'DELETE /admin/main/post/p1/autosave')).toHaveLength(1));
    expect(copies.read()).toBeUndefined();
    await user.click(screen.getByRole('button', { name: 'Restore the previous text' }));
    expect(screen.getByLabelText('Blog Title')).toHaveValue('Left behind');
  });

  it('discards a draft after its autosave in flight has ended', async () => {
    copies.save({ values: buildValues({ title: 'Left behind' }), at: Date.now() - 60_000, base: 1 });
    const { routes } = house();
    let endAutosave = () => undefined as void;
    routes[revision] = () =>
      new Promise((resolve) => (endAutosave = () => resolve({ data: buildSavedRevision({ revision: 1 }) })));
    const { user, calls } = await open(routes);
    await waitFor(() => expect(sentTitles(calls)).toEqual(['Left behind']));
    await user.click(screen.getByRole('button', { name: 'Go to the last saved version' }));
    expect(callsTo(calls, 'DELETE /admin/main/post/p1/autosave')).toHaveLength(0);
    endAutosave();
    await waitFor(() => expect(callsTo(calls, 'DELETE /admin/main/post/p1/autosave')).toHaveLength(1));
    expect(screen.getByLabelText('Blog Title')).toHaveValue('Shelf clouds');
  });

  it('restores the server’s autosave', async () => {
    const values = buildValues({ title: 'Autosaved', document: documentOfText('Look north.') });
    await open(
      house({ autosave: { values, created_at: '2026-11-20T18:30:00Z', base_revision: 1, tab: 'earlier' } }).routes,
    );
    expect(screen.getByLabelText('Blog Title')).toHaveValue('Autosaved');
    expect(screen.getByRole('textbox', { name: 'Description' })).toHaveTextContent('Look north.');
    expect(
      screen.getByText('Your unsaved text from November 20, 2026 at 12:30 PM CST has been restored.'),
    ).toBeVisible();
  });

  it('never writes a response into a field', async () => {
    const { routes, state } = house();
    const { user, client } = await open(routes);
    await user.type(screen.getByLabelText('Blog Title'), ' of mine');
    state.desk = { ...state.desk, values: buildValues({ title: 'Theirs', document: documentOfText('Other.') }) };
    await act(() => client.invalidateQueries({ queryKey: ['admin'] }));
    expect(screen.getByLabelText('Blog Title')).toHaveValue('Shelf clouds of mine');
    expect(screen.getByRole('textbox', { name: 'Description' })).toHaveTextContent('Look west.');
  });

  it('says that the post doesn’t exist', async () => {
    await openScreen('/dashboard/blog?post=p1', { [desk]: failure(404, 'There is no such post.') });
    expect(await screen.findByText(/We couldn’t find this post/)).toBeVisible();
  });
});

describe('two editors', () => {
  async function collide() {
    const { routes, state } = house();
    const app = await open(routes);
    await app.user.type(screen.getByLabelText('Blog Title'), ' of mine');
    const { [revision]: works } = routes;
    routes[revision] = (call) => {
      if (bodyOf(call).kind === 'saved' && bodyOf(call).base_revision < 2)
        return failure(409, 'Someone else changed this in the meantime.');
      return typeof works === 'function' ? works(call) : works!;
    };
    const theirs = buildValues({ title: 'Shelf clouds of Nora' });
    state.desk = { ...state.desk, post: { ...state.desk.post, revision: 2 }, values: theirs };
    const nora = { number: 2, kind: 'saved', author_name: 'Nora', created_at: '2026-11-20T18:10:00Z' };
    routes['GET /admin/main/post/p1/revisions/2'] = { data: { ...nora, values: theirs, media: [] } };
    await app.user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(/^Nora saved version 2 of this post after you opened it/);
    return app;
  }

  it('see that the other is editing', async () => {
    const { routes } = house();
    routes[revision] = { data: buildSavedRevision({ others_at_work: ['Nora'] }) };
    const { user } = await open(routes);
    await user.type(screen.getByLabelText('Blog Title'), '!');
    expect(await screen.findByText('Nora is editing this post too.')).toBeVisible();
  });

  it('see the other version before saving over it', async () => {
    const { user, calls } = await collide();
    await user.click(screen.getByRole('button', { name: 'See the other version' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'The other version' }));
    expect(dialog.getByText('Nora')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Keep my version' }));
    await waitFor(() => expect(screen.queryByText(/saved version 2 of this post/)).not.toBeInTheDocument());
    expect(bodyOf(callsTo(calls, revision).at(-1))).toMatchObject({
      kind: 'saved',
      base_revision: 2,
      values: { title: 'Shelf clouds of mine' },
    });
  });

  it('lose nothing when the other version is used: theirs is kept as an older version', async () => {
    const { user, calls } = await collide();
    await user.click(screen.getByRole('button', { name: 'Use the other version' }));
    await waitFor(() => expect(screen.getByLabelText('Blog Title')).toHaveValue('Shelf clouds of Nora'));
    await waitFor(() =>
      expect(
        callsTo(calls, revision)
          .map(bodyOf)
          .filter(({ kind }) => kind === 'saved')
          .slice(1)
          .map(({ base_revision: base, values }) => [base, values.title]),
      ).toEqual([
        [2, 'Shelf clouds of mine'],
        [3, 'Shelf clouds of Nora'],
      ]),
    );
  });
});

describe('two tabs of the same editor', () => {
  const theirTime = '2026-11-20T18:00:00Z';
  async function collide() {
    const { routes, state } = house();
    const app = await open(routes);
    const { [revision]: works } = routes;
    routes[revision] = (call) => {
      const { kind, replaces } = bodyOf(call);
      if (kind === 'autosave' && replaces !== theirTime)
        return failure(409, 'You’re editing this post in another tab, too.');
      return typeof works === 'function' ? works(call) : works!;
    };
    const theirs = buildValues({ title: 'Shelf clouds there' });
    state.desk = {
      ...state.desk,
      autosave: { values: theirs, created_at: theirTime, base_revision: 1, tab: 'other' },
    };
    await app.user.type(screen.getByLabelText('Blog Title'), ' here');
    await screen.findByText(/^You’re editing this post in another tab or on another device, too/);
    return app;
  }
  const notice = () => screen.queryByText(/^You’re editing this post in another tab/);

  it('see the difference; each keeps its text until one is chosen', async () => {
    const { user, calls } = await collide();
    expect(screen.getAllByText(/^Not autosaved: this post has other text in another tab/)[0]).toBeVisible();
    await user.type(screen.getByLabelText('Blog Title'), '!');
    expect(copies.read()?.values.title).toBe('Shelf clouds here!');
    expect(copies.read()?.tab).not.toBe('other');
    await user.click(screen.getByRole('button', { name: 'See the other version' }));
    expect(within(await screen.findByRole('dialog', { name: 'The other version' })).getByText('there')).toBeVisible();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Keep my version' }));
    expect(notice()).not.toBeInTheDocument();
    await waitFor(() => expect(sentTitles(calls).at(-1)).toBe('Shelf clouds here!'));
    expect(bodyOf(callsTo(calls, revision).at(-1))).toMatchObject({ kind: 'autosave', replaces: theirTime });
    await waitFor(() => expect(copies.read()).toBeUndefined());
  });

  it('can go on with the other text, and bring this one back', async () => {
    const { user, calls } = await collide();
    await user.click(screen.getByRole('button', { name: 'Use the other version' }));
    expect(notice()).not.toBeInTheDocument();
    expect(screen.getByLabelText('Blog Title')).toHaveValue('Shelf clouds there');
    await waitFor(() => expect(sentTitles(calls).at(-1)).toBe('Shelf clouds there'));
    await user.click(screen.getByRole('button', { name: 'Restore the previous text' }));
    expect(screen.getByLabelText('Blog Title')).toHaveValue('Shelf clouds here');
  });

  it('see that the other tab has saved a version', async () => {
    const { routes } = house();
    routes[revision] = { data: buildSavedRevision({ revision: 2 }) };
    const { user } = await open(routes);
    await user.type(screen.getByLabelText('Blog Title'), '!');
    expect(await screen.findByText(/^You have saved another version of this post in another tab/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Compare versions' })).toBeVisible();
  });
});

describe('a picture that is being prepared', () => {
  it('appears in the text when it is ready', async () => {
    const preparing = buildMedia('m1', { picture: buildEditedImage({ state: 'processing', sizes: [] }) });
    const document = { type: 'doc' as const, content: [{ type: 'image' as const, attrs: { mediaId: 'm1' } }] };
    const { routes } = house({ values: buildValues({ document }), media: [preparing] });
    let now = preparing;
    routes['GET /admin/main/media/m1'] = () => ({ data: now });
    const { calls } = await open(routes);
    const text = within(screen.getByRole('textbox', { name: 'Description' }));
    expect(await text.findByText('The picture is being prepared…')).toBeVisible();
    await waitFor(() => expect(callsTo(calls, 'GET /admin/main/media/m1')).not.toHaveLength(0));
    now = buildMedia('m1');
    expect(await text.findByRole('img', { name: now.alt }, { timeout: 5_000 })).toBeVisible();
    expect(text.queryByText('The picture is being prepared…')).not.toBeInTheDocument();
  });
});

describe('a picture from the library', () => {
  it('is described before it’s inserted, for this post only', async () => {
    const item = buildMedia('m1', { alt: 'A cloud' });
    const { routes } = house();
    routes['GET /admin/main/media'] = { data: [item], next_cursor: null };
    const { user, calls } = await open(routes);
    await user.click(screen.getByRole('button', { name: 'Picture from the library' }));
    const picker = within(await screen.findByRole('dialog', { name: 'Choose a picture' }));
    await user.click(await picker.findByRole('radio', { name: item.name }));
    await user.click(picker.getByRole('button', { name: 'Choose' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Insert the picture' }));
    const alt = dialog.getByRole('textbox', { name: 'Alt text' });
    expect(alt).toHaveValue('A cloud');
    await user.clear(alt);
    await user.click(dialog.getByRole('button', { name: 'Insert' }));
    expect(dialog.getByText('Describe the picture for readers who can’t see it.')).toBeVisible();
    await user.type(alt, 'The shelf cloud over Conway');
    await user.click(dialog.getByRole('button', { name: 'Insert' }));
    const text = within(screen.getByRole('textbox', { name: 'Description' }));
    expect(await text.findByText('Alt text: The shelf cloud over Conway')).toBeVisible();
    expect(callsTo(calls, 'POST /admin/main/media/update/m1')).toEqual([]);
  });
});

describe('a weather warning', () => {
  const tornado = {
    event_key: 'KLZK.TO.W.0042.2026',
    event: 'Tornado Warning',
    areas: 'Pulaski, AR',
    began_at: '2026-11-20T18:00:00Z',
    ended_at: null,
  };
  const flood = {
    event_key: 'KLZK.FF.W.0007.2026',
    event: 'Flash Flood Warning',
    areas: 'Saline, AR',
    began_at: '2026-11-19T18:00:00Z',
    ended_at: '2026-11-19T20:00:00Z',
  };

  it('is chosen from those in force and of the last seven days; no other one is accepted', async () => {
    const { routes } = house();
    routes['GET /admin/main/post/warnings'] = { data: [tornado, flood] };
    const { user } = await open(routes);
    await user.click(screen.getByRole('button', { name: 'Weather warning' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Weather warning' }));
    expect(await dialog.findByRole('button', { name: /Tornado Warning.*In force since/ })).toBeVisible();
    expect(dialog.getByRole('button', { name: /Flash Flood Warning.*Ended November 19/ })).toBeVisible();
    await user.type(dialog.getByLabelText('Search'), 'KLZK.TO.W.9999.2026');
    expect(dialog.getByText(/^No warning in force or of the last seven days matches/)).toBeVisible();
    expect(dialog.queryByRole('button', { name: /Warning/ })).not.toBeInTheDocument();
    await user.clear(dialog.getByLabelText('Search'));
    await user.type(dialog.getByLabelText('Search'), `https://weather.example/warning/${tornado.event_key}`);
    await user.click(dialog.getByRole('button', { name: /Tornado Warning/ }));
    const text = within(screen.getByRole('textbox', { name: 'Description' }));
    expect(await text.findByRole('link', { name: /KLZK\.TO\.W\.0042/ })).toHaveAttribute(
      'href',
      '/warning/KLZK.TO.W.0042.2026',
    );
  });
});

describe('versions', () => {
  it('show when they were published, not when they were written', async () => {
    const { routes } = house();
    const published = {
      number: 1,
      kind: 'published',
      author_name: 'Nora',
      created_at: '2026-11-20T15:55:00Z',
      published_at: '2026-11-20T15:57:00Z',
    };
    routes['GET /admin/main/post/p1/revisions'] = { data: [published], next_cursor: null };
    const { user } = await open(routes);
    await user.click(screen.getByRole('button', { name: 'Versions' }));
    expect(await screen.findByText('Published by Nora')).toBeVisible();
    expect(screen.getByText('November 20, 2026 at 9:57 AM CST')).toBeVisible();
    expect(screen.queryByText(/9:55/)).not.toBeInTheDocument();
  });

  it('are compared with the current text, and restored', async () => {
    const { routes } = house({ media: [buildMedia('m1')] });
    const first = { number: 1, kind: 'saved', author_name: 'Nora', created_at: '2026-11-20T18:10:00Z' };
    routes['GET /admin/main/post/p1/revisions'] = { data: [first], next_cursor: null };
    const values = buildValues({ title: 'Hail', document: documentOfText('Look east.') });
    routes['GET /admin/main/post/p1/revisions/1'] = { data: { ...first, values, media: [] } };
    const { user } = await open(routes);
    await user.click(screen.getByRole('button', { name: 'Versions' }));
    expect(await screen.findByText('Saved by Nora')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Compare version 1' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Version 1' }));
    expect((await dialog.findByText('east')).tagName).toBe('DEL');
    expect(dialog.getByText('west').tagName).toBe('INS');
    await user.click(dialog.getByRole('button', { name: 'Restore' }));
    expect(screen.getByLabelText('Blog Title')).toHaveValue('Hail');
    expect(screen.getByRole('textbox', { name: 'Description' })).toHaveTextContent('Look east.');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(screen.getByRole('textbox', { name: 'Description' })).toHaveTextContent('Look west.');
  });
});

describe('publishing', () => {
  it('saves unsaved changes, then publishes that version', async () => {
    const { routes, state } = house();
    routes[publish] = () => {
      state.desk = { ...state.desk, post: buildEditedPost('p1', { title: 'Shelf clouds!' }) };
      return { data: state.desk.post };
    };
    const { user, calls } = await open(routes);
    await user.type(screen.getByLabelText('Blog Title'), '!');
    await user.click(screen.getByRole('radio', { name: /Publish now/ }));
    await user.click(screen.getByRole('checkbox', { name: /Send the newsletter with it/ }));
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    expect(await screen.findByText('Published “Shelf clouds!”.')).toBeVisible();
    expect(JSON.parse(String(callsTo(calls, publish)[0]?.body))).toEqual({
      revision: 2,
      status: 'published',
      publish_at: '',
      send_newsletter: true,
    });
    expect(callsTo(calls, publish)[0]?.headers['idempotency-key']).toBeTruthy();
    expect(await screen.findByRole('heading', { level: 1, name: 'Edit Blog Post' })).toBeVisible();
    expect(screen.getByRole('radio', { name: /Back to draft/ })).toBeInTheDocument();
  });

  it.each([/Back to draft/, /Unlisted/])('warns that %s puts an unfinished newsletter on hold', async (choice) => {
    const { routes } = house({ post: buildEditedPost('p1') });
    routes['GET /admin/main/post/p1/campaign'] = { data: { state: 'sending', scheduled_at: null } };
    const { user } = await open(routes);
    const warning = /^The newsletter about this post isn’t finished/;
    expect(screen.queryByText(warning)).not.toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: choice }));
    expect(await screen.findByText(warning)).toBeVisible();
  });

  const scheduledPost = { status: 'scheduled', publish_at: '2030-11-26T13:30:00Z', published_at: null } as const;

  it('tells an editor that another decision keeps the newsletter from going out', async () => {
    const post = buildEditedPost('p1', { ...scheduledPost, send_newsletter: true });
    await open(house({ post }).routes, 'editor');
    expect(screen.getByText(/^An admin scheduled this post with the newsletter\./)).toBeVisible();
    expect(screen.queryByRole('checkbox', { name: /Send the newsletter/ })).not.toBeInTheDocument();
  });

  it.each([
    ['admin', /choose the newsletter again/],
    ['editor', /Only an admin can turn it on again/],
  ])('tells an %s who turned the newsletter off, and what to do', async (type, advice) => {
    const cleared = { newsletter_cleared_at: '2026-11-20T18:00:00Z', newsletter_cleared_by: 'Ed Editor' };
    await open(house({ post: buildEditedPost('p1', { ...scheduledPost, ...cleared }) }).routes, type);
    const notice = screen.getByText(/^The newsletter is off for this post: Ed Editor changed it on November 20, 2026/);
    expect(notice).toHaveTextContent(advice);
    expect(screen.getByText('Newsletter turned off')).toBeVisible();
  });

  it('scheduling uses Arkansas time and rejects past or missing times', async () => {
    const { routes } = house();
    routes[publish] = { data: buildEditedPost('p1', { status: 'scheduled', publish_at: '2030-11-26T13:30:00Z' }) };
    const { user, calls } = await open(routes);
    await user.click(screen.getByRole('radio', { name: /Schedule/ }));
    const box = screen.getByLabelText('Date and time');
    const enter = async (time: string) => {
      await user.clear(box);
      await user.type(box, time);
      await user.click(screen.getByRole('button', { name: 'Schedule' }));
    };
    await enter('2020-01-01T07:30');
    expect(screen.getByText(/^This time is past/)).toBeVisible();
    await enter('2030-03-10T02:30');
    expect(screen.getByText(/^This time doesn't exist/)).toBeVisible();
    await user.clear(box);
    await user.type(box, '2030-11-03T01:30');
    expect(
      screen.getByText(/The clocks go back that night, so this time comes twice\. We use the first/),
    ).toBeVisible();
    expect(callsTo(calls, publish)).toEqual([]);
    await enter('2030-11-26T07:30');
    await waitFor(() => expect(callsTo(calls, publish)).toHaveLength(1));
    expect(JSON.parse(String(callsTo(calls, publish)[0]?.body))).toMatchObject({
      status: 'scheduled',
      publish_at: '2030-11-26T07:30',
    });
  });

  it('lists errors together and at their fields', async () => {
    const { routes } = house();
    routes[publish] = failure(422, 'Some fields are not right.', [
      { field: 'title', message: 'Title is required' },
      { field: 'document', message: 'A picture has no alternative text' },
    ]);
    const { user } = await open(routes);
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Blog Title: Title is required');
    expect(alert).toHaveTextContent('Description: A picture has no alternative text');
    expect(screen.getByLabelText('Blog Title')).toBeInvalid();
    expect(screen.getAllByText('A picture has no alternative text')).toHaveLength(1);
    await user.click(within(alert).getByRole('link', { name: 'Description' }));
    expect(screen.getByRole('textbox', { name: 'Description' })).toHaveFocus();
    await user.click(within(alert).getByRole('link', { name: 'Blog Title' }));
    expect(screen.getByRole('textbox', { name: 'Blog Title' })).toHaveFocus();
  });

  it('is an update once the post is live', async () => {
    await open(house({ post: buildEditedPost('p1', { status: 'published' }) }).routes);
    expect(screen.getByRole('button', { name: 'Update' })).toBeVisible();
  });
});

describe('a preview', () => {
  it('opens in its own tab, and can be copied and revoked', async () => {
    const { routes } = house();
    routes['POST /admin/main/post/p1/preview'] = {
      data: { url: '/blogdetail#preview=secret', expires_at: '2026-11-27T18:00:00Z' },
    };
    routes['DELETE /admin/main/post/p1/preview'] = { data: null };
    const went = jest.fn();
    const tab = { opener: window, location: { replace: went }, close: jest.fn() };
    const opening = jest.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
    const { user, calls } = await open(routes);
    await user.click(screen.getByRole('button', { name: 'Preview' }));
    const link = await screen.findByRole('link', { name: /blogdetail#preview=secret/ });
    expect(went).toHaveBeenCalledWith('http://localhost/blogdetail#preview=secret');
    expect(tab.opener).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Revoke all preview links' }));
    await waitFor(() => expect(link).not.toBeInTheDocument());
    expect(callsTo(calls, 'DELETE /admin/main/post/p1/preview')).toHaveLength(1);
    opening.mockRestore();
  });
});

describe('a paste', () => {
  const paste = (html: string, text: string) =>
    fireEvent.paste(screen.getByRole('textbox', { name: 'Description' }), {
      clipboardData: { getData: (type: string) => (type === 'text/html' ? html : text), files: [], types: [] },
    });

  it('reports once, below the text, what a post can’t have', async () => {
    const { user } = await open(house().routes);
    paste('<table><tr><td>Conway</td><td>0.35<img src="x.png"></td></tr></table>', 'Conway 0.35');
    await waitFor(() => expect(screen.getByRole('table')).toHaveTextContent('Conway0.35'));
    expect(screen.getByText(/^The text is here without its pictures\./)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'OK' }));
    expect(screen.queryByText(/without its pictures/)).toBeNull();
  });

  it('of plain text reports nothing, and ends lines where the source did', async () => {
    await open(house().routes);
    paste('<p>a<u>b</u></p>', 'ab');
    expect(screen.getByText(/can’t contain pasted underline\./)).toBeVisible();
    paste('', 'one\vtwo\u2028three');
    expect(screen.queryByText(/can’t contain pasted/)).toBeNull();
    for (const line of ['one', 'two', 'three']) expect(screen.getByText(new RegExp(`${line}$|^${line}`))).toBeVisible();
  });
});

describe('the tools', () => {
  it('are a single Tab stop, with arrow keys between them', async () => {
    const { user } = await open(house().routes);
    const tools = within(screen.getByRole('toolbar', { name: 'Formatting' })).getAllByRole('button');
    expect(tools.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
    act(() => tools[0]?.focus());
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('button', { name: 'Italic' })).toHaveFocus();
    await user.keyboard('{End}');
    expect(tools.at(-1)).toHaveFocus();
    await user.keyboard('{ArrowRight}');
    expect(tools[0]).toHaveFocus();
  });

  it('show what is active, and make headings', async () => {
    const { user } = await open(house().routes);
    const heading = screen.getByRole('button', { name: 'Heading' });
    expect(heading).toHaveAttribute('aria-pressed', 'false');
    await user.click(heading);
    expect(heading).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByRole('heading', { level: 2, name: 'Look west.' })).toBeInTheDocument();
  });

  it('add valid links and explain why others are rejected', async () => {
    const { user } = await open(house().routes);
    await user.click(screen.getByRole('button', { name: 'Link' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Link' }));
    await user.type(dialog.getByLabelText('Link to'), 'javascript:alert(1)');
    await user.click(dialog.getByRole('button', { name: 'Add link' }));
    expect(dialog.getByText(/^Enter a web address/)).toBeVisible();
    await user.clear(dialog.getByLabelText('Link to'));
    await user.type(dialog.getByLabelText('Link to'), 'example.com');
    await user.click(dialog.getByRole('button', { name: 'Add link' }));
    const text = within(screen.getByRole('textbox', { name: 'Description' }));
    expect(await text.findByText('https://example.com/')).toHaveAttribute('href', 'https://example.com/');
  });
});

describe('the details', () => {
  it('add tags by comma and Enter, and remove them by keyboard', async () => {
    const { user, calls } = await open(house().routes);
    await user.type(screen.getByLabelText('Tags'), 'hail,wind{Enter}Hail{Enter}');
    const tags = () =>
      within(screen.getByRole('list', { name: 'Tags of this post' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent);
    expect(tags()).toEqual(['hail', 'wind']);
    await user.keyboard('{Backspace}');
    expect(tags()).toEqual(['hail']);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(bodyOf(callsTo(calls, revision)[0]).values.tags).toEqual(['hail']));
  });

  it('show a tag that is added by a press on another control only after the release', async () => {
    const { user } = await open(house().routes);
    const author = screen.getByLabelText('Author');
    const tags = () => screen.queryByRole('list', { name: 'Tags of this post' });
    await user.type(screen.getByLabelText('Tags'), 'hail');
    await user.pointer({ keys: '[MouseLeft>]', target: author });
    expect(author).toHaveFocus();
    expect(tags()).not.toBeInTheDocument();
    await user.pointer({ keys: '[/MouseLeft]', target: author });
    await waitFor(() => expect(tags()).toHaveTextContent('hail'));
  });

  it('derive the address from the title until it is set', async () => {
    const { user } = await open(house().routes);
    expect(screen.getByText('/blog/shelf-clouds')).toBeVisible();
    await user.type(screen.getByLabelText('Address'), 'Été & Hail');
    await user.tab();
    expect(screen.getByLabelText('Address')).toHaveValue('ete-hail');
    expect(screen.getByText('/blog/ete-hail')).toBeVisible();
  });
});
