import { buildPostEditorData, buildEditedPost, buildValues } from '@/testing/post-editing.js';
import { findWriting } from './recovered-draft.js';
import { openedValues } from './post-values.js';

const at = (time: string) => Date.parse(`2026-11-20T${time}Z`);
const opened = buildValues();
const editor = (autosaved?: { title: string; time: string }) =>
  buildPostEditorData({
    post: buildEditedPost('p1', { revision: 3, updated_at: '2026-11-20T12:00:00Z' }),
    autosave: autosaved
      ? {
          values: buildValues({ title: autosaved.title }),
          created_at: `2026-11-20T${autosaved.time}Z`,
          base_revision: 3,
          tab: '',
        }
      : null,
  });
const copy = (title: string, time: string, base = 3) => ({ values: buildValues({ title }), at: at(time), base });

describe('unsaved work', () => {
  it('is the latest copy on the server or in this browser, if any', () => {
    expect(findWriting(editor(), undefined, opened, 0)).toBeUndefined();
    expect(findWriting(editor({ title: 'A', time: '13:00:00' }), undefined, opened, 0)).toMatchObject({
      values: { title: 'A' },
      at: at('13:00:00'),
      isLocal: false,
      isOlder: false,
    });
    expect(findWriting(editor({ title: 'A', time: '13:00:00' }), copy('B', '13:00:02'), opened, 0)).toMatchObject({
      values: { title: 'B' },
      at: at('13:00:02'),
      isLocal: true,
    });
    expect(findWriting(editor({ title: 'A', time: '14:00:00' }), copy('B', '13:00:00'), opened, 0)?.values.title).toBe(
      'A',
    );
  });

  it('is compared by the server’s clock', () => {
    const hour = 3_600_000;
    const found = findWriting(editor({ title: 'A', time: '13:30:00' }), copy('B', '13:00:00'), opened, hour);
    expect(found).toMatchObject({ values: { title: 'B' }, at: at('14:00:00') });
  });

  it('is ignored if it equals the saved text', () => {
    expect(findWriting(editor(), copy(opened.title, '13:00:00'), opened, 0)).toBeUndefined();
    const { document, ...rest } = opened;
    const reordered = { document, ...rest };
    expect(findWriting(editor(), { values: reordered, at: at('13:00:00'), base: 3 }, opened, 0)).toBeUndefined();
  });

  it('is only offered if a version was saved since', () => {
    expect(findWriting(editor(), copy('B', '11:00:00', 2), opened, 0)?.isOlder).toBe(true);
    // Based on an older revision but written later: it is restored, and saving detects the conflict.
    expect(findWriting(editor(), copy('B', '13:00:00', 2), opened, 0)?.isOlder).toBe(false);
  });
});

describe('a post that was always plain text', () => {
  it('opens as its paragraphs', () => {
    const { document } = openedValues(
      buildPostEditorData({
        post: buildEditedPost('p1', { description: 'One.\n\nTwo.' }),
        values: buildValues({ document: null }),
      }),
    );
    expect(document?.content.map((block) => 'content' in block && block.content)).toEqual([
      [{ type: 'text', text: 'One.' }],
      [{ type: 'text', text: 'Two.' }],
    ]);
  });
});
