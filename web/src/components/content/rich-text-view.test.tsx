import type { PostMedia } from '@site/proto/content/v1/media.responses';
import type { Block, ListItem, RichTextDocument } from '@site/domain/content/rich-text';
import { fireEvent, screen, within } from '@testing-library/react';
import { buildImage, buildSnapshot, buildFullPost } from '@/testing/builders.js';
import { buildEvent } from '@/testing/weather-builders.js';
import type { FakeRoutes } from '@/testing/fake-gateway.js';
import { collectLog } from '@/testing/collect-log.js';
import { renderApp } from '@/testing/render-app.js';

const doc = (...content: Block[]): RichTextDocument => ({ type: 'doc', content });
const text = (words: string) => ({ type: 'text', text: words }) as const;

async function openText(document: RichTextDocument, media: PostMedia[] = [], routes: FakeRoutes = {}) {
  const post = buildFullPost({ slug: 'ice', has_document: true, document, media });
  renderApp('/blog/ice', {
    routes: { 'GET /main/home': 'network failure', 'GET /main/post/ice': { data: post }, ...routes },
  });
  await screen.findByRole('heading', { level: 1, name: post.title });
  return within(screen.getByRole('article'));
}

describe("a post's text", () => {
  collectLog();

  it('renders headings, lists, quotes and styles as elements', async () => {
    const article = await openText(
      doc(
        { type: 'heading', attrs: { level: 2 }, content: [text('What to expect')] },
        {
          type: 'paragraph',
          content: [text('Stay '), { ...text('home'), marks: [{ type: 'bold' }, { type: 'italic' }] }],
        },
        {
          type: 'orderedList',
          attrs: { start: 3 },
          content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [text('Charge your phone')] }] }],
        },
        {
          type: 'blockquote',
          content: [{ type: 'paragraph', content: [text('Roads are bad'), { type: 'hardBreak' }] }],
        },
      ),
    );
    expect(article.getByRole('heading', { level: 2, name: 'What to expect' })).toBeVisible();
    expect(article.getByText('home').closest('strong')).toBeVisible();
    expect(article.getByText('home').closest('em')).toBeVisible();
    expect(article.getByText('Charge your phone').closest('ol')).toHaveAttribute('start', '3');
    expect(article.getByText('Roads are bad').closest('blockquote')).toBeVisible();
  });

  it('gives each block the direction of its first letter, and a list’s items that of the list', async () => {
    const item = (words: string): ListItem => ({
      type: 'listItem',
      content: [{ type: 'paragraph', content: [text(words)] }],
    });
    const article = await openText(
      doc(
        { type: 'heading', attrs: { level: 2 }, content: [text('إعصار')] },
        { type: 'bulletList', content: [item('ابق في المنزل'), item('Conway')] },
      ),
    );
    expect(article.getByText('إعصار')).toHaveAttribute('dir', 'auto');
    expect(article.getByText('Conway').closest('[dir]')).toBe(article.getByText('ابق في المنزل').closest('ul'));
  });

  it('links to pages of this site, other sites and mailboxes', async () => {
    const linked = (words: string, href: string): Block => ({
      type: 'paragraph',
      content: [{ ...text(words), marks: [{ type: 'link', attrs: { href } }] }],
    });
    const article = await openText(
      doc(
        linked('radar', '/map'),
        linked('the office', 'https://www.weather.gov/lzk/'),
        linked('write', 'mailto:a@example.com'),
      ),
    );
    expect(article.getByRole('link', { name: 'radar' })).toHaveAttribute('href', '/map');
    expect(article.getByRole('link', { name: /^the office/ })).toMatchObject({
      target: '_blank',
      rel: 'noopener noreferrer',
    });
    expect(article.getByRole('link', { name: 'write' })).toHaveAttribute('href', 'mailto:a@example.com');
  });

  it('shows pictures with alt text and credit, and omits a deleted one', async () => {
    const media = [{ id: 'm1', picture: buildImage(), alt: 'Ice on a branch', credit: 'Photo: Nora Field' }];
    const article = await openText(
      doc({ type: 'image', attrs: { mediaId: 'm1' } }, { type: 'image', attrs: { mediaId: 'gone' } }),
      media,
    );
    expect(article.getByRole('img', { name: 'Ice on a branch' })).toBeVisible();
    expect(article.getByText('Photo: Nora Field')).toBeVisible();
    expect(article.getAllByRole('figure')).toHaveLength(1);
  });

  it('shows a caption, and a picture in the chosen size and position', async () => {
    const media = [{ id: 'm1', picture: buildImage(), alt: 'Ice', credit: '' }];
    const attrs = { mediaId: 'm1', caption: 'Our own tree', size: 'small', position: 'right' } as const;
    const article = await openText(doc({ type: 'image', attrs }), media);
    expect(article.getByText('Our own tree')).toBeVisible();
    expect(article.getByRole('figure')).toHaveClass('w-1/3', 'ml-auto');
  });

  it('loads a video’s player only on click', async () => {
    const video = { provider: 'youtube', id: 'dQw4w9WgXcQ', title: 'A shelf cloud' } as const;
    const article = await openText(doc({ type: 'video', attrs: video }));
    expect(document.querySelector('iframe')).toBeNull();
    expect(article.getByRole('link', { name: /^Watch on YouTube/ })).toHaveAttribute(
      'href',
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    );
    fireEvent.click(article.getByRole('button', { name: 'Play: A shelf cloud' }));
    const player = article.getByTitle('A shelf cloud');
    expect(player).toHaveAttribute('src', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1');
    expect(player).toHaveFocus();
  });

  it('links to a PDF with its name and size', async () => {
    const sizes = [{ src: '/media/covers/3f/a-1.pdf', width: 1, height: 1, type: 'application/pdf' }];
    const media = [{ id: 'm1', picture: buildImage({ sizes }), alt: '', credit: '' }];
    const attrs = { mediaId: 'm1', name: 'Storm report.pdf', bytes: 1_250_000 };
    const article = await openText(doc({ type: 'file', attrs }), media);
    const link = article.getByRole('link', { name: 'Storm report.pdf' });
    expect(link).toHaveAttribute('href', '/media/covers/3f/a-1.pdf');
    expect(link).toHaveAttribute('download', 'Storm report.pdf');
    expect(article.getByText('(PDF, 1.3 MB)')).toBeVisible();
  });

  it("shows a reader's photo, or says that it was removed", async () => {
    const article = await openText(
      doc({ type: 'snapshot', attrs: { snapshotId: 's1' } }, { type: 'snapshot', attrs: { snapshotId: 's2' } }),
      [],
      {
        'GET /main/snapshot/s1': { data: buildSnapshot(1, { id: 's1' }) },
        'GET /main/snapshot/s2': {
          status: 404,
          body: { status: false, action: 'Not Found', message: 'None', errors: [] },
        },
      },
    );
    const photo = await article.findByRole('img', { name: 'Weather photo from Jonesboro by Maria Number1' });
    expect(photo.closest('a')).toHaveAttribute('href', '/snapshots?id=s1');
    expect(await article.findByText('This photo is no longer available.')).toBeVisible();
  });

  it("shows a warning's current state", async () => {
    const over = 'KLZK.TO.W.0001.2026';
    const standing = 'KLZK.TO.W.0002.2026';
    const article = await openText(
      doc({ type: 'warning', attrs: { event: over } }, { type: 'warning', attrs: { event: standing } }),
      [],
      {
        [`GET /main/weather/event/${over}`]: {
          data: buildEvent({ event_key: over, active: false, ended_by: 'expired' }),
        },
        [`GET /main/weather/event/${standing}`]: { data: buildEvent({ event_key: standing }) },
      },
    );
    expect(await article.findByText('This warning has ended.')).toBeVisible();
    expect(await article.findByText(/^In effect now, until/)).toBeVisible();
    expect(article.getAllByRole('link', { name: 'Tornado Warning' })[1]).toHaveAttribute(
      'href',
      `/warning/${standing}`,
    );
  });

  it('ignores node types from later versions', async () => {
    const article = await openText(
      doc({ type: 'paragraph', content: [text('Known')] }, { type: 'marquee', text: 'x' } as unknown as Block),
    );
    expect(article.getByText('Known')).toBeVisible();
  });
});
