import { act, screen, waitFor, within } from '@testing-library/react';
import { buildContent, buildSocialPost } from '@/testing/builders.js';
import { buildAlerts, buildForecast } from '@/testing/weather-builders.js';
import type { FakeResponse } from '@/testing/fake-gateway.js';
import { collectLog } from '@/testing/collect-log.js';
import { renderApp } from '@/testing/render-app.js';
import type { SocialPost } from '@site/proto/weather/v1/social.responses';

const posts = (count: number) => Array.from({ length: count }, (_, index) => buildSocialPost(index + 1));
const respondedAt = (provided: SocialPost[], changes = {}): FakeResponse => ({
  data: { ok: true, updatedAt: new Date().toISOString(), stale: false, posts: provided, ...changes },
});

function renderHome(social: FakeResponse) {
  return renderApp('/', {
    routes: {
      'GET /main/home': { data: buildContent() },
      'GET /main/weather/forecast': { data: buildForecast() },
      'GET /main/weather/alerts': { data: buildAlerts() },
      'GET /main/social/posts': social,
    },
  });
}
const region = ['region', { name: 'From our Facebook page' }] as const;
const section = () => within(screen.getByRole(...region));
const shownSection = async () => within(await screen.findByRole(...region));

describe('Facebook posts on the home page', () => {
  it('show author, time and reactions, and link to the post', async () => {
    renderHome(respondedAt([buildSocialPost(1)]));
    const card = await (await shownSection()).findByRole('link', { name: /Post 1/ });
    expect(card).toHaveAttribute('href', 'https://www.facebook.com/posts/1');
    expect(card).toHaveAttribute('target', '_blank');
    for (const text of ['Arkansas Storm Team', '2 hours ago', '1 like', '0 comments', '1,234 shares']) {
      expect(card).toHaveTextContent(text);
    }
    expect(section().queryByText('Example')).not.toBeInTheDocument();
  });

  it('shorten a message after 95 characters', async () => {
    renderHome(
      respondedAt([buildSocialPost(1, { message: 'x'.repeat(96) }), buildSocialPost(2, { message: 'y'.repeat(95) })]),
    );
    expect(await (await shownSection()).findByText(`${'x'.repeat(95)}…`)).toBeVisible();
    expect(section().getByText('y'.repeat(95))).toBeVisible();
  });

  it('are a plain grid up to three, and a carousel beyond', async () => {
    const { unmount } = renderHome(respondedAt(posts(3)));
    expect(await (await shownSection()).findAllByRole('link')).toHaveLength(3);
    expect(section().queryByRole('button', { name: 'Next slide' })).not.toBeInTheDocument();
    unmount();
    renderHome(respondedAt(posts(4)));
    expect(await (await shownSection()).findByRole('button', { name: 'Next slide' })).toBeVisible();
  });

  it('are at most ten', async () => {
    const { container } = renderHome(respondedAt(posts(12)));
    await (await shownSection()).findByRole('button', { name: 'Next slide' });
    const originals = container.querySelectorAll('.slick-slide:not(.slick-cloned)');
    expect(originals).toHaveLength(10);
  });

  it("show that they are loading, then their age when Facebook doesn't respond", async () => {
    const { unmount } = renderHome('no answer');
    expect(await (await shownSection()).findByText('Loading Facebook posts')).toBeInTheDocument();
    unmount();
    const updatedAt = new Date(Date.now() - 26 * 3_600_000).toISOString();
    renderHome(respondedAt(posts(1), { stale: true, updatedAt }));
    expect(await (await shownSection()).findByText(/Last updated/)).toHaveTextContent(
      'Last updated 26 h ago, Facebook isn’t responding.',
    );
  });

  it('leave no gap when the page has none', async () => {
    renderHome(respondedAt([]));
    expect(await (await shownSection()).findByText('No posts yet.')).toBeVisible();
  });
});

describe("Facebook posts that can't be loaded", () => {
  const logged = collectLog();

  it.each([
    ['the server says so', { status: 503, body: { status: false, message: 'Not configured' } }],
    ['there is no answer', 'network failure' as const],
    ['the server has none to give', respondedAt([], { ok: false })],
  ])('are three labeled examples without links, when %s', async (_case, social) => {
    renderHome(social);
    expect(
      await (await shownSection()).findByText('Failed to load Facebook posts. Showing fallback content.'),
    ).toBeVisible();
    expect(section().getAllByText('Example')).toHaveLength(3);
    expect(section().queryByRole('link')).not.toBeInTheDocument();
    expect(section().queryByText(/ago|Just now|Invalid/)).not.toBeInTheDocument();
  });

  it('are logged', async () => {
    renderHome('network failure');
    await waitFor(() => expect(logged).toContain('loading the Facebook posts failed'));
  });
});

describe('Facebook posts far below', () => {
  let see: () => void = () => undefined;
  beforeEach(() => {
    globalThis.IntersectionObserver = class {
      private readonly seen: Element[] = [];
      constructor(callback: IntersectionObserverCallback) {
        const before = see;
        see = () => {
          before();
          const entries = this.seen.map((target) => ({ isIntersecting: true, target }));
          callback(entries as IntersectionObserverEntry[], this as unknown as IntersectionObserver);
        };
      }
      observe(element: Element) {
        this.seen.push(element);
      }
      disconnect() {}
    } as unknown as typeof IntersectionObserver;
  });
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'IntersectionObserver');
    see = () => undefined;
  });

  it('load only when they come near the viewport', async () => {
    const { calls } = renderHome(respondedAt(posts(1)));
    await screen.findByText('Partly cloudy');
    await shownSection();
    expect(calls.filter(({ path }) => path === '/main/social/posts')).toEqual([]);
    act(() => see());
    expect(await (await shownSection()).findByRole('link', { name: /Post 1/ })).toBeVisible();
  });
});
