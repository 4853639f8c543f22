import type { EditedPost } from '@site/proto/content/v1/posts.answers';
import { postInput, removePostImage } from '@site/proto/content/v1/posts.schema';
import { ExternalLink } from 'lucide-react';
import { request } from '../../../api/api.js';
import { sendForm } from '../../../api/send-form.js';
import { ADMIN_POST_CHARACTERS, PLACEHOLDERS } from '../../../constants.js';
import { AdminPicture } from '../../../dashboard-kit/admin-picture.js';
import { Ago } from '../../../dashboard-kit/ago.js';
import { CardPicture, cardPixels } from '../../../dashboard-kit/list/card-picture.js';
import { type CardProps, type Listed, ListScreen } from '../../../dashboard-kit/list/list-screen.js';
import { PostImage } from '../../../domain/content/post-card.js';
import * as strings from '../../../strings.js';
import { cutCharacters } from '../../../ui/cut-text.js';

const address = '/admin/main/post';

const posts: Listed<EditedPost> = {
  kind: 'post',
  nameOf: ({ title }) => title,
  title: 'Blog Posts',
  empty: (
    <>
      There are no blog posts yet. Click <strong>{strings.createNew}</strong> to write the first one.
    </>
  ),
  counted: { words: ['post', 'posts'], order: 'newest first' },
  search: { label: 'Search posts', nothing: (words) => `No post holds “${words}”.` },
  Card: PostCard,
  pictureShape: 'aspect-16/9',
  placeholders: PLACEHOLDERS.posts,
  input: postInput,
  fields: {
    image: {
      type: 'picture',
      label: strings.coverImage,
      hint: 'JPEG, PNG, GIF or WebP, up to 10 MB. Wide pictures look best; without one, a drawn sky is shown.',
      show: ({ picture, image }) => (
        <AdminPicture picture={picture} src={image} alt="The present cover" cssPixels={560} className="size-full" />
      ),
    },
    title: { label: strings.blogTitle },
    url: {
      type: 'url',
      label: strings.url,
      hint: 'Optional. A page elsewhere where readers find more.',
      placeholder: 'https://example.com',
    },
    description: {
      type: 'lines',
      label: strings.description,
      hint: 'Leave an empty line between paragraphs.',
      rows: 10,
    },
  },
  save: (post, { image, ...texts }, call) => {
    if (!post) return sendForm(`${address}/create`, { ...texts, image }, call);
    const path = `${address}/edit`;
    const fields = { postId: post.id, ...texts };
    if (image instanceof File) return sendForm(path, { ...fields, image }, call);
    // Any text but the word for removing it keeps the picture.
    const inWords = { ...fields, image: image === null && hasCover(post) ? removePostImage : (post.image ?? '') };
    const query = new URLSearchParams(inWords).toString();
    if (query.length > longestQuery) return sendForm(path, inWords, call);
    return request(`${path}?${query}`, { headers: call.headers, signal: call.signal });
  },
  create: {
    title: strings.createBlogPost,
    submit: strings.create,
    busy: strings.creating,
    failed: 'The post could not be created.',
    done: ({ title }) => `Published “${title}”.`,
  },
  edit: {
    title: strings.editBlogPost,
    failed: 'The post could not be updated.',
    done: ({ title }) => `Updated “${title}”.`,
  },
  remove: { title: strings.deleteBlogQuestion, failed: 'The post could not be deleted. Please try again.' },
};

/** The specification's edit is a GET; a longer query would break the limits of the proxies on its way. */
const longestQuery = 2_000;

const hasCover = ({ picture, image }: EditedPost) => Boolean(picture || image);

/** /dashboard/blog: the posts, newest first. */
export function Page() {
  return <ListScreen of={posts} />;
}

/** A post in brief, with a link to where visitors read it. */
function PostCard({ thing: post, nameId }: CardProps<EditedPost>) {
  const isEdited = post.updated_at !== post.created_at && post.version > 1;
  const [word, time] = isEdited ? ['Edited', post.updated_at] : ['Published', post.created_at];
  return (
    <>
      <CardPicture
        thing={post}
        alt=""
        shape="aspect-16/9"
        fallback={<PostImage post={post} sizes={`${cardPixels}px`} />}
      />
      <div className="flex flex-1 flex-col p-4 pb-0">
        <h2 id={nameId} title={post.title} className="line-clamp-3 text-lg wrap-anywhere">
          {post.title}
        </h2>
        <p className="mt-1 flex-1 wrap-anywhere text-ink-soft">
          {cutCharacters(post.description, ADMIN_POST_CHARACTERS)}
        </p>
        <p className="mt-3 flex flex-wrap items-center justify-between gap-x-4 text-sm text-ink-soft">
          <span>
            {word} <Ago at={time} />
          </span>
          <a
            href={`/blogdetail?${new URLSearchParams({ id: post.id })}`}
            target="_blank"
            rel="noopener"
            aria-describedby={nameId}
            className="text-link inline-flex min-h-6 items-center gap-1.5"
          >
            View on the site
            <ExternalLink aria-hidden="true" size={14} />
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        </p>
      </div>
    </>
  );
}
