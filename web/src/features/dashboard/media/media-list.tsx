/** The media library's images, with search, editing and deletion. */
import type { MediaItem, MediaUse } from '@site/proto/content/v1/media.responses';
import { mediaEditInput } from '@site/proto/content/v1/media.schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Images, SearchX } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { adminQuery, fetchData, hasStatus } from '@/api/admin.js';
import { ResourceEditor } from '@/dashboard-kit/editor/resource-editor.js';
import { deleteItem, described } from '@/dashboard-kit/editor/resource.js';
import { cardGridClassName, CardSkeletons, ItemActions, Loaded, PagedList } from '@/dashboard-kit/list/paged-list.js';
import { reloadChanged } from '@/dashboard-kit/list/queries.js';
import { useDeleteWithUndo } from '@/dashboard-kit/list/delete-with-undo.js';
import { SearchBox } from '@/dashboard-kit/list/search-box.js';
import { altHint, AltMissing, mediaAddress, MediaThumb, useMedia } from '@/dashboard-kit/media/media.js';
import { Button } from '@/ui/button.js';
import { Dialog } from '@/ui/dialogs/dialog.js';
import { amount } from '@/ui/number-format.js';
import { EmptyState } from '@/ui/lists/empty-state.js';
import { Loading } from '@/ui/skeleton.js';
import { useToast } from '@/ui/toast.js';
import { FocalField } from './focal-field.js';

const resource = described<MediaItem>({
  kind: 'media',
  nameOf: ({ name }) => name,
  input: mediaEditInput.omit({ media_id: true }),
  fields: {
    focal_x: { type: 'own', label: 'Focal point', Control: FocalField },
    focal_y: { type: 'own', label: 'Focal point' },
    name: { label: 'Name', hint: 'Used for search. Readers don’t see it.' },
    alt: { type: 'lines', label: 'Alt text', hint: altHint, rows: 2 },
    credit: { label: 'Credit', hint: 'Who made it. Shown below the picture in posts.' },
  },
  Below: UsedIn,
  find: async (id) => {
    try {
      return await fetchData<MediaItem>(`${mediaAddress}/${encodeURIComponent(id)}`);
    } catch (error) {
      if (hasStatus(error, 404)) return undefined;
      throw error;
    }
  },
  edit: { title: 'Edit picture', done: ({ name }) => `Saved “${name}”.` },
  remove: {
    title: 'Delete picture?',
    question: 'It’s removed from the library. You can restore it for 30 days.',
    failed: 'We couldn’t delete the picture. Try again.',
  },
});

export function MediaList({ searchText, onSearch }: { searchText: string; onSearch: (searchText: string) => void }) {
  const client = useQueryClient();
  const showToast = useToast();
  const media = useMedia(searchText);
  const region = useRef<HTMLDivElement>(null);
  const [edited, setEdited] = useState<MediaItem>();
  const [used, setUsed] = useState<MediaItem>();
  const deletion = useDeleteWithUndo<MediaItem>('media', {
    ...resource.remove,
    // If the picture has come into use meanwhile, the server's error lists where.
    prefersServerText: true,
    remove: ({ id }) => deleteItem(mediaAddress, id),
    focusAfter: () => region.current,
  });

  return (
    <>
      {(searchText || media.data?.length !== 0) && (
        <SearchBox label="Search pictures" searchText={searchText} onSearch={onSearch} className="mb-6" />
      )}
      <div
        ref={region}
        tabIndex={-1}
        role="group"
        aria-label="Pictures"
        aria-busy={media.isPlaceholderData || undefined}
      >
        <PagedList
          query={media}
          failure="We couldn’t load the pictures. Try again."
          placeholder={
            <CardSkeletons
              label="Loading the pictures"
              count={6}
              imageClassName="aspect-4/3"
              lines={['h-6 w-4/5', 'mt-4 h-11 rounded-full']}
            />
          }
          empty={
            searchText ? (
              <EmptyState Icon={SearchX}>No pictures match “{searchText}”.</EmptyState>
            ) : (
              <EmptyState Icon={Images}>
                There are no pictures yet. Pictures that you upload here, or with a post, a team member or the logo, are
                kept here.
              </EmptyState>
            )
          }
          counted={{ nouns: ['picture', 'pictures'], order: 'newest first' }}
        >
          {(items) => (
            <ul className={cardGridClassName}>
              {items.map((item) => (
                <MediaCard
                  key={item.id}
                  item={item}
                  onEdit={() => setEdited(item)}
                  onDelete={() => (item.uses > 0 ? setUsed(item) : deletion.openDialog(item))}
                />
              ))}
            </ul>
          )}
        </PagedList>
      </div>
      {edited && (
        <ResourceEditor
          resource={resource}
          item={edited}
          onSaved={({ data }) => {
            showToast(resource.edit.done?.(data) ?? '');
            reloadChanged(client, 'media');
            setEdited(undefined);
          }}
          onClose={() => setEdited(undefined)}
        />
      )}
      {used && (
        <Dialog
          open
          onClose={() => setUsed(undefined)}
          title="This picture is in use"
          description={`Remove “${used.name}” from the places below. Then you can delete it.`}
          footer={<Button onClick={() => setUsed(undefined)}>Close</Button>}
        >
          <UsedIn item={used} />
        </Dialog>
      )}
      {deletion.dialog}
    </>
  );
}

function MediaCard({ item, onEdit, onDelete }: { item: MediaItem; onEdit: () => void; onDelete: () => void }) {
  const nameId = useId();
  return (
    <li className="card flex flex-col overflow-hidden">
      <MediaThumb item={item} />
      <div className="flex flex-1 flex-col gap-1 p-4 pb-0 wrap-anywhere">
        <h2 id={nameId} title={item.name} className="line-clamp-2 text-lg">
          {item.name}
        </h2>
        {item.alt && <p className="line-clamp-3 text-ink-soft">{item.alt}</p>}
        {!item.alt && item.file_bytes === undefined && <AltMissing />}
        {item.credit && <p className="text-sm text-ink-soft">Credit: {item.credit}</p>}
        <p className="figures text-sm text-ink-soft">
          {item.uses === 0 ? 'Not used' : `Used in ${amount(item.uses, 'place', 'places')}`}
        </p>
      </div>
      <ItemActions describedBy={nameId} onDelete={onDelete} onEdit={onEdit} className="mt-auto p-4" />
    </li>
  );
}

const usedBy: Record<MediaUse['kind'], { label: string; path: (id: string) => string }> = {
  post: { label: 'Post', path: (id) => `/dashboard/blog?${new URLSearchParams({ post: id })}` },
  team: { label: 'Team member', path: () => '/dashboard/team' },
  logo: { label: 'Logo', path: () => '/dashboard/logo' },
};

function UsedIn({ item: { id } }: { item: MediaItem }) {
  const uses = useQuery(
    adminQuery<MediaUse[]>(['media', id, 'uses'], `${mediaAddress}/${encodeURIComponent(id)}/uses`),
  );
  return (
    <section aria-label="Used in" className="mt-5 border-t border-line pt-4 pb-1">
      <h3 className="text-base font-semibold">Used in</h3>
      <Loaded
        query={uses}
        failure="We couldn’t load where it’s used."
        placeholder={<Loading label="Loading where it’s used" count={1} each="mt-2 h-6 w-2/3" />}
      >
        {(found) =>
          found.length === 0 ? (
            <p className="mt-1 text-ink-soft">Not used anywhere.</p>
          ) : (
            <ul className="mt-1">
              {found.map((use) => (
                <li key={`${use.kind} ${use.id}`} className="py-1 wrap-anywhere">
                  <span className="text-sm text-ink-soft">{usedBy[use.kind].label}: </span>
                  <Link to={usedBy[use.kind].path(use.id)} className="text-link">
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
