import { CardsWaiting } from '../../../ui/carousel/cards-waiting.js';
import { Carousel } from '../../../ui/carousel/carousel.js';
import { NotAvailable } from '../../../ui/pages/not-available.js';
import { OlderNote } from '../../../ui/pages/older-note.js';
import { PostCard } from '../../../domain/content/post-card.js';
import { useSitePart } from '../../../domain/content/site-content.js';
import { HOME_POST_WORDS } from '../../../constants.js';

/** The newest blog posts. */
export function PostsSection() {
  const { data, state, isFetching, refetch } = useSitePart('content');
  const posts = data?.posts ?? [];
  return (
    <section aria-labelledby="posts-heading" className="container-page">
      <h2 id="posts-heading" className="text-2xl">
        From the blog
      </h2>
      {state === 'stale' && <OlderNote>Newer posts cannot be loaded right now.</OlderNote>}
      <div className="mt-6">
        {state === 'loading' && <CardsWaiting label="Loading posts" className="h-96" />}
        {state === 'missing' && (
          <NotAvailable isTrying={isFetching} onRetry={refetch}>
            The posts cannot be shown right now.
          </NotAvailable>
        )}
        {(state === 'fresh' || state === 'stale') &&
          (posts.length === 0 ? (
            <p className="text-lg text-ink-soft">There are no posts yet.</p>
          ) : (
            <Carousel
              label="Newest posts"
              slides={posts.map((post) => ({
                key: post.id,
                content: <PostCard post={post} words={HOME_POST_WORDS} to="/blogs" />,
              }))}
            />
          ))}
      </div>
    </section>
  );
}
