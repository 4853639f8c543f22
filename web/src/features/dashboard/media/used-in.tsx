import type { MediaItem, MediaUse } from '@site/proto/content/v1/media.answers';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { request } from '../../../api/api.js';
import { Loaded } from '../../../dashboard-kit/list/loaded.js';
import { mediaAddress } from '../../../dashboard-kit/media/media.js';
import { Loading, Skeleton } from '../../../ui/skeleton.js';

const words: Record<MediaUse['kind'], { label: string; path: (id: string) => string }> = {
  post: { label: 'Post', path: (id) => `/dashboard/blog?${new URLSearchParams({ post: id })}` },
  team: { label: 'Team member', path: () => '/dashboard/team' },
  logo: { label: 'Logo', path: () => '/dashboard/logo' },
};

/** Lists where a picture is used, with links. */
export function UsedIn({ thing: { id } }: { thing: MediaItem }) {
  const uses = useQuery({
    queryKey: ['admin', 'media', id, 'uses'],
    queryFn: async ({ signal }) =>
      (await request<MediaUse[]>(`${mediaAddress}/${encodeURIComponent(id)}/uses`, { signal })).data,
  });
  return (
    <section aria-label="Used in" className="mt-5 border-t border-line pt-4 pb-1">
      <h3 className="text-base font-semibold">Used in</h3>
      <Loaded
        query={uses}
        failure="We couldn’t load where it’s used."
        placeholder={
          <Loading label="Loading where it’s used">
            <Skeleton className="mt-2 h-6 w-2/3" />
          </Loading>
        }
      >
        {(found) =>
          found.length === 0 ? (
            <p className="mt-1 text-ink-soft">Not used anywhere.</p>
          ) : (
            <ul className="mt-1">
              {found.map((use) => (
                <li key={`${use.kind} ${use.id}`} className="py-1 wrap-anywhere">
                  <span className="text-sm text-ink-soft">{words[use.kind].label}: </span>
                  <Link to={words[use.kind].path(use.id)} className="text-link">
                    {use.title}
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}
