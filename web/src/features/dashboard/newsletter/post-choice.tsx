/** Searchable list of published posts for a campaign. */
import type { Post } from '@site/proto/content/v1/posts.responses';
import type { Campaign } from '@site/proto/submissions/v1/newsletter.responses';
import { useInfiniteQuery } from '@tanstack/react-query';
import { isUnfinished } from '@/components/newsletter/campaign-progress.js';
import { Loaded } from '@/dashboard-kit/list/paged-list.js';
import { SearchBox } from '@/dashboard-kit/list/search-box.js';
import { ShowMore } from '@/ui/lists/show-more.js';
import { classNames } from '@/ui/class-names.js';
import { Loading } from '@/ui/skeleton.js';
import { fullDate } from '@/components/time/times.js';
import { publishedPostsQuery } from './newsletter.js';

interface PostPickerProps {
  searchText: string;
  onSearch: (searchText: string) => void;
  selected: Post | undefined;
  onSelect: (post: Post) => void;
  campaigns: Campaign[];
}

export function PostPicker({ searchText, onSearch, selected, onSelect, campaigns }: PostPickerProps) {
  const posts = useInfiniteQuery({ ...publishedPostsQuery(searchText), placeholderData: (last) => last });
  return (
    <>
      <SearchBox label="Search posts" searchText={searchText} onSearch={onSearch} className="mb-3 sm:w-full" />
      <Loaded
        query={posts}
        failure="We couldn’t load the posts."
        placeholder={<Loading label="Loading the posts" className="flex flex-col gap-2" count={4} each="h-16" />}
      >
        {(found) => (
          <>
            <fieldset className="min-w-0">
              <legend className="sr-only">Post</legend>
              {found.length === 0 && (
                <p className="py-6 text-center wrap-anywhere text-ink-soft">
                  {searchText ? `No posts match “${searchText}”.` : 'There are no posts yet.'}
                </p>
              )}
              {found.map((post) => (
                <PostOption
                  key={post.id}
                  post={post}
                  selected={selected?.id === post.id}
                  onSelect={() => onSelect(post)}
                  campaign={campaigns.find(({ post_id: postId }) => postId === post.id)}
                />
              ))}
            </fieldset>
            <ShowMore list={posts} />
          </>
        )}
      </Loaded>
    </>
  );
}

interface PostOptionProps {
  post: Post;
  selected: boolean;
  onSelect: () => void;
  campaign: Campaign | undefined;
}

function PostOption({ post, selected, onSelect, campaign }: PostOptionProps) {
  return (
    <label
      className={classNames(
        'flex cursor-pointer items-start gap-3 rounded-md px-3 py-2.5 hover:bg-surface-raised has-focus-visible:outline-3 has-focus-visible:outline-sky',
        selected && 'bg-sky-soft hover:bg-sky-soft',
      )}
    >
      <input
        type="radio"
        name="post"
        checked={selected}
        onChange={onSelect}
        className="mt-0.5 size-5 shrink-0 tick outline-none"
      />
      <span className="min-w-0 flex-1 font-semibold wrap-anywhere">
        {post.title}
        <span className="block text-sm font-normal text-ink-soft">
          {fullDate(Date.parse(post.created_at))}
          {campaign && `, ${formatSent(campaign)}`}
        </span>
      </span>
    </label>
  );
}

function formatSent(campaign: Campaign): string {
  if (campaign.state === 'planned') return 'already scheduled';
  if (campaign.state === 'cancelled') return 'canceled';
  return isUnfinished(campaign) ? 'being sent' : 'already sent';
}
