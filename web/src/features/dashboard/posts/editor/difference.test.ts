import { documentOfText } from '@site/domain/content/rich-text';
import { buildValues } from '@/testing/post-editing.js';
import { differencesOf, type Piece } from './difference.js';

const visible = (pieces: Piece[]) =>
  pieces.map(({ is, text }) => ({ same: text, removed: `[-${text}-]`, added: `[+${text}+]` })[is]).join('');
const result = (older: string, newer: string) =>
  differencesOf(buildValues({ document: documentOfText(older) }), buildValues({ document: documentOfText(newer) })).map(
    ({ where, pieces }) => `${where}: ${visible(pieces)}`,
  );

describe('the difference of two versions', () => {
  it('is empty if they are equal', () => {
    expect(differencesOf(buildValues(), buildValues())).toEqual([]);
  });

  it('is listed by field', () => {
    const differences = differencesOf(
      buildValues({ title: 'Hail', tags: ['storm'] }),
      buildValues({ title: 'Hail today', tags: ['storm', 'hail'], cover_media_id: 'm1' }),
    );
    expect(differences.map(({ where, pieces }) => `${where}: ${visible(pieces)}`)).toEqual([
      'Blog Title: Hail[+ today+]',
      'Tags: storm[+, hail+]',
      'Cover Image: [+Another picture+]',
    ]);
  });

  it('is listed by paragraph and, within them, by word', () => {
    expect(result('One two.\n\nThree.', 'One too.\n\nThree.')).toEqual(['Paragraph 1: One [-two-][+too+].']);
    expect(result('One.\n\nThree.', 'One.\n\nTwo.\n\nThree.')).toEqual(['Paragraph 2: [+Two.+]']);
    expect(result('One.\n\nTwo.\n\nThree.', 'One.\n\nThree.')).toEqual(['Paragraph 2: [-Two.-]']);
  });

  it('includes an inserted picture', () => {
    const { document, ...rest } = buildValues();
    const toImageFields = {
      ...rest,
      document: {
        type: 'doc' as const,
        content: [...(document?.content ?? []), { type: 'image' as const, attrs: { mediaId: 'm1' } }],
      },
    };
    expect(differencesOf({ ...rest, document }, toImageFields)).toEqual([
      { where: 'Paragraph 2', pieces: [{ is: 'added', text: '[A picture: m1]' }] },
    ]);
  });
});
