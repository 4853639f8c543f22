import { readRichText } from '@site/proto/content/v1/rich-text.schema';
import type { RichTextDocument } from '@site/proto/content/v1/rich-text';
import { Editor } from '@tiptap/core';
import { extensions } from './extensions.js';
import { pasteGuard } from './paste-guard.js';
import { readablePaste } from './pasted-html.js';
import { eventOf } from './warning-dialog.js';

const refusals: string[] = [];
const open = (content: RichTextDocument | string = '') =>
  new Editor({
    element: document.createElement('div'),
    extensions: [...extensions, pasteGuard((reason) => refusals.push(reason))],
    content,
    injectCSS: false,
    editorProps: { transformPastedHTML: readablePaste },
  });

/** jsdom has none of its own. */
const pasteEvent = new Event('paste') as ClipboardEvent;

/** The document after a paste; the server's own check must take it as it is. */
function pasted(html: string, editor = open()) {
  editor.view.pasteHTML(html, pasteEvent);
  const read = readRichText(editor.getJSON());
  if ('problem' in read) throw new Error(read.problem);
  return read.document.content;
}
const words = (text: string, ...marks: object[]) => ({ type: 'text', text, ...(marks.length > 0 && { marks }) });
const paragraph = (...content: object[]) => ({ type: 'paragraph', content });

afterEach(() => refusals.splice(0));

describe('a paste', () => {
  it('keeps headings, lists, quotes, bold, italic and links', () => {
    expect(
      pasted(
        '<h1>One</h1><h2>Two</h2><h5>Three</h5><p>a <b>b</b> <i>c</i> <a href="example.com/x" class="z">d</a></p>' +
          '<ul><li>e</li></ul><ol start="3"><li>f</li></ol><blockquote><p>g</p></blockquote>',
      ),
    ).toEqual([
      { type: 'heading', attrs: { level: 2 }, content: [words('One')] },
      { type: 'heading', attrs: { level: 2 }, content: [words('Two')] },
      { type: 'heading', attrs: { level: 3 }, content: [words('Three')] },
      paragraph(
        words('a '),
        words('b', { type: 'bold' }),
        words(' '),
        words('c', { type: 'italic' }),
        words(' '),
        words('d', { type: 'link', attrs: { href: 'https://example.com/x' } }),
      ),
      { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(words('e'))] }] },
      {
        type: 'orderedList',
        attrs: { start: 3 },
        content: [{ type: 'listItem', content: [paragraph(words('f'))] }],
      },
      { type: 'blockquote', content: [paragraph(words('g'))] },
    ]);
  });

  it('from Google Docs is bold only where that was', () => {
    expect(
      pasted(
        '<b style="font-weight:normal" id="docs-internal-guid-1"><p><span style="font-weight:400">a </span>' +
          '<span style="font-weight:700">b</span><span style="font-style:italic"> c</span></p></b>',
      ),
    ).toEqual([paragraph(words('a '), words('b', { type: 'bold' }), words(' c', { type: 'italic' }))]);
  });

  it('from Word has its lists', () => {
    const item = (mark: string, text: string) =>
      `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>${mark}</span>${text}</p>`;
    expect(
      pasted(
        `<html><head><style>p{color:red}</style></head><body><p class=MsoNormal>a</p>${item('·', 'b')}${item('·', 'c')}` +
          `<p>d</p>${item('1.', 'e')}</body></html>`,
      ).map(({ type }) => type),
    ).toEqual(['paragraph', 'bulletList', 'paragraph', 'orderedList']);
  });

  it('drops what runs, what is hidden in it, and what a post has not', () => {
    const content = pasted(
      '<p><a href="javascript:alert(1)">a</a> <a href=" java\nscript:alert(1)">b</a> <a href="data:text/html,x">c</a></p>' +
        '<script>alert(1)</script><img src=x onerror=alert(1)><iframe src="https://example.com"></iframe>' +
        '<table><tr><td>d</td></tr></table><pre>e</pre><svg onload=alert(1)></svg><u>f</u><p onclick="x()">g</p>',
    );
    expect(JSON.stringify(content)).not.toMatch(/javascript|alert|data:|onerror|onclick|example\.com|marks/);
    const text = JSON.stringify(content);
    for (const word of ['a b c', 'd', 'e', 'f', 'g']) expect(text).toContain(word);
  });

  it('that would make the text too long is refused, and nothing is changed', () => {
    const editor = open('<p>Here before.</p>');
    const before = editor.getJSON();
    editor.view.pasteText('x'.repeat(50_000), pasteEvent);
    expect(editor.getJSON()).toEqual(before);
    expect(refusals).toEqual([
      'With what you pasted the text would be 12 characters longer than the 50,000 that a post may have. Nothing was put in.',
    ]);
  });

  it('of more than 2 MB is refused before it is read', () => {
    const editor = open('<p>Here before.</p>');
    const event = new Event('paste', { bubbles: true, cancelable: true });
    Object.assign(event, { clipboardData: { getData: () => 'x'.repeat(2 * 1024 * 1024 + 1) } });
    editor.view.dom.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(true);
    expect(refusals[0]).toMatch(/^What you pasted is larger than 2 MB/);
    expect(editor.getText()).toBe('Here before.');
  });
});

describe('a document', () => {
  it('comes out of the editor as it went in', () => {
    const id = '019a0000-0000-7000-8000-000000000001';
    const document: RichTextDocument = {
      type: 'doc',
      content: [
        { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Hail' }] },
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: 'a' },
            { type: 'hardBreak' },
            { type: 'text', text: 'b', marks: [{ type: 'link', attrs: { href: '/snapshots' } }, { type: 'bold' }] },
          ],
        },
        { type: 'image', attrs: { mediaId: id } },
        { type: 'snapshot', attrs: { snapshotId: id } },
        { type: 'warning', attrs: { event: 'KLZK.TO.W.0001.2026' } },
        { type: 'paragraph' },
      ],
    };
    expect(readRichText(open(document).getJSON())).toEqual({ document });
  });

  it('survives being copied from one post to another', () => {
    const event = 'KLZK.TO.W.0001.2026';
    const html = open({ type: 'doc', content: [{ type: 'warning', attrs: { event } }] }).getHTML();
    expect(pasted(html)).toContainEqual({ type: 'warning', attrs: { event } });
  });
});

describe('the name of a warning', () => {
  it('is read from an address of the site or taken as it is', () => {
    for (const typed of [
      'https://weather.example.com/now/alert/KLZK.TO.W.0001.2026?x=1',
      '/warning/KLZK.TO.W.0001.2026',
      ' KLZK.TO.W.0001.2026 ',
    ])
      expect(eventOf(typed)).toBe('KLZK.TO.W.0001.2026');
    expect(eventOf('https://example.com/')).toBeUndefined();
    expect(eventOf('')).toBeUndefined();
  });
});
