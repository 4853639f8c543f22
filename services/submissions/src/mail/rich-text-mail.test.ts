import type { Block, RichTextDocument, TableRow } from '@site/domain/content/rich-text';
import { documentOfText } from '@site/domain/content/rich-text';
import { composeMail } from './compose.js';
import { postLetter } from '../newsletter/newsletter-letters.js';
import { drawForMail } from './rich-text-mail.js';

const site = { name: 'Arkansas Weather', url: 'https://weather.example' };
const mediaId = '0198c0de-0000-7000-8000-000000000001';
const picture = { mediaId, url: 'https://weather.example/media/a.jpg', alt: 'Ice', credit: 'Nora', width: 1_280 };
const draw = (...content: Block[]) =>
  drawForMail({ type: 'doc', content }, { siteUrl: site.url, pictures: [picture], linkTo: (url) => url });
const text = (words: string, href?: string): Block => ({
  type: 'paragraph',
  content: [{ type: 'text', text: words, ...(href !== undefined && { marks: [{ type: 'link', attrs: { href } }] }) }],
});

describe('malicious input in a document', () => {
  const evil = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "'><svg/onload=alert(1)>",
    '<%= process.env %>',
    '</style><style>*{display:none}',
    '&lt;script&gt;',
    '<!--[if mso]><b>x',
  ];

  it.each(evil)('stays text: %s', (words) => {
    const cursed: RichTextDocument = {
      type: 'doc',
      content: [
        { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: words }] },
        { type: 'blockquote', content: [text(words)] },
        { type: 'bulletList', content: [{ type: 'listItem', content: [text(words)] }] },
        { type: 'image', attrs: { mediaId } },
        { type: 'video', attrs: { provider: 'youtube', id: words, title: words, mediaId } },
        { type: 'file', attrs: { mediaId, name: words, bytes: 1 } },
        { type: 'snapshot', attrs: { snapshotId: words } },
        { type: 'warning', attrs: { event: words } },
        text('x', `https://example.com/${words}`),
      ],
    };
    const images = [{ ...picture, alt: words, credit: words, url: `https://weather.example/${words}` }];
    const mail = composeMail(
      postLetter({
        site,
        token: 't',
        story: { title: words, excerpt: words, url: site.url, document: cursed, pictures: images },
      }),
      { id: 'mail', to: 'nora@example.com', site },
    );
    const [, card = ''] = mail.html.split('<h1');
    expect(card).not.toMatch(/<(script|svg|img src=x|style|%|!--)/i);
    // We write every tag ourselves.
    expect(new Set(card.match(/<\/?[a-z0-9]+/gi))).not.toContain('<b');
    expect(card).not.toMatch(/\son\w+=(?![^<]*&)/i);
  });

  it.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'data:text/html,x',
    '//evil.example/',
    '/\\evil.example',
    'vbscript:x',
  ])("doesn't become a link: %s", (href) => {
    const { html, text: plain } = draw(text('here', href));
    expect(html).not.toContain('<a ');
    expect(html).toContain('here');
    expect(plain).toBe('here');
  });
});

it('renders all elements of a post, with absolute addresses', () => {
  const { html, text: plain } = draw(
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Roads' }] },
    text('the radar', '/radar'),
    text('news@weather.example', 'mailto:news@weather.example'),
    { type: 'orderedList', attrs: { start: 3 }, content: [{ type: 'listItem', content: [text('three')] }] },
    { type: 'image', attrs: { mediaId } },
    { type: 'image', attrs: { mediaId, caption: 'Our tree', size: 'small', position: 'right' } },
    { type: 'image', attrs: { mediaId: 'gone' } },
    { type: 'video', attrs: { provider: 'youtube', id: 'dQw4w9WgXcQ', title: 'Ice & wind', mediaId } },
    { type: 'video', attrs: { provider: 'vimeo', id: '123456789' } },
    { type: 'file', attrs: { mediaId, name: 'Report.pdf', bytes: 1_250_000 } },
    { type: 'snapshot', attrs: { snapshotId: 'abc' } },
    { type: 'warning', attrs: { event: 'KLZK.TO.W.0042.2026' } },
  );
  expect(html).toContain('<a href="https://weather.example/radar"');
  expect(html).toContain('<a href="mailto:news@weather.example"');
  expect(html).toContain('<h2 dir="auto"');
  // The items follow the list, whose numbers are on one side.
  expect(html).toMatch(/<ol dir="auto" start="3"[^>]*><li style="margin:0;"><p class="ink"/);
  expect(html).toContain('<img src="https://weather.example/media/a.jpg" width="518" alt="Ice"');
  expect(html).toContain('Picture: Nora');
  expect(html).toContain('width="180" alt="Ice"');
  expect(html).toContain('text-align:right;">Our tree · Picture: Nora<');
  expect(html).toContain('>▶ Watch “Ice &amp; wind” on YouTube</a>');
  expect(html).toContain('<a href="https://vimeo.com/123456789"');
  expect(html.match(/<img/g)).toHaveLength(3);
  expect(html).toMatch(/<a href="https:\/\/weather\.example\/media\/a\.jpg"[^>]*>Report\.pdf \(PDF, 1\.3 MB\)<\/a>/);
  expect(html).toContain('href="https://weather.example/snapshots?id=abc"');
  expect(html).toContain('href="https://weather.example/warning/KLZK.TO.W.0042.2026"');
  expect(plain).toBe(
    [
      'ROADS',
      'the radar (https://weather.example/radar)',
      'news@weather.example',
      '3. three',
      '[Picture: Ice – Nora]',
      '[Picture: Ice – Our tree – Nora]',
      'Watch “Ice & wind” on YouTube:\nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ',
      'Watch the video on Vimeo:\nhttps://vimeo.com/123456789',
      'Report.pdf (PDF, 1.3 MB):\nhttps://weather.example/media/a.jpg',
      'See the photo on the site:\nhttps://weather.example/snapshots?id=abc',
      'See the warning on the site:\nhttps://weather.example/warning/KLZK.TO.W.0042.2026',
    ].join('\n\n'),
  );
});

const row = (type: 'tableCell' | 'tableHeader', ...cells: string[]): TableRow => ({
  type: 'tableRow',
  content: cells.map((words) => ({
    type,
    content: [{ type: 'paragraph', content: words ? [{ type: 'text', text: words }] : [] }],
  })),
});

it('renders tables, dividers, corrections and code', () => {
  const { html, text: plain } = draw(
    {
      type: 'table',
      attrs: { caption: 'Rain & hail' },
      content: [row('tableHeader', '', 'Rain (in)'), row('tableCell', 'Little Rock', '2.10')],
    },
    { type: 'horizontalRule' },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: '5 PM', marks: [{ type: 'strike' }] },
        { type: 'text', text: ' KLZK', marks: [{ type: 'code' }] },
      ],
    },
  );
  expect(html).toMatch(/<caption [^>]*>Rain &amp; hail<\/caption>/);
  expect(html).toMatch(/<th scope="col" [^>]*>Rain \(in\)<\/th>/);
  expect(html).toMatch(/<td [^>]*>Little Rock<\/td>/);
  expect(html).toMatch(/<hr style/);
  expect(html).toContain('<s>5 PM</s><code> KLZK</code>');
  expect(plain).toBe(
    [
      'Rain & hail',
      '|             | Rain (in) |',
      '|-------------|-----------|',
      '| Little Rock | 2.10      |',
      '',
      '* * *',
      '',
      '~~5 PM~~ KLZK',
    ].join('\n'),
  );
});

it('writes a table that is wider than a plain-text mail line by line', () => {
  const long = 'A long sentence about the road between two towns';
  const { text: plain } = draw({
    type: 'table',
    content: [row('tableHeader', 'Place', 'Road', 'More'), row('tableCell', 'Conway', long, long)],
  });
  expect(plain).toBe(`Place: Conway\nRoad: ${long}\nMore: ${long}`);
});

it('leaves out blocks and styles of later versions', () => {
  const later = [
    { type: 'map', attrs: {} },
    { type: 'paragraph', content: [{ type: 'text', text: 'kept', marks: [{ type: 'color' }] }, { type: 'sound' }] },
  ] as unknown as Block[];
  expect(draw(...later).text).toBe('kept');
});

it('wraps plain text at 72 columns, including lists and quotes', () => {
  const long = 'word '.repeat(40).trim();
  const { text: plain } = draw(
    { type: 'bulletList', content: [{ type: 'listItem', content: [text(long)] }] },
    { type: 'blockquote', content: [text(long)] },
  );
  const lines = plain.split('\n');
  expect(lines.filter((line) => line.length > 72)).toEqual([]);
  expect(lines[0]).toMatch(/^• word/);
  expect(lines[1]).toMatch(/^ {2}word/);
  expect(lines.at(-1)).toMatch(/^> word/);
  expect(plain.match(/word/g)).toHaveLength(80);
});

it('shows the beginning of a long post and a link to the rest', () => {
  const long = documentOfText(Array(20).fill('Sentence about ice. '.repeat(20).trim()).join('\n\n'));
  const { isCut, text: plain } = drawForMail(long, { siteUrl: site.url, pictures: [], linkTo: (url) => url });
  expect(isCut).toBe(true);
  expect(plain.length).toBeLessThan(3_400);
  const story = { title: 'Ice', excerpt: 'x', url: 'https://weather.example/blog/ice', document: long };
  const mail = composeMail(postLetter({ site, token: 't', story }), { id: 'm', to: 'n@example.com', site });
  expect(mail.html).toContain('>Read the rest</a>');
  expect(mail.text).toContain('Read the rest:\nhttps://weather.example/blog/ice');
});
