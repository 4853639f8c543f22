import { CardsWaiting } from '../../components/carousel/cards-waiting.js';
import { Carousel } from '../../components/carousel/carousel.js';
import { PostCard } from '../../components/post-card.js';
import { useSiteContent } from '../../components/site-content.js';
import { HOME_POST_WORDS } from '../../constants.js';

/** The newest blog posts. */
export function PostsSection() {
  const { data, isPending } = useSiteContent();
  const posts = data?.posts ?? [];
  if (posts.length === 0 && !isPending) return null;
  return (
    <section aria-labelledby="posts-heading" className="container-page">
      <h2 id="posts-heading" className="text-2xl">
        From the blog
      </h2>
      <div className="mt-6">
        {isPending ? (
          <CardsWaiting label="Loading posts" className="h-96" />
        ) : (
          <Carousel
            label="Newest posts"
            slides={posts.map((post) => ({
              key: post.id,
              content: <PostCard post={post} words={HOME_POST_WORDS} to="/blogs" />,
            }))}
          />
        )}
      </div>
    </section>
  );
}
