import { CardsWaiting, Carousel } from '@/ui/carousel/carousel.js';
import { Listed } from '@/ui/pages/async-list.js';
import { Section } from '@/ui/page-section.js';
import { OlderNote } from '@/ui/pages/stale-note.js';
import { PostCard } from '@/components/content/post-card.js';
import { useSitePart } from '@/components/content/site-content.js';
import { HOME_POST_WORD_LIMIT } from '@/constants/display-constants.js';

export function PostsSection() {
  const { data, state, ...query } = useSitePart('content');
  return (
    <Section title="From the blog" className="container-page">
      {state === 'stale' && <OlderNote>We can’t load newer posts right now.</OlderNote>}
      <div className="mt-4 md:mt-6">
        <Listed
          items={state === 'loading' || state === 'missing' ? undefined : data?.posts}
          hasFailed={state === 'missing'}
          failure="We can’t show the posts right now."
          query={query}
          waiting={<CardsWaiting label="Loading posts" className="h-96" />}
          empty={<p className="text-lg text-ink-soft">No posts yet.</p>}
        >
          {(posts) => (
            <Carousel
              label="Newest posts"
              slides={posts.map((post) => ({
                key: post.id,
                content: <PostCard post={post} wordLimit={HOME_POST_WORD_LIMIT} to="/blogs" />,
              }))}
            />
          )}
        </Listed>
      </div>
    </Section>
  );
}
