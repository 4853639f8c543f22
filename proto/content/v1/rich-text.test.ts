import fc from 'fast-check';
import {
  documentOfText,
  excerptOf,
  mediaIdsOf,
  plainTextOf,
  type RichTextDocument,
} from '@site/domain/content/rich-text';
import { linkAddress, parseStoredDocument, readRichText, richTextLimits } from './rich-text.schema.js';

const paragraph = (text: string, marks?: unknown) => ({
  type: 'paragraph',
  content: [{ type: 'text', text, ...(marks !== undefined && { marks }) }],
});
const newMedia = '0190a5b0-7c1e-7cc5-8a53-000000000001';
const doc = (...content: unknown[]) => ({ type: 'doc', content });
const problem = (value: unknown) => {
  const read = readRichText(value);
  return 'problem' in read ? read.problem : undefined;
};
const nested = (levels: number) => {
  let inner: unknown = paragraph('deep');
  for (let level = 0; level < levels; level += 1) inner = { type: 'blockquote', content: [inner] };
  return doc(inner);
};

const tableOf = (content: unknown[], columns = 1) => ({
  type: 'table',
  content: [{ type: 'tableRow', content: Array.from({ length: columns }, () => ({ type: 'tableCell', content })) }],
});
const table = (rows: number, columns: number) => {
  const [row] = tableOf([paragraph('x')], columns).content;
  return { type: 'table', content: Array.from({ length: rows }, () => row) };
};

describe('rich text', () => {
  it('accepts the largest table', () => {
    const maxSize = { ...table(100, 12), attrs: { caption: 'Rain' } };
    expect(readRichText(doc(maxSize))).toEqual({ document: doc(maxSize) });
  });

  it('keeps known attributes and drops unknown ones', () => {
    const mediaId = '0190a5b0-7c1e-7cc5-8a53-000000000001';
    const existing = doc(
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Ice' }] },
      { ...paragraph('bold', [{ type: 'bold' }]), attrs: { onclick: 'alert(1)' } },
      { type: 'image', attrs: { mediaId, src: 'https://evil.example/' } },
      { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph('one')] }] },
    );
    const read = readRichText(existing);
    expect(read).toEqual({
      document: doc(
        { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Ice' }] },
        paragraph('bold', [{ type: 'bold' }]),
        { type: 'image', attrs: { mediaId } },
        { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph('one')] }] },
      ),
    });
    expect('document' in read && mediaIdsOf(read.document)).toEqual([mediaId]);
  });

  it('keeps a picture’s caption, size and position, and drops their default values', () => {
    const mediaId = '0190a5b0-7c1e-7cc5-8a53-000000000001';
    const buildImageNode = (attrs: object) => ({ type: 'image', attrs: { mediaId, ...attrs } });
    const selected = { caption: 'Ice', size: 'small', position: 'left' };
    expect(
      readRichText(
        doc(
          buildImageNode(selected),
          buildImageNode({ caption: ' ', size: 'full', position: 'center' }),
          buildImageNode({ size: 'huge' }),
        ),
      ),
    ).toEqual({ document: doc(buildImageNode(selected), buildImageNode({}), buildImageNode({})) });
    expect(problem(doc(buildImageNode({ caption: 'x'.repeat(301) })))).toBe(
      'A picture’s caption must be at most 300 characters',
    );
  });

  it.each([
    ['nothing', undefined, 'something that is not text'],
    ['a text', '<p>x</p>', 'something that is not text'],
    ['an unknown node', doc({ type: 'script', content: [] }), 'something unknown: "script"'],
    ['an unknown mark', doc(paragraph('x', [{ type: 'style' }])), 'an unknown style'],
    ['a node without a type', doc({}), 'something unknown: null'],
    ['one that is too deep', nested(richTextLimits.depth), 'nested too deeply'],
    ['too many parts', doc(...Array.from({ length: 5_000 }, () => paragraph('x'))), 'too many parts'],
    ['too long a text', doc(paragraph('a'.repeat(50_001))), 'at most 50,000 characters'],
    ['a picture without an id', doc({ type: 'image', attrs: { mediaId: '../x' } }), 'A picture in the text has no id'],
    ['a video from elsewhere', doc({ type: 'video', attrs: { provider: 'evil', id: '1' } }), 'can’t be embedded'],
    ['a video with a wrong id', doc({ type: 'video', attrs: { provider: 'vimeo', id: '1/../x' } }), 'has no id'],
    ['a file without a name', doc({ type: 'file', attrs: { mediaId: newMedia, name: ' ', bytes: 1 } }), 'no name'],
    ['too many rows', doc(table(101, 2)), 'at most 100 rows and 12 columns'],
    ['too many columns', doc(table(2, 13)), 'at most 100 rows and 12 columns'],
    ['a table in a table', doc(tableOf([tableOf([paragraph('x')])])), 'an invalid structure'],
    ['too long a caption', doc({ ...table(1, 1), attrs: { caption: 'x'.repeat(301) } }), 'at most 300 characters'],
    ['a heading of the page', doc({ type: 'heading', attrs: { level: 1 } }), 'an invalid structure'],
  ])('refuses %s', (_what, value, sentence) => {
    expect(problem(value)).toContain(sentence);
  });

  it.each<[string, string, unknown[]]>([
    ['a line break from Word', 'one\u000btwo', ['one', null, 'two']],
    ['a page break', '\u000cone', [null, 'one']],
    ['line separators', 'one\u2028\u2029two\u0085three', ['one', null, null, 'two', null, 'three']],
    ['LF and CR LF', 'one\ntwo\r\nthree', ['one', null, 'two', null, 'three']],
    ['control characters', 'a\u0000b\u0007', ['ab']],
    ['text that turns its direction', 'a\u202eb\u2069', ['ab']],
    ['invisible characters', 'snow\u200bstorm\ufeff', ['snowstorm']],
    ['nothing that can be seen', '\u200b\u2060', []],
    ['half a character', 'a\ud800', ['a\ufffd']],
    ['spaces at the ends, which the next piece needs', ' a\u00a0 ', [' a  ']],
    ['what joins letters and emoji', 'می‌خواهم 👩🏽‍🚀', ['می‌خواهم 👩🏽‍🚀']],
  ])('reads %s', (_what, text, pieces) => {
    const marks = [{ type: 'bold' }];
    const content = pieces.map((piece) =>
      piece === null ? { type: 'hardBreak' } : { type: 'text', text: piece, marks },
    );
    expect(readRichText(doc(paragraph(text, marks)))).toEqual({ document: doc({ type: 'paragraph', content }) });
  });

  it('counts the canonical text', () => {
    expect(problem(doc(paragraph(`${'\u200b'.repeat(50_000)}${'a'.repeat(50_000)}`)))).toBeUndefined();
  });

  it('rejects enough links to fill a message between the services', () => {
    const href = `/${'a'.repeat(2_000)}`;
    expect(
      problem(doc(...Array.from({ length: 200 }, () => paragraph('x', [{ type: 'link', attrs: { href } }])))),
    ).toBe('The text has too many links and parts to be saved');
  });

  it.each([
    ['https://www.weather.gov/lzk', 'https://www.weather.gov/lzk'],
    ['weather.gov', 'https://weather.gov/'],
    ['/now', '/now'],
    ['MAILTO:ada@example.com', 'mailto:ada@example.com'],
  ])('accepts the link %s', (href, address) => {
    expect(linkAddress(href)).toBe(address);
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    '//evil.example/',
    '/\\evil.example/',
    'mailto:ada@example.com?bcc=all@example.com',
    `https://example.com/${'a'.repeat(2_048)}`,
    '',
  ])('rejects the link %j', (href) => {
    expect(linkAddress(href)).toBeUndefined();
    expect(problem(doc(paragraph('x', [{ type: 'link', attrs: { href } }])))).toContain('A link must lead to');
  });

  it.each([
    ['/no\u0000w', 'The link “/now” has an invisible character (U+0000) at position 4. Remove it, or type the address'],
    [
      'java\nscript:x',
      'The link “java script:x” has an invisible character (U+000A) at position 5. Remove it, or type the',
    ],
    ['/a\ud800', 'The link “/a\ufffd” has an invisible character (U+D800) at position 3.'],
    ['weather.gov/\uffff', 'The link “weather.gov/” has an invisible character (U+FFFF) at position 13.'],
  ])('names the character and its position in %j', (href, sentence) => {
    expect(linkAddress(href)).toBeUndefined();
    expect(problem(doc(paragraph('x', [{ type: 'link', attrs: { href } }])))).toContain(sentence);
  });

  it('repairs links accepted by earlier rules in a stored text', () => {
    const stored = (...hrefs: string[]) =>
      doc(...hrefs.map((href) => paragraph('x', [{ type: 'link', attrs: { href } }])));
    const json = JSON.stringify(stored('/no\u0001w', '/now', '/\u0008/evil.example', 'https://example.com/'));
    expect(readRichText(parseStoredDocument(json))).toEqual({
      document: stored('/now', '/now', '/', 'https://example.com/'),
    });
    expect(parseStoredDocument('{')).toBeUndefined();
  });

  it('returns a document or a problem for any input, and the same document for its own result', () => {
    const types = [
      'doc',
      'paragraph',
      'heading',
      'bulletList',
      'listItem',
      'blockquote',
      'image',
      'text',
      'hardBreak',
      'x',
    ];
    const node = fc.letrec((tie) => ({
      node: fc.record(
        {
          type: fc.constantFrom(...types),
          text: fc.string(),
          attrs: fc.oneof(fc.record({ level: fc.integer({ min: 1, max: 4 }) }), fc.anything()),
          marks: fc.oneof(fc.array(fc.record({ type: fc.constantFrom('bold', 'italic', 'link', 'x') })), fc.anything()),
          content: fc.oneof({ depthSize: 'small' }, fc.array(tie('node'), { maxLength: 4 }), fc.anything()),
        },
        { requiredKeys: ['type'] },
      ),
    })).node;
    fc.assert(
      fc.property(
        fc.oneof(
          node,
          fc.anything(),
          fc.array(node).map((content) => doc(...content)),
        ),
        (value) => {
          const read = readRichText(value);
          if ('document' in read) expect(readRichText(read.document)).toEqual(read);
          else expect(read.problem).not.toBe('');
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('the plain text of a rich text', () => {
  it('has the words in order, lists with their marks, and addresses after links', () => {
    const document = {
      type: 'doc',
      content: [
        { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Ice' }] },
        paragraph('the map', [{ type: 'link', attrs: { href: 'https://example.com/map' } }]),
        {
          type: 'orderedList',
          attrs: { start: 3 },
          content: [
            { type: 'listItem', content: [paragraph('three')] },
            { type: 'listItem', content: [paragraph('four')] },
          ],
        },
        { type: 'blockquote', content: [paragraph('said')] },
        { type: 'image', attrs: { mediaId: '0190a5b0-7c1e-7cc5-8a53-000000000001' } },
      ],
    } as RichTextDocument;
    expect(plainTextOf(document)).toBe('Ice\n\nthe map (https://example.com/map)\n\n3. three\n4. four\n\n> said');
  });

  it('matches the text that a document of plain text was made from', () => {
    const words = fc.stringMatching(/^[a-zé🌩]{1,8}( [a-z]{1,8}){0,3}$/u);
    const text = fc
      .array(fc.array(words, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 })
      .map((paragraphs) => paragraphs.map((lines) => lines.join('\n')).join('\n\n'));
    fc.assert(
      fc.property(text, (given) => {
        expect(plainTextOf(documentOfText(given))).toBe(given);
        expect(readRichText(documentOfText(given))).toEqual({ document: documentOfText(given) });
      }),
    );
  });

  it('is shortened for lists at a word boundary', () => {
    expect(excerptOf('Short\n\nand whole.')).toBe('Short and whole.');
    const excerpt = excerptOf('seven77 '.repeat(50));
    expect(excerpt).toHaveLength(200);
    expect(excerpt.endsWith('seven77…')).toBe(true);
    expect(excerptOf('a'.repeat(300)).length).toBeLessThanOrEqual(200);
  });
});
