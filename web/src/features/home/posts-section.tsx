import { Carousel } from '../../components/carousel/carousel.js';
import { PostCard } from '../../components/post-card.js';
import { useSiteContent } from '../../components/site-content.js';

/** Words of a description on the home page; the blog's own grid shows one more. */
const homeCardWords = 24;

/** The newest blog posts. */
export function PostsSection() {
  const { data } = useSiteContent();
  const posts = data?.posts ?? [];
  if (posts.length === 0) return null;
  return (
    <section aria-labelledby="posts-heading" className="container-page">
      <h2 id="posts-heading" className="text-2xl">
        From the blog
      </h2>
      <div className="mt-6">
        <Carousel
          label="Newest posts"
          slides={posts.map((post) => ({
            key: post.id,
            content: <PostCard post={post} words={homeCardWords} to="/blogs" />,
          }))}
        />
      </div>
    </section>
  );
}
