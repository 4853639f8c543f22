import { readRichText } from '@site/proto/content/v1/rich-text.schema';
import { blocksOf, plainTextOf, type RichTextDocument } from '@site/domain/content/rich-text';
import { Editor } from '@tiptap/core';
import fc from 'fast-check';
import { extensions } from './extensions.js';
import { pasteGuard } from './paste-guard.js';
import { readablePaste } from './pasted-html.js';
import { eventOf } from './insert-dialogs.js';

type Tree = 'word' | 'br' | 'hr' | 'img' | { tag: string; children: Tree[] };

const refusals: string[] = [];
function open(content: RichTextDocument | string = '') {
  const editor = new Editor({
    element: document.createElement('div'),
    extensions: [...extensions, pasteGuard((reason) => refusals.push(reason))],
    content,
    injectCSS: false,
    editorProps: { transformPastedHTML: (html) => readablePaste(html).html },
  });
  editor.on('files', ({ files }) => void refusals.push(...files.map(({ name }) => name)));
  return editor;
}

/** jsdom has no ClipboardEvent. */
const pasteEvent = new Event('paste') as ClipboardEvent;

/** Pastes and returns the document, which the server must accept unchanged. */
function documentOf(html: string, editor = open()) {
  editor.view.pasteHTML(html, pasteEvent);
  const read = readRichText(editor.getJSON());
  if ('problem' in read) throw new Error(read.problem);
  return read.document;
}
const pasted = (html: string, editor?: Editor) => documentOf(html, editor).content;
const lines = (html: string) =>
  plainTextOf(documentOf(html))
    .split('\n')
    .filter((line) => line !== '');
/** Without list numbers. */
const tokenize = (html: string) =>
  [...blocksOf(pasted(html))]
    .flatMap((block) => (block.type === 'paragraph' || block.type === 'heading' ? [block.content ?? []] : []))
    .map((inside) => inside.map((piece) => (piece.type === 'text' ? piece.text : '\n')).join(''))
    .join('\n');
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

  it('from Google Docs is bold only where the source was', () => {
    expect(
      pasted(
        '<b style="font-weight:normal" id="docs-internal-guid-1"><p><span style="font-weight:400">a </span>' +
          '<span style="font-weight:700">b</span><span style="font-style:italic"> c</span></p></b>',
      ),
    ).toEqual([paragraph(words('a '), words('b', { type: 'bold' }), words(' c', { type: 'italic' }))]);
  });

  const item = (mark: string, text: string, level = 1, list = 'l0') =>
    `<p class=MsoListParagraph style='mso-list:${list} level${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${mark}` +
    `<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;</span></span><![endif]>${text}<o:p></o:p></p>`;

  it('from Word has its lists', () => {
    expect(
      pasted(
        `<html><head><style>p{color:red}</style></head><body><p class=MsoNormal>a</p>${item('·', 'b')}${item('·', 'c')}` +
          `<p>d</p>${item('1.', 'e')}</body></html>`,
      ).map(({ type }) => type),
    ).toEqual(['paragraph', 'bulletList', 'paragraph', 'orderedList']);
  });

  it('from Word has nested lists and continued numbering', () => {
    expect(
      lines(
        item('1.', 'Roads') +
          item('a)', 'I-40', 2) +
          item('o', 'bridge', 3) +
          item('b)', 'I-30', 2) +
          item('2.', 'Power'),
      ),
    ).toEqual(['1. Roads', '   1. I-40', '      • bridge', '   2. I-30', '2. Power']);
    expect(lines(`${item('3.', 'third')}${item('4.', 'fourth')}${item('·', 'other', 1, 'l1')}`)).toEqual([
      '3. third',
      '4. fourth',
      '• other',
    ]);
  });

  it.each([
    ['<ul><li>a</li><ul><li>b</li></ul><li>c</li></ul>', ['• a', '  • b', '• c']],
    ['<ul><li>a<ul><li>b</li></ul></li></ul>', ['• a', '  • b']],
    [
      '<div><ul><li data-aria-level="1"><p>a</p></li></ul></div><div><ul><li data-aria-level="2"><p>b</p></li></ul></div>' +
        '<div><ul><li data-aria-level="1"><p>c</p></li></ul></div>',
      ['• a', '  • b', '• c'],
    ],
    ['<ol start="7"><li>a</li>stray<li>b</li></ol>', ['7. a', '   stray', '8. b']],
  ])('keeps the levels of %s', (html, expected) => expect(lines(html)).toEqual(expected));

  it.each([
    ["<b style='mso-bidi-font-weight:normal'>x</b>", ['bold']],
    ["<strong style='mso-ansi-font-weight:normal;color:black'>x</strong>", ['bold']],
    ['<span style="font-weight: 600">x</span>', ['bold']],
    ['<b><span style="font-weight:normal">x</span></b>', []],
    ['<i style="mso-bidi-font-style:normal">x</i>', ['italic']],
    ['<div style="font-style:italic;font-weight:bold"><p>x</p></div>', ['bold', 'italic']],
  ])('has the marks of %s', (html, marks) => {
    expect(pasted(html)).toEqual([paragraph(words('x', ...marks.map((type) => ({ type }))))]);
  });

  it.each([
    [
      '<table><tr><td>Little Rock</td><td>2.10</td></tr><tr><td>24</td><td>Conway</td><td>0.35</td></tr></table>',
      ['Little Rock\t2.10', '24\tConway\t0.35'],
    ],
    ['<tr><td>Pine Bluff</td><td>1.02</td></tr>', ['Pine Bluff\t1.02']],
    ['<td>Pine Bluff</td><td>1.02</td>', ['Pine Bluff', '1.02']],
    ['<table><tr><td>a<td>b<tr><td>c<td>d</table>', ['a\tb', 'c\td']],
    ['<table><tr><td>a</td><td></td><td>b</td><td> </td></tr><tr><td></td><td></td></tr></table>', ['a\t\tb']],
    ['<table><tr><td><p>1</p><p>2</p></td><td>3<br>4<div>5</div></td></tr></table>', ['1 2\t3 4 5']],
    [
      '<table><tr><td><h1>News</h1><p>One</p></td><td><ul><li>two</li></ul></td></tr></table>',
      ['News', 'One', '• two'],
    ],
    ['<dl><dt>High</dt><dd>91</dd><dt>Low</dt><dd>72</dd></dl>', ['High', '91', 'Low', '72']],
    ['<div>1<div>2<div>3</div></div>4</div>', ['1', '2', '3', '4']],
    ['<address>1</address>2<figure>3<figcaption>4</figcaption></figure>', ['1', '2', '3', '4']],
    ['<pre>LIT  91\n\tFSM  89\r\n\nXNA</pre>', ['LIT  91', '\tFSM  89', 'XNA']],
    ['<p>1<br>2<br><br>3<br></p>', ['1', '2', '3']],
    ['<select><option>1<option>2</select><form>3<form>4</form></form>', ['1', '2', '3', '4']],
    ['1<button>2</button><img src="x.png">3<video>x</video>4<my-gauge>5</my-gauge>6', ['1 2 3 4 5 6']],
    ['12<del>3</del>4 <span style="text-decoration:line-through">5</span>6', ['12~~3~~4 ~~5~~6']],
    ['<p>1</p><hr><p>2</p>', ['1', '* * *', '2']],
    ['10<sup>2</sup> CO<sub>2</sub> 1<sup>st</sup> 10<sup>-3</sup> 5<sub>2a</sub>', ['10² CO₂ 1st 10⁻³ 5_2a']],
    ['<span style="display:block">1</span><span style="display:table-cell">2</span><span>3</span>', ['1', '2 3']],
    ['<p>1<span style="mso-tab-count:1">&nbsp;&nbsp; </span>2</p>', ['1\t2']],
    ['Ar<b>kan</b>s<wbr>as,<o:p></o:p> <st1:City w:st="on">Little Rock</st1:City>.', ['Arkansas, Little Rock.']],
    ['<p>5&nbsp;mi</p><p>&nbsp;</p><p>a &nbsp; b</p>', ['5 mi', 'a b']],
    ['a<body>b</body>c<caption>d</caption>e', ['a b c', 'd', 'e']],
    ['<p>seen<span style="display:none">hidden</span><span hidden>hidden</span></p>', ['seen']],
    ['x <img alt="🌪️" src="t.png"><img alt="24" src="t.png">y', ['x 🌪️ y']],
  ])('keeps words and numbers of %s apart', (html, expected) => expect(lines(html)).toEqual(expected));

  const rowsOf = (html: string) =>
    pasted(html).map((block) =>
      block.type === 'table'
        ? block.content.map(({ content }) =>
            content.map(({ type, content: lines }) => {
              const text = plainTextOf({ type: 'doc', content: lines }).replaceAll('\n\n', '/');
              return type === 'tableHeader' ? text.toUpperCase() : text;
            }),
          )
        : plainTextOf({ type: 'doc', content: [block] }),
    );

  it.each([
    [
      'spanning cells',
      '<table><tr><th rowspan=2>Pulaski</th><td>1.5</td></tr><tr><td>2.5</td></tr><tr><td colspan=2>n</td><td>3</td></tr></table>',
      [
        ['PULASKI', '1.5', ''],
        ['', '2.5', ''],
        ['n', '', '3'],
      ],
    ],
    [
      'header cells',
      '<table><thead><tr><th>Place</th><th>Rain</th></tr></thead><tbody><tr><th>Conway</th><td>1</td></tr></tbody></table>',
      [
        ['PLACE', 'RAIN'],
        ['CONWAY', '1'],
      ],
    ],
    [
      'several paragraphs in a cell',
      '<table><tr><td><p>1</p><p>2</p></td><td>3<div>4</div></td></tr></table>',
      [['1/2', '3/4']],
    ],
    [
      'rows of a spreadsheet without a table around them',
      '<tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr>',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'empty rows and columns at the end',
      '<table><tr><td>a</td><td>b</td><td></td></tr><tr><td></td><td></td><td></td></tr></table>',
      [['a', 'b']],
    ],
  ])('makes a table of %s', (_what, html, expected) => expect(rowsOf(html)).toEqual([expected]));

  it('keeps the caption and the words around a table', () => {
    const content = pasted(
      '<p>x</p><table><caption>Rain in inches</caption><tr><td>a</td><td>b</td></tr></table><p>y</p>',
    );
    expect(content.map(({ type }) => type)).toEqual(['paragraph', 'table', 'paragraph']);
    expect(content[1]).toMatchObject({ attrs: { caption: 'Rain in inches' } });
  });

  it('of code keeps links and corrections rather than the style', () => {
    const marks = (html: string) => JSON.stringify(pasted(html));
    expect(marks('<code>x</code>')).toContain('"code"');
    expect(marks('<a href="/map"><code>x</code></a>')).toContain('"/map"');
    expect(marks('<s><kbd>x</kbd></s>')).toContain('"strike"');
  });

  it('keeps every word of any elements, in order, as words', () => {
    const tags = (
      'a abbr address article aside b blockquote button caption center cite code col colgroup dd del details div dl dt em ' +
      'fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 header i ins kbd label legend li main mark menu nav ol ' +
      'option p pre q s section select small span strike strong sub summary sup table tbody td textarea tfoot th thead time tr ' +
      'u ul x-card'
    ).split(' ');
    const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 12, withCrossShrink: true },
        fc.constantFrom('word', 'br', 'hr', 'img'),
        fc.record({ tag: fc.constantFrom(...tags), children: fc.array(tie('tree'), { maxLength: 5 }) }),
      ),
    }));
    fc.assert(
      fc.property(fc.array(tree, { maxLength: 6 }), fc.constantFrom(' ', '\n'), (trees, gap) => {
        let count = 0;
        const html = trees.map(write).join('');
        function write(node: Tree): string {
          if (node === 'word') return `w${(count += 1)}${gap}`;
          if (typeof node === 'string') return `<${node}>`;
          return `<${node.tag}>${node.children.map(write).join('')}</${node.tag}>`;
        }
        const text = tokenize(html);
        expect(text.match(/w\d+/g) ?? []).toEqual(Array.from({ length: count }, (_, index) => `w${index + 1}`));
        expect(text).not.toMatch(/w\d+w/);
      }),
      { numRuns: 100 },
    );
  });

  it('keeps numbers apart that only blocks or cells separate', () => {
    const separating =
      'address article blockquote dd div dl dt figure h2 li ol p pre section table td th tr ul x-card'.split(' ');
    fc.assert(
      fc.property(fc.array(fc.array(fc.constantFrom(...separating), { minLength: 1, maxLength: 6 })), (paths) => {
        const html = paths
          .map(
            (path, index) =>
              path.map((tag) => `<${tag}>`).join('') +
              index +
              path
                .toReversed()
                .map((tag) => `</${tag}>`)
                .join(''),
          )
          .join('');
        expect(tokenize(html).match(/\d+/g) ?? []).toEqual(paths.map((_path, index) => String(index)));
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    ['<p>a<img src="x.png"></p>', ['pictures']],
    ['<p>a<svg></svg><iframe src="https://example.com"></iframe></p>', ['pictures', 'videos']],
    ['<p><u>a</u> <s>b</s> <mark>c</mark></p>', ['underline', 'highlighting']],
    ['<p style="background:yellow;mso-highlight:yellow">a</p>', ['highlighting']],
    ['<p style="background-color: rgb(255, 255, 255); color: rgb(10, 20, 90)">a</p>', []],
    ['<table><tr><td>1</td><td>2</td></tr></table>', []],
    ['<a href="/x"><u>a</u></a> <img width="1" height="1" src="https://example.com/seen.gif">', []],
  ])('says what %s loses', (html, expected) => expect([...readablePaste(html).dropped]).toEqual(expected));

  it('drops scripts, hidden content and unsupported elements', () => {
    const content = pasted(
      '<p><a href="javascript:alert(1)">a</a> <a href=" java\nscript:alert(1)">b</a> <a href="data:text/html,x">c</a></p>' +
        '<script>alert(1)</script><img src=x onerror=alert(1)><iframe src="https://example.com"></iframe>' +
        '<table><tr><td>d</td></tr></table><pre>e</pre><svg onload=alert(1)></svg><u>f</u><p onclick="x()">g</p>',
    );
    expect(JSON.stringify(content)).not.toMatch(/javascript|alert|data:|onerror|onclick|example\.com|marks/);
    const text = JSON.stringify(content);
    for (const word of ['a b c', 'd', 'e', 'f', 'g']) expect(text).toContain(word);
  });

  it('that would make the text too long is rejected without changes', () => {
    const editor = open('<p>Here before.</p>');
    const before = editor.getJSON();
    editor.view.pasteText('x'.repeat(50_000), pasteEvent);
    expect(editor.getJSON()).toEqual(before);
    expect(refusals).toEqual([
      'The pasted text would make the post 12 characters longer than the limit of 50,000. Nothing was inserted.',
    ]);
  });

  it('with a table that is too large is rejected without changes', () => {
    const editor = open('<p>Here before.</p>');
    const row = `<tr>${'<td>1</td>'.repeat(50)}</tr>`;
    editor.view.pasteHTML(`<table>${row.repeat(200)}</table>`, pasteEvent);
    expect(refusals).toEqual([
      'The pasted table has 200 rows and 50 columns. A table can have at most 100 rows and 12 columns. ' +
        'Nothing was inserted: copy a part of it, or add it as a picture.',
    ]);
    expect(editor.getText()).toBe('Here before.');
  });

  it.each([
    ['See weather.gov/lzk.', 'weather.gov/lzk', 'https://weather.gov/lzk'],
    ['(https://en.wikipedia.org/wiki/Hail_(x))', 'https://en.wikipedia.org/wiki/Hail_(x)', undefined],
    ['Write to desk@example.com, please', 'desk@example.com', 'mailto:desk@example.com'],
    ['www.ardot.gov', 'www.ardot.gov', 'https://www.ardot.gov/'],
  ])('of “%s” links the address', (text, word, href = word) => {
    const editor = open();
    editor.view.pasteText(text, pasteEvent);
    const found: [string | undefined, unknown][] = [];
    editor.state.doc.descendants((node) => {
      for (const mark of node.marks) found.push([node.text, mark.attrs['href']]);
    });
    expect(found).toEqual([[word, href]]);
  });

  it.each(['5.5/6.0', 'the U.S./Canada border', 'Ft.Smith', 'and/or', 'javascript:alert(1)', 'at 6 p.m. tonight'])(
    'of “%s” has no link',
    (text) => {
      const editor = open();
      editor.view.pasteText(text, pasteEvent);
      expect(JSON.stringify(editor.getJSON())).not.toContain('link');
    },
  );

  it('of an address over selected text links that text', () => {
    const editor = open('<p>the office</p>');
    editor.commands.setTextSelection({ from: 1, to: 11 });
    editor.view.pasteText('https://weather.gov/lzk', pasteEvent);
    expect(editor.getHTML()).toMatch(/^<p><a href="https:\/\/weather.gov\/lzk"[^>]*>the office<\/a><\/p>$/);
  });

  it.each<[string, string, string[]]>([
    ['a screenshot', '', ['picture.png']],
    ['a picture from a web page', '<meta charset="utf-8"><img src="https://example.com/a.png">', ['picture.png']],
    ['words from an office program, with a picture of them', '<style>p{}</style><p>Hail</p>', []],
  ])('of %s is taken as what it is', (_what, html, taken) => {
    const editor = open('<p>Here before.</p>');
    const event = new Event('paste', { bubbles: true, cancelable: true });
    const files = [new File(['x'], 'picture.png', { type: 'image/png' })];
    Object.assign(event, { clipboardData: { getData: (type: string) => (type === 'text/html' ? html : ''), files } });
    editor.view.dom.dispatchEvent(event);
    expect(refusals).toEqual(taken);
    if (taken.length > 0) expect(editor.getText()).toBe('Here before.');
    else expect(editor.getText()).toContain('Hail');
  });

  it('of more than 2 MB is rejected before it is parsed', () => {
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
        {
          type: 'table',
          attrs: { caption: 'Rain' },
          content: [
            {
              type: 'tableRow',
              content: [
                { type: 'tableHeader', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'a' }] }] },
                { type: 'tableCell', content: [{ type: 'paragraph' }, { type: 'paragraph' }] },
              ],
            },
          ],
        },
        { type: 'horizontalRule' },
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: 'old', marks: [{ type: 'strike' }] },
            { type: 'text', text: 'KLZK', marks: [{ type: 'code' }] },
          ],
        },
        { type: 'image', attrs: { mediaId: id } },
        { type: 'image', attrs: { mediaId: id, caption: 'From the porch', size: 'small', position: 'right' } },
        { type: 'video', attrs: { provider: 'youtube', id: 'dQw4w9WgXcQ', title: 'A shelf cloud', mediaId: id } },
        { type: 'video', attrs: { provider: 'vimeo', id: '123456789' } },
        { type: 'file', attrs: { mediaId: id, name: 'Report.pdf', bytes: 31 } },
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
    const attrs = { mediaId: '019a0000-0000-7000-8000-000000000001', caption: 'Hail', position: 'left' } as const;
    const picture = open({ type: 'doc', content: [{ type: 'image', attrs }] }).getHTML();
    expect(pasted(picture)).toContainEqual({ type: 'image', attrs });
  });
});

describe('the name of a warning', () => {
  it('is read from a site address or used as is', () => {
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
