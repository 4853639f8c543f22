import type { Post } from '@site/proto/content/v1/posts.responses';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildContent, buildImage, buildPost, buildFullPost } from '@/testing/builders.js';
import { callsTo, failure } from '@/testing/dashboard.js';
import type { FakeResponse, FakeRoutes } from '@/testing/fake-gateway.js';
import { collectLog } from '@/testing/collect-log.js';
import { renderApp } from '@/testing/render-app.js';

const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');
const home = { 'GET /main/home': { data: buildContent() } };

describe('the blog', () => {
  const logged = collectLog();

  it('shortens descriptions to 25 words and opens a post', async () => {
    const posts = [
      buildPost({ description: words(26) }),
      buildPost({ id: 'post-2', title: 'Exact', description: words(25) }),
    ];
    const { router } = renderApp('/blogs', {
      routes: { ...home, 'GET /main/post': { data: posts, next_cursor: null } },
    });
    expect(await screen.findByText(`${words(25)}…`)).toBeVisible();
    expect(screen.getByText(words(25))).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: /shelf cloud/ }));
    expect(await screen.findByRole('heading', { level: 1, name: 'How to read a shelf cloud' })).toBeVisible();
    expect(screen.getByText(words(26))).toBeVisible();
    expect(router.state.location).toMatchObject({ pathname: '/blogdetail', search: '?id=post-1' });
  });

  it('says when there are no posts', async () => {
    renderApp('/blogs', { routes: { ...home, 'GET /main/post': { data: [], next_cursor: null } } });
    expect(await screen.findByText('No Blog Available')).toBeVisible();
  });

  it("falls back to the home page's newest posts when its list can't be loaded", async () => {
    const routes = {
      'GET /main/home': { data: buildContent({ posts: [buildPost()] }) },
      'GET /main/post': 'network failure' as const,
    };
    renderApp('/blogs', { routes });
    expect(await screen.findByRole('link', { name: /shelf cloud/ })).toBeVisible();
    await waitFor(() => expect(logged).toContain('loading the posts failed'));
  });

  it("doesn't treat a list that never arrived as empty", async () => {
    const meta = { sections: { content: 'missing', submissions: 'fresh' } };
    const routes = {
      'GET /main/home': { status: 200, body: { status: true, action: 'OK', data: buildContent(), meta } },
      'GET /main/post': 'network failure' as const,
    };
    renderApp('/blogs', { routes });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it('shows three placeholders, and offers a retry when loading failed', async () => {
    let response: (provided: FakeResponse) => void = () => undefined;
    const routes = {
      'GET /main/home': 'network failure' as const,
      'GET /main/post': () => new Promise<FakeResponse>((resolve) => (response = resolve)),
    };
    renderApp('/blogs', { routes });
    const loading = await screen.findByText('Loading posts');
    expect(loading.parentElement?.querySelectorAll('.skeleton')).toHaveLength(3);
    response('network failure');
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(screen.getByText('No Blog Available')).toBeVisible();
    response({ data: [buildPost()], next_cursor: null });
    expect(await screen.findByRole('link', { name: /shelf cloud/ })).toBeVisible();
    expect(logged).toEqual(expect.arrayContaining(['loading the posts failed', 'loading the content failed']));
  });
});

describe('one post', () => {
  collectLog();

  it('is fetched by its id on reload', async () => {
    const routes = { ...home, 'GET /main/post/post-1': { data: buildPost({ url: 'https://example.com/more' }) } };
    renderApp('/blogdetail?id=post-1', { routes });
    expect(await screen.findByRole('heading', { level: 1, name: 'How to read a shelf cloud' })).toBeVisible();
    expect(screen.getByRole('link', { name: /Read more/ })).toHaveAttribute('href', 'https://example.com/more');
  });

  const provided = (...posts: Post[]): FakeRoutes => ({ 'GET /main/home': { data: buildContent({ posts }) } });
  const numbered = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      buildPost({ id: `post-${index + 1}`, title: `Post number ${index + 1}` }),
    );

  it('links to the list, its neighbors and the newest others, without duplicates', async () => {
    const { router } = renderApp('/blogdetail?id=post-2', { routes: provided(...numbered(8)) });
    expect(await screen.findByRole('heading', { level: 1, name: 'Post number 2' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'All posts' })).toHaveAttribute('href', '/blogs');
    const neighbours = within(screen.getByRole('navigation', { name: 'Newer and older posts' }));
    expect(neighbours.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Newer postPost number 1',
      'Older postPost number 3',
    ]);
    const others = within(screen.getByRole('region', { name: 'More from the blog' }));
    expect(others.getAllByRole('heading', { level: 3 }).map((title) => title.textContent)).toEqual([
      'Post number 4',
      'Post number 5',
      'Post number 6',
    ]);
    await userEvent.click(neighbours.getByRole('link', { name: /^Older post/ }));
    const title = await screen.findByRole('heading', { level: 1, name: 'Post number 3' });
    await waitFor(() => expect(title).toHaveFocus());
    expect(router.state.location).toMatchObject({ pathname: '/blogdetail', search: '?id=post-3' });
  });

  it("has no related posts while it's the only one", async () => {
    renderApp('/blogdetail?id=post-1', { routes: provided(buildPost()) });
    expect(await screen.findByRole('heading', { level: 1, name: 'How to read a shelf cloud' })).toBeVisible();
    expect(screen.queryByRole('navigation', { name: 'Newer and older posts' })).not.toBeInTheDocument();
    expect(screen.queryByText('More from the blog')).not.toBeInTheDocument();
  });

  it('is shared by its address', async () => {
    const user = userEvent.setup();
    renderApp('/blogdetail?id=post-1', { routes: provided(buildPost()) });
    await user.click(await screen.findByRole('button', { name: 'Share this post' }));
    expect(await screen.findByText('Link copied')).toBeVisible();
    expect(await navigator.clipboard.readText()).toMatch(/^http.*\/blogdetail\?id=post-1$/);
  });

  it('links addresses in its text', async () => {
    const description = 'Read https://www.weather.gov/lzk/.\n\nQuestions? Write to nora@example.com!';
    renderApp('/blogdetail?id=post-1', { routes: provided(buildPost({ description })) });
    expect(await screen.findByRole('link', { name: /^https:\/\/www\.weather\.gov\/lzk\// })).toHaveAttribute(
      'href',
      'https://www.weather.gov/lzk/',
    );
    expect(screen.getByRole('link', { name: 'nora@example.com' })).toHaveAttribute('href', 'mailto:nora%40example.com');
  });

  it.each<[string, Partial<Post>]>([
    ['whose sizes are known', { picture: buildImage() }],
    ['that is known by its address alone', { image: '/media/posts/a.jpg' }],
  ])('shows the drawn picture when one %s fails to load', async (_case, changes) => {
    const { container } = renderApp('/blogdetail?id=post-1', { routes: provided(buildPost(changes)) });
    await screen.findByRole('heading', { level: 1, name: 'How to read a shelf cloud' });
    const picture = container.querySelector('article img');
    expect(picture).toBeInTheDocument();
    expect(container.querySelector('article svg.text-ozark')).not.toBeInTheDocument();
    if (picture) fireEvent.error(picture);
    expect(container.querySelector('article img')).not.toBeInTheDocument();
    expect(container.querySelector('article svg.text-ozark')).toBeInTheDocument();
  });

  it.each(['/blogdetail?id=gone', '/blogdetail'])("says when it's missing: %s", async (path) => {
    renderApp(path, { routes: home });
    expect(await screen.findByRole('heading', { level: 1, name: 'This post isn’t here' })).toBeVisible();
  });

  it('has its slug as address, names author and tags, and lists posts with the same tags first', async () => {
    const others = numbered(9).map((post, index) => ({ ...post, tags: index === 7 ? ['ice'] : [] }));
    const post = buildPost({ id: 'p', slug: 'ice-storm', title: 'Ice', author: 'Nora Field', tags: ['ice', 'roads'] });
    const { router } = renderApp('/blogs', {
      routes: { ...provided(post, ...others), 'GET /main/post': { data: [post, ...others], next_cursor: null } },
    });
    await userEvent.click(await screen.findByRole('link', { name: /Ice/ }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Ice' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/blog/ice-storm');
    expect(screen.getByText(/Nora Field/)).toBeVisible();
    const tags = within(screen.getByRole('list', { name: 'Tags' }));
    expect(tags.getAllByRole('listitem').map((tag) => tag.textContent)).toEqual(['ice', 'roads']);
    const related = within(screen.getByRole('region', { name: 'Related posts' }));
    expect(related.getAllByRole('heading', { level: 3 })[0]).toHaveTextContent('Post number 8');
  });

  it('with rich text is fetched whole, and falls back to its plain text', async () => {
    const post = buildPost({ slug: 'ice', has_document: true, description: 'The words alone.' });
    const routes: FakeRoutes = { ...provided(post), 'GET /main/post/ice': 'network failure' };
    renderApp('/blog/ice', { routes });
    expect(await screen.findByRole('heading', { level: 1, name: post.title })).toBeVisible();
    expect(await screen.findByText('The words alone.')).toBeVisible();
  });
});

describe('a preview', () => {
  collectLog();
  const preview = 'POST /main/post/preview';
  const secret = 'a-secret_of-43-characters-000000000000000000';

  it('is loaded with the secret from the URL fragment, and labeled as a preview', async () => {
    const { calls } = renderApp(`/blogdetail#preview=${secret}`, {
      routes: { ...home, [preview]: { data: buildFullPost({ title: 'Not yet published' }) } },
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Not yet published' })).toBeVisible();
    expect(screen.getByText(/^Preview of the last saved version/)).toBeVisible();
    expect(JSON.parse(String(callsTo(calls, preview)[0]?.body))).toEqual({ token: secret });
  });

  it.each([
    [404, 'This preview has ended'],
    [503, 'We couldn’t load this preview'],
  ])('that fails with %i says why', async (status, title) => {
    renderApp(`/blogdetail#preview=${secret}`, { routes: { ...home, [preview]: failure(status, 'No.') } });
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
  });
});
