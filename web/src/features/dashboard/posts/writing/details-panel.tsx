import type { EditedPost } from '@site/proto/content/v1/posts.answers';
import { postLengths } from '@site/proto/content/v1/posts.schema';
import { excerptOf } from '@site/domain/content/rich-text';
import { slugOf } from '@site/domain/content/slug';
import * as strings from '../../../../strings.js';
import { TextAreaField, TextField } from '../../../../ui/forms/field.js';
import { CoverField } from './cover-field.js';
import { TagsField } from './tags-field.js';
import type { Desk } from './use-desk.js';
import { wordsOf } from './values.js';

interface DetailsPanelProps {
  desk: Desk;
  post: EditedPost;
}

/** All fields of a post except its title and text. */
export function DetailsPanel({ desk, post }: DetailsPanelProps) {
  const { values, change, faults } = desk;
  const { excerpt: longest } = postLengths;
  const address = values.slug.trim() || post.slug || slugOf(values.title);
  return (
    <section aria-labelledby="details-heading" className="card space-y-5 p-5">
      <h2 id="details-heading" className="text-lg">
        Details
      </h2>
      <CoverField
        post={post}
        mediaId={values.cover_media_id}
        media={desk.media}
        error={faults['cover_media_id']}
        onChange={(item) => {
          if (item) desk.addMedia(item);
          change({ cover_media_id: item?.id ?? '' });
        }}
      />
      <TextAreaField
        label="Excerpt"
        hint={`Shown in lists and emails. ${values.excerpt.length} of ${longest} characters.`}
        placeholder={excerptOf(wordsOf(values.document))}
        rows={3}
        value={values.excerpt}
        error={faults['excerpt']}
        onChange={(event) => change({ excerpt: event.target.value })}
      />
      <TextField
        label="Address"
        hint={<span className="wrap-anywhere">/blog/{address}</span>}
        placeholder={post.slug || slugOf(values.title)}
        value={values.slug}
        error={faults['slug']}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => change({ slug: event.target.value })}
        // Turns typed words into a slug.
        onBlur={() => values.slug.trim() && change({ slug: slugOf(values.slug) })}
      />
      <TextField
        label="Author"
        value={values.author}
        error={faults['author']}
        autoComplete="off"
        onChange={(event) => change({ author: event.target.value })}
      />
      <TagsField tags={values.tags} error={faults['tags']} onChange={(tags) => change({ tags })} />
      <TextField
        label={strings.url}
        hint="Optional. A page on another site with more information."
        placeholder="https://example.com"
        inputMode="url"
        value={values.url}
        error={faults['url']}
        autoComplete="off"
        onChange={(event) => change({ url: event.target.value })}
      />
    </section>
  );
}
