/** Post documents that no editor creates: each must be rejected with the field named. */

const text = (words, marks) => ({ type: 'text', text: words, ...(marks && { marks }) });
const paragraph = (...content) => ({ type: 'paragraph', content });
const doc = (...content) => ({ type: 'doc', content });
const link = (href) => doc(paragraph(text('x', [{ type: 'link', attrs: { href } }])));

function nested(depth) {
  let block = paragraph(text('deep'));
  for (let level = 0; level < depth; level += 1) block = { type: 'blockquote', content: [block] };
  return doc(block);
}

/** Returns a valid document with these words wherever text is allowed. */
export const documentOf = (words) =>
  doc(
    { type: 'heading', attrs: { level: 2 }, content: [text(words)] },
    paragraph(text(words, [{ type: 'bold' }, { type: 'italic' }]), { type: 'hardBreak' }, text(words)),
    { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(text(words))] }] },
    { type: 'blockquote', content: [paragraph(text(words))] },
    paragraph(text(words, [{ type: 'link', attrs: { href: 'https://example.com/' } }])),
  );

/** Pairs of the fault and the document. */
export const hostileDocuments = [
  ...[
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    '//evil.example/',
    '/\\evil.example/',
    'https://user:pass@evil.example/',
    'mailto:a@b.example?bcc=all@example.com',
    'blob:https://x/1',
    ...['\0', '\u0001', '\u001b', '\n', '\ud800', '\uffff'].map((hidden) => `/no${hidden}w`),
    '/a/..//evil.example/',
  ].map((href) => [`a link to ${JSON.stringify(href)}`, link(href)]),
  ['an unknown node', doc({ type: 'iframe', attrs: { src: 'https://evil.example/' } })],
  ['raw HTML', doc({ type: 'html', content: [text('<script>alert(1)</script>')] })],
  ['an unknown style', doc(paragraph(text('x', [{ type: 'style', attrs: { css: 'position:fixed' } }])))],
  ['a script for a heading', doc({ type: 'heading', attrs: { level: 1 }, content: [text('x')] })],
  ['a picture by address', doc({ type: 'image', attrs: { src: 'https://evil.example/x.png' } })],
  ['a warning that is a path', doc({ type: 'warning', attrs: { event: '../../admin' } })],
  ['too many levels', nested(20)],
  ['very many levels', nested(1_000)],
  ['too many parts', doc(...Array.from({ length: 6_000 }, () => paragraph()))],
  ['too many characters', doc(paragraph(text('x'.repeat(50_001))))],
  ['2 MB of text', doc(paragraph(text('x'.repeat(2 * 1024 * 1024))))],
  ['text for a document', '<p>x</p>'],
  ['a list for a document', [paragraph(text('x'))]],
  ['a number in place of nodes', { type: 'doc', content: [1, null, 'x'] }],
];
